import type { DeletedChat } from "../../../index.ts";
import { ADD_MESSAGE, about, flag, LIST_CHATS, READ_CHAT } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, printable } from "../output/style.ts";
import { table } from "../output/table.ts";
import { localMinute } from "../../shared/local-minute.ts";
import { type Opened, projectCommand } from "../project-command.ts";

/** `loci chats [show|rm]` */
export const command: CommandModule = {
  examples: [
    ["loci chats", "the chats that go on in this project, newest first"],
    ["loci chats show planning --limit 20", "the last twenty messages of one"],
    ["loci chats rm planning --yes", "delete it, with its passages and what was said about lists there"],
  ],
  define(command) {
    command.description("List the chats that go on in the project, read one, or delete one.");
  },
  parts: {
    list: projectCommand({
      description: "List the chats (also without 'list').",
      isDefault: true,
      opens: "looks",
      ask: allChats,
      text: ({ chats }, style) =>
        chats.length === 0
          ? "no chat goes on here"
          : table(
              ["chat", "scope", "messages", "last"],
              chats.map(({ chat, scope, messages, lastAt }) => [chat, scope, messages, localMinute(lastAt)]),
              style,
            ),
    }),
    show: projectCommand({
      description: "Show what was said in a chat.",
      takes: [["<chat>", "its id"]],
      flags: READ_CHAT,
      opens: "looks",
      ask: ({ project, caller }, which, chat: string) => project.chatMessages(chat, { caller, ...which }),
      text: ({ messages }, style) =>
        messages
          .map(
            ({ role, author, time, text }) =>
              `${style.bold(oneLine(author ?? role))} ${style.dim(localMinute(time))}\n${printable(text)}`,
          )
          .join("\n\n"),
    }),
    rm: projectCommand({
      description:
        "Delete a chat: its messages, its passages, what was said about lists in it. Without --yes it only says what would go.",
      takes: [["<chat>", "its id"]],
      flags: {
        scope: about(ADD_MESSAGE.scope, "Whose, where several have a chat of this id"),
        yes: flag("Delete it"),
      },
      opens: "changes",
      async ask({ project, caller }, { yes, ...which }, chat: string) {
        if (yes === true) return { deleted: await project.deleteChat(chat, { caller, ...which }) };
        const { total, scope } = await project.chatMessages(chat, { caller, ...which, limit: 1 });
        return { chat, scope, messages: total, deleted: null };
      },
      text: (answer) =>
        answer.deleted === null
          ? `${counted(answer.messages, "message")} would go: say it again with --yes`
          : deletedText(answer.deleted),
    }),
  },
};

/** All chats, as many at a time as one may ask for. */
async function allChats({ project, caller }: Opened): ReturnType<Opened["project"]["chats"]> {
  const limit = LIST_CHATS.limit.max;
  let found = await project.chats({ caller, limit });
  while (found.chats.length < found.total) {
    const { chats, total } = await project.chats({ caller, limit, offset: found.chats.length });
    if (chats.length === 0) break;
    found = { chats: [...found.chats, ...chats], total };
  }
  return found;
}

function deletedText({ chat, messages, drawers, lists }: DeletedChat): string {
  const deleted = `deleted '${oneLine(chat)}': ${counted(messages, "message")}, ${counted(drawers, "passage")}`;
  if (lists.length === 0) return deleted;
  return `${deleted}; lists that changed: ${lists.map((topic) => oneLine(topic)).join(", ")}`;
}
