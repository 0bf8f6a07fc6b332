import type { AskResult, HistoryEntry, ListedFacts } from "../../../index.ts";
import { LociError } from "../../../index.ts";
import {
  about,
  ASK_FACTS,
  CHANGE_FACTS,
  flag,
  type FactsVerb,
  LIST_FACTS,
  ONE_LIST,
  pick,
  TELL,
  text,
  type ValuesOf,
  without,
} from "../../../model/requests/index.ts";
import type { CommandModule } from "../command.ts";
import { runFactsBatch } from "../facts-batch.ts";
import { readInput } from "../io.ts";
import { printable } from "../output/style.ts";
import { localMinute } from "../../shared/wording.ts";
import { withParts, projectCommand, type Taken } from "../project-command.ts";
import { recordShown } from "../session.ts";
import { helpOf } from "../request-flags.ts";

/** Longest message from standard input, in bytes. */
const LONGEST_MESSAGE = 8_000_000;

const BATCH = text(
  4_096,
  'Many, one {"op":"tell|ask|delete-chat","text","chat","project","time"} a line (- for standard input); one answer a line, in order',
  { value: "file" },
);
const TOPIC = ["<topic>", ONE_LIST.topic] as const;
const VALUES = ["<value...>", about(CHANGE_FACTS.value, "The value, as it is to be stored")] as const;
const RANK = ["<rank>", CHANGE_FACTS.rank] as const;
const ITEM = ["<item>", CHANGE_FACTS.item] as const;

/** `loci facts [tell|ask|show|undo|set|move|put|rm]` */
export const command = withParts(
  projectCommand({
    description:
      "Ranked lists and favourites: stated once, stored exactly, answered exactly, without a language model.",
    examples: [
      [
        'loci facts tell "My favorite fonts are 1) Garamond, 2) Futura" --chat design',
        "state a ranked list, in a chat",
      ],
      ['loci facts ask "What is my second favorite font?"', "ask for an item of it"],
      ['loci facts tell "Move Futura to the top" --chat design', "change the list that this chat spoke of last"],
      ["loci facts", "every list and exact fact"],
      ["loci facts show font --history", "everything that happened to a list"],
      ["loci facts set font 2 Optima", "put a value at a rank, without grammar"],
      ["loci facts --batch lines.jsonl > answers.jsonl", 'one {"op":"tell","text":"…","chat":"A"} a line'],
    ],
    flags: { ...pick(LIST_FACTS, ["kind", "offset", "limit"]), batch: BATCH },
    instead: (session, { batch }) => (batch === undefined ? null : runFactsBatch(session, batch)),
    opens: "looks",
    ask: async ({ project, caller }, { batch: _none, ...page }) => ({
      lists: await project.facts({ ...page, caller }),
    }),
    text: (answer) =>
      answer.lists.length === 0
        ? 'nothing is stored yet: loci facts tell "My favorite tea is sencha"'
        : answer.lists.map(listText).join("\n"),
  }),
  { ...talking(), ...lists() },
);

function talking(): Readonly<Record<string, CommandModule>> {
  return {
    tell: projectCommand({
      description:
        "State, change or take back: 'My favorite tea is sencha', 'Add assam to my favorite teas', 'undo that'. - reads the message from standard input.",
      takes: [["<text...>", "the message"]],
      flags: without(TELL, ["text", "role"]),
      opens: "fills",
      async ask({ project, session, caller }, flags, [words]: readonly [readonly string[]]) {
        const piped = words.length === 1 && words[0] === "-";
        const text = piped ? await readInput(session.io, LONGEST_MESSAGE) : words.join(" ");
        return await project.tellFacts(text, { ...flags, caller });
      },
      text: ({ reason, text }) => (text === "" ? `Nothing was stored: ${whyUnread(reason)}.` : printable(text)),
    }),
    ask: projectCommand({
      description:
        "Ask: 'What is my second favorite font?', 'What are my favorite fonts?'. " +
        "A question without a stored answer, or about no list or fact, ends with status 1.",
      takes: [["<text...>", "the question"]],
      flags: without(ASK_FACTS, ["text"]),
      opens: "looks",
      ask: ({ project, caller }, flags, [words]: readonly [readonly string[]]) =>
        project.askFacts(words.join(" "), { ...flags, caller }),
      text: (result) => printable(askedText(result)),
      failed: ({ kind }) => kind === undefined || UNANSWERED.has(kind),
      async after({ text }, opened) {
        const [words] = opened.words as readonly [readonly string[]];
        if (text !== "") await recordShown(opened, { kind: "told", drawers: [], query: words.join(" ") });
      },
    }),
  };
}

/** Answers that hold nothing of what was asked for. */
const UNANSWERED: ReadonlySet<AskResult["kind"]> = new Set(["not_stored", "out_of_range", "ambiguous"] as const);

/** Why a message went to search. */
function whyUnread(reason: AskResult["reason"]): string {
  const known: Partial<Record<typeof reason, string>> = {
    hedged: "it says that it isn't sure",
    question: "it is a question",
    others_words: "it gives somebody else's words, or text to work on",
    no_context: "no list was spoken of just before",
  };
  return known[reason] ?? "it states no list, favourite or fact of yours; 'remember that …' keeps any words";
}

function askedText({ kind, text, sources }: AskResult): string {
  if (kind === undefined)
    return text === "" ? "It asks for no list or fact that is stored; loci search answers it." : text;
  return [text, ...sources.map((source) => `  ${saidText(source)}`)].join("\n");
}

const saidText = ({ time, chat, sentence }: Omit<AskResult["sources"][number], "messageId">): string =>
  `${localMinute(time)}${chat === "" ? "" : `  chat ${chat}`}  ${sentence}`;

function lists(): Readonly<Record<string, CommandModule>> {
  return {
    show: projectCommand({
      description: "Show one list, or with --history everything that happened to it, oldest first.",
      takes: [TOPIC],
      flags: { ...pick(ASK_FACTS, ["asOf"]), history: flag("Everything that happened to it") },
      opens: "looks",
      async ask({ project, caller }, { asOf, history }, [topic]: readonly [string]) {
        if (history === true && asOf !== undefined)
          throw new LociError("USAGE", "--history tells of every time", { hint: "leave --as-of out" });
        const { list, history: changes } = await project.factList(topic, { asOf, caller });
        return history === true ? { history: changes } : list;
      },
      text: (shown) => ("history" in shown ? printable(shown.history.map(entryText).join("\n")) : listText(shown)),
    }),
    undo: projectCommand({
      description: "Take back the last change, of a chat or of the whole project.",
      flags: { chat: about(TELL.chat, "Only changes said in this chat") },
      opens: "changes",
      ask: ({ project, caller }, { chat }) => project.changeFacts({ op: "undo", chat }, { caller }),
      text: ({ text }) => printable(text),
      failed: ({ changed }) => !changed,
    }),
    set: verb(
      ["set", "Put a value at a rank in the place of what stands there; one past the end appends."],
      [TOPIC, RANK, VALUES],
      ([topic, rank, ...value]) => ({ topic, rank: Number(rank), value: value.join(" ") }),
    ),
    move: verb(["move", "Move an item to a rank."], [TOPIC, ITEM, RANK], ([topic, item, rank]) => ({
      topic,
      item,
      rank: Number(rank),
    })),
    put: verb(
      ["put", 'Set an exact fact: put "Anna\'s birthday" "3 May".'],
      [["<attribute>", about(ONE_LIST.topic, "Whose and what, such as Anna's birthday")], VALUES],
      ([topic, ...value]) => ({ topic, value: value.join(" ") }),
    ),
    rm: projectCommand({
      description:
        "Remove an item, or a whole list. Its history stays, and 'undo' takes that back; with --history a list or an exact " +
        "fact is gone for good. What chats and documents say of it stays: see 'loci forget'.",
      takes: [TOPIC, ["[item...]", `${helpOf(CHANGE_FACTS.item)}; without it the whole list goes`]],
      flags: { ...pick(CHANGE_FACTS, ["scope"]), history: flag("The whole list with all that it ever held, for good") },
      opens: "changes",
      ask({ project, caller }, { history = false, scope }, [topic, words]: readonly [string, readonly string[]]) {
        const item = words.join(" ");
        if (history && item !== "")
          throw new LociError("USAGE", "--history is for a whole list, not for an item of it", {
            hint: `leave the item out, or forget its words: loci forget "${item}"`,
          });
        const op = item !== "" ? "remove" : history ? "erase" : "clear";
        return project.changeFacts({ op, topic, scope, ...(item !== "" && { item }) }, { caller });
      },
      text: ({ text }) => printable(text),
    }),
  };
}

/** As many as the verb takes. */
type Given = readonly [string, string, string, ...string[]];
type Change = Omit<ValuesOf<typeof CHANGE_FACTS>, "op" | "scope">;

/** A verb without grammar. @param read what is given as the request has it */
function verb(
  [op, description]: readonly [FactsVerb, string],
  takes: readonly Taken[],
  read: (given: Given) => Change,
): CommandModule {
  return projectCommand({
    description,
    takes,
    flags: pick(CHANGE_FACTS, ["scope"]),
    opens: "fills",
    ask: ({ project, caller }, { scope }, words: readonly (string | readonly string[])[]) =>
      project.changeFacts({ op, ...read(words.flat() as unknown as Given), scope }, { caller }),
    text: ({ text }) => printable(text),
  });
}

function listText({ topic, scope, type, items, later = [] }: ListedFacts): string {
  const whose = scope === "admin" ? "" : scope === "kb" ? " (the project's)" : ` (${scope})`;
  const [only, more] = items;
  const lines =
    type !== "ranked" && only !== undefined && more === undefined
      ? [`${topic}${whose}: ${only.value}`]
      : [`${topic}${whose}`, ...items.map((item) => `  ${item.position}. ${item.value}`)];
  const since = later.map(({ sentence, time }) => `  said since, ${localMinute(time).slice(0, 10)}: “${sentence}”`);
  return printable([...lines, ...since].join("\n"));
}

function entryText({ at, chat, sentence, effect, undone }: HistoryEntry): string {
  const parts = [
    ...effect.removed.map((item) => `−${item.value} (was #${item.position})`),
    ...effect.added.map((item) => `+${item.value} (#${item.position})`),
    ...effect.moved.map((item) => `${item.value} #${item.from}→#${item.to}`),
  ];
  const said = saidText({ time: at, chat, sentence });
  return `${said}${undone ? "  (taken back)" : ""}\n    ${parts.length === 0 ? "nothing was changed" : parts.join(", ")}`;
}
