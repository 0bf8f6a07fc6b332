import { setTimeout as delay } from "node:timers/promises";
import { type Api, Bot, type Context, GrammyError } from "grammy";
import { BoundedCache } from "../../src/caches/bounded-cache.ts";
import { type Caller, LociError, type Project } from "../../src/index.ts";
import { type Conversation, openConversation, type Reply } from "../../src/surfaces/chat/conversation.ts";
import { printable } from "../../src/text/printable.ts";
import { openUnanswered, type Pairing } from "./kept.ts";

export interface TelegramOptions {
  readonly token: string;
  /** Address of the Bot API; empty for Telegram's own. */
  readonly apiRoot: string;
  readonly project: Project;
  readonly pairing: Pairing;
  /** Folder of updates that wait for their answer. */
  readonly unanswered: string;
  /** Paths of `/index` are seen from here. */
  readonly resolvePath: (path: string) => string;
  /** Largest file that is taken, bytes. */
  readonly maxFileBytes: number;
  /** Logs one line; never contains message text. */
  readonly log: (line: string) => void;
  readonly clock: () => number;
}

export interface RunningBot {
  readonly name: string;
  /** Resolves when it has ended; rejects when it can't go on. */
  readonly ended: Promise<void>;
  /** No new updates are taken; those under way are answered. */
  stop(): Promise<void>;
}

/** Telegram's own limit of a message. */
const MAX_CHARACTERS = 4_096;
/** Too many messages: the answer says how long to wait. */
const TOO_MANY = 429;
/** From here on it is the server's fault, and may be gone at the next try. */
const SERVER_FAULT = 500;
/** Between tries of a message, seconds. */
const LONGEST_PAUSE = 60;
/** Telegram hands out no larger files. */
const MAX_FILE_BYTES = 20_000_000;
/** How long the Bot API may take to say who the bot is, milliseconds. */
const START_MS = 15_000;
/** Messages a minute of one account that are answered. */
const RATE = 30;
const MINUTE_MS = 60_000;
const MAX_CONVERSATIONS = 500;
const MAX_HEARD = 1_000;

/**
 * Starts the bot. Accounts talk in private chats only, each in its own order and beside the others; the owner's are the owner's, others have a
 * scope of their own. Text goes out as it is, without markup and without previews of links, so that no answer reaches an address unasked.
 * @throws LociError `UNAUTHORIZED` for a wrong token, `UNAVAILABLE` when the Bot API can't be reached
 */
export async function startTelegramBot(options: TelegramOptions): Promise<RunningBot> {
  const { token, apiRoot, log } = options;
  const bot = new Bot(token, { client: apiRoot === "" ? {} : { apiRoot: apiRoot.replace(/\/+$/u, "") } });
  const stopping = new AbortController();
  insist(bot.api, stopping.signal);
  try {
    // Not `init`, which tries for ever where nothing answers.
    bot.botInfo = await bot.api.getMe(AbortSignal.timeout(START_MS) as never);
  } catch (thrown) {
    throw startFault(thrown);
  }
  const talks = openTalks(options, bot);
  const unanswered = openUnanswered<Context["update"]>(options.unanswered);
  bot.on(["message", "edited_message"], (context) => {
    // A crash may lose what a stranger says; keeping it would let him fill the disk.
    if (talks.knows(context)) unanswered.keep(context.update);
    void talks.take(context).then((isDone) => isDone && unanswered.drop(context.update));
  });
  bot.catch(({ error }) => log(`${faultLine(error)}\n`));
  for (const update of unanswered.left()) await bot.handleUpdate(update);
  await bot.api.deleteWebhook();
  const polling = bot.start({ drop_pending_updates: false, allowed_updates: ["message", "edited_message"] });
  const ended = polling.then(() => talks.settled());
  return {
    name: bot.botInfo.username,
    ended,
    stop: async () => {
      stopping.abort();
      // What it has read is told Telegram once more; where that is lost, it comes again and is known.
      await bot.stop().catch((thrown: unknown) => log(`${faultLine(thrown)}\n`));
      await ended;
    },
  };
}

/**
 * Makes a call again that can't be answered now: with too many messages after as many seconds as Telegram says, and a message that gets no answer or a
 * server's fault after ever longer pauses, so that no reply is lost with a connection.
 */
function insist(api: Api, stopping: AbortSignal): void {
  api.config.use(async (call, ...asked) => {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      let seconds: number | undefined = asked[0] === "sendMessage" ? pause : undefined;
      try {
        const said = await call(...asked);
        if (!said.ok && said.error_code < SERVER_FAULT) seconds = said.parameters?.retry_after;
        if (said.ok || seconds === undefined || stopping.aborted) return said;
      } catch (thrown) {
        if (seconds === undefined || stopping.aborted) throw thrown;
      }
      await delay(seconds * 1_000, undefined, { signal: stopping }).catch(() => undefined);
    }
  });
}

/** The conversations of the bot, one an account, each answered in its own order. */
function openTalks(
  { token, apiRoot, project, pairing, resolvePath, maxFileBytes, log, clock }: TelegramOptions,
  bot: Bot,
) {
  const conversations = new BoundedCache<number, { readonly caller: Caller; readonly talk: Conversation }>(
    MAX_CONVERSATIONS,
  );
  const turns = new Map<number, Promise<boolean>>();
  const lately = new BoundedCache<number, number[]>(MAX_CONVERSATIONS);
  /** Texts by message: Telegram also calls a message edited of which no word was changed. */
  const heard = new BoundedCache<string, string>(MAX_HEARD);

  const conversationOf = (account: number, caller: Caller): Conversation => {
    const known = conversations.get(account);
    if (known?.caller === caller) return known.talk;
    const talk = openConversation({
      project,
      caller,
      chat: `telegram-${account}`,
      platform: "telegram",
      resolvePath: caller === "owner" ? resolvePath : null,
    });
    conversations.set(account, { caller, talk });
    return talk;
  };

  const isRateLimited = (account: number): boolean => {
    const times = (lately.get(account) ?? []).filter((time) => clock() - time < MINUTE_MS);
    times.push(clock());
    lately.set(account, times.slice(-RATE - 1));
    return times.length > RATE;
  };

  const answer = async (context: Context): Promise<void> => {
    const { msg: message, from, chat } = context;
    if (message === undefined || from === undefined || chat === undefined || from.is_bot) return;
    if (chat.type !== "private") {
      if (message.text?.includes(`@${bot.botInfo.username}`) === true && !isRateLimited(from.id))
        await send(context, "I talk in private chats only: what I know is not for everybody here.");
      return;
    }
    const text = message.text ?? message.caption ?? "";
    const isEdited = message.edit_date !== undefined;
    const place = `${from.id}/${message.message_id}`;
    if (isEdited && (message.text === undefined || heard.get(place) === text)) return;
    heard.set(place, text);
    if (isRateLimited(from.id)) return;
    const code = /^\/(?:pair|start)\s+(\d{8})\s*$/u.exec(text)?.[1];
    if (code !== undefined) {
      const paired = pairing.take(from.id, code);
      conversations.delete(from.id);
      log(`${paired === null ? "a wrong code" : `paired as ${paired}`}\n`);
      return await send(
        context,
        paired === "owner"
          ? "You are the owner. Ask something, or say /help."
          : paired === null
            ? "That code is wrong or too old."
            : "Welcome. What you say is seen by you alone. Say /help.",
      );
    }
    const caller = pairing.callerOf(from.id);
    if (caller === null)
      return await send(
        context,
        pairing.ownerCode() === null
          ? "Ask the owner for an invitation."
          : "Nobody owns me yet: say /pair and the code that 'loci telegram' shows.",
      );
    // What somebody else wrote is neither a command nor the sender's own word.
    const isOthers = message.forward_origin !== undefined || message.via_bot !== undefined;
    if (caller === "owner" && !isOthers && /^\/invite\b/u.test(text))
      return await send(context, `For ten minutes: /start ${pairing.invite()}`);
    const talk = conversationOf(from.id, caller);
    await context.replyWithChatAction("typing").catch(() => undefined);
    let reply: Reply;
    if (message.document !== undefined) reply = await takeFile(context, talk, message.document);
    else if (message.text === undefined) reply = { text: "I read text and files.", answer: null };
    else if (isOthers)
      reply = await talk.share({ name: `forwarded-${message.message_id}.txt`, bytes: Buffer.from(text) });
    else {
      // What was edited is said anew, so that it corrects what was said before as a later message would.
      const id = `telegram-${message.message_id}${isEdited ? `-${context.update.update_id}` : ""}`;
      reply = await talk.say({ text, id, author: from.first_name, isEdited });
    }
    await send(context, reply.text);
  };

  const takeFile = async (
    context: Context,
    talk: Conversation,
    document: { readonly file_name?: string; readonly file_size?: number },
  ): Promise<Reply> => {
    const most = Math.min(maxFileBytes, MAX_FILE_BYTES);
    const tooLarge: Reply = { text: `That file is larger than ${Math.floor(most / 1_000_000)} MB.`, answer: null };
    if ((document.file_size ?? 0) > most) return tooLarge;
    const { file_path: path } = await context.getFile();
    if (path === undefined) return { text: "Telegram does not hand that file out.", answer: null };
    const root = apiRoot === "" ? "https://api.telegram.org" : apiRoot.replace(/\/+$/u, "");
    const response = await fetch(`${root}/file/bot${token}/${path}`, { signal: AbortSignal.timeout(60_000) });
    if (!response.ok) return { text: "That file could not be fetched. Send it again.", answer: null };
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.length > most ? tooLarge : await talk.share({ name: document.file_name ?? "file.txt", bytes });
  };

  return {
    /** Whether an answer is owed. */
    knows: ({ from, chat }: Context): boolean =>
      from !== undefined && chat?.type === "private" && pairing.callerOf(from.id) !== null,
    /** Answers a message. @returns whether it is done with; false where nothing could be sent now, and may be later */
    async take(context: Context): Promise<boolean> {
      const account = context.from?.id;
      if (account === undefined) return true;
      const turn = (turns.get(account) ?? Promise.resolve(true)).then(async () => {
        try {
          await answer(context);
          return true;
        } catch (thrown) {
          log(`${faultLine(thrown)}\n`);
          return await send(context, "Something went wrong here; the owner can see it in the log.").then(
            () => true,
            (fault: unknown) => fault instanceof GrammyError && fault.error_code !== TOO_MANY,
          );
        }
      });
      turns.set(account, turn);
      const isDone = await turn;
      if (turns.get(account) === turn) turns.delete(account);
      return isDone;
    },
    settled: async () => void (await Promise.all(turns.values())),
  };
}

async function send(context: Context, text: string): Promise<void> {
  for (const part of parts(printable(text))) await context.reply(part, { link_preview_options: { is_disabled: true } });
}

/** A text in messages as long as Telegram takes them, cut at the end of a line or else between words, where there is one in the second half. */
export function parts(text: string): readonly string[] {
  const cut: string[] = [];
  let rest = text.trim() === "" ? "(nothing)" : text;
  while (rest.length > MAX_CHARACTERS) {
    const ends = ["\n", " "].map((end) => rest.lastIndexOf(end, MAX_CHARACTERS));
    let end = ends.find((at) => at > MAX_CHARACTERS / 2) ?? MAX_CHARACTERS;
    if (/[\ud800-\udbff]/u.test(rest[end - 1] as string)) end--;
    cut.push(rest.slice(0, end));
    rest = rest.slice(end).replace(/^[\n ]/u, "");
  }
  return rest === "" ? cut : [...cut, rest];
}

function startFault(thrown: unknown): LociError {
  if (thrown instanceof GrammyError && (thrown.error_code === 401 || thrown.error_code === 404))
    return new LociError("UNAUTHORIZED", "Telegram refuses the token", {
      hint: "export LOCI_TELEGRAM_TOKEN=… with the token that BotFather gave",
    });
  return new LociError("UNAVAILABLE", "the Bot API can't be reached", {
    hint: "check the network and telegram.api_root",
    cause: thrown,
  });
}

/** One line without a token: errors of fetch may name the address, which holds it. */
function faultLine(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const [line = ""] = message.replace(/bot\d+:[\w-]+/gu, "bot<token>").split("\n");
  return `fault: ${line.slice(0, 200)}`;
}
