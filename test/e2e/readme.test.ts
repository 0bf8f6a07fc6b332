import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { BIN } from "../../src/surfaces/cli/spawn-loci.fixture.ts";
import { makePdf } from "../../src/parsing/pdf/make-pdf.fixture.ts";
import { temporaryFolder } from "./notes.fixture.ts";
import { ended, firstWord } from "../ended.fixture.ts";
import { freePort } from "../free-port.fixture.ts";

const ROOT = new URL("../../", import.meta.url);
const run = promisify(execFile);

/** A user who has read the README: a home with notes, and `loci` and `npx` on the way to commands. */
interface Reader {
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a block of shell as it is printed; what each command wrote. */
  readonly shell: (block: string) => Promise<readonly string[]>;
}

function reader(t: TestContext): Reader {
  const home = temporaryFolder(t);
  mkdirSync(join(home, "notes"));
  mkdirSync(join(home, "bin"));
  writeFileSync(
    join(home, "notes", "ownership.md"),
    "# What Is Ownership?\n\n## Ownership Rules\n\nEach value has an owner. There is one owner at a time.\n",
  );
  writeFileSync(join(home, "notes", "ports.md"), "# Ports\n\nStaging uses port 8443.\n");
  writeFileSync(
    join(home, "manual.pdf"),
    makePdf({ pages: [[{ x: 72, y: 700, text: "The manual of the theremin." }]] }),
  );
  for (const [name, drop] of [
    ["loci", 1],
    ["npx", 2],
  ] as const) {
    const script = join(home, "bin", name);
    writeFileSync(script, `#!/bin/bash\nexec "${process.execPath}" "${BIN}" "\${@:${drop}}"\n`);
    chmodSync(script, 0o755);
  }
  const environment = { HOME: home, PATH: `${join(home, "bin")}:${process.env["PATH"] ?? ""}` };
  return {
    home,
    environment,
    async shell(block) {
      const { stdout } = await run("bash", ["--norc", "-c", `set -eu; trap 'echo; echo "----"' DEBUG\n${block}`], {
        cwd: home,
        env: environment,
        maxBuffer: 50_000_000,
      });
      return stdout
        .split("\n----\n")
        .map((part) => part.trim())
        .filter((part) => part !== "");
    },
  };
}

/** The blocks of a kind in a document of ours, for a service on another port. */
function blocks(file: string, kind: string, port: number): readonly string[] {
  const text = readFileSync(new URL(file, ROOT), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${kind}\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, block = ""]) =>
    block.replaceAll("5858", String(port)),
  );
}

/** `npx loci serve`, until the test ends. */
async function serving(t: TestContext, { home, environment }: Reader, port: number): Promise<void> {
  const child: ChildProcess = spawn("npx", ["loci", "serve"], {
    cwd: home,
    env: { ...environment, LOCI_SERVER_PORT: String(port) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  t.after(async () => {
    child.kill("SIGTERM");
    await ended(child);
  });
  await firstWord(child);
}

const noCurl = await run("curl", ["--help", "all"]).then(
  ({ stdout }) => (stdout.includes("--json") ? false : "needs curl 7.82"),
  () => "needs curl",
);

test("the README's examples of HTTP work as printed", { skip: noCurl, timeout: 60_000 }, async (t) => {
  const port = await freePort();
  const someone = reader(t);
  await serving(t, someone, port);
  const block = blocks("README.md", "sh", port).find((one) => one.includes("curl")) as string;
  const [health, added, found, status] = (await someone.shell(block)).map((answer) => JSON.parse(answer) as any);
  assert.equal(health.status, "ok");
  assert.deepEqual([added.schema, added.job.status, added.job.files.indexed], [1, "done", 2]);
  assert.equal(found.hits.length, 1);
  assert.match(found.hits[0].text, /one owner at a time/);
  assert.equal(found.hits[0].citation.mark, "[M1]");
  assert.equal(status.counts.documents, 2);
});

test("the README's examples of the command line work as printed", { timeout: 60_000 }, async (t) => {
  const someone = reader(t);
  const commands = blocks("README.md", "console", 5858).flatMap((block) =>
    [...block.matchAll(/^\$ (.*)$/gm)].map(([, command = ""]) => command),
  );
  assert.ok(commands.length >= 4);
  const searched = commands.findIndex((command) => command.includes(" search "));
  const [printed = ""] = /(?<=expand )[0-9a-f]+/.exec(commands.join("\n")) ?? [];
  for (const command of commands.slice(0, searched)) await someone.shell(command);
  const { hits } = JSON.parse((await someone.shell(`${commands[searched]} --json`)).join("")) as {
    hits: { id: string }[];
  };
  for (const command of commands.slice(searched)) {
    const [answer = ""] = await someone.shell(command.replace(printed, (hits[0]?.id ?? "").slice(0, printed.length)));
    assert.match(answer, /Ownership|done in/, command);
  }
});

test("the examples of docs/http.md work as printed", { skip: noCurl, timeout: 60_000 }, async (t) => {
  const port = await freePort();
  const someone = reader(t);
  await serving(t, someone, port);
  const lines = blocks("docs/http.md", "sh", port).join("").split("\n");
  const settings = lines.filter((line) => line.startsWith("export")).join("\n");
  const answers: any[] = [];
  for (const command of lines.filter((line) => line.startsWith("curl"))) {
    // `KEY` and `ID` stand for one that the reader was just shown.
    const key = answers.findLast(({ sources }) => sources !== undefined)?.sources[0].key as string;
    const id = answers.findLast(({ message }) => message !== undefined)?.message.drawers[0] as string;
    const shown = command.replace("/KEY", `/${key}`).replace('"ID"', `"${id}"`);
    const [answer = ""] = await someone.shell(`${settings}\n${shown}`);
    answers.push(JSON.parse(answer));
    assert.equal(answers.at(-1).error, undefined, `${command}: ${answer.slice(0, 300)}`);
  }
  assert.equal(answers.length, 8);
  assert.ok(answers.some(({ removed }) => removed?.drawers > 0));
  assert.ok(answers.some(({ document }) => document?.status === "indexed"));
  assert.match(answers[2].hits[0].text, /8443/);
});
