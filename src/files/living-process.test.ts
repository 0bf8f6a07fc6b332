import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isLiving, startOfProcess } from "./living-process.ts";

const commandOf = (pid: number | undefined): string => readFileSync(`/proc/${pid}/comm`, "utf8").trim();

test("a process that was killed is gone, also before its parent has collected it", async (t) => {
  assert.ok(isLiving(process.pid));
  if (process.platform !== "linux") return t.skip("needs /proc");
  // The shell becomes a process that never waits for the child it had.
  const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
  t.after(() => parent.kill("SIGKILL"));
  const [printed] = (await once(parent.stdout, "data")) as [Buffer];
  const child = Number(String(printed));
  assert.ok(isLiving(child));
  // As long as it is a shell it collects what ends.
  for (let tries = 0; commandOf(parent.pid) !== "sleep" && tries < 6_000; tries++) await sleep(10);
  process.kill(child, "SIGKILL");
  for (let tries = 0; isLiving(child) && tries < 6_000; tries++) await sleep(10);
  assert.notEqual(startOfProcess(child), null, "it is still listed");
  assert.equal(isLiving(child), false);
});
