import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command-module.ts";
import { oneLine, printable } from "../output/printable.ts";
import { table } from "../output/table.ts";
import type { Session } from "../session.ts";
import { type DeletedChat, LociError } from "../../../index.ts";

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
    command
      .command("show")
      .description("Show what was said in a chat.")
      .argument("<chat>", "its id")
      .option("--limit <n>", "messages at most (100)")
      .option("--before <id>", "only messages before this one")
      .option("--scope <scope>", "whose, where several have a chat of this id")
      .action((chat: string, flags: Which & { readonly limit?: string; readonly before?: string }) =>
        show(session, chat, flags),
      );
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

async function list(session: Session): Promise<void> {
  await session.readProject(async ({ project }) => {
    const found = await project.chats({ caller: session.caller, limit: 10_000 });
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

async function show(
  session: Session,
  chat: string,
  { limit, ...which }: Which & { readonly limit?: string; readonly before?: string },
): Promise<void> {
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit))
    throw new LociError("USAGE", `'${limit.slice(0, 40)}' is no number of messages`, { hint: "give --limit 20" });
  await session.readProject(async ({ project }) => {
    const said = await project.chatMessages(chat, {
      caller: session.caller,
      ...which,
      ...(limit !== undefined && { limit: Number(limit) }),
    });
    await session.answer(said, () =>
      said.messages
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
  const gone = `deleted '${oneLine(chat)}': ${counted(messages, "message")}, ${counted(drawers, "drawer")}`;
  if (lists.length === 0) return gone;
  return `${gone}; lists that changed: ${lists.map((topic) => oneLine(topic)).join(", ")}`;
}
