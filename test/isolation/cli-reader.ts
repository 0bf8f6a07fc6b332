import { dirname } from "node:path";
import { Readable } from "node:stream";
import type { Command } from "commander";
import type { Caller } from "../../src/index.ts";
import { buildProgram } from "../../src/surfaces/cli/build-program.ts";
import { COMMANDS } from "../../src/surfaces/cli/command-table.ts";
import type { CliIo } from "../../src/surfaces/cli/io.ts";
import { runCli } from "../../src/surfaces/cli/run-cli.ts";
import { type RawGlobalOptions, readGlobalOptions, Session } from "../../src/surfaces/cli/session.ts";
import { rounds } from "../rounds.fixture.ts";
import { type LeakAnswer, leakAnswer, type LeakReader, type LeakTargets } from "./leak-reader.ts";
import { textsOf } from "./operation-asks.ts";

/** Commands that change something, go on without an end, or are about the machine; whatever else there is, is asked. */
const NOT_ASKED =
  /^(?:index|mine|add|watch|setup|hooks .*|hook|serve|mcp|telegram|facts (?:tell|undo|set|add|move|put|rm)|chat rm|palace (?:tunnels (?:add|rm)|correct .*|undo)|flush|sources rm|projects.*|doctor|secrets|tokens.*|config.*|eval.*|data .*|completion|help)$/u;
/** Figures of runs, and of what was looked at: the owner's alone, and others between two plantings. */
const ONLY_REFUSED = /^(?:sources.*|status|spend)$/u;
/** Flags that write, keep a chat, or read a file. */
const LEFT_OUT: ReadonlySet<string> = new Set(["yes", "batch", "chat", "session", "compact", "audit"]);
const TIMES: ReadonlySet<string> = new Set(["since", "until", "as-of", "now"]);

interface Line {
  readonly argv: readonly string[];
  readonly input: string;
}

/** Every command that reads, in this process: as it stands, with each of its arguments, and with each of its flags. */
export const cliLeakReader: LeakReader = {
  name: "command line",
  open: async (loci) => ({
    async ask(caller, targets) {
      const answers: LeakAnswer[] = [];
      const named = targets.folder === undefined ? ["--project", targets.project] : [];
      const set = ["--home", loci.home, ...named, "--as", caller];
      const cwd = targets.folder ?? loci.home;
      const lines = (await linesOf(caller, targets)).filter(
        ({ argv }, i) => argv[0] === "chat" || i % rounds(1, 4) === 0,
      );
      for (const { argv, input } of lines)
        answers.push(await leakAnswer(`${argv.join(" ")} ${input}`, () => run([...set, ...argv], input, cwd)));
      return answers;
    },
    close: async () => {},
  }),
};

async function linesOf(caller: Caller, targets: LeakTargets): Promise<readonly Line[]> {
  const { io } = outputs("", "/");
  const session = new Session(io, () => readGlobalOptions({} as RawGlobalOptions, io));
  const program = await buildProgram({ version: "0", commands: COMMANDS, load: "all", session });
  const commands = everyOf(program, []).filter(
    ([path]) => !NOT_ASKED.test(path) && !(caller === "owner" && ONLY_REFUSED.test(path)),
  );
  return commands.flatMap(([path, command]) => linesOfCommand(path, command, targets));
}

function everyOf(command: Command, path: readonly string[]): readonly (readonly [string, Command])[] {
  const parts = command.commands.flatMap((part) => everyOf(part, [...path, part.name()]));
  return path.length === 0 ? parts : [[path.join(" "), command], ...parts];
}

function linesOfCommand(path: string, command: Command, targets: LeakTargets): readonly Line[] {
  const words = path.split(" ");
  if (path === "chat") return [{ argv: words, input: said(targets) }];
  const valuesOf = (name: string): readonly string[] =>
    name === "question" || name === "prompt" ? targets.baits : name === "file" ? ["-"] : textsOf(name, targets);
  const arguments_ = command.registeredArguments.map((one) => valuesOf(one.name()));
  const most = Math.max(1, ...arguments_.map(({ length }) => length));
  const asked = Array.from({ length: most }, (_, i) => arguments_.flatMap((values) => values[i] ?? values[0] ?? []));
  const flags = command.options.flatMap(({ long, required, argChoices }) => {
    const name = long?.slice(2) ?? "";
    if (LEFT_OUT.has(name)) return [];
    if (!required) return [[`--${name}`]];
    const value = TIMES.has(name) ? "2030-01-01" : (argChoices?.[0] ?? (NUMBERS.test(name) ? "3" : targets.names[0]));
    return [[`--${name}`, String(name === "scope" ? "kb" : value)]];
  });
  const input = targets.baits.map((bait) => `It is known [M1 "the vault code ${bait}"].`).join("\n");
  return [...asked, ...flags.map((flag) => [...(asked[0] ?? []), ...flag])].map((more) => ({
    argv: [...words, ...more],
    input: more.includes("-") ? input : "",
  }));
}

const NUMBERS = /limit|offset|before|after|hops|tokens|relevance|days/u;

/** What is said in a conversation, as in the terminal and over Telegram: every command that reads, of all that is hidden. */
function said({ baits, names, topics }: LeakTargets): string {
  const lines = [
    ...baits.flatMap((bait) => [`/search vault code ${bait}`, `/forget "${bait}"`]),
    ...names.map((name) => `/search source:${name} vault`),
    ...topics.map((topic) => `/facts ${topic}`),
    ...["/docs", "/memory", "/facts", "/quit"],
  ];
  return `${lines.join("\n")}\n`;
}

async function run(argv: readonly string[], input: string, cwd: string): Promise<unknown> {
  const { io, written } = outputs(input, cwd);
  const status = await runCli({ argv, io, version: "0", commands: COMMANDS });
  const text = written.join("").replace(/ · \d[\d.]* m?s\b/gu, "");
  const nonces = [...text.matchAll(/<<<DATA (\w+):/g)].map(([, nonce = ""]) => nonce);
  return { status, text: nonces.reduce((plain, nonce) => plain.replaceAll(nonce, ""), text) };
}

function outputs(input: string, cwd: string): { readonly io: CliIo; readonly written: readonly string[] } {
  const written: string[] = [];
  const output = { isTTY: false, columns: 100, write: async (text: string) => (written.push(text), true) };
  const io: CliIo = {
    environment: { HOME: dirname(cwd) },
    cwd,
    userHome: dirname(cwd),
    input: Readable.from(input === "" ? [] : [Buffer.from(input)]),
    out: output,
    err: output,
    timer: () => 0,
    signal: new AbortController().signal,
  };
  return { io, written };
}
