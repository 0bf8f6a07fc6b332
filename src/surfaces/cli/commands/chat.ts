import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { openConversation } from "../../chat/conversation.ts";
import type { CommandModule } from "../command.ts";
import { printable } from "../output/style.ts";
import type { Session } from "../session.ts";

/** `loci chat` */
export const command: CommandModule = {
  examples: [
    ["loci chat", "talk to the project; it remembers, also in the next chat"],
    ["loci chat --chat planning", "go on in a chat"],
    ["printf 'what did we decide?\\n/docs\\n' | loci chat", "line by line, from a script"],
  ],
  define(command, session) {
    command
      .description(
        "Talk in the terminal: plain text is asked and kept; /search, /index PATH SCOPE, /docs, /memory, " +
          "/remember, /forget, /facts and /help do the rest. Ctrl-D ends. Without a language model the " +
          "passages themselves answer.",
      )
      .option("--chat <id>", "the chat that it goes on in", "terminal")
      .action(({ chat }: { readonly chat: string }) => run(session, chat));
  },
};

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
    if (live) await io.out.write(`${project.name}: ask something, or /help. Ctrl-D ends.\n`);
    const lines = createInterface({ input: io.input, crlfDelay: Infinity, terminal: false });
    try {
      if (live) await io.out.write("> ");
      for await (const text of lines) {
        if (io.signal.aborted) break;
        if (text.trim() === "") {
          if (live) await io.out.write("> ");
          continue;
        }
        let streamed = "";
        const reply = await talk.say({
          text,
          signal: io.signal,
          ...(live && { onDelta: async (delta) => void (await io.out.write(printable(((streamed += delta), delta)))) }),
        });
        if (json) await session.json({ input: text, text: reply.text, answer: reply.answer });
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
