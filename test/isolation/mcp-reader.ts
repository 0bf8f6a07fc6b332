import { type Caller, type Project } from "../../src/index.ts";
import { type LeakAnswer, leakAnswer, type LeakReader, type LeakTargets } from "./leak-reader.ts";
import { mcpHttpHandler } from "../../src/surfaces/mcp/http-handler.ts";
import { servedProject } from "../../src/surfaces/mcp/served-project.ts";

/** What a listed tool takes, as far as it is read here. */
interface ListedTool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean };
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[]; readonly type?: string }>>;
    readonly required?: readonly string[];
  };
}

/** Operations of tools that read and write; only these read. */
const READING = new Set([
  "ask",
  "list",
  "read",
  "history",
  "wings",
  "rooms",
  "taxonomy",
  "closets",
  "tunnels",
  "traverse",
]);

/** Sends a request of the protocol; the result, or the error. */
export type McpCall = (method: string, params: object) => Promise<unknown>;

/** Every tool that reads, every resource and prompt, of the whole profile, found by listing them. */
export const mcpLeakReader: LeakReader = {
  name: "MCP",
  open: async (loci) => ({
    async ask(caller, targets) {
      const project = await loci.project(targets.project);
      const answers = await askEverything(sender(project, caller), targets);
      await project.close();
      return answers;
    },
    close: async () => {},
  }),
};

/** The same, whatever carries the requests. */
export async function askEverything(call: McpCall, targets: LeakTargets): Promise<readonly LeakAnswer[]> {
  const answers: LeakAnswer[] = [];
  const ask = async (method: string, params: object = {}): Promise<unknown> => {
    let result: unknown;
    answers.push(
      await leakAnswer(`${method} ${JSON.stringify(params)}`, async () => {
        result = await call(method, params);
        return result;
      }),
    );
    return result;
  };
  await ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "leak-test", version: "0" },
  });
  const { tools = [] } = ((await ask("tools/list")) ?? {}) as { tools?: readonly ListedTool[] };
  for (const tool of tools)
    for (const args of argumentsOf(tool, targets)) await ask("tools/call", { name: tool.name, arguments: args });
  await ask("resources/list");
  await ask("resources/templates/list");
  for (const id of [...targets.hiddenIds, ...targets.visibleIds])
    await ask("resources/read", { uri: `loci://drawer/${id}` });
  for (const name of targets.names)
    for (const kind of ["wing", "room", "source"]) await ask("resources/read", { uri: `loci://${kind}/${name}` });
  const { prompts = [] } = ((await ask("prompts/list")) ?? {}) as {
    prompts?: readonly { name: string; arguments?: readonly { name: string }[] }[];
  };
  for (const prompt of prompts)
    for (const bait of targets.baits)
      await ask("prompts/get", {
        name: prompt.name,
        arguments: Object.fromEntries((prompt.arguments ?? []).map(({ name }) => [name, bait])),
      });
  return answers;
}

/** Sends requests as a caller; answers are the result or the error of the protocol. */
function sender(project: Project, caller: Caller): McpCall {
  const handler = mcpHttpHandler(
    () => ({
      project: servedProject(project),
      caller,
      profile: "palace",
      version: "0",
      clock: () => 0,
      afterwards: () => {},
    }),
    () => {},
  );
  return async (method, params) => {
    const response = await handler(
      new Request("http://127.0.0.1/mcp", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      }),
    );
    const text = await response.text();
    const json =
      response.headers.get("content-type")?.startsWith("text/event-stream") === true
        ? (/^data: (.*)$/m.exec(text)?.[1] ?? "{}")
        : text;
    const { result, error } = JSON.parse(json) as { result?: unknown; error?: unknown };
    return result ?? { error };
  };
}

/** Arguments by their names: what is looked for, named and opened. Tools that only write give none. */
function argumentsOf(
  { annotations, inputSchema: { properties = {}, required = [] } }: ListedTool,
  { baits, names, hiddenIds, visibleIds, topics }: LeakTargets,
): readonly object[] {
  const operation = properties["op"]?.enum?.filter((name) => READING.has(name)) ?? [];
  if (annotations?.readOnlyHint !== true && operation.length === 0) return [];
  const sets: Readonly<Record<string, unknown>>[] = [];
  for (const [i, bait] of baits.entries()) {
    const all: Record<string, unknown> = {};
    for (const [name, { enum: choices, type }] of Object.entries(properties)) {
      if (name === "op") continue;
      if (name === "ids" || name === "excludeIds") all[name] = [hiddenIds[i] ?? visibleIds[0] ?? "none"];
      else if (name === "excludeChats") all[name] = [names[i]];
      else if (name === "id") all[name] = hiddenIds[i] ?? "none";
      else if (name === "text" && operation.length > 0) all[name] = `What are my favorite ${topics[i] ?? "things"}?`;
      else if (["query", "text"].includes(name)) all[name] = `vault code ${bait}`;
      else if (["wing", "room", "source", "hall", "from", "to", "start", "topic"].includes(name)) all[name] = names[i];
      // Without a chat, which would remember the topic of earlier questions.
      else if (name === "chat" && !("text" in properties)) all[name] = names[i];
      else if (choices !== undefined) all[name] = choices[0];
      else if (type === "boolean") all[name] = true;
    }
    const needed = Object.fromEntries(Object.entries(all).filter(([name]) => required.includes(name)));
    const perFilter = ["wing", "room", "source"]
      .filter((name) => name in all)
      .map((name) => ({ ...needed, [name]: all[name] }));
    const base = [needed, ...perFilter, all];
    sets.push(...(operation.length === 0 ? base : operation.flatMap((op) => base.map((args) => ({ ...args, op })))));
  }
  return sets;
}
