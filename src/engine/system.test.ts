import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { isSameProcess, processToken } from "./system.ts";

const owner = (pid: number, token: string) => ({ pid, host: "here", token });

test("this process is itself; one with its id and another start, or of another boot, is not", () => {
  const token = processToken("abc");
  assert.ok(isSameProcess(owner(process.pid, token)));
  assert.ok(isSameProcess(owner(process.pid, "abc")), "a token without a birth says nothing");
  if (process.platform !== "linux") return;
  const [random, boot, start] = token.split(".") as [string, string, string];
  assert.equal(isSameProcess(owner(process.pid, `${random}.${boot}.${Number(start) + 1}`)), false);
  assert.equal(isSameProcess(owner(process.pid, `${random}.00000000.${start}`)), false);
  assert.equal(isSameProcess(owner(process.ppid, token)), false, "its parent began earlier");
});

test("a process that has ended is gone", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  assert.equal(isSameProcess(owner(child.pid as number, "abc")), false);
});
