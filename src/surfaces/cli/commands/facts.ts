import type { Command } from "commander";
import {
  type AskResult,
  type AskSpeech,
  type ChangedList,
  type FactPage,
  factsScope,
  type HistoryEntry,
  type ListedFacts,
  type Speech,
  type TellResult,
} from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import { EXIT } from "../../shared/error-table.ts";
import {
  about,
  ASK_FACTS,
  CHANGE_FACTS,
  type Field,
  type Fields,
  type FactsVerb,
  LIST_FACTS,
  ONE_LIST,
  pick,
  TELL,
  type ValuesOf,
  without,
} from "../../../model/requests/index.ts";
import { addArgument, addFlags, helpOf } from "../request-flags.ts";
import type { CommandModule } from "../command.ts";
import { runFactsBatch } from "../facts-batch.ts";
import { printable } from "../output/style.ts";
import { readInput } from "../read-input.ts";
import { requireOwner, type Session } from "../session.ts";

/** Longest message from standard input, in bytes. */
const LONGEST_MESSAGE = 8_000_000;

/** The arguments of the verbs, by name. */
const ARGUMENTS: Fields = {
  ...pick(CHANGE_FACTS, ["item", "rank"]),
  value: about(CHANGE_FACTS.value, "The value, as it is to be stored"),
  topic: ONE_LIST.topic,
  other: about(CHANGE_FACTS.other, "The other item's name, or its rank"),
  attribute: about(ONE_LIST.topic, "Whose and what, such as Anna's birthday"),
};

/** `loci facts tell|ask|list|show|history|undo|set|rm|alias|synonym|sync|route|delete-chat` */
export const command: CommandModule = {
  examples: [
    ['loci facts tell "My favorite fonts are 1) Garamond, 2) Futura" --chat design', "state a ranked list, in a chat"],
    ['loci facts ask "What is my second favorite font?"', "ask for an item of it"],
    ['loci facts tell "Move Futura to the top" --chat design', "change the list that this chat spoke of last"],
    ["loci facts list", "every list and exact fact"],
    ["loci facts history font", "everything that happened to a list"],
    ["loci facts set font 2 Optima", "put a value at a rank, without grammar"],
    ["loci facts synonym typeface font", "let two topics be one"],
    ["loci facts --batch lines.jsonl > answers.jsonl", 'one {"op":"tell","text":"…","chat":"A"} a line'],
  ],
  define(command, session) {
    command.description(
      "Ranked lists and favourites: stated once, stored exactly, answered exactly, without a language model.",
    );
    command.option(
      "--batch <file>",
      'many, one {"op":"tell|ask|delete-chat","text","chat","project","time"} a line (- for standard input); one answer a line, in order',
    );
    defineTalking(command, session);
    defineLists(command, session);
    defineNames(command, session);
  },
};

function defineTalking(command: Command, session: Session): void {
  addFlags(command.command("tell"), without(TELL, ["text"]))
    .description(
      "State, change or take back: 'My favorite tea is sencha', 'Add assam to my favorite teas', 'undo that'. - reads the message from standard input.",
    )
    .argument("<text...>", "the message")
    .action((words: readonly string[], flags: TellFlags) => tell(session, words, flags));
  addFlags(command.command("ask"), without(ASK_FACTS, ["text"]))
    .description(
      "Ask: 'What is my second favorite font?', 'What are my favorite fonts?'. " +
        "What isn't held, or is no question about a list or a fact, ends with status 1.",
    )
    .argument("<text...>", "the question")
    .action((words: readonly string[], flags: AskFlags) => ask(session, words, flags));
  addFlags(command.command("route"), pick(TELL, ["scope", "chat"]))
    .description("Say where a message would go, and why: facts-write, facts-read or search. Changes nothing.")
    .argument("<text...>", "the message")
    .action((words: readonly string[], flags: Speech) => route(session, words, flags));
}

function defineLists(command: Command, session: Session): void {
  const withArguments = (verb: string, names: readonly string[], flags: Fields = {}): Command => {
    const one = addFlags(command.command(verb), flags);
    for (const spelt of names) {
      const name = spelt.replace(/\W/g, "");
      addArgument(one, spelt, name, ARGUMENTS[name] as Field);
    }
    return one;
  };
  addFlags(command.command("list", { isDefault: true }), LIST_FACTS)
    .description("Show every list and exact fact (also without 'list').")
    .action((_flags: unknown, own: Command) => list(session, own));
  withArguments("show", ["<topic>"], pick(ASK_FACTS, ["asOf"]))
    .description("Show one list.")
    .action((topic: string, { asOf }: AskSpeech) => show(session, topic, asOf as string | undefined));
  withArguments("history", ["<topic>"])
    .description("Show everything that happened to a list, oldest first.")
    .action((topic: string) => history(session, topic));
  addFlags(command.command("undo"), { chat: about(TELL.chat, "Only changes said in this chat") })
    .description("Take back the last change, of a chat or of the whole project.")
    .action((flags: Speech) => undo(session, flags));
  withArguments("set", ["<topic>", "<rank>", "<value...>"])
    .description("Put a value at a rank in the place of what stands there; one past the end appends.")
    .action((topic: string, rank: number, value: readonly string[]) => set(session, topic, rank, value.join(" ")));
  verb(
    "add",
    "Put values at the end of a list, separated by commas.",
    ["<topic>", "<value...>"],
    (topic, ...values) => ({
      topic,
      values: values.join(" ").split(/\s*,\s*/u),
    }),
  );
  verb("move", "Move an item to a rank.", ["<topic>", "<item>", "<rank>"], (topic, item, rank) => ({
    topic,
    item,
    rank: Number(rank),
  }));
  verb("swap", "Let two items change places.", ["<topic>", "<item>", "<other>"], (topic, item, other) => ({
    topic,
    item,
    other,
  }));
  verb(
    "put",
    'Set an exact fact: put "Anna\'s birthday" "3 May".',
    ["<attribute>", "<value...>"],
    (topic, ...value) => ({
      topic,
      value: value.join(" "),
    }),
  );
  verb(
    "erase",
    "Remove a list or an exact fact for good, with its history. What chats and documents say stays: see 'loci forget'.",
    ["<topic>"],
    (topic) => ({ topic }),
  );
  function verb(
    op: FactsVerb,
    description: string,
    names: readonly string[],
    read: (...given: readonly string[]) => Omit<ValuesOf<typeof CHANGE_FACTS>, "op" | "scope">,
  ) {
    const one = withArguments(op, names, pick(CHANGE_FACTS, ["scope"])).description(description);
    one.action(async (...given: readonly unknown[]) => {
      const words = given.slice(0, names.length).flat() as readonly string[];
      const { scope } = one.opts<Speech>();
      await session.withProject(async ({ project }) => {
        const changed = await project.changeFacts({ op, ...read(...words), scope }, { caller: session.caller });
        await session.answer(changed, () => printable(changed.text));
      });
    });
  }
  withArguments("rm", ["<topic>"])
    .description("Remove an item, or a whole list.")
    .argument("[item...]", `${helpOf(CHANGE_FACTS.item)}; without it the whole list goes`)
    .action((topic: string, item: readonly string[]) => remove(session, topic, item.join(" ")));
  command
    .command("delete-chat")
    .description("Forget everything that was said about lists in a chat, as if it had never been said.")
    .argument("<chat>", "the chat")
    .action((chat: string) => deleteChat(session, chat));
}

function defineNames(command: Command, session: Session): void {
  command
    .command("alias")
    .description("Let another name mean an item of a list; without an item the name is forgotten.")
    .argument("<topic>", "the list")
    .argument("<alias>", "the other name")
    .argument("[item]", "the item as it is stored")
    .action((topic: string, alias: string, item: string | undefined) => nameItem(session, topic, alias, item ?? null));
  command
    .command("synonym")
    .description(
      "Let a word mean the same topic as another; without a topic it is forgotten; without both they are listed.",
    )
    .argument("[word]", "the word")
    .argument("[topic]", "the topic that it means")
    .action((word: string | undefined, topic: string | undefined) => nameTopic(session, word ?? null, topic ?? null));
  command
    .command("sync")
    .description("Write the files of all lists (facts/*.md of the project) anew, for people to read.")
    .action(() => sync(session));
}

type TellFlags = Omit<ValuesOf<typeof TELL>, "text">;
type AskFlags = Omit<ValuesOf<typeof ASK_FACTS>, "text">;

async function tell(session: Session, words: readonly string[], flags: TellFlags): Promise<void> {
  const text = words.length === 1 && words[0] === "-" ? await readInput(session.io, LONGEST_MESSAGE) : words.join(" ");
  await session.withProject(async ({ project }) => {
    const result = await project.tellFacts(text, { ...flags, caller: session.caller });
    await session.answer(result, () => printable(toldText(result)));
    await session.notes(result.notes);
  });
}

function toldText({ route, reason, text }: TellResult): string {
  return route === "search" ? (text === "" ? `not about a fact (${reason}): nothing was stored` : text) : text;
}

/** Answers that hold nothing of what was asked for. */
const UNANSWERED: ReadonlySet<AskResult["kind"]> = new Set(["not_stored", "out_of_range", "ambiguous"] as const);

async function ask(session: Session, words: readonly string[], flags: AskFlags): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const result = await project.askFacts(words.join(" "), { ...flags, caller: session.caller });
    await session.answer(result, () => printable(askedText(result)));
    await session.notes(result.notes);
    if (result.kind === undefined || UNANSWERED.has(result.kind)) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

function askedText({ kind, reason, text, sources }: AskResult): string {
  if (kind === undefined) return `no question about a list (${reason}): loci search answers it`;
  const citations = sources.map(
    (source) =>
      `  ${source.time.slice(0, 16).replace("T", " ")}${source.chat === "" ? "" : `  chat ${source.chat}`}  ${source.sentence}`,
  );
  return [text, ...citations].join("\n");
}

async function route(session: Session, words: readonly string[], flags: Speech): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const routed = await project.facts.route(words.join(" "), {
      ...flags,
      scope: factsScope(session.caller, "read", flags.scope),
    });
    await session.answer(routed, () => `${routed.route} (${routed.reason})`);
  });
}

async function list(session: Session, own: Command): Promise<void> {
  const { batch } = own.parent?.opts() as { readonly batch?: string };
  if (batch !== undefined) return await runFactsBatch(session, batch);
  const page = { limit: LIST_FACTS.limit.max, ...(own.opts() as FactPage) };
  await session.lookIntoProject(async ({ project }) => {
    const scope = session.caller === "owner" ? null : factsScope(session.caller, "read");
    const lists = await project.facts.list(scope, page);
    await session.answer({ lists }, () =>
      lists.length === 0
        ? 'nothing is stored yet: loci facts tell "My favorite tea is sencha"'
        : printable(lists.map(listText).join("\n")),
    );
  });
}

async function show(session: Session, topic: string, asOf?: string): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const found = await project.facts.show(topic, factsScope(session.caller, "read"), asOf);
    await session.answer(found, () => printable(listText(found)));
  });
}

function listText({ topic, scope, type, items }: ListedFacts): string {
  const whose = scope === "admin" ? "" : scope === "kb" ? " (the project's)" : ` (${scope})`;
  const [only, more] = items;
  if (type !== "ranked" && only !== undefined && more === undefined) return `${topic}${whose}: ${only.value}`;
  return [`${topic}${whose}`, ...items.map((item) => `  ${item.position}. ${item.value}`)].join("\n");
}

function changedText({ topic, scope, items }: ChangedList): string {
  return listText({ topic, scope, type: "ranked", count: items.length, items });
}

async function history(session: Session, topic: string): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const entries = await project.factHistory(topic, { caller: session.caller });
    await session.answer({ history: entries }, () => printable(entries.map(entryText).join("\n")));
  });
}

function entryText({ at, chat, sentence, effect, undone }: HistoryEntry): string {
  const parts = [
    ...effect.removed.map((item) => `−${item.value} (was #${item.position})`),
    ...effect.added.map((item) => `+${item.value} (#${item.position})`),
    ...effect.moved.map((item) => `${item.value} #${item.from}→#${item.to}`),
  ];
  return (
    `${at.slice(0, 16).replace("T", " ")}${chat === "" ? "" : `  chat ${chat}`}  ${sentence}` +
    `${undone ? "  (taken back)" : ""}\n    ${parts.length === 0 ? "no change" : parts.join(", ")}`
  );
}

async function undo(session: Session, flags: Speech): Promise<void> {
  const scope = factsScope(session.caller, "write");
  await session.readProject(async ({ project }) => {
    const undone = await project.facts.undo({ ...flags, scope });
    await session.answer(undone, () => printable(undone.text));
    if (!undone.changed) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

async function set(session: Session, topic: string, rank: number, value: string): Promise<void> {
  const scope = factsScope(session.caller, "write");
  await session.withProject(
    async ({ project }) => await answerChange(session, await project.facts.set(topic, rank, value, { scope })),
  );
}

async function remove(session: Session, topic: string, item: string): Promise<void> {
  const scope = factsScope(session.caller, "write");
  const rank = /^#(\d{1,9})$/u.exec(item)?.[1];
  await session.readProject(
    async ({ project }) =>
      await answerChange(
        session,
        await project.facts.remove(topic, rank === undefined ? (item === "" ? null : item) : Number(rank), { scope }),
      ),
  );
}

async function answerChange(session: Session, changed: ChangedList): Promise<void> {
  await session.answer(changed, () => printable(changedText(changed)));
}

async function deleteChat(session: Session, chat: string): Promise<void> {
  requireOwner(session);
  await session.readProject(async ({ project }) => {
    const lists = await project.facts.deleteChat(chat);
    await session.answer({ deleted: chat, lists }, () =>
      lists.length === 0
        ? printable(`nothing was said about lists in chat ${chat}`)
        : printable(lists.map((one) => changedText(one)).join("\n")),
    );
  });
}

async function nameItem(session: Session, topic: string, alias: string, item: string | null): Promise<void> {
  const scope = factsScope(session.caller, "write");
  await session.readProject(async ({ project }) => {
    await project.facts.alias(topic, alias, item, scope);
    await session.answer({ topic, alias, item }, () =>
      printable(
        item === null ? `'${alias}' no longer names an item of ${topic}` : `'${alias}' names '${item}' in ${topic}`,
      ),
    );
  });
}

async function nameTopic(session: Session, word: string | null, topic: string | null): Promise<void> {
  requireOwner(session);
  await session.withProject(async ({ project }) => {
    if (word !== null) await project.facts.synonym(word, topic);
    const synonyms = await project.facts.synonyms();
    await session.answer({ synonyms }, () =>
      synonyms.length === 0
        ? "no synonyms"
        : printable(synonyms.map((one) => `${one.word} means ${one.topic}`).join("\n")),
    );
  });
}

async function sync(session: Session): Promise<void> {
  requireOwner(session);
  await session.readProject(async ({ project }) => {
    const report = await project.facts.sync();
    await session.answer(report, () => printable(`${counted(report.written.length, "file")} written to facts/`));
  });
}
