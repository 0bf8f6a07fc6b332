import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { CommanderError, type Command } from "commander";
import { buildProgram } from "./build-program.ts";
import { COMMANDS, commandsMeant } from "./command-table.ts";
import { bashCompletion, allCommands, fishCompletion, zshCompletion } from "./commands/completion.ts";
import { nearestName } from "../../index.ts";
import { processIo } from "./io.ts";
import { Session } from "./session.ts";

const session = new Session(processIo(), () => {
  throw new Error("no command runs here");
});
const program = () => buildProgram({ version: "1", commands: COMMANDS, load: "all", session });

for (const { name, load } of COMMANDS) {
  test(`loci ${name}: its examples parse, and its help shows them`, async () => {
    const { examples } = await load();
    assert.ok(examples.length > 0);
    for (const [line] of examples) {
      const command = line.slice(line.indexOf(`loci ${name}`));
      const whole = await program();
      disarm(whole);
      const words = shellWords(command.split(/ [|>] /)[0] ?? "").slice(1);
      assert.ok(words.includes(name), line);
      await whole.parseAsync(words, { from: "user" });
    }
  });
}

test("whatever a neighbour or a habit calls a thing leads to commands that there are", async () => {
  const names = new Set(allCommands(await program()).map(({ path }) => path.join(" ")));
  const flags = new Set((await program()).options.map(({ long }) => long));
  const parts = new Set([...names].map((path) => path.split(" ").at(-1) ?? ""));
  for (const word of OTHERS.filter((one) => !names.has(one))) {
    const meant = commandsMeant(word);
    assert.ok(meant.length > 0 || parts.has(word) || nearestName(word, [...names]) !== null, word);
    for (const one of meant) assert.ok(names.has(one.replace(/ --.*/u, "")) || flags.has(one), `${word}: ${one}`);
  }
});

test("an example with a flag that isn't there would not parse", async () => {
  const whole = await program();
  disarm(whole);
  await assert.rejects(whole.parseAsync(["search", "x", "--nonsense"], { from: "user" }), CommanderError);
});

test("names are unique, and every flag and argument says what it is for", async () => {
  const commands = allCommands(await program());
  assert.equal(new Set(commands.map(({ path }) => path.join(" "))).size, commands.length);
  for (const { path, command } of commands) {
    for (const { description } of [...command.options, ...command.registeredArguments])
      assert.ok(description.length > 3, path.join(" "));
  }
});

test("the completion of each shell knows every command and flag", async () => {
  const commands = allCommands(await program());
  for (const script of [bashCompletion(commands), zshCompletion(commands), fishCompletion(commands)]) {
    for (const { path, command } of commands) {
      for (const word of [...path.slice(-1), ...command.options.map(({ long }) => long?.replace(/^--/, "") ?? "")])
        assert.ok(script.includes(word), word);
    }
  }
});

for (const [typed, has, lacks] of [
  [["loci", "se"], "search", "index"],
  [["loci", "search", "--mo"], "--mode", "--deep"],
  [["loci", "search", "--mode", ""], "lexical", "--mode"],
  [["loci", "--project", "search", "config", "se"], "set", "search"],
  [["loci", "completion", ""], "fish", "search"],
] as const) {
  test(`bash completes ${typed.join(" ")}`, async () => {
    const script = `${bashCompletion(allCommands(await program()))}
COMP_WORDS=(${typed.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${typed.length - 1}; _loci; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const words = stdout.trim().split("\n");
    assert.ok(words.includes(has), stdout);
    assert.ok(!words.includes(lacks), stdout);
  });
}

for (const [shell, make] of [
  ["zsh", zshCompletion],
  ["fish", fishCompletion],
] as const) {
  test(
    `${shell} can read its script`,
    { skip: spawnSync(shell, ["--version"]).error !== undefined && `${shell} is not installed` },
    async () => {
      const { status, stderr } = spawnSync(shell, ["-n"], {
        input: make(allCommands(await program())),
        encoding: "utf8",
      });
      assert.equal(status, 0, stderr);
    },
  );
}

/** Parses but doesn't do. */
function disarm(command: Command): void {
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  command.action(() => {});
  for (const child of command.commands) disarm(child);
}

/** Words of a command line with single and double quotes; enough for examples. */
function shellWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

/** The commands of mem0, qmd, memsearch and MemPalace, and what people try first. */
const OTHERS = (
  "add search get get-all list update delete delete-all history import init status config entities reset " +
  "collection ls context multi-get embed vsearch query cleanup mcp index watch compact transcript expand stats " +
  "mine compress wake-up split repair hook instructions " +
  "remember forget save store note open show rm remove find q ask export backup restore version page ui web server " +
  "start login install uninstall connect ingest reindex sync clear purge redact settings users summarize"
).split(" ");
