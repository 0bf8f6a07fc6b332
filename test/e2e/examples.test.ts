import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BIN } from "../../src/surfaces/cli/spawn-loci.fixture.ts";
import { temporaryFolder } from "./notes.fixture.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
const example = async (name: string, ...args: readonly string[]): Promise<string> =>
  (await run(process.execPath, [join(ROOT, "examples", name), ...args], { cwd: ROOT })).stdout;

/** A folder of notes, and a home whose project `example` holds it. */
async function setUp(t: TestContext): Promise<{ readonly notes: string; readonly home: string }> {
  const folder = temporaryFolder(t);
  const [notes, home] = [join(folder, "notes"), join(folder, "home")];
  mkdirSync(notes);
  writeFileSync(join(notes, "ports.md"), "# Ports\n\nStaging listens on port 8443.\n");
  const args = [BIN, "index", notes, "--scope", "kb", "--project", "example", "--home", home];
  await run(process.execPath, args);
  return { notes, home };
}

test("the example of the library finds the passage", async (t) => {
  const { notes } = await setUp(t);
  assert.match(await example("library.ts", notes, "which port does staging use?"), /ports\.md:\d+ [^]*8443/);
});

test("the example of an agent calls the search tool", async (t) => {
  const { home } = await setUp(t);
  const output = await example("mcp-agent.ts", home, "example", "which port does staging use?");
  assert.match(output, /tools: .*search/);
  assert.match(output, /8443/);
});

test("the example of the client asks a running service", async (t) => {
  const { home } = await setUp(t);
  const args = [BIN, "serve", "--port", "0", "--home", home, "--project", "example"];
  const service = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => service.kill());
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    const read = (data: Buffer): void => {
      output += String(data);
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (found !== null) resolve(found[0]);
    };
    service.stdout.on("data", read);
    service.stderr.on("data", read);
    service.on("exit", () => reject(new Error(output)));
  });
  const token = readFileSync(join(home, "token"), "utf8").trim();
  assert.match(await example("http-client.ts", url, token, "which port does staging use?"), /ports\.md [^]*8443/);
});

test("every example is tested here", () => {
  assert.deepEqual(readdirSync(join(ROOT, "examples")).sort(), ["http-client.ts", "library.ts", "mcp-agent.ts"]);
});
