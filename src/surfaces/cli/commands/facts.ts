import type { Command } from "commander";
import { type AskResult, type ChangedList, type HistoryEntry, type ListedFacts, LociError, type Speech, type TellResult } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import { EXIT } from "../../shared/error-table.ts";
import { factsScope } from "../../shared/facts-scope.ts";
import type { CommandModule } from "../command-module.ts";
import { runFactsBatch } from "../facts-batch.ts";
import { printable } from "../output/printable.ts";
import { readInput } from "../read-input.ts";
import { requireOwner } from "../require-owner.ts";
import type { Session } from "../session.ts";

/** Longest message from standard input, in bytes. */
const LONGEST_MESSAGE = 8_000_000;

/** `loci facts tell|ask|list|show|history|undo|set|rm|alias|synonym|sync|route|delete-chat` */
export const command: CommandModule = {
  examples: [
    ['loci facts tell "My favorite fonts are 1) Garamond, 2) Futura" --chat design', "state a ranked list, in a chat"],
    ['loci facts ask "What is my second favorite font?"', "ask for an item of it"],
    ['loci facts tell "Move Futura to the top" --chat design', "change the list that this chat spoke of last"],
    ["loci facts list", "every list"],
    ["loci facts history font", "everything that happened to a list"],
    ["loci facts set font 2 Optima", "put a value at a rank, without grammar"],
    ["loci facts synonym typeface font", "let two topics be one"],
    ["loci facts --batch lines.jsonl > answers.jsonl", 'one {"op":"tell","text":"…","chat":"A"} a line'],
  ],
  define(command, session) {
    command.description("Ranked lists and favourites: stated once, stored exactly, answered exactly, without a language model.");
    command.option("--batch <file>", 'many, one {"op":"tell|ask|delete-chat","text","chat","project","time"} a line (- for standard input); one answer a line, in order');
    defineTalking(command, session);
    defineLists(command, session);
    defineNames(command, session);
  },
};

function defineTalking(command: Command, session: Session): void {
  command
    .command("tell")
    .description("State, change or take back: 'My favorite tea is sencha', 'Add assam to my favorite teas', 'undo that'. - reads the message from standard input.")
    .argument("<text...>", "the message")
    .option("--chat <chat>", "the chat in which it is said; commands without a topic are about its last list")
    .option("--message-id <id>", "the message's id; a new one by default")
    .option("--time <time>", "when it was said, ISO 8601; now by default. What was said later stays")
    .action((words: readonly string[], flags: Speech) => tell(session, words, flags));
  command
    .command("ask")
    .description("Ask: 'What is my second favorite font?', 'and the third?', 'Where does Futura rank?'. What isn't stored ends with status 1.")
    .argument("<text...>", "the question")
    .option("--chat <chat>", "the chat in which it is asked")
    .action((words: readonly string[], flags: Speech) => ask(session, words, flags));
  command
    .command("route")
    .description("Say where a message would go, and why: facts-write, facts-read or search. Changes nothing.")
    .argument("<text...>", "the message")
    .option("--chat <chat>", "the chat in which it is said")
    .action((words: readonly string[], flags: Speech) => route(session, words, flags));
}

function defineLists(command: Command, session: Session): void {
  command.command("list", { isDefault: true }).description("Show every list (also without 'list').").action((_flags: unknown, own: Command) => list(session, own));
  command.command("show").description("Show one list.").argument("<topic>", "its topic").action((topic: string) => show(session, topic));
  command.command("history").description("Show everything that happened to a list, oldest first.").argument("<topic>", "its topic").action((topic: string) => history(session, topic));
  command
    .command("undo")
    .description("Take back the last change, of a chat or of the whole project.")
    .option("--chat <chat>", "only changes said in this chat")
    .action((flags: Speech) => undo(session, flags));
  command
    .command("set")
    .description("Put a value at a rank in the place of what stands there; one past the end appends.")
    .argument("<topic>", "the list, made when it isn't there")
    .argument("<rank>", "1 is the first")
    .argument("<value...>", "the value, as it is to be stored")
    .action((topic: string, rank: string, value: readonly string[]) => set(session, topic, rank, value.join(" ")));
  command
    .command("rm")
    .description("Remove an item, or a whole list.")
    .argument("<topic>", "the list")
    .argument("[item...]", "the item's name, or #2 for its rank; without it the whole list goes")
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
    .description("Let a word mean the same topic as another; without a topic it is forgotten; without both they are listed.")
    .argument("[word]", "the word")
    .argument("[topic]", "the topic that it means")
    .action((word: string | undefined, topic: string | undefined) => nameTopic(session, word ?? null, topic ?? null));
  command.command("sync").description("Read edited mirrors (facts/*.md of the project) back, and write those that are missing.").action(() => sync(session));
}

async function tell(session: Session, words: readonly string[], flags: Speech): Promise<void> {
  const scope = factsScope(session.caller, "write");
  const text = words.length === 1 && words[0] === "-" ? await readInput(session.io, LONGEST_MESSAGE) : words.join(" ");
  await session.withProject(async ({ project }) => {
    const told = await project.facts.tell(text, { ...flags, scope });
    await session.answer(told, () => printable(toldText(told)));
    await session.notes(told.notes);
  });
}

function toldText({ route, reason, text }: TellResult): string {
  return route === "search" ? `not about a list (${reason}): nothing was stored` : text;
}

async function ask(session: Session, words: readonly string[], flags: Speech): Promise<void> {
  await session.readProject(async ({ project }) => {
    const asked = await project.facts.ask(words.join(" "), { ...flags, scope: factsScope(session.caller, "read") });
    await session.answer(asked, () => printable(askedText(asked)));
    await session.notes(asked.notes);
    if (asked.kind === "not_stored") session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

function askedText({ kind, reason, text, sources }: AskResult): string {
  if (kind === undefined) return `no question about a list (${reason}): loci search answers it`;
  const said = sources.map((source) => `  ${source.time.slice(0, 16).replace("T", " ")}${source.chat === "" ? "" : `  chat ${source.chat}`}  ${source.sentence}`);
  return [text, ...said].join("\n");
}

async function route(session: Session, words: readonly string[], flags: Speech): Promise<void> {
  await session.readProject(async ({ project }) => {
    const routed = await project.facts.route(words.join(" "), { ...flags, scope: factsScope(session.caller, "read") });
    await session.answer(routed, () => `${routed.route} (${routed.reason})`);
  });
}

async function list(session: Session, own: Command): Promise<void> {
  const { batch } = own.parent?.opts() as { readonly batch?: string };
  if (batch !== undefined) return await runFactsBatch(session, batch);
  await session.readProject(async ({ project }) => {
    const lists = await project.facts.list(session.caller === "owner" ? null : factsScope(session.caller, "read"));
    await session.answer({ lists }, () => (lists.length === 0 ? 'no lists yet: loci facts tell "My favorite tea is sencha"' : printable(lists.map(listText).join("\n"))));
  });
}

async function show(session: Session, topic: string): Promise<void> {
  await session.readProject(async ({ project }) => {
    const found = await project.facts.show(topic, factsScope(session.caller, "read"));
    await session.notes(found.notes ?? []);
    await session.answer(found, () => printable(listText(found)));
  });
}

function listText({ topic, scope, items }: ListedFacts): string {
  return [`${topic}${scope === "kb" ? "" : ` (${scope})`}`, ...items.map((item) => `  ${item.position}. ${item.value}`)].join("\n");
}

async function history(session: Session, topic: string): Promise<void> {
  await session.readProject(async ({ project }) => {
    const entries = await project.facts.history(topic, factsScope(session.caller, "read"));
    await session.answer({ history: entries }, () => printable(entries.map(entryText).join("\n")));
  });
}

function entryText({ at, chat, sentence, effect, undone }: HistoryEntry): string {
  const parts = [
    ...effect.removed.map((item) => `−${item.value} (was #${item.position})`),
    ...effect.added.map((item) => `+${item.value} (#${item.position})`),
    ...effect.moved.map((item) => `${item.value} #${item.from}→#${item.to}`),
  ];
  return `${at.slice(0, 16).replace("T", " ")}${chat === "" ? "" : `  chat ${chat}`}  ${sentence}${undone ? "  (taken back)" : ""}\n    ${parts.length === 0 ? "no change" : parts.join(", ")}`;
}

async function undo(session: Session, flags: Speech): Promise<void> {
  const scope = factsScope(session.caller, "write");
  await session.readProject(async ({ project }) => {
    const undone = await project.facts.undo({ ...flags, scope });
    await session.answer(undone, () => printable(undone.text));
    if (!undone.changed) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

async function set(session: Session, topic: string, rank: string, value: string): Promise<void> {
  const scope = factsScope(session.caller, "write");
  const number = /^#?(\d{1,9})$/u.exec(rank)?.[1];
  if (number === undefined) throw new LociError("USAGE", `'${rank.slice(0, 80)}' is no rank`, { hint: "loci facts set font 2 Optima" });
  await session.withProject(async ({ project }) => await answerChange(session, await project.facts.set(topic, Number(number), value, { scope })));
}

async function remove(session: Session, topic: string, item: string): Promise<void> {
  const scope = factsScope(session.caller, "write");
  const rank = /^#(\d{1,9})$/u.exec(item)?.[1];
  await session.readProject(async ({ project }) => await answerChange(session, await project.facts.remove(topic, rank === undefined ? (item === "" ? null : item) : Number(rank), { scope })));
}

async function answerChange(session: Session, changed: ChangedList): Promise<void> {
  await session.answer(changed, () => printable(listText({ ...changed, scope: "kb", count: changed.items.length })));
}

async function deleteChat(session: Session, chat: string): Promise<void> {
  requireOwner(session);
  await session.readProject(async ({ project }) => {
    const lists = await project.facts.deleteChat(chat);
    await session.answer({ deleted: chat, lists }, () => (lists.length === 0 ? printable(`nothing was said about lists in chat ${chat}`) : printable(lists.map((one) => listText({ ...one, scope: "kb", count: one.items.length })).join("\n"))));
  });
}

async function nameItem(session: Session, topic: string, alias: string, item: string | null): Promise<void> {
  const scope = factsScope(session.caller, "write");
  await session.readProject(async ({ project }) => {
    await project.facts.alias(topic, alias, item, scope);
    await session.answer({ topic, alias, item }, () => printable(item === null ? `'${alias}' no longer names an item of ${topic}` : `'${alias}' names '${item}' in ${topic}`));
  });
}

async function nameTopic(session: Session, word: string | null, topic: string | null): Promise<void> {
  requireOwner(session);
  await session.withProject(async ({ project }) => {
    if (word !== null) await project.facts.synonym(word, topic);
    const synonyms = await project.facts.synonyms();
    await session.answer({ synonyms }, () => (synonyms.length === 0 ? "no synonyms" : printable(synonyms.map((one) => `${one.word} means ${one.topic}`).join("\n"))));
  });
}

async function sync(session: Session): Promise<void> {
  requireOwner(session);
  await session.readProject(async ({ project }) => {
    const report = await project.facts.sync();
    await session.answer(report, () => printable([...report.applied.map(({ file }) => `applied facts/${file}`), ...report.rejected.map(({ file, line, reason }) => `not applied: facts/${file}${line === null ? "" : `, line ${line}`}: ${reason}`), `${counted(report.written.length, "mirror")} ${report.written.length === 1 ? "is" : "are"} up to date`].join("\n")));
    if (report.rejected.length > 0) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}
