import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { ended, firstWord } from "./ended.fixture.ts";

test("the end of a process is known whenever it is asked for, and one that says nothing isn't waited for", async () => {
  const run = (script: string) => spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
  for (const script of ["exit 3", "kill -9 $$"]) {
    const child = run(script);
    await once(child, "close");
    await ended(child);
  }
  assert.equal(await firstWord(run("echo here")), "here\n");
  await assert.rejects(firstWord(run("exit 3")), /ended with 3/u);
});
