import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import test, { type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../e2e/notes.fixture.ts";
import { ended, firstWord } from "../ended.fixture.ts";

const LOCI = join(import.meta.dirname, "..", "..", "bin", "loci.js");

/** A folder whose `xdg-open` writes what it was told to open. */
function fakeOpener(folder: string): { readonly path: string; readonly opened: string } {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const opened = join(folder, "opened");
  writeFileSync(join(bin, "xdg-open"), `#!/bin/sh\nprintf '%s\\n' "$1" > '${opened}'\n`);
  chmodSync(join(bin, "xdg-open"), 0o755);
  return { path: `${bin}${delimiter}${process.env["PATH"] ?? ""}`, opened };
}

interface Run {
  readonly status: number | null;
  readonly out: string;
}

async function loci(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Run> {
  const child = spawn(process.execPath, [LOCI, ...args], { env, cwd, stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  child.stdout.on("data", (text: Buffer) => (out += text.toString()));
  // Behind its end there may be more of its output to come.
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, out };
}

/** The whole line that a shell writes into a file, which is there before it is. */
async function written(file: string): Promise<string> {
  for (let left = 600; ; left--) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (text.endsWith("\n") || left === 0) return text.trim();
    await sleep(100);
  }
}

async function serving(t: TestContext, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [LOCI, "serve", "--port", "0", "--no-watch", "--json", ...args], {
    env,
    cwd: dirname(env["LOCI_HOME"] ?? ""),
    stdio: ["ignore", "pipe", "ignore"],
  });
  t.after(async () => {
    child.kill();
    await ended(child);
  });
  return (JSON.parse(await firstWord(child)) as { url: string }).url;
}

test(
  "loci serve --open hands the browser a code that works once, also of a service that runs already",
  {
    skip: process.platform === "linux" ? false : "the fake browser is xdg-open's",
  },
  async (t) => {
    const folder = temporaryFolder(t);
    const { path, opened } = fakeOpener(folder);
    const repository = join(folder, "shop");
    mkdirSync(join(repository, ".git"), { recursive: true });
    const environment = { ...process.env, PATH: path, LOCI_HOME: join(folder, "home") };
    const url = await serving(t, ["--open"], environment);
    const address = new URL(await written(opened));
    assert.equal(address.origin, url);
    const given = new URLSearchParams(address.hash.slice(1));
    const body = JSON.stringify({ code: given.get("code") });
    const request = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    assert.equal((await fetch(`${url}/v1/session`, request)).status, 200);
    assert.equal((await fetch(`${url}/v1/session`, request)).status, 401);
    const { status, out } = await loci(["serve", "--open", "--json"], environment, repository);
    assert.equal(status, 0);
    const again = JSON.parse(out) as { url: string; opened: boolean };
    assert.deepEqual([new URL(again.url).origin, again.opened], [url, true]);
    assert.notEqual(again.url, address.href);
    const projects = [given, new URLSearchParams(new URL(again.url).hash.slice(1))].map((one) => one.get("project"));
    assert.deepEqual(projects, ["default", "shop"], "the page begins where one stands");
  },
);
