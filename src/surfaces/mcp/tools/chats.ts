import { z } from "zod";
import { LociError } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import { chatMessagesShape, chatSummarySchema, deletedChatShape } from "../../shared/schemas/chat.ts";
import { about, choice, name, needed, READ_CHAT, whole } from "../../../model/requests/index.ts";
import { SCHEMA_VERSION } from "../../shared/versions.ts";
import type { Tool } from "../tool.ts";

const input = {
  op: needed(choice(["list", "read", "delete"], "")),
  chat: name("Its id; for read and delete"),
  before: about(READ_CHAT.before, "read: id of a message; those before it"),
  limit: { ...whole(1, 500, "At most so many"), short: "" },
};

export const chatsTool: Tool<typeof input> = {
  name: "chats",
  description:
    "The chats that go on in this memory: list them, read what was said in one, or delete one for good with " +
    "everything that came of it. Delete only when the user asks for it.",
  input,
  output: z.object({
    schema: z.literal(SCHEMA_VERSION),
    chats: z.array(chatSummarySchema).exactOptional(),
    total: z.int().exactOptional(),
    messages: chatMessagesShape.messages.exactOptional(),
    more: z.boolean().exactOptional(),
    deleted: deletedChatShape.exactOptional(),
  }),
  behaviour: { destructive: true },
  async run({ op, chat, before, limit }, { project, caller }) {
    if (op === "list") {
      const found = await project.chats({ caller, ...(limit !== undefined && { limit }) });
      const lines = found.chats.map(
        (one) => `${one.chat}: ${counted(one.messages, "message")}, last ${one.lastAt ?? "unknown"}`,
      );
      return { structured: found, text: lines.length === 0 ? "There are no chats." : lines.join("\n") };
    }
    if (chat === undefined) throw new LociError("USAGE", "'chat' is missing", { hint: "op 'list' shows their ids" });
    if (op === "delete") {
      const deleted = await project.deleteChat(chat, { caller });
      return { structured: { deleted }, text: `Deleted with ${counted(deleted.messages, "message")}.` };
    }
    const { messages, more, total } = await project.chatMessages(chat, {
      caller,
      ...(before !== undefined && { before }),
      ...(limit !== undefined && { limit }),
    });
    const text = messages.map(
      ({ id, role, author, time, text: body }) => `[${id}] ${author ?? role}, ${time ?? ""}: ${body}`,
    );
    return { structured: { messages, more, total }, text: text.join("\n") };
  },
};
