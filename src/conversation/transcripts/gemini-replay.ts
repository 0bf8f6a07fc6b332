import { type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import type { Report } from "./format-reader.ts";

/** A session of Gemini CLI as its records leave it. */
export interface GeminiSession {
  /** The last id that the session was given; null when none was. */
  readonly id: string | null;
  readonly title: string | null;
  readonly subagent: boolean;
  /** In order of first appearance, each as it was written last, with its line. */
  readonly messages: readonly { readonly line: number; readonly message: Fields }[];
}

/** Takes in the records of a session file, one after the other, as Gemini CLI's own loader does. */
export class GeminiReplay {
  #id: string | null = null;
  #title: string | null = null;
  #subagent = false;
  readonly #messages = new Map<string, { line: number; message: Fields }>();

  /**
   * A record: metadata, a message (which replaces an earlier one of its id), `$set`, `$patch` or `message_update`, `$rewindTo`.
   * Messages that a `$set` leaves out stay: it also says what the model still sees after a compaction, and they were said.
   */
  take(record: Fields, line: number, report: Report): void {
    const rewind = textOf(record["$rewindTo"]);
    const set = fieldsOf(record["$set"]);
    const patch = fieldsOf(record["$patch"]) ?? (record["type"] === "message_update" ? record : null);
    if (rewind !== null) this.#rewind(rewind, report);
    else if (set !== null) this.#setMetadata(set, line, report);
    else if (patch !== null) this.#patch(patch, line, report);
    else if (textOf(record["id"]) !== null && typeof record["type"] === "string" && record["sessionId"] === undefined)
      this.#messages.set(record["id"] as string, {
        line: this.#messages.get(record["id"] as string)?.line ?? line,
        message: record,
      });
    else if (textOf(record["sessionId"]) !== null) this.#setMetadata(record, line, report);
    else report.problem(line, "unknown record");
  }

  session(): GeminiSession {
    return { id: this.#id, title: this.#title, subagent: this.#subagent, messages: [...this.#messages.values()] };
  }

  #setMetadata(fields: Fields, line: number, report: Report): void {
    this.#id ??= textOf(fields["sessionId"]);
    this.#title = textOf(fields["summary"]) ?? this.#title;
    if (fields["kind"] === "subagent") this.#subagent = true;
    for (const message of listOf(fields["messages"])) {
      const found = fieldsOf(message);
      if (found === null || textOf(found["id"]) === null) report.problem(line, "message without id");
      else this.take(found, line, report);
    }
  }

  /** The message and everything after it was undone. */
  #rewind(id: string, report: Report): void {
    const ids = [...this.#messages.keys()];
    const from = Math.max(0, ids.indexOf(id));
    for (const removedId of ids.slice(from)) this.#messages.delete(removedId);
    report.ignore("rewound", ids.length - from);
  }

  #patch(patch: Fields, line: number, report: Report): void {
    const id = textOf(patch["id"]) ?? "";
    const known = this.#messages.get(id);
    if (known === undefined) {
      report.problem(line, "change of an unknown message");
      return;
    }
    const { type, ...changes } = patch;
    const calls = new Map(listOf(known.message["toolCalls"]).map((call) => [fieldsOf(call)?.["id"], call]));
    for (const call of listOf(patch["toolCalls"])) {
      const key = fieldsOf(call)?.["id"];
      calls.set(key, { ...fieldsOf(calls.get(key)), ...fieldsOf(call) });
    }
    const merged = {
      ...known.message,
      ...changes,
      ...(type === undefined || type === "message_update" ? {} : { type }),
      ...(calls.size === 0 ? {} : { toolCalls: [...calls.values()] }),
    };
    this.#messages.set(id, { line: known.line, message: merged });
  }
}
