import { type Fields, fieldsOf, listOf, textOf, textsJoined } from "../../text/fields.ts";
import { branchTo, type TranscriptBundle } from "./format-reader.ts";
import { type JsonLine, jsonLines } from "./json-lines.ts";

interface Node {
  readonly parent: string | null;
  /** Typed by a person: an edit or a rewind of one starts another branch; two results of tools that ran side by side don't. */
  readonly prompt: boolean;
}

/**
 * The records of a Claude Code transcript that stand in branches which were given up: not above the last record of their chain, and at or
 * below a prompt that isn't either. Records without a parent (after a compaction, or in old files) begin chains of their own.
 * Cost: linear; memory for the ids.
 * @param parts of the file, one after the other
 */
export async function abandonedBranches(
  ...parts: readonly (AsyncIterable<JsonLine> | Iterable<JsonLine>)[]
): Promise<ReadonlySet<string>> {
  const nodes = new Map<string, Node>();
  const talk: string[] = [];
  for (const lines of parts)
    for await (const { value } of lines) {
      const uuid = textOf(value["uuid"]);
      if (uuid === null || value["isSidechain"] === true) continue;
      nodes.set(uuid, { parent: textOf(value["parentUuid"]), prompt: isPrompt(value) });
      if (value["type"] === "user" || value["type"] === "assistant") talk.push(uuid);
    }
  const parentOf = (uuid: string): string | undefined => {
    const parent = nodes.get(uuid)?.parent ?? "";
    return nodes.has(parent) ? parent : undefined;
  };
  /** A record below those that it hangs on, up to the first that is known: each is walked once. */
  const wayTo = (uuid: string, known: { has(at: string): boolean }): readonly string[] =>
    branchTo(uuid, (at) => (known.has(at) ? undefined : parentOf(at)));
  const [roots, leaves] = [new Map<string, string>(), new Map<string, string>()];
  for (const uuid of talk) {
    const way = wayTo(uuid, roots);
    const root = roots.get(way[0] as string) ?? (way[0] as string);
    for (const at of way) roots.set(at, root);
    leaves.set(root, uuid);
  }
  const isOff = new Map<string, boolean>();
  for (const leaf of leaves.values()) for (const at of wayTo(leaf, isOff)) isOff.set(at, false);
  for (const uuid of nodes.keys()) {
    let off = false;
    for (const at of wayTo(uuid, isOff))
      isOff.set(at, (off = isOff.get(at) ?? (off || nodes.get(at)?.prompt === true)));
  }
  return new Set([...nodes.keys()].filter((uuid) => isOff.get(uuid)));
}

/** Whether a record is something that a person typed. */
function isPrompt(value: JsonLine["value"]): boolean {
  if (value["type"] !== "user" || value["isMeta"] === true) return false;
  const content = fieldsOf(value["message"])?.["content"];
  return typeof content === "string" || listOf(content).some((block) => fieldsOf(block)?.["type"] === "text");
}

/** What Claude Code tells the model of a question beside the work, before the question. */
const TOLD = /^\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*(?=\S)/u;

/** What a fork is told to do, below what it was forked from. */
const FORK_ORDERS = /^\s*<fork-boilerplate>/u;

/**
 * Tells of a file's records, one after the other, which are of a question beside the work (`/btw`): a person asked it, though a helper answers.
 * One that was forked into work of its own stands before the fork's orders; of others newer versions keep no answer.
 */
export function asides(): (value: Fields) => boolean {
  let forked = false;
  return ({ type, agentId, message }) => {
    forked = type === "fork-context-ref" || (forked && !FORK_ORDERS.test(plainText(fieldsOf(message)?.["content"])));
    return forked || (typeof agentId === "string" && agentId.startsWith("aside_question"));
  };
}

/** The line on which the question stands; what comes before it in its file is the session's talk once more. 0 for another file. */
export async function askedAside(bundle: TranscriptBundle, name: string): Promise<number> {
  let asked = 0;
  if (!/(?:^|[\\/])agent-aside_question-[^\\/]*\.jsonl$/u.test(name)) return asked;
  for await (const { number, value } of jsonLines(bundle.stream(name), null))
    if (value["type"] === "user" && plainText(fieldsOf(value["message"])?.["content"]) !== "") asked = number;
  return asked;
}

/** A record without what the model is told before the question. */
export function withoutTold(value: Fields): Fields {
  const text = plainText(fieldsOf(value["message"])?.["content"]).replace(TOLD, "");
  return value["type"] === "user" && text !== "" ? { ...value, message: { content: text } } : value;
}

/** A `/btw` question in the log of all prompts, which newer versions keep nowhere else unless it was forked; with what was pasted into it. */
export function askedInLog({ display, pastedContents }: Fields): string | null {
  const text = /^\/btw\s+(\S[\s\S]*)$/u.exec(textOf(display) ?? "")?.[1];
  if (text === undefined) return null;
  const pasted = Object.values(fieldsOf(pastedContents) ?? {}).map((one) => fieldsOf(one)?.["content"]);
  return textsJoined([text, ...pasted], "\n\n");
}

/** What a queue hands to the agent that no person typed: news of its own tasks. */
const NEWS = /^\s*<task-notification>/u;

/**
 * What a person types while Claude Code works. It waits in a queue; `remove` hands it to the agent, `popAll` gives it back to the person,
 * and `dequeue` sends it as a record of its own. Newer versions write what was handed over as an attachment too, or only so.
 */
export class PromptQueue {
  readonly #waiting = new Map<string | null, unknown[]>();
  /** How often a text came by the queue, less how often as an attachment: each pair is one prompt. */
  readonly #balance = new Map<string, number>();

  /** The record's prompt, where it is the first to say that the agent got it: text or a list of blocks; else null. */
  handed(value: Fields): unknown {
    const attachment = value["type"] === "attachment" ? fieldsOf(value["attachment"]) : null;
    if (attachment?.["type"] === "queued_command")
      return (attachment["commandMode"] ?? "prompt") === "prompt" ? this.#first(attachment["prompt"], -1) : null;
    return value["type"] === "queue-operation" || value["type"] === "user" ? this.#operate(value) : null;
  }

  #operate(value: Fields): unknown {
    const session = textOf(value["sessionId"]);
    const waiting = this.#waiting.get(session) ?? [];
    this.#waiting.set(session, waiting);
    const { operation, content, message } = value;
    // What came as a record of its own waits no longer, also where no operation says so.
    const sent = plainText(fieldsOf(message)?.["content"]);
    if (sent !== "")
      this.#waiting.set(
        session,
        waiting.filter((one) => plainText(one) !== sent),
      );
    else if (operation === "enqueue") waiting.push(content);
    else if (operation === "popAll") waiting.length = 0;
    else if (operation === "dequeue" || operation === "remove") {
      // Commands wait for the end of the turn: only what is none is handed over meanwhile. News that the agent asked for itself leave without a word.
      const typed = (one: unknown): boolean =>
        operation === "dequeue" || !(plainText(one).startsWith("/") || NEWS.test(plainText(one)));
      const at = content === undefined ? waiting.findIndex(typed) : waiting.indexOf(content);
      const [prompt] = waiting.splice(Math.max(0, at), 1);
      if (operation === "remove") return this.#first(prompt, 1);
    }
    return null;
  }

  #first(prompt: unknown, by: 1 | -1): unknown {
    const text = plainText(prompt);
    if (text === "" || NEWS.test(text)) return null;
    const before = this.#balance.get(text) ?? 0;
    this.#balance.set(text, before + by);
    return before * by >= 0 ? prompt : null;
  }
}

function plainText(prompt: unknown): string {
  if (typeof prompt === "string") return prompt.trim();
  return textsJoined(listOf(prompt).map((block) => fieldsOf(block)?.["text"])).trim();
}
