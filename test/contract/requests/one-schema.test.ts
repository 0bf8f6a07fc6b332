import { isDeepStrictEqual } from "node:util";
import { givenArguments } from "../../../src/surfaces/mcp/tool.ts";
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { type Command } from "commander";
import {
  ADD_DRAWER,
  ASK,
  ASK_FACTS,
  CLOSETS,
  CORRECT,
  EXPAND,
  type Field,
  type Fields,
  FORGET,
  IMPORT,
  INJECT,
  LIST_FACTS,
  LIST_JOBS,
  MIGRATE_MODEL,
  MOVE,
  pick,
  ROOMS,
  SEARCH,
  SECRETS,
  TELL,
  TRAVERSE,
  WAKE_UP,
} from "../../../src/model/requests/index.ts";
import { LociError, type Project } from "../../../src/index.ts";
import { buildProgram } from "../../../src/surfaces/cli/build-program.ts";
import { COMMANDS } from "../../../src/surfaces/cli/command-table.ts";
import type { CliIo } from "../../../src/surfaces/cli/io.ts";
import { runCli } from "../../../src/surfaces/cli/run-cli.ts";
import { Session } from "../../../src/surfaces/cli/session.ts";
import { ROUTES } from "../../../src/surfaces/http/operation-routes.ts";
import { connectHere } from "../../../src/surfaces/mcp/in-process-client.fixture.ts";
import { toolsOf } from "../../../src/surfaces/mcp/served-project.ts";
import { testService } from "../../e2e/service.fixture.ts";

type Values = Record<string, unknown>;

/** A request on each surface that has it; what a surface doesn't take of it isn't tried there. */
interface Tried {
  readonly name: string;
  readonly fields: Fields;
  /** One that is right. */
  readonly right: Values;
  readonly library: (project: Project, values: any) => Promise<unknown>;
  /** A command with its arguments. */
  readonly command?: readonly string[];
  /** Operation of a route. */
  readonly route?: string;
  readonly tool?: string;
}

const REQUESTS: readonly Tried[] = [
  {
    name: "search",
    fields: SEARCH,
    right: { query: "tea" },
    library: (project, { query, ...options }) => project.search(query, options),
    command: ["search", "tea"],
    route: "search",
    tool: "search",
  },
  {
    name: "expand",
    fields: EXPAND,
    right: { ids: ["3fa91c02"] },
    library: (project, { ids, ...options }) => project.expand(ids, options),
    command: ["expand", "3fa91c02"],
    route: "expand",
    tool: "expand",
  },
  {
    name: "ask",
    fields: ASK,
    right: { question: "tea?" },
    library: (project, { question, ...options }) => project.ask(question, options),
    command: ["ask", "tea?"],
    route: "ask",
  },
  {
    name: "inject",
    fields: INJECT,
    right: { prompt: "which tea did we choose?" },
    library: (project, { prompt, ...options }) => project.inject(prompt, options),
    command: ["inject", "which tea did we choose?"],
    route: "inject",
    tool: "inject",
  },
  {
    name: "add",
    fields: ADD_DRAWER,
    right: { text: "We chose sencha.", wing: "me", room: "tea", scope: "kb" },
    library: (project, drawer) => project.addDrawer(drawer),
    command: ["add", "We chose sencha.", "--wing", "me", "--room", "tea", "--scope", "kb"],
    route: "addDrawer",
    tool: "add_drawer",
  },
  {
    name: "forget",
    fields: FORGET,
    right: { query: "nothing holds this" },
    library: (project, { query, ...options }) => project.forget(query, options),
    command: ["forget", "nothing holds this"],
    tool: "forget",
  },
  {
    name: "wake up",
    fields: WAKE_UP,
    right: {},
    library: (project, options) => project.wakeUp(options),
    command: ["wake-up"],
    route: "wakeUp",
    tool: "wake_up",
  },
  {
    name: "closets",
    fields: CLOSETS,
    right: {},
    library: (project, options) => project.closets(options),
    command: ["palace", "closets"],
    route: "closets",
  },
  {
    name: "traverse",
    fields: TRAVERSE,
    right: { room: "tea" },
    library: (project, { room, ...options }) => project.traverse(room, options),
    command: ["palace", "traverse", "tea"],
    tool: "traverse",
  },
  {
    name: "jobs",
    fields: LIST_JOBS,
    right: {},
    library: (project, options) => project.jobs(options),
    command: ["sources", "jobs"],
    route: "jobs",
  },
  {
    name: "facts tell",
    fields: TELL,
    right: { text: "My favorite tea is sencha" },
    library: (project, { text, ...speech }) => project.tellFacts(text, speech),
    command: ["facts", "tell", "My favorite tea is sencha"],
    route: "tellFacts",
  },
  {
    name: "facts ask",
    fields: ASK_FACTS,
    right: { text: "What is my favorite tea?" },
    library: (project, { text, ...speech }) => project.askFacts(text, speech),
    command: ["facts", "ask", "What is my favorite tea?"],
    route: "askFacts",
  },
  {
    name: "rooms",
    fields: ROOMS,
    right: {},
    library: (project, options) => project.rooms(options),
    command: ["palace", "rooms"],
    route: "wings",
    tool: "list_rooms",
  },
  {
    name: "rooms merge",
    fields: CORRECT,
    right: { op: "merge-rooms", from: "tea", to: "coffee" },
    library: (project, { op, ...options }) => project.correct(op, options),
    route: "correct",
    tool: "correct_room",
    command: ["palace", "merge", "tea", "coffee"],
  },
  {
    name: "import",
    fields: IMPORT,
    right: { palace: "/nowhere", scope: "kb" },
    library: (project, { palace, ...options }) => project.importMemPalace(palace, options),
    command: ["data", "import", "/nowhere", "--scope", "kb"],
  },
  {
    name: "secrets",
    fields: pick(SECRETS, ["paths", "scrub"]),
    right: {},
    library: (project, options) => project.secrets(options),
    command: ["secrets"],
  },
  {
    name: "migrate model",
    fields: pick(MIGRATE_MODEL, ["rollback", "dryRun"]),
    right: {},
    library: (project, options) => project.migrateModel(options),
    command: ["data", "migrate-model"],
  },
  {
    name: "move",
    fields: MOVE,
    right: { to: "folder" },
    library: (project, options) => project.move(options),
    command: ["data", "move", "--to", "folder"],
  },
  {
    name: "facts",
    fields: LIST_FACTS,
    right: {},
    library: (project, page) => project.facts(page),
    command: ["facts"],
    route: "facts",
  },
];

/** Just beyond each limit of a field, and of another type. */
function beyond({ types, min, max, least, most, choices, pattern }: Field): readonly unknown[] {
  const one = types[0] as string;
  const listed = (text: string): unknown => (types.includes("texts") ? [text] : text);
  if (one === "whole") return [(max as number) + 1, (min as number) - 1, 1.5, "many"];
  if (one === "flag") return ["perhaps", 1];
  if (one !== "text" && one !== "texts") return [];
  return [
    ...(max === undefined || max > 100_000 ? [] : [listed("x".repeat(max + 1))]),
    ...(min === undefined || min === 0 ? [] : [listed("x".repeat(min - 1))]),
    ...(choices === undefined ? [] : [listed("fuzzy")]),
    ...(pattern === undefined ? [] : [listed("!")]),
    ...(most === undefined || most > 200 ? [] : [Array(most + 1).fill("abcdef")]),
    ...(least === undefined ? [] : [[]]),
    7,
    { a: 1 },
  ];
}

interface Refusal {
  readonly code: string;
  /** The field, as the first fault names it. */
  readonly field: string;
  readonly hint: string;
}

type ErrorBody = { code: string; hint: string; details: { faults?: readonly { path: string }[] } };
const refusalOf = (error: ErrorBody | undefined): Refusal | null =>
  error === undefined ? null : { code: error.code, field: error.details.faults?.[0]?.path ?? "", hint: error.hint };

const asLibrary = async (project: Project, { library }: Tried, values: Values): Promise<Refusal | null> => {
  try {
    await library(project, values);
    return null;
  } catch (thrown) {
    assert.ok(thrown instanceof LociError, String(thrown));
    return refusalOf(thrown as unknown as ErrorBody);
  }
};

const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Runs a command line in this process. */
async function asCommand(home: string, argv: readonly string[]): Promise<Refusal | null> {
  let out = "";
  const sink = { isTTY: false, columns: 100, write: async (text: string) => ((out += text), true) };
  const io: CliIo = {
    environment: { LOCI_HOME: home },
    cwd: home,
    userHome: home,
    input: Readable.from([]),
    out: sink,
    err: { ...sink, write: async () => true },
    timer: () => 0,
    signal: new AbortController().signal,
  };
  await runCli({ argv: [...argv, "--json"], io, version: "0", commands: COMMANDS });
  return refusalOf((JSON.parse(out) as { error?: ErrorBody }).error);
}

/** The flags of a command. */
async function flagsOf(words: readonly string[]): Promise<ReadonlySet<string>> {
  const program = await buildProgram({
    version: "0",
    commands: COMMANDS,
    load: [words[0] ?? ""],
    session: {} as Session,
  });
  let command: Command = program;
  for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command;
  return new Set(command.options.map(({ long }) => long ?? ""));
}

test("an argument of the command line is held against its field, and named as help shows it", async (t) => {
  const { folder } = await testService(t);
  for (const [argv, field, code] of [
    [["facts", "set", "font", "nine", "Optima"], "rank", "USAGE"],
    [["facts", "move", "font", "Optima", "0"], "rank", "USAGE"],
    [["facts", "show", "x".repeat(201)], "topic", "TOO_LARGE"],
    [["palace", "rename", "tea", "x".repeat(201)], "to", "TOO_LARGE"],
    [["palace", "move", "3", "tea"], "id", "USAGE"],
    [["data", "migrate-model", "nobody"], "provider", "USAGE"],
    [["data", "migrate-model", "ollama", "--dimension", "9000"], "dimension", "USAGE"],
    [["data", "import", ""], "palace", "USAGE"],
  ] as const) {
    const refusal = await asCommand(folder, argv);
    assert.deepEqual([refusal?.code, refusal?.field], [code, field], argv.join(" ").slice(0, 60));
  }
});

test("what is beyond a limit, of a wrong type or misspelt is refused on all surfaces alike, the field named", async (t) => {
  const { loci, folder, ask } = await testService(t);
  const project = await loci.project("default");
  const mcp = await connectHere(project, { caller: "owner" });
  t.after(() => mcp.close());
  const tools = await toolsOf("palace");
  let tried = 0;
  for (const request of REQUESTS) {
    const route = ROUTES.find(({ operation }) => operation === request.route);
    const tool = tools.find(({ name }) => name === request.tool);
    const flags = request.command === undefined ? new Set<string>() : await flagsOf(request.command);
    const asRoute = async (values: Values): Promise<Refusal | null> => {
      const beside = Object.entries(values).filter(([name]) => route?.params?.[name] === undefined);
      const texts = beside.map(([name, value]): [string, string] => [name, String(value)]);
      const path = (route?.path ?? "").replace(/:(\w+)/, (_, name: string) => encodeURIComponent(String(values[name])));
      const answered =
        route?.method === "get"
          ? await ask(`${path}?${new URLSearchParams(texts)}`)
          : await ask(path, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify(Object.fromEntries(beside)),
            });
      return refusalOf(((await answered.json()) as { error?: ErrorBody }).error);
    };
    const asTool = async (values: Values): Promise<Refusal | null> => {
      const { isError, content } = await mcp.callTool({ name: tool?.name ?? "", arguments: values });
      if (isError !== true) return null;
      const [, code = "", message = "", hint = ""] =
        /^Error (\w+): (.*)(?:\nWhat to do: (.*))?/.exec((content[0] as { readonly text: string }).text) ?? [];
      const [, entry, field = ""] = /(?:entry (\d+) of )?'([\w.]+)'/.exec(message) ?? [];
      return { code, field: entry === undefined ? field : `${field}.${Number(entry) - 1}`, hint };
    };
    for (const [name, field] of Object.entries(request.fields)) {
      for (const value of beyond(field)) {
        const values = { ...request.right, [name]: value };
        const said = `${request.name}: ${name} = ${JSON.stringify(value).slice(0, 60)}`;
        const library = await asLibrary(project, request, values);
        assert.ok(
          library !== null && ["USAGE", "TOO_LARGE"].includes(library.code),
          `${said}: taken, ${library?.code}`,
        );
        assert.equal(library.field.split(".")[0], name, said);
        const same = (refusal: Refusal | null): object | null =>
          refusal === null ? null : { code: refusal.code, field: refusal.field };
        const body = route?.body ?? (typeof value === "object" ? undefined : route?.query);
        // In an address everything is text: 7 is the text 7 there.
        if (body !== undefined && Object.hasOwn(body, name) && (route?.method !== "get" || !(value === 7)))
          assert.deepEqual(same(await asRoute(values)), same(library), `${said} over HTTP`);
        // What a model means by a value that is none is taken, not refused: null, "", [], "3".
        const meant = tool === undefined ? values : givenArguments(tool.input, values);
        if (tool !== undefined && Object.hasOwn(tool.input, name) && isDeepStrictEqual(meant, values))
          assert.deepEqual(same(await asTool(values)), same(library), `${said} over MCP`);
        const flag = flagOf(name);
        const texts = Array.isArray(value) ? value : [value];
        const asText = typeof value === "number" && field.types[0] !== "whole";
        if (
          flags.has(flag) &&
          field.types[0] !== "flag" &&
          texts.length > 0 &&
          typeof texts[0] !== "object" &&
          !asText
        ) {
          const argv = [...(request.command ?? []), ...texts.flatMap((text) => [flag, String(text)])];
          assert.deepEqual(same(await asCommand(folder, argv)), same(library), `${said} on the command line`);
        }
        tried++;
      }
      // One letter too many of a name is known for the name that was meant.
      const misspelt = { ...request.right, [`${name}x`]: 1 };
      for (const [surface, refusal] of [
        ["library", await asLibrary(project, request, misspelt)],
        ...(route?.body === undefined && route?.query === undefined
          ? []
          : [["HTTP", await asRoute(misspelt)] as const]),
        ...(tool === undefined ? [] : [["MCP", await asTool(misspelt)] as const]),
      ] as const) {
        assert.deepEqual(
          [refusal?.code, refusal?.field],
          ["USAGE", `${name}x`],
          `${request.name}: ${name}x, ${surface}`,
        );
      }
      assert.match((await asLibrary(project, request, misspelt))?.hint ?? "", /did you mean '|Known are|known are/);
      if (flags.has(flagOf(name))) {
        const refusal = await asCommand(folder, [...(request.command ?? []), `${flagOf(name)}x`, "1"]);
        assert.equal(refusal?.code, "USAGE", `${request.name}: ${name}x on the command line`);
        assert.match(refusal?.hint ?? "", new RegExp(`did you mean ${flagOf(name)}`));
      }
    }
  }
  assert.ok(tried > 150, `${tried} values were tried`);
});
