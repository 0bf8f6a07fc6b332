import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { INSTALLED, newUser, NODE, serve, SKIP, type User } from "./installed.fixture.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** The newest compiler and the oldest one that a user may have. `npm ci` brings both; a checkout put together by hand may lack the second. */
const COMPILERS = [".", join("tools", "oldest-types")]
  .map((at) => join(ROOT, at, "node_modules", "typescript", "bin", "tsc"))
  .filter((compiler) => process.env["CI"] === "true" || existsSync(compiler));

/** Compiles a program of a user under strict types, those of the package checked too, and runs it. */
function run(user: User, name: string, program: string): string {
  writeFileSync(join(user.folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(user.folder, `${name}.ts`), program);
  const types = join(user.folder, "node_modules");
  try {
    symlinkSync(join(INSTALLED, "node_modules"), types);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
  }
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    typeRoots: [join(ROOT, "node_modules", "@types")],
    types: ["node"],
    paths: { "undici-types": [join(ROOT, "node_modules", "undici-types")] },
  };
  writeFileSync(join(user.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  const run = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { cwd: user.folder, env: user.environment, encoding: "utf8" });
  for (const compiler of COMPILERS) run(process.execPath, compiler, "-p", "tsconfig.json");
  return run(NODE, `${name}.js`);
}

it("the library of the packed product compiles under strict types and does its work", { skip: SKIP }, (t) => {
  const said = run(
    newUser(t),
    "library",
    `import { openLoci, LociError } from "loci";
const loci = await openLoci({ home: "home" });
const project = await loci.project("p");
await project.index(["notes"], { scope: "kb" });
const { hits } = await project.search("which port does the staging gateway use?");
const first = hits[0];
console.log(first?.text ?? "nothing");
try { await project.search("x", { limit: -1 }); } catch (thrown) { console.log(thrown instanceof LociError && thrown.code); }
await loci.close();
`,
  );
  assert.match(said, /port 8443/u);
  assert.match(said, /USAGE|INVALID/u);
});

it(
  "the client of the packed product compiles under strict types and speaks to its service",
  { skip: SKIP },
  async (t) => {
    const user = newUser(t);
    assert.equal((await user.loci(["index", "notes", "--scope", "kb"])).status, 0);
    const { url, token } = await serve(user);
    const said = run(
      user,
      "client",
      `import { createClient } from "loci/client";
const client = createClient({ url: ${JSON.stringify(url)}, token: ${JSON.stringify(token)} });
const { hits } = await client.search({ query: "staging gateway port" });
console.log(hits[0]?.text ?? "nothing");
`,
    );
    assert.match(said, /port 8443/u);
  },
);

it("the package names no script that what is packed can't run", { skip: SKIP }, () => {
  const folder = join(INSTALLED, "node_modules", "loci");
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  for (const [name, run] of Object.entries(scripts))
    for (const file of run.match(/\S+\.[jt]s\b/g) ?? []) assert.ok(existsSync(join(folder, file)), `${name}: ${file}`);
  assert.deepEqual(Object.keys(scripts), ["start"]);
});
