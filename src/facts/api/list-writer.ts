import {
  applyOperation,
  type ListOperation,
  replayChanges,
  describeEffect,
  valuesOf,
  valueKey,
} from "../lists/apply-operation.ts";
import type { Scope } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { SHARED, scopesSeen } from "../router/fact-view.ts";
import type { SaidList, ReadSpeech } from "./facts.ts";
import type {
  FactChange,
  FactEffect,
  FactItem,
  FactList,
  FactOperation,
  FactReader,
  FactWriter,
} from "../../storage/ports/fact-store.ts";
import { storedKey } from "../grammar/attribute-keys.ts";
import { LONGEST_TOPIC, topicOf } from "../../english/nouns.ts";
import { factNamed, type NamedList } from "../grammar/intent.ts";
import { attributeOf } from "../grammar/mentions.ts";

/** One change to be made; `topic`: shown when the list is new. */
export type ListChange = Omit<FactChange, "sequence" | "effect" | "undoneBy">;

/** A list before and after, and what that was. */
export interface WrittenChange extends Pick<FactList, "scope" | "key" | "topic"> {
  readonly before: readonly FactItem[];
  readonly after: readonly FactItem[];
  readonly effect: FactEffect;
}

/** Applies a change and keeps it in the history, also when it did nothing: it may count once an earlier one is taken back. */
export function writeChange(writer: FactWriter, change: ListChange): WrittenChange {
  const { scope, key, operations, source } = change;
  const list = writer.list(scope, key);
  const after = operations.reduce(
    (items, operation) => (operation.op === "undo" ? items : applyOperation(items, operation, source)),
    list?.items ?? [],
  );
  return keepChange(writer, change, after);
}

function keepChange(writer: FactWriter, change: ListChange, after: readonly FactItem[]): WrittenChange {
  const { scope, key } = change;
  const list = writer.list(scope, key);
  const before = list?.items ?? [];
  if (after.length >= before.length) checkShare(writer, change, after.length);
  const effect = describeEffect(before, after);
  // A list that was emptied may be named anew.
  const topic = list === null || before.length === 0 ? change.topic : list.topic;
  const revision = writer.addChange({ ...change, topic, effect });
  // What changed nothing makes no mirror old.
  writer.putList({
    ...{ scope, key, topic, items: after },
    revision: list !== null && isIdle(effect) ? list.revision : revision,
  });
  return { scope, key, topic, before, after, effect };
}

/** Values and changes of a list that a user may keep, and ten times the lists. */
const MOST_OF_USER = 10_000;

/** @throws LociError `QUOTA_EXCEEDED` where a user would keep more; the owner has no bound, nor has what makes a list smaller */
function checkShare(writer: FactWriter, { scope, key }: ListChange, items: number): void {
  if (!scope.startsWith("user:")) return;
  const lists = writer.lists(scope).length;
  if (Math.max(items, 10 * lists, writer.changes(scope, key).length) > MOST_OF_USER)
    throw new LociError("QUOTA_EXCEEDED", "a user may keep 1,000 lists of facts, with 10,000 values and changes each", {
      hint: "remove what isn't needed any more",
    });
}

/**
 * Takes back the last change that can be, the speaker's own, or the project's where that is later and he says of nobody: by replaying each list without
 * it, and without what was said after it that did nothing: a repetition would bring back what is taken back. The undo itself is kept in the history.
 * @param chat null: of any
 * @param by the undo: its source, its own group, and when it is made
 */
export function undoLast(
  writer: FactWriter,
  { scope: own, explicit }: Speaker,
  chat: string | null,
  by: Pick<ListChange, "source" | "group" | "recordedAt">,
): readonly WrittenChange[] {
  const groups = (explicit ? [own] : [own, SHARED]).map((scope) => writer.lastGroup(scope, chat));
  const group = groups.reduce((a, b) => ((b[0]?.sequence ?? 0) > (a[0]?.sequence ?? 0) ? b : a));
  const lists = new Map(group.map((change) => [`${change.scope}\n${change.key}`, change]));
  return [...lists.values()].map(({ scope, key, topic, group: undone }) => {
    const taken = group.filter((change) => change.scope === scope && change.key === key);
    const since = taken[0]?.sequence ?? 0;
    const idle = writer
      .changes(scope, key)
      .filter(
        ({ sequence, undoneBy, operations, effect }) =>
          sequence > since && undoneBy === null && operations.length > 0 && isIdle(effect),
      );
    writer.markUndone(
      [...taken, ...idle].map((change) => change.sequence),
      by.group,
    );
    const named = writer.list(scope, key)?.topic ?? topic;
    return keepChange(
      writer,
      { ...by, scope, key, topic: named, reason: "undo", operations: [{ op: "undo", group: undone }] },
      replayChanges(writer.changes(scope, key)),
    );
  });
}

/** Removes a list with its history. */
export function eraseList(writer: FactWriter, { scope, key, topic, items: before }: FactList): WrittenChange {
  writer.eraseList(scope, key);
  return { scope, key, topic, before, after: [], effect: describeEffect(before, []) };
}

/** Whether a change did nothing. */
export const isIdle = ({ added, removed, moved }: FactEffect): boolean =>
  added.length + removed.length + moved.length === 0;

/** The operations of a change without those on items that are no longer there: "drop #2" must not keep the name of what was at #2. */
function stillNaming(change: FactChange, before: readonly FactItem[]): readonly FactOperation[] {
  let items = before;
  return change.operations.filter((operation) => {
    if (operation.op === "undo") return true;
    const keys = new Set(items.map((item) => item.key));
    items = applyOperation(items, operation, change.source);
    return namedItems(operation).every((value) => keys.has(valueKey(value)));
  });
}

function namedItems(operation: ListOperation): readonly string[] {
  if (operation.op === "move" || operation.op === "remove") return [operation.value];
  if (operation.op === "swap") return [operation.first, operation.second];
  return operation.op === "replace" ? [operation.old] : [];
}

/** Replays a list after changes of its history went, and restates what each remaining change did. */
export function replayList(writer: FactWriter, scope: Scope, key: string): WrittenChange {
  const list = writer.list(scope, key);
  const before = list?.items ?? [];
  const changes = writer.changes(scope, key);
  const after = replayChanges(changes, (change, from, to) =>
    writer.restate(change.sequence, stillNaming(change, from), describeEffect(from, to)),
  );
  // Undone changes and undos spoke of values that may be gone for good.
  for (const change of changes)
    if (change.undoneBy !== null || change.operations.some((operation) => operation.op === "undo"))
      writer.restate(
        change.sequence,
        change.operations.filter((operation) => operation.op === "undo"),
        describeEffect([], []),
      );
  const stated = changes.find((change) => change.operations.some((operation) => operation.op !== "undo"));
  const topic = stated?.topic ?? list?.topic ?? key;
  if (stated === undefined) writer.eraseList(scope, key);
  else writer.putList({ scope, key, topic, items: after, revision: list?.revision ?? 0 });
  return { scope, key, topic, before, after, effect: describeEffect(before, after) };
}

/** A list that says some words, and the changes that brought them in. */
type Saying = ReturnType<typeof saidOf>[number];

/** The lists of a scope, of all when null, that say some words, now or in their history. Cost: every change of theirs. */
export function saidOf(reader: FactReader, scope: Scope | null, holds: (text: string) => boolean) {
  return reader.lists(scope).flatMap((list) => {
    const all = reader.changes(list.scope, list.key);
    const changes = all.filter(({ topic, source, effect }) =>
      [topic, source.sentence, ...effect.added.map(({ value }) => value)].some(holds),
    );
    if (changes.length === 0 && !holds(list.topic) && !all.some((change) => valuesOf(change).some(holds))) return [];
    // Without a correction what it set right holds again.
    return [{ list, isWhole: holds(list.topic) || changes.length === all.length, changes }];
  });
}

/** Takes words out of a list: what was said in messages that hold them, or the whole. */
export function forgetSaid(
  writer: FactWriter,
  { list, isWhole, changes }: Saying,
  holds: (text: string) => boolean,
): readonly WrittenChange[] {
  if (isWhole) return [eraseList(writer, list)];
  const drop = (some: readonly FactChange[]): readonly WrittenChange[] =>
    some.flatMap(({ source: { chat, messageId } }) =>
      writer.forgetChat(chat, [list.scope], [messageId]).map(({ scope, key }) => replayList(writer, scope, key)),
    );
  const first = drop(changes);
  // What later changes said of it by name: it is no longer there for them.
  const left = writer.changes(list.scope, list.key).filter((change) => valuesOf(change).some(holds));
  return [...first, ...drop(left)];
}

export function shownSaid({ list: { topic, scope }, isWhole, changes }: Saying): SaidList {
  return { topic, scope, isWhole, sentences: [...new Set(changes.map(({ source }) => source.sentence))] };
}

/** The topic that a caller's words name. @throws LociError `FACT_INVALID` */
export function namedTopic(words: string): NamedList {
  const trimmed = spoken(words).trim();
  if (trimmed === "" || trimmed.length > LONGEST_TOPIC || /\p{Cc}/u.test(trimmed))
    throw new LociError("FACT_INVALID", `a topic is one line of 1 to ${LONGEST_TOPIC} characters`, {
      hint: "name it in a few words, such as 'fonts'",
    });
  const least = /^(?:my )?least favou?rite /iu.exec(trimmed)?.[0] ?? "";
  const { key, name } = topicOf(trimmed.slice(least.length).replace(/^(?:my )?favou?rite /iu, ""), least !== "");
  return { key, topic: name };
}

/** A key as programs give it, "favorite_colors", as words. */
const spoken = (words: string): string =>
  words.replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])|(?<=^favou?rite)-/giu, " ");

/** The attribute that a caller's words name: "my dog's name", "Anna's birthday", "the staging port". */
export function namedAttribute(given: string): NamedList {
  const words = spoken(given);
  const read = attributeOf(words);
  if (read !== null) return factNamed(read);
  const [, whose = "my", rest = words] = /^(my|our|the)\s+(.+)$/iu.exec(words.trim()) ?? [];
  const { key, topic } = namedTopic(rest);
  return { key: storedKey(/^my$/iu.test(whose) ? "me" : "project", key), topic };
}

/** The list that words name in a scope, ranked or an attribute; one that is stored before one that isn't. */
export function storedTopic(reader: FactReader, words: string, scope: Scope): NamedList {
  const first = namedTopic(words);
  const attribute = namedAttribute(words);
  const project = { ...attribute, key: attribute.key.replace(/^@me\//u, "@project/") };
  const candidates = [first, { key: words.trim(), topic: words.trim() }, attribute, project];
  return (
    candidates.find(({ key }) => scopesSeen(scope).some((one) => (reader.list(one, key)?.items.length ?? 0) > 0)) ??
    candidates.find(({ key }) => reader.list(scope, key) !== null) ??
    calledAlso(reader, words, scope) ??
    first
  );
}

/** The list that is called so as it is shown, but for its marks and capitals ("annas birthday"), or with a head that says little ("tv": "tv show"). */
function calledAlso(reader: FactReader, words: string, scope: Scope): NamedList | null {
  const bare = (text: string): string => text.toLowerCase().replace(/['’.]|^(?:your|my|our|the) /gu, "");
  const lists = scopesSeen(scope).flatMap((one) => reader.lists(one));
  const { key: named } = namedTopic(words);
  const isAlso = (key: string): boolean => key.replace(/ (?:show|brand|name|type)$/u, "") === named;
  return lists.find(({ topic }) => bare(topic) === bare(words.trim())) ?? lists.find(({ key }) => isAlso(key)) ?? null;
}

/** @throws LociError `FACT_NOT_FOUND` */
export function missingList(words: string): never {
  throw new LociError("FACT_NOT_FOUND", `no list '${words.slice(0, 80)}' is stored`, {
    hint: "loci facts shows what is",
  });
}

/** Who speaks of a list, and whether he named whose. */
export type Speaker = Pick<ReadSpeech, "scope" | "explicit">;

/** Whose list a change is made to: the speaker's own; for the owner, where he has none that holds something, the project's. */
export function scopeOfChange(reader: FactReader, key: string, { scope, explicit }: Speaker): Scope {
  const isHeld = (one: Scope): boolean => (reader.list(one, key)?.items.length ?? 0) > 0;
  return !explicit && !isHeld(scope) && isHeld(SHARED) ? SHARED : scope;
}

/** The list to erase: the speaker's own, also where it is empty by now; for the owner, where he has none, the project's. */
export const listToErase = (reader: FactReader, key: string, { scope, explicit }: Speaker): FactList | null =>
  reader.list(scope, key) ?? (explicit ? null : reader.list(SHARED, key));
