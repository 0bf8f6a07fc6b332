import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { LociError, missingPackage } from "../../src/index.ts";
import { openPairing } from "./pairing.ts";
import type { CommandModule } from "../../src/surfaces/cli/command.ts";
import { requireOwner, type Session } from "../../src/surfaces/cli/session.ts";

interface Flags {
  readonly webhook?: string;
  readonly host: string;
  readonly port: string;
}

/** `loci telegram` */
export const command: CommandModule = {
  examples: [
    ["LOCI_TELEGRAM_TOKEN=… loci telegram", "the bot asks for messages; the code that is shown makes you its owner"],
    [
      "loci telegram --webhook https://bot.example.org/loci --port 8088",
      "messages are sent to you, behind your own TLS",
    ],
  ],
  define(command, session) {
    command
      .description(
        "A Telegram bot for this project. Say /pair and the code that is shown to be its owner; others " +
          "talk in a scope of their own (telegram.users). Plain text is asked; a file is indexed; /help " +
          "lists the commands. In private chats only. The token comes from LOCI_TELEGRAM_TOKEN and is " +
          "never written.",
      )
      .option("--webhook <url>", "public address that Telegram sends to, instead of asking for messages")
      .option("--host <host>", "where the webhook listens", "127.0.0.1")
      .option("--port <port>", "where the webhook listens; 0 takes a free one", "8088")
      .action((flags: Flags) => run(session, flags));
  },
};

async function run(session: Session, { webhook, host, port }: Flags): Promise<void> {
  requireOwner(session);
  const { io } = session;
  await session.withProject(async ({ project, loci, configuration }) => {
    const { telegram, ingest } = configuration.settings;
    if (telegram.token === "")
      throw new LociError("USAGE", "the bot has no token", {
        hint: "export LOCI_TELEGRAM_TOKEN=… with the token that BotFather gave",
      });
    if (webhook !== undefined && !URL.canParse(webhook))
      throw new LociError("USAGE", "--webhook is no address", {
        hint: "give one such as https://bot.example.org/loci",
      });
    if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535)
      throw new LociError("USAGE", `'${port.slice(0, 40)}' is no port`, { hint: "use a number from 0 to 65535" });
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
      webhook:
        webhook === undefined
          ? null
          : { url: webhook, host, port: Number(port), secret: randomBytes(24).toString("base64url") },
      log: (line) => void io.err.write(line),
      clock: Date.now,
    });
    const code = pairing.ownerCode();
    await session.answer({ bot: bot.name, port: bot.port, pairingCode: code }, () =>
      [
        `@${bot.name} answers for '${project.name}'${bot.port === null ? "" : `, on port ${bot.port}`}. Ctrl-C ends.`,
        ...(code === null ? [] : [`To be its owner, say to it: /pair ${code}`]),
      ].join("\n"),
    );
    const stopped = new Promise<void>((done) => io.signal.addEventListener("abort", () => done(), { once: true }));
    await Promise.race([bot.ended, stopped]);
    await bot.stop();
  });
}
