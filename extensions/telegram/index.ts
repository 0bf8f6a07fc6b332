import { join, resolve } from "node:path";
import { LociError, missingPackage } from "../../src/index.ts";
import { openPairing } from "./kept.ts";
import type { CommandModule } from "../../src/surfaces/cli/command.ts";
import { requireOwner, type Session } from "../../src/surfaces/cli/session.ts";

/** `loci telegram` */
export const command: CommandModule = {
  examples: [
    ["LOCI_TELEGRAM_TOKEN=… loci telegram", "the bot asks for messages; the code that is shown makes you its owner"],
  ],
  define(command, session) {
    command
      .description(
        "A Telegram bot for this project. Say /pair and the code that is shown to be its owner; others " +
          "talk in a scope of their own (telegram.users). Plain text is asked; a file, or what is forwarded, is indexed; /help " +
          "lists the commands. What is edited counts as said anew, but for commands that change something. In private chats " +
          "only. The token comes from LOCI_TELEGRAM_TOKEN and is never written.",
      )
      .action(() => run(session));
  },
};

async function run(session: Session): Promise<void> {
  requireOwner(session);
  const { io } = session;
  await session.withProject(async ({ project, loci, configuration }) => {
    const { telegram, ingest } = configuration.settings;
    if (telegram.token === "")
      throw new LociError("USAGE", "the bot has no token", {
        hint: "export LOCI_TELEGRAM_TOKEN=… with the token that BotFather gave",
      });
    const pairing = openPairing(loci.home, telegram.users);
    const { startTelegramBot } = await import("./telegram-bot.ts").catch((thrown: unknown) => {
      throw missingPackage(thrown, { name: "grammy", major: 1, needed: "the bot speaks to Telegram" });
    });
    const bot = await startTelegramBot({
      token: telegram.token,
      apiRoot: telegram.api_root,
      project,
      pairing,
      unanswered: join(loci.home, "telegram-unanswered"),
      resolvePath: (path) => resolve(io.cwd, path),
      maxFileBytes: ingest.max_file_bytes,
      log: (line) => void io.err.write(line),
      clock: Date.now,
    });
    const code = pairing.ownerCode();
    await session.answer({ bot: bot.name, pairingCode: code }, () =>
      [
        `@${bot.name} answers for '${project.name}'. Ctrl-C ends.`,
        ...(code === null ? [] : [`To be its owner, say to it: /pair ${code}`]),
      ].join("\n"),
    );
    const stopped = new Promise<void>((done) => io.signal.addEventListener("abort", () => done(), { once: true }));
    await Promise.race([bot.ended, stopped]);
    await bot.stop();
  });
}
