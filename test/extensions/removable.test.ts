import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { globSync } from "tinyglobby";

const root = join(import.meta.dirname, "..", "..");
/** What a checkout is checked and run from. */
const PARTS = [
  "src",
  "extensions",
  "scripts",
  "test",
  "bench",
  "evals",
  "web",
  "models",
  "package.json",
  "tsconfig.json",
];
const EXTENSIONS = readdirSync(join(root, "extensions"));

/** A use of the library, in one process: indexing, a question, what the doctor finds. */
const USE = `
  import { openLoci } from "./src/index.ts";
  const loci = await openLoci({ home: process.env.LOCI_HOME });
  const project = await loci.project("notes");
  await project.index(["note.md"], { scope: "kb" });
  const { hits } = await project.search("which port does staging use?");
  const faults = (await project.doctor()).filter(({ severity }) => severity === "error");
  console.log(JSON.stringify({ found: hits[0].text, faults }));
  await loci.close();
`;

let copy: string;
before(() => {
  copy = mkdtempSync(join(tmpdir(), "loci-removable-"));
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, "note.md"), "# Staging\n\nStaging listens on port 8443.\n");
  writeFileSync(join(copy, "loci.ts"), 'import { main } from "./src/surfaces/cli/main.ts";\nawait main();\n');
  writeFileSync(join(copy, "use.ts"), USE);
});
after(() => rmSync(copy, { recursive: true, force: true }));

function node(...args: readonly string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, LOCI_HOME: join(copy, "home") },
  });
  return { status, said: `${stdout}${stderr}` };
}

function passes(...args: readonly string[]): string {
  const { status, said } = node(...args);
  assert.equal(status, 0, `${args.join(" ")}: ${said}`);
  return said;
}

describe("without the folder of an extension", () => {
  for (const name of EXTENSIONS)
    it(`${name}: imports, indexing and searching are as before`, () => {
      const folder = join(copy, "extensions", name);
      const away = join(copy, `${name}.away`);
      renameSync(folder, away);
      try {
        passes(join("scripts", "check-imports.ts"));
        assert.match(passes("use.ts"), /8443.*"faults":\[\]/u);
        assert.equal(/^ +telegram /mu.test(passes("loci.ts", "--help")), name !== "telegram");
      } finally {
        renameSync(away, folder);
      }
    });

  it("without all of them the rest has its types, and what needs one says so, and what to do", () => {
    rmSync(join(copy, "extensions"), { recursive: true });
    // Extensions know nothing of each other, as the imports say: what types the rest asks of one shows without all. Only a file that names the
    // folder can ask for them, in code or in what it imports; the types of all others are checked with `npm test`.
    const naming = globSync(["{src,scripts,test,bench,evals}/**/*.ts"], { cwd: copy }).filter((path) =>
      /["'/]extensions\//u.test(readFileSync(join(copy, path), "utf8")),
    );
    assert.ok(naming.includes("src/extension.ts"), naming.join(", "));
    writeFileSync(
      join(copy, "tsconfig.naming.json"),
      JSON.stringify({ extends: "./tsconfig.json", include: [], files: naming }),
    );
    passes(join("node_modules", "typescript", "bin", "tsc"), "--noEmit", "-p", "tsconfig.naming.json");
    // A project each: where the catalog of one stands is settled when it is made.
    for (const [project, set] of Object.entries({
      stored: "store.uri=http://127.0.0.1:9",
      shared: "catalog.uri=postgresql://u@127.0.0.1:9/d",
      embedded: "embedding.provider=onnx",
    })) {
      const args = ["index", "note.md", "--scope", "kb", "--set", set, "--project", project];
      const { status, said } = node("loci.ts", ...args);
      assert.notEqual(status, 0);
      assert.match(said, /this Loci has no extension '(?:milvus|postgres|onnx)'/u, set);
    }
  });
});
