import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";

const BIN = join(import.meta.dirname, "..", "..", "bin", "loci.js");
const DAY_SECONDS = 86_400;

/** A folder for compiled code, and `loci` with it. */
function setUp(t: TestContext): {
  readonly loci: (...args: string[]) => string;
  readonly kept: () => readonly string[];
} {
  const folder = mkdtempSync(join(tmpdir(), "loci-kept-code-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const compiled = join(folder, "compiled");
  const run = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args, "--home", join(folder, "home")], {
      encoding: "utf8",
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
      cwd: folder,
    });
    assert.equal(status, 0, stderr);
    assert.equal(stderr, "");
    return stdout.replace(/\d+ ms/, "");
  };
  run("add", "The harbour master closes the gate at nine.", "--project", "harbour");
  return {
    loci: (...args) => run(...args, "--project", "harbour"),
    kept: () =>
      readdirSync(compiled, { recursive: true, encoding: "utf8" })
        .filter((name) => /question-.*\.script\.js$/.test(name))
        .map((name) => join(compiled, name)),
  };
}

test("what a search compiled is kept, for its user alone, and read as it is", (t) => {
  const { loci, kept } = setUp(t);
  const first = loci("search", "gate");
  const [search = "", ...others] = kept().filter((path) => path.includes("search-question"));
  assert.deepEqual(others, []);
  const { size, mtimeMs, mode } = statSync(search);
  if (process.platform !== "win32") assert.equal(mode & 0o777, 0o600);
  assert.equal(loci("search", "gate"), first);
  assert.equal(statSync(search).mtimeMs, mtimeMs, "read and left");
  // A command that calls hardly any function keeps hardly any: what is kept was compiled while it ran.
  const other = kept().find((path) => path.includes("other-question")) ?? "";
  rmSync(other);
  loci("projects");
  assert.ok(statSync(other).size < 0.9 * size, `${statSync(other).size} of ${size}`);
});

test("old, damaged and other code is written anew, and changes no answer", (t) => {
  const { loci, kept } = setUp(t);
  const answer = loci("search", "gate");
  const [file = ""] = kept().filter((path) => path.includes("search-question"));
  const sound = statSync(file).size;
  const yesterday = Date.now() / 1000 - DAY_SECONDS;
  utimesSync(file, yesterday, yesterday);
  assert.equal(loci("search", "gate"), answer);
  assert.ok(statSync(file).mtimeMs / 1000 > yesterday + 1, "an old file is renewed");
  for (const damaged of [Buffer.alloc(0), Buffer.alloc(sound), readFileSync(file).subarray(0, sound >> 1)]) {
    writeFileSync(file, damaged);
    assert.equal(loci("search", "gate"), answer);
    assert.ok(statSync(file).size > 0.9 * sound, `${damaged.length} bytes are replaced`);
  }
});

test("what no build has used for a week goes when a new one keeps its first code, and nothing else", (t) => {
  const { loci, kept } = setUp(t);
  const [one] = kept();
  assert.ok(one !== undefined, "code is kept");
  const folder = dirname(one);
  const weekAgo = Date.now() / 1000 - 7 * DAY_SECONDS;
  const write = (name: string, seconds: number): string => {
    const path = join(folder, name);
    writeFileSync(path, "");
    utimesSync(path, seconds, seconds);
    return path;
  };
  const unused = [
    write("search-question-AbCd_-12.script.js", weekAgo - 60),
    write("mcp-prompt-AbCd_-12.script.js.4711-12345", weekAgo - 60),
  ];
  const others = [
    write("ask-question-AbCd_-12.script.js", weekAgo + DAY_SECONDS),
    write("0123abcd", weekAgo - 60),
    write("question.script.js", weekAgo - 60),
  ];
  for (const path of kept()) if (/other-/.test(path)) utimesSync(path, weekAgo - 60, weekAgo - 60);
  loci("projects");
  assert.ok([...unused, ...others].every(existsSync), "code that is there already sweeps nothing");
  loci("search", "gate");
  assert.deepEqual([unused.filter(existsSync), others.filter(existsSync)], [[], others]);
});

test("a process that ends while it writes what its start compiled keeps that all the same", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-kept-code-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "question.script.js"), "(function () { return 7; })");
  const ending = `
    const later = globalThis.setTimeout;
    globalThis.setTimeout = (work) => later(() => (work(), process.exit()), 0).ref();
    const { keptCode } = await import(${JSON.stringify(new URL("../../bin/kept-code.js", import.meta.url).href)});
    console.log(keptCode(${JSON.stringify(pathToFileURL(join(folder, "question.script.js")).href)})());
    later(() => {}, 10_000);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", ending], {
    encoding: "utf8",
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") },
  });
  assert.equal(stdout, "7\n", stderr);
  const kept = readdirSync(join(folder, "compiled"), { recursive: true, encoding: "utf8" });
  assert.equal(kept.filter((name) => name.endsWith("other-question.script.js")).length, 1, kept.join(" "));
});

test("the process that indexes keeps its code beside that of the one that started it", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-kept-code-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const compiled = join(folder, "compiled");
  writeFileSync(join(folder, "note.md"), "# Gate\n\nIt is closed at nine.\n");
  const index = `
    import { openLoci } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)};
    const loci = await openLoci({ home: "home", background: "process" });
    const queue = await (await loci.project("p")).queue();
    const { id } = await queue.index(["note.md"], { scope: "kb" });
    console.log((await queue.ended(id)).status);
    await loci.close();`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", index], {
    encoding: "utf8",
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    cwd: folder,
  });
  assert.equal(stdout, "done\n", stderr);
  // It is started with limits of its own, for which code is compiled apart.
  assert.equal(readdirSync(compiled).length, 2);
});
