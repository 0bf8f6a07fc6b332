import { LociError, ofWhom, saidBy, storedLines, tokenEstimate } from "../../../index.ts";
import { about, choice, name, needed, READ_CHAT, whole } from "../../../model/requests/index.ts";
import { counted } from "../../shared/wording.ts";
import { HEAD_TOKENS, MOST_TOKENS } from "../text/hits-text.ts";
import type { Tool } from "../tool.ts";

const input = {
  op: needed(choice(["list", "read", "delete"], "")),
  chat: name("Its id; for read and delete"),
  before: about(READ_CHAT.before, "read: id of a message; those before it"),
  limit: { ...whole(1, 500, "At most so many"), short: "" },
};

/** Tokens of the fence and of what is said around it. */
const FRAME = 60;

export const chatsTool: Tool<typeof input> = {
  name: "chats",
  description:
    "The chats that go on in this memory: list them, read what was said in one, or delete one for good with " +
    "everything that came of it. Delete only when the user asks for it.",
  input,
  behaviour: { destructive: true },
  async run({ op, chat, before, limit }, { project, caller }) {
    if (op === "list") {
      const found = await project.chats({ caller, limit });
      const lines = found.chats.map(
        ({ chat: id, messages, lastAt, scope }) =>
          `${id}: ${counted(messages, "message")}, last ${lastAt ?? "unknown"}${ofWhom(scope, caller)}`,
      );
      return lines.length === 0 ? { lead: "There are no chats." } : { stored: storedLines(lines) };
    }
    if (chat === undefined) throw new LociError("USAGE", "'chat' is missing", { hint: "op 'list' shows their ids" });
    if (op === "delete") {
      const deleted = await project.deleteChat(chat, { caller });
      return { lead: `Deleted with ${counted(deleted.messages, "message")}.` };
    }
    const { messages, more, scope } = await project.chatMessages(chat, { caller, before, limit });
    const entries = messages.map(({ id, role, author, time, text }) => ({
      label: id,
      about: [saidBy({ role, author }, { scope, reader: caller }), time ?? ""].filter((one) => one !== "").join(", "),
      text,
    }));
    // The last ones are what is asked for: what has no room comes before them.
    let from = entries.length;
    for (let room = MOST_TOKENS - FRAME; from > 0; from--) {
      const { label, about: head, text } = entries[from - 1] as (typeof entries)[number];
      room -= HEAD_TOKENS + tokenEstimate(`${label} ${head}\n${text}`);
      if (room < 0 && from < entries.length) break;
    }
    return {
      stored: entries.slice(from),
      tail: from > 0 || more ? `There is more: read with before: ${entries[from]?.label ?? ""}.` : "",
      budgetTokens: MOST_TOKENS,
    };
  },
};
