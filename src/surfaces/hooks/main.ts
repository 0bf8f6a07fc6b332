import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { actAsOwner } from "../../files/private-folder.ts";
import { adapterOf } from "./agents.ts";
import { fieldsOf } from "../../text/fields.ts";
import { AGENTS } from "./hook-event.ts";
import { detachedDrainer, drain, type HookPlace, localHookContext, spoolFolder } from "./local-context.ts";
import { askService } from "./running-service.ts";
import { runHook, unavailable } from "./run-hook.ts";

/** Larger payloads are no prompts. */
const MAX_BYTES = 32_000_000;
/** How long a payload may take to come, milliseconds. */
const INPUT_MS = 2_000;

/**
 * `loci hook AGENT EVENT`: reads the payload from standard input, answers on standard output, ends with 0 whatever happened. An entrance of its
 * own beside the command line, which takes longer to load than a hook may take.
 */
export async function main(): Promise<void> {
  const { words, flags } = readArguments(process.argv.slice(3));
  const home = homeOf(flags, process.env);
  actAsOwner(home);
  const project = flags.get("project") ?? emptyAsNull(process.env["LOCI_PROJECT"]);
  const place = { home, userHome: homedir(), project, cwd: process.cwd(), environment: process.env };
  if (flags.has("drain")) return await recordWhatWasLeft(place);
  const [agent = "", event = ""] = words;
  const adapter = adapterOf(agent);
  if (adapter === null) {
    const wrong = agent === "" ? "the agent's name is missing" : `there is no agent '${agent.slice(0, 40)}'`;
    process.stderr.write(`error: ${wrong} [USAGE]\n  use one of ${AGENTS.join(", ")}\n`);
    process.exitCode = 2;
    return;
  }
  const bin = fileURLToPath(new URL("../../../bin/loci.js", import.meta.url));
  const waits = flags.has("wait");
  const context = localHookContext({ ...place, drainer: waits ? null : detachedDrainer(bin, home) });
  let answer: string;
  try {
    const payload = fieldsOf(JSON.parse(await readInput()));
    if (payload === null) throw new Error("the hook's payload is no object");
    answer =
      (waits ? null : await askService({ home, agent, event, payload, project })) ??
      (await runHook(adapter, { event, payload }, context));
  } catch (thrown) {
    const what = thrown instanceof SyntaxError ? new Error("the hook's payload is no JSON") : thrown;
    answer = adapter.answer(
      { name: event, phase: adapter.events.find(({ name }) => name === event)?.phase ?? "turn-end" },
      { context: null, notice: unavailable(what) },
    );
  }
  await new Promise<void>((written) => process.stdout.write(answer, () => written()));
  await context.close().catch(() => undefined);
  // Late work is dropped: the agent waits for the process to end.
  process.exit(0);
}

async function recordWhatWasLeft(place: Omit<HookPlace, "drainer">): Promise<void> {
  const { home, project } = place;
  if (project === null) return;
  const context = localHookContext({ ...place, drainer: null });
  const { projectRoot } = await import("../shared/opening.ts");
  try {
    const opened = await context.project(null, true);
    if (opened !== null) await drain(opened, spoolFolder(projectRoot(home, project)));
  } catch (thrown) {
    // Nobody reads this process's output. Spooled events stay for the next hook, and 'loci hooks AGENT' shows how many there are.
    process.stderr.write(`${unavailable(thrown)}\n`);
    process.exitCode = 4;
  } finally {
    await context.close();
  }
}

function readArguments(argv: readonly string[]): {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
} {
  const words: string[] = [];
  const flags = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as string;
    if (word === "--drain" || word === "--wait") flags.set(word.slice(2), "");
    else if (word.startsWith("--")) flags.set(word.slice(2), argv[++i] ?? "");
    else words.push(word);
  }
  return { words, flags };
}

function homeOf(flags: ReadonlyMap<string, string>, environment: NodeJS.ProcessEnv): string {
  const named = flags.get("home") ?? emptyAsNull(environment["LOCI_HOME"]);
  return named === null ? join(homedir(), ".loci") : resolve(named);
}

const emptyAsNull = (text: string | undefined): string | null => (text === undefined || text === "" ? null : text);

async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the hook got no payload")), INPUT_MS);
  const reading = (async (): Promise<string> => {
    for await (const part of process.stdin) {
      bytes += (part as Buffer).length;
      if (bytes > MAX_BYTES) throw new Error("the hook's payload is too large");
      parts.push(part as Buffer);
    }
    return Buffer.concat(parts).toString("utf8");
  })();
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
