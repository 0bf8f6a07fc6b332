import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

/** A runner that says its id and would run for a minute. */
const RUNNER = `
  const { endWithParent } = await import(${JSON.stringify(new URL("end-with-parent.ts", import.meta.url).href)});
  endWithParent(() => {});
  console.log(process.pid);
  setTimeout(() => {}, 60_000);
`;
/** What npm does: a shell, and the runner in it. */
const NPM = `
  import { spawn } from "node:child_process";
  const line = '"$NODE" --input-type=module -e "$RUNNER" && true';
  spawn("sh", ["-c", line], { stdio: "inherit", env: { ...process.env, npm_lifecycle_event: "test" } });
  setTimeout(() => {}, 60_000);
`;

for (const signal of ["SIGKILL", "SIGTERM", "SIGHUP"] as const)
  test(`a runner ends when ${signal} ends the npm above its shell`, async () => {
    const npm = spawn(process.execPath, ["--input-type=module", "-e", NPM], {
      env: { ...process.env, NODE: process.execPath, RUNNER },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [said] = (await once(npm.stdout, "data")) as [Buffer];
    const runner = Number(String(said));
    npm.kill(signal);
    await once(npm, "exit");
    // As many looks as a busy machine may need; the runner's own time is a minute.
    for (let look = 0; look < 400 && isThere(runner); look++) await sleep(100);
    const left = isThere(runner);
    if (left) process.kill(runner, "SIGKILL");
    assert.equal(left, false);
  });

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
