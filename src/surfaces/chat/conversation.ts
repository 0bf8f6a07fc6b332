import type { Answer, Caller, Forgotten, Job, ListedFacts, Project } from "../../index.ts";
import { aboutPassage, factsScope, LociError, ofWhom, orderOf } from "../../index.ts";
import {
  anythingGoes,
  counted,
  isNothingFound,
  localMinute,
  remainingLines,
  removedText,
  stillFound,
} from "../shared/wording.ts";

/** Where a conversation goes on: who talks, in which chat, over what. */
export interface ConversationPlace {
  readonly project: Project;
  readonly caller: Caller;
  /** Its id among the chats of the caller. */
  readonly chat: string;
  /** `cli` or `telegram`; kept in the chat's profile. */
  readonly platform: string;
  /** Base folder of relative paths; null where the caller may not name paths of this machine. */
  readonly resolvePath: ((path: string) => string) | null;
}

export interface ChatInput {
  readonly text: string;
  /** Unique in its chat; repeating it returns the stored answer. Absent: a new id is made. */
  readonly id?: string | undefined;
  readonly author?: string | undefined;
  /** Whether it was said in other words before; a command that changed something then isn't carried out once more. */
  readonly isEdited?: boolean | undefined;
  /** Pieces of an answer as they come, for surfaces that show them at once. */
  readonly onDelta?: ((text: string) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Reply {
  readonly text: string;
  /** The answer it shows; null for commands. */
  readonly answer: Answer | null;
  /** The conversation is over. */
  readonly ends?: true;
}

export interface SharedDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A conversation: plain text is asked, lines with a slash are commands. */
export type Conversation = ReturnType<typeof openConversation>;

const HITS = 5;
const SNIPPET = 300;
const PLAIN_SCOPES = "kb (everybody), admin (you), user:<id>";

const HELP: readonly (readonly [usage: string, does: string])[] = [
  ["plain text", "asks, and keeps both sides"],
  ["/ask QUESTION", "the same"],
  ["/search WORDS", "the passages themselves"],
  ["/index PATH SCOPE", "indexes a file or folder of this machine"],
  ["/docs", "what is indexed"],
  ["/memory", "the notes of your chats; /memory clear forgets those that were taken"],
  ["/remember NOTE", "pins a note, word for word"],
  ["/forget WORDS", "shows what holds them, and forgets it once you say yes"],
  ["/facts [TOPIC]", "your lists and favourites"],
  ["/help", "this"],
  ["/quit", "ends it"],
];

/** Commands that change something. */
const CHANGING: ReadonlySet<string> = new Set(["index", "memory", "remember", "forget"]);

/** A pending question: a confirmation, or who may see what is to be indexed. */
type Pending =
  | { readonly kind: "forget"; readonly query: string }
  | { readonly kind: "scope"; readonly name: string; readonly index: Indexing };

const YES = /^\s*y(?:es|ep|eah)?\s*[.!]?\s*$/iu;
const LEAVES = /^[/:]?(?:q|quit|exit)!?$/iu;

/** Indexes what waits for its scope. */
type Indexing = (scope?: string, signal?: AbortSignal) => Promise<Job>;

/** Opens a conversation. What waits for an answer is kept in it; what was said is kept in the project. */
export function openConversation(place: ConversationPlace) {
  const { project, caller } = place;
  let pending: Pending | null = null;
  /** What was offered to be forgotten before something else was said. */
  let lapsed = "";

  const commands: Readonly<Record<string, (rest: string, input: ChatInput) => Promise<Reply>>> = {
    ask: (rest, input) => ask(place, { ...input, text: rest }),
    search: (rest) => searching(place, rest),
    index: async (rest, { signal }) => {
      const { path, scope } = toIndex(place, rest);
      const index: Indexing = (named, ended) => project.index([path], { scope: named, signal: ended });
      try {
        return line(jobText(await index(scope, signal)));
      } catch (thrown) {
        if (!(thrown instanceof LociError) || thrown.code !== "SOURCE_SCOPE_REQUIRED") throw thrown;
        return askScope(path, index);
      }
    },
    docs: () => documents(place),
    memory: (rest) => memory(place, rest),
    remember: (rest) => remember(place, rest),
    forget: (rest) => forgetting(rest),
    facts: (rest) => facts(place, rest),
    help: async () => line(HELP.map(([usage, does]) => `${usage}: ${does}`).join("\n")),
    start: async () => line("Ask something, or say /help."),
    quit: async () => ({ ...line("Bye."), ends: true }),
  };

  /** @param reply to an order in plain words, of which facts have done their part */
  const forgetting = async (query: string, reply: Reply | null = null): Promise<Reply> => {
    need(query, "/forget WORDS; /memory clear forgets the notes that were taken");
    const found = await project.forget(query, { caller });
    // The order and its reply hold the words themselves: alone they are nothing to forget.
    const { question = "", answer = "" } = reply?.answer?.chat ?? {};
    const isOther = (id: string | undefined): boolean => id !== question && id !== answer;
    const matches = found.matches.filter(({ message }) => isOther(message?.ids[0]));
    const shown = { ...found, matches, answers: found.answers.filter(({ message }) => isOther(message)) };
    if (anythingGoes(shown)) pending = { kind: "forget", query };
    else if (reply?.answer?.facts != null) return reply;
    // A forgotten fact would be told again from the messages that said it.
    const said = reply?.answer?.facts == null ? "" : `${reply.text}\nIt was said, too:\n`;
    return { ...line(`${said}${forgetText(shown, caller)}`), answer: said === "" ? null : (reply?.answer ?? null) };
  };
  const askScope = (name: string, index: Indexing, more = ""): Reply => {
    pending = { kind: "scope", name, index };
    return line(`Who may see '${name}'? ${PLAIN_SCOPES}; or 'cancel'.${more}`);
  };

  const answerPending = async (waiting: Pending, { text, signal }: ChatInput): Promise<Reply | null> => {
    if (waiting.kind === "forget")
      return YES.test(text)
        ? line(forgetText(await project.forget(waiting.query, { caller, yes: true }), caller))
        : null;
    const scope = /^(?:(kb|admin)|user:\S+)$/iu.exec(text.trim());
    return scope === null ? null : line(jobText(await waiting.index(scope[1]?.toLowerCase() ?? scope[0], signal)));
  };

  return {
    async say(input: ChatInput): Promise<Reply> {
      const said = input.text.trim();
      const text = LEAVES.test(said) ? "/quit" : said;
      const waiting = pending;
      const isCommand = text.startsWith("/");
      // Any other input than a yes is no consent; what is to be indexed goes on waiting for its scope.
      pending = isCommand && waiting?.kind === "scope" ? waiting : null;
      try {
        if (text === "") return line("Say something, or /help.");
        if (waiting !== null && !isCommand) {
          const answered = await answerPending(waiting, input);
          if (answered !== null) return answered;
          if (waiting.kind === "scope")
            return /^\s*(?:no|cancel)\b/iu.test(text)
              ? line("Not indexed.")
              : askScope(waiting.name, waiting.index, " What you said instead is not kept.");
          if (/^\s*(?:no?|nope|no thanks?(?: you)?|cancel|stop|keep (?:it|them))\b[\s.!]*$/iu.test(text))
            return line("Nothing was forgotten.");
          lapsed = waiting.query;
        } else if (lapsed !== "" && YES.test(text))
          return line(`Nothing waits for a yes any more: "/forget ${lapsed}" offers it again.`);
        const command = /^\/([a-z]+)(?:@\w+)?(?:\s+([\s\S]*))?$/iu.exec(text);
        if (command === null) {
          if (isCommand) return line("That is no command: /help lists them.");
          const reply = await ask(place, { ...input, text });
          const { of = "" } = orderOf(text) ?? {};
          return of === "" ? reply : await forgetting(of, reply);
        }
        const [, called = "", rest = ""] = command;
        const name = called.toLowerCase();
        const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
        if (run === undefined) return line(`There is no /${called}: /help lists the commands.`);
        if (input.isEdited === true && CHANGING.has(name))
          return line(`Nothing was done: /${name} is carried out as it was first sent. Send it as a new message.`);
        return await run(rest.trim(), input);
      } catch (thrown) {
        return refused(thrown);
      }
    },
    /** A file is indexed; the owner is asked who may see it. */
    async share(document: SharedDocument): Promise<Reply> {
      try {
        // A user's documents belong to the user.
        if (caller !== "owner") return line(jobText(await project.addDocument(document, { caller })));
        return askScope(document.name, (scope) => project.addDocument(document, { caller, scope }));
      } catch (thrown) {
        return refused(thrown);
      }
    },
  };
}

const line = (text: string): Reply => ({ text, answer: null });

/** What didn't work, in words. @throws what is no fault of the input */
function refused(thrown: unknown): Reply {
  if (!(thrown instanceof LociError) || thrown.code === "CANCELLED") throw thrown;
  return line(`That did not work: ${thrown.message}${thrown.hint === "" ? "" : ` (${thrown.hint})`}`);
}

function need(rest: string, usage: string): void {
  if (rest === "") throw new LociError("USAGE", "something is missing", { hint: usage });
}

async function ask(
  { project, caller, chat, platform }: ConversationPlace,
  { text, id, author, onDelta, signal }: ChatInput,
): Promise<Reply> {
  need(text, "/ask QUESTION");
  for await (const event of project.askStream(text, { caller, chat, platform, id, author, signal })) {
    if (event.type === "delta") await onDelta?.(event.text);
    if (event.type !== "done") continue;
    const { type: _type, ...answer } = event;
    return { text: answerText(answer, caller), answer };
  }
  throw new LociError("INTERNAL", "a question ended without an answer");
}

/** The answer, what is wrong with its citations, and where the cited passages stand. */
function answerText({ text, citations, sources, notes }: Answer, caller: Caller): string {
  const used = sources.filter(({ label }) => citations.some((one) => one.foundIn === label || one.label === label));
  const faults = citations
    .filter(({ verdict }) => verdict !== "supported")
    .map(({ label, verdict }) => `[${label}] ${verdict}`);
  const places = used.map((source) => `[${source.label}] ${aboutPassage(source, caller)}`);
  return [
    text,
    ...(faults.length > 0 ? [`Not proved: ${faults.join(", ")}`] : []),
    ...places,
    ...notes.filter(({ code }) => code === "MODEL_UNAVAILABLE").map(({ message }) => message),
  ].join("\n");
}

async function searching({ project, caller, platform }: ConversationPlace, query: string): Promise<Reply> {
  need(query, "/search WORDS");
  const { hits, covered } = await project.search(query, { caller, limit: HITS });
  const ids = hits.map(({ id }) => id);
  await project.recordAccess("shown", ids, { caller, query, client: platform, covered });
  if (hits.length === 0) return line("Nothing found.");
  return line(
    hits.map((hit, i) => `${i + 1}. ${aboutPassage(hit, caller)}\n${hit.snippet.slice(0, SNIPPET)}`).join("\n\n"),
  );
}

/** What `/index` names; without `scope` where it doesn't say who may see it. */
function toIndex({ caller, resolvePath }: ConversationPlace, rest: string): { path: string; scope?: string } {
  if (caller !== "owner" || resolvePath === null)
    throw new LociError("FORBIDDEN", "only the owner indexes files of this machine", {
      hint: "send the file itself: it is indexed for you alone",
    });
  const parts = /^(?:"([^"]+)"|(\S(?:.*?\S)?))(?:\s+(kb|admin|user:\S+))?$/iu.exec(rest);
  if (parts === null) throw new LociError("USAGE", "the path is missing", { hint: "/index PATH SCOPE" });
  return { path: resolvePath((parts[1] ?? parts[2]) as string), ...(parts[3] !== undefined && { scope: parts[3] }) };
}

function jobText({ status, files, drawers, skipped, failed }: Job): string {
  const bad = [
    ...failed.map(({ path, message }) => `${path}: ${message}`),
    ...skipped.map(({ path, reason }) => `${path}: ${reason}`),
  ].slice(0, 5);
  return [
    `${status === "done" ? "Indexed" : `Indexing ${status}`}: ${counted(files.indexed, "file")}, ` +
      `${files.unchanged} unchanged, ${counted(drawers.added, "new passage")}.`,
    ...bad,
  ].join("\n");
}

async function documents({ project, caller }: ConversationPlace): Promise<Reply> {
  const { counts } = await project.status({ caller });
  const summary = `${counted(counts.documents, "document")} and ${counted(counts.drawers, "passage")} that you may see.`;
  if (caller !== "owner") return line(summary);
  const sources = await project.sources();
  return line(
    [
      summary,
      ...sources
        .slice(0, 40)
        .map(({ name, kind, options, status }) => `${name}: ${kind}, ${options.scope ?? "by document"}, ${status}`),
      ...(sources.length > 40 ? [`and ${sources.length - 40} more`] : []),
    ].join("\n"),
  );
}

async function memory({ project, caller, chat }: ConversationPlace, rest: string): Promise<Reply> {
  if (/^clear$/iu.test(rest)) {
    await project.clearChatMemory(chat, { caller });
    return line("The notes that were taken are forgotten; pinned ones stay.");
  }
  const { shown } = await project.chatMemory(chat, { caller });
  const { drawers } = await project.drawers({ caller, own: true, room: "remembered", limit: SHOWN_NOTES });
  const notes = drawers.map(
    ({ text, date }) => `- ${text}${date === null ? "" : ` (${localMinute(date).slice(0, 10)})`}`,
  );
  const lists =
    caller === "public" ? [] : await project.facts({ unasked: true, scope: factsScope(caller, "read"), caller });
  const all = [shown.trim(), ...notes, ...lists.slice(0, SHOWN_LISTS).map(listLine)]
    .filter((part) => part !== "")
    .join("\n");
  return line(all === "" ? "No notes yet: /remember NOTE keeps one." : all);
}

async function remember({ project, caller, chat }: ConversationPlace, note: string): Promise<Reply> {
  need(note, "/remember NOTE");
  return line((await project.tellFacts(`Remember this: ${note.replace(/^that\s+/iu, "")}`, { chat, caller })).text);
}

async function facts({ project, caller }: ConversationPlace, topic: string): Promise<Reply> {
  if (caller === "public") return line("Nothing is kept for you.");
  const all = await project.facts({ unasked: true, scope: factsScope(caller, "read"), caller });
  const named = topic === "" ? null : await project.factList(topic, { caller }).catch(() => null);
  const lists =
    named !== null ? [named.list] : all.filter((one) => one.topic.toLowerCase().includes(topic.toLowerCase()));
  if (lists.length === 0)
    return line(
      topic === ""
        ? "No lists yet. Try: my favourite colours are blue and green."
        : `No list called '${topic}'. ${all.length === 0 ? "" : `There are: ${all.map((one) => one.topic).join(", ")}`}`,
    );
  return line(lists.slice(0, SHOWN_LISTS).map(listLine).join("\n"));
}

const SHOWN_LISTS = 30;
const SHOWN_NOTES = 100;

/** A fact is its value alone, a list has ranks. */
function listLine({ topic, items }: ListedFacts): string {
  const [only, ...more] = items.map(({ value }) => value);
  return `${topic}: ${more.length === 0 ? (only ?? "nothing") : items.map(({ value }, i) => `${i + 1}. ${value}`).join(", ")}`;
}

function forgetText(forgotten: Forgotten, reader: Caller): string {
  const { matches, proof } = forgotten;
  const remaining = remainingLines(forgotten, proof !== null);
  if (isNothingFound(forgotten) && matches.length === 0) return "Nothing holds these words.";
  if (proof !== null)
    return [
      proof.clean
        ? `Forgotten: ${removedText(forgotten, "passage")}. Tried every way to find it; none does.`
        : `Forgotten, but it is still found by: ${stillFound(forgotten)}.`,
      ...remaining,
    ].join("\n");
  const lines = matches
    .slice(0, 10)
    .map(
      ({ id, text, scope, goes, sure, why }) =>
        `${goes ? "would go" : "stays"}${ofWhom(scope, reader)}: ${text.replace(/\s+/gu, " ").slice(0, 160)}` +
        (why === "" ? "" : ` (${why}${sure ? "" : `, /forget ${id.slice(0, 8)}`})`),
    );
  return [...lines, ...remaining, ...(anythingGoes(forgotten) ? ["Forget it? Say yes."] : [])].join("\n");
}
