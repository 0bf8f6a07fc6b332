import { type Fields, fieldsOf, listOf, textOf } from "./fields.ts";

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
    return value["type"] === "queue-operation" ? this.#operate(value) : null;
  }

  #operate(value: Fields): unknown {
    const session = textOf(value["sessionId"]);
    const waiting = this.#waiting.get(session) ?? [];
    this.#waiting.set(session, waiting);
    const { operation, content } = value;
    if (operation === "enqueue") waiting.push(content);
    else if (operation === "popAll") waiting.length = 0;
    else if (operation === "dequeue" || operation === "remove") {
      const [prompt] = waiting.splice(Math.max(0, waiting.indexOf(content)), 1);
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
  return listOf(prompt)
    .map((block) => textOf(fieldsOf(block)?.["text"]) ?? "")
    .join("\n")
    .trim();
}
