import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { type DeletedChat, saidBy } from "../../../index.ts";
import { about, ADD_MESSAGE, flag, LIST_CHATS, READ_CHAT, text } from "../../../model/requests/index.ts";
import { openConversation } from "../../chat/conversation.ts";
import { oneLine, printable, table, verbatim } from "../output/style.ts";
import { type Opened, plainCommand, projectCommand, withParts } from "../project-command.ts";
import type { Session } from "../session.ts";
import { counted, localMinute } from "../../shared/wording.ts";

const talk = plainCommand(
  {
    examples: [
      ["loci chat", "talk to the project; it remembers, also in the next chat"],
      ["loci chat --chat planning", "go on in a chat"],
      ["printf 'what did we decide?\\n/docs\\n' | loci chat", "line by line, from a script"],
      ["loci chat list", "the chats that go on in this project, newest first"],
      ["loci chat show planning --limit 20", "the last twenty messages of one"],
      ["loci chat rm planning --yes", "delete it, with its passages and what was said about lists there"],
    ],
    description:
      "Talk in the terminal: plain text is asked and kept; /search, /index PATH SCOPE, /docs, /memory, /remember, " +
      "/forget, /facts and /help do the rest. Ctrl-D ends. Without a language model the passages themselves answer. " +
      "Chats that go on, here, over an agent, HTTP or Telegram, are listed, read and deleted, too.",
    flags: { chat: text(200, "The chat that it goes on in; 'terminal' by default", { value: "id" }) },
  },
  (session, { chat = "terminal" }) => run(session, chat),
);

async function run(session: Session, chat: string): Promise<void> {
  const { io } = session;
  const json = session.options().json;
  const live = io.out.isTTY && !json;
  await session.withProject(async ({ project }) => {
    const talk = openConversation({
      project,
      caller: session.caller,
      chat,
      platform: "cli",
      resolvePath: (path) => resolve(io.cwd, path.replace(/^~(?=\/|$)/u, io.userHome)),
    });
    if (live) await session.answer({}, () => `${project.name}: ask something, or /help. Ctrl-D ends.`);
    const lines = createInterface({ input: io.input, crlfDelay: Infinity, terminal: false });
    try {
      if (live) await io.out.write("> ");
      for await (const line of lines) {
        if (io.signal.aborted) break;
        if (line.trim() === "") {
          if (live) await io.out.write("> ");
          continue;
        }
        let streamed = "";
        const reply = await talk.say({
          text: line,
          signal: io.signal,
          ...(live && { onDelta: async (delta) => void (await io.out.write(printable(((streamed += delta), delta)))) }),
        });
        if (json) await session.json({ input: line, text: reply.text, answer: reply.answer });
        else {
          // Text shown while streaming isn't repeated.
          const rest =
            reply.answer !== null && streamed.trim() === reply.answer.text.trim()
              ? reply.text.slice(reply.answer.text.length)
              : reply.text;
          await io.out.write(`${streamed === "" ? "" : "\n"}${printable(rest)}\n${live ? "\n> " : ""}`);
        }
        if (reply.ends === true) break;
      }
    } finally {
      lines.close();
    }
  });
}

/** `loci chat [list|show|rm]` */
export const command = withParts(talk, {
  list: projectCommand({
    description: "List the chats, newest first.",
    opens: "looks",
    ask: allChats,
    text: ({ chats }, style) =>
      chats.length === 0
        ? "no chat goes on here yet: loci chat begins one"
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
    ask: ({ project, caller }, which, [chat]: readonly [string]) => project.chatMessages(chat, { caller, ...which }),
    text: ({ messages, scope }, style, { caller: reader }) =>
      messages
        .map(({ role, author, time, text }) => {
          const who = author === null ? role : saidBy({ role, author }, { scope, reader });
          return `${style.bold(oneLine(who))} ${style.dim(localMinute(time))}\n${verbatim(printable(text))}`;
        })
        .join("\n\n"),
  }),
  rm: projectCommand({
    description:
      "Delete a chat: its messages, its passages, what was said about lists in it. Without --yes it only says what would go.",
    takes: [["<chat>", "its id"]],
    flags: { scope: about(ADD_MESSAGE.scope, "Whose, where several have a chat of this id"), yes: flag("Delete it") },
    opens: "changes",
    async ask({ project, caller }, { yes, ...which }, [chat]: readonly [string]) {
      if (yes === true) return { deleted: await project.deleteChat(chat, { caller, ...which }) };
      const { total, scope } = await project.chatMessages(chat, { caller, ...which, limit: 1 });
      return { chat, scope, messages: total, deleted: null };
    },
    text: (answer) =>
      answer.deleted === null
        ? `${counted(answer.messages, "message")} would go: say it again with --yes`
        : deletedText(answer.deleted),
  }),
});

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
