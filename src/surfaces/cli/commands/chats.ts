import { counted } from "../../shared/counted.ts";
import { LIST_CHATS, READ_CHAT, type ValuesOf } from "../../../model/requests/index.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, printable } from "../output/style.ts";
import { table } from "../output/table.ts";
import { addFlags } from "../request-flags.ts";
import type { Session } from "../session.ts";
import type { DeletedChat, Project } from "../../../index.ts";

interface Which {
  readonly scope?: string;
}

/** `loci chats [show|rm]` */
export const command: CommandModule = {
  examples: [
    ["loci chats", "the chats that go on in this project, newest first"],
    ["loci chats show planning --limit 20", "the last twenty messages of one"],
    ["loci chats rm planning --yes", "delete it, with its drawers and what was said about lists there"],
  ],
  define(command, session) {
    command.description("List the chats that go on in the project, read one, or delete one.");
    command
      .command("list", { isDefault: true })
      .description("List the chats (also without 'list').")
      .action(() => list(session));
    addFlags(
      command.command("show").description("Show what was said in a chat.").argument("<chat>", "its id"),
      READ_CHAT,
    ).action((chat: string, flags: ValuesOf<typeof READ_CHAT>) => show(session, chat, flags));
    command
      .command("rm")
      .description(
        "Delete a chat: its messages, its drawers, what was said about lists in it. Without --yes it only says what would go.",
      )
      .argument("<chat>", "its id")
      .option("--scope <scope>", "whose, where several have a chat of this id")
      .option("--yes", "delete it")
      .action((chat: string, flags: Which & { readonly yes?: boolean }) => remove(session, chat, flags));
  },
};

/** All chats, as many at a time as one may ask for. */
async function allChats(project: Project, { caller }: Session): ReturnType<Project["chats"]> {
  const limit = LIST_CHATS.limit.max;
  let found = await project.chats({ caller, limit });
  while (found.chats.length < found.total) {
    const { chats, total } = await project.chats({ caller, limit, offset: found.chats.length });
    if (chats.length === 0) break;
    found = { chats: [...found.chats, ...chats], total };
  }
  return found;
}

async function list(session: Session): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const found = await allChats(project, session);
    await session.answer(found, () =>
      found.chats.length === 0
        ? "no chat goes on here"
        : table(
            ["chat", "scope", "messages", "last"].map((heading) => ({ heading })),
            found.chats.map(({ chat, scope, messages, lastAt }) => [
              chat,
              scope,
              String(messages),
              lastAt?.slice(0, 16).replace("T", " ") ?? "",
            ]),
            session.style,
          ),
    );
  });
}

async function show(session: Session, chat: string, which: ValuesOf<typeof READ_CHAT>): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const page = await project.chatMessages(chat, {
      caller: session.caller,
      ...which,
    });
    await session.answer(page, () =>
      page.messages
        .map(
          ({ role, author, time, text }) =>
            `${session.style.bold(oneLine(author ?? role))} ${session.style.dim(time?.slice(0, 16).replace("T", " ") ?? "")}\n${printable(text)}`,
        )
        .join("\n\n"),
    );
  });
}

async function remove(
  session: Session,
  chat: string,
  { yes, ...which }: Which & { readonly yes?: boolean },
): Promise<void> {
  await session.readProject(async ({ project }) => {
    if (yes !== true) {
      const { total, scope } = await project.chatMessages(chat, { caller: session.caller, ...which, limit: 1 });
      await session.answer(
        { chat, scope, messages: total, deleted: null },
        () => `${counted(total, "message")} would go: say it again with --yes`,
      );
      return;
    }
    const deleted = await project.deleteChat(chat, { caller: session.caller, ...which });
    await session.answer({ deleted }, () => deletedText(deleted));
  });
}

function deletedText({ chat, messages, drawers, lists }: DeletedChat): string {
  const deleted = `deleted '${oneLine(chat)}': ${counted(messages, "message")}, ${counted(drawers, "drawer")}`;
  if (lists.length === 0) return deleted;
  return `${deleted}; lists that changed: ${lists.map((topic) => oneLine(topic)).join(", ")}`;
}
