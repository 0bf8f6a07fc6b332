import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

/** Runs `script` with a busy function at hand, and says which of V8's compilers took it up. */
function compilersOf(script: string): { readonly quick: boolean; readonly last: boolean } {
  const module = JSON.stringify(new URL("./run-compiler.ts", import.meta.url).href);
  const source = `
    const { RunCompiler } = await import(${module});
    let now = 0;
    const compiler = new RunCompiler(() => now);
    function busy(n) { let sum = 0; for (let i = 0; i < n; i++) sum = (sum * 31 + i) | 0; return sum; }
    const work = () => { for (const until = performance.now() + 300; performance.now() < until; ) for (let i = 0; i < 1_000; i++) busy(20); };
    ${script}`;
  const { stdout, status, stderr } = spawnSync(process.execPath, ["--trace-opt", "--input-type=module", "-e", source], {
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  const compiled = stdout
    .split("\n")
    .filter((line) => line.includes("completed compiling") && /<JSFunction (?:busy|work)\b/.test(line));
  return {
    quick: compiled.some((line) => line.includes("MAGLEV")),
    last: compiled.some((line) => line.includes("TURBOFAN")),
  };
}

const MEASURED = process.versions.node.startsWith("24.");

test(
  "in the first second of a run V8's last compiler has nothing to do; later, and when the run is over, it has",
  { skip: !MEASURED },
  () => {
    assert.deepEqual(compilersOf("work();"), { quick: true, last: true }, "before anything was told");
    assert.deepEqual(compilersOf("compiler.progress(); now = 900; compiler.progress(); work();"), {
      quick: true,
      last: false,
    });
    assert.deepEqual(compilersOf("compiler.progress(); now = 1_000; compiler.progress(); work();"), {
      quick: true,
      last: true,
    });
    assert.deepEqual(compilersOf("compiler.progress(); compiler.end(); work();"), { quick: true, last: true });
  },
);
