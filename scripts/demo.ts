import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/**
 * The main job in one go: indexes a folder (this repository's own docs by default), asks it a question, and says how to go on.
 * `npm run demo -- FOLDER [QUESTION]`. The data goes into `.loci/` of this checkout, so nothing outside of it is touched.
 */
const root = join(import.meta.dirname, "..");
// npm runs scripts in the package's folder; INIT_CWD is where the user stood.
const from = process.env["INIT_CWD"] ?? process.cwd();
const [given, ...words] = process.argv.slice(2);
/** What a user reads; the rest of the checkout is code and samples. */
const OWN = ["README.md", "SECURITY.md", "docs"].map((name) => join(root, name));
const paths = given === undefined ? OWN : [resolve(from, given)];
const question =
  words.length > 0 ? words.join(" ") : given === undefined ? "what survives a crash?" : "what is this about?";
if (!paths.every((path) => existsSync(path))) {
  console.error(`error: there is no '${given}'\n  npm run demo -- FOLDER "QUESTION"`);
  process.exit(2);
}

const home = join(root, ".loci");
const project = given === undefined ? "loci-docs" : "demo";
const common = ["--home", home, "--project", project];
const shown = (args: readonly string[]): string =>
  args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)).join(" ");

function loci(...args: readonly string[]): number {
  console.log(`\n$ npx loci ${shown(args.map((arg) => (arg.startsWith(root) ? relative(root, arg) || "." : arg)))}`);
  return (
    spawnSync(process.execPath, [join(root, "bin", "loci.js"), ...args], { stdio: "inherit", cwd: root }).status ?? 1
  );
}

const indexed = loci("index", ...paths, "--scope", "kb", ...common);
const found = indexed === 0 || indexed === 1 ? loci("search", question, "--limit", "3", ...common) : indexed;
const here = shown(["--home", ".loci", "--project", project]);
console.log(`
The data is in .loci/ of this folder; remove it and nothing is left. Go on with
  npx loci search "another question" ${here}
  npx loci expand ID --section ${here}
  npx loci serve --open ${here}
  npx loci index ~/notes --scope kb --project notes        your own notes, in ~/.loci from now on
  npx loci serve --open --project notes
`);
process.exitCode = indexed !== 0 ? indexed : found;
