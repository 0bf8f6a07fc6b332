import type { Grammar } from "../grammar/grammar.ts";
import type { Intent, ItemMention, Target, TopicMention } from "../grammar/intent.ts";
import { topicOf } from "../grammar/topic.ts";
import { rankOf } from "../grammar/position.ts";
import type { Position } from "../languages/language.ts";
import { FIRST } from "../grammar/first-place.ts";
import { callIndex } from "../lists/call-index.ts";
import { valueKey } from "../lists/value-key.ts";
import { placeNamed } from "../lists/place-named.ts";
import type { FactView } from "./fact-view.ts";
import { refer } from "./refer.ts";

/** An intent that holds, and the list it is about. */
export interface Accepted {
  readonly intent: Intent;
  readonly key: string | null;
  readonly topic: string;
  /** Its item is not in the list: another reading that holds comes before. */
  readonly unsure?: boolean;
  /** What is done after it, of another list. */
  readonly then?: Accepted;
}

/** How the keys and names of lists of what is liked least begin. */
const LEAST = "least favorite ";

interface Named {
  readonly key: string;
  readonly topic: string;
}

/** A topic that an earlier clause spoke of. */
export interface Carried extends Named {
  /** Whether it said what no longer holds: "my favorite color used to be blue". */
  readonly past: boolean;
  /** The place whose item no longer holds; null when none was named. */
  readonly place: Position | null;
  /** The one value that it put there, which the list as stored doesn't hold yet: "add Issa … and move it to the top". */
  readonly put: string | null;
}


/**
 * Whether an intent holds in its context: a favourite frame always does; "my tea list" when it is stored; a command or
 * question without a topic when this chat spoke of a list, and the items it names are in it.
 *
 * @param carry the topic that an earlier clause of the same message spoke of
 * @param before the earlier clauses of the same message
 */
export function accept(given: Intent, view: FactView, carry: Carried | null, grammar: Grammar, before = ""): Accepted | null {
  const focus = (): Named | null => {
    if (carry !== null) return { key: carry.key, topic: carry.topic };
    const key = view.focus[0];
    return key === undefined ? null : { key, topic: view.list(key)?.topic ?? key };
  };
  const named = (topic: TopicMention | null): Named | null => (topic === null ? focus() : resolve(topic, view));
  let put: string | null = null;
  const intent = refer(given, () => {
    const where = "topic" in given ? named(given.topic) : null;
    if (carry !== null && carry.put !== null && where?.key === carry.key) return (put = carry.put);
    return spokenOf(where, view, before);
  });
  if (intent === null) return null;
  /** Whether a list holds all that is mentioned, or will when the clauses before are done. */
  const holds = (where: Named | null, mentions: readonly ItemMention[]): boolean => {
    const others = mentions.filter((mention) => put === null || mention.kind !== "value" || mention.value !== put);
    return (others.length === 0 && put !== null) || knows(view, where, others);
  };
  const about = (where: Named | null, holds = true): Accepted | null => (where !== null && holds ? { intent, ...where } : null);
  /** The list spoken of that holds an item. */
  const aboutItem = (value: string): Accepted | null => {
    const keys = carry === null ? view.focus : [carry.key, ...view.focus];
    const key = keys.find((one) => knows(view, { key: one, topic: "" }, [{ kind: "value", value, parts: [] }]));
    return key === undefined ? null : about({ key, topic: view.list(key)?.topic ?? key });
  };
  switch (intent.kind) {
    case "undo":
      return view.canUndo ? { intent, key: null, topic: "" } : null;
    case "listAll":
      return { intent, key: null, topic: "" };
    case "assign":
      if (intent.topic !== null) return about(resolve(intent.topic, view));
      if (intent.after) return carry?.past === true ? atPlace(intent, carry, view) : null;
      if (intent.sense !== "same") return carry === null ? null : about(turned(carry, intent.sense, view));
      if (carry !== null) return about(focus());
      if (intent.position === null || intent.within) return null;
      return about(focus(), view.list(focus()?.key ?? "") !== null && (!intent.known || knows(view, focus(), intent.values.map(({ value }) => ({ kind: "value", value, parts: [] })))));
    case "mention":
      return about(resolve(intent.topic, view));
    case "member": {
      const where = resolve(intent.topic, view);
      return about(where, where !== null && view.list(where.key) !== null);
    }
    case "add":
      if (intent.within && carry === null) return null;
      // "… to my favorite books before 1900": a place only beside an item of the list, else a part of the topic.
      if (intent.topic?.by === "stored" && !knows(view, named(intent.topic), besides(intent.to))) return null;
      return about(named(intent.topic), intent.topic !== null || view.list(named(null)?.key ?? "") !== null);
    case "clear":
    case "count": {
      const where = named(intent.topic);
      return about(where, intent.topic !== null || view.list(where?.key ?? "") !== null);
    }
    case "place": {
      const where = named(intent.topic);
      if (intent.insert === "no" && !holds(where, [intent.item])) return intent.topic === null ? null : unsure(about(where));
      // "Put feta first and brie last" places two; together they are no name.
      if (intent.topic === null && intent.item.kind === "value" && intent.item.parts.length > 1 && !knows(view, where, [{ ...intent.item, parts: [] }])) return null;
      if (intent.topic?.by !== "frame" && !holds(where, besides(intent.to))) return null;
      const known = intent.insert === "yes" || ((intent.insert === "named" || intent.insert === "beside") && intent.topic !== null) || holds(where, [intent.item]);
      return about(where, intent.topic !== null || (known && (put !== null || view.list(where?.key ?? "") !== null)));
    }
    case "swap": {
      const where = named(intent.topic);
      if (intent.orReplace && intent.topic === null) return about(where, knows(view, where, [intent.first]));
      return about(where, intent.topic !== null || holds(where, [intent.first, intent.second]));
    }
    case "replace": {
      if (intent.within && carry === null) return null;
      const where = named(intent.topic);
      if (intent.standing !== null && !stands(view, where, intent.item, intent.standing, intent.value)) return null;
      return about(where, intent.topic !== null || holds(where, [intent.item]));
    }
    case "transfer":
      return acceptTransfer(intent, view);
    case "remove": {
      if (intent.within && carry === null) return null;
      const where = named(intent.topic);
      const mentions = intent.items.filter((item): item is ItemMention => item.kind === "position" || item.kind === "value" || item.kind === "that");
      const must = intent.topic === null || intent.gone;
      return about(where, !must || (view.list(where?.key ?? "") !== null && knows(view, where, mentions)));
    }
    case "pick": {
      if (intent.topic?.by === "chat") return acceptNoun(intent, intent.topic, view);
      if (intent.topic !== null && asksForEarlier(intent.topic, view, grammar)) return null;
      return about(named(intent.topic));
    }
    case "rankOf": {
      if (intent.topic !== null) return about(resolve(intent.topic, view));
      return aboutItem(intent.value);
    }
    case "beside":
      if (intent.topic === null) return aboutItem(intent.value);
      return about(resolve(intent.topic, view), knows(view, resolve(intent.topic, view), [{ kind: "value", value: intent.value, parts: [] }]));
    case "check":
      return acceptCheck(intent, view, grammar);
    case "provenance":
      if (intent.topic !== null || intent.value === null) return about(named(intent.topic), intent.topic !== null || view.list(focus()?.key ?? "") !== null);
      return about(focus(), knows(view, focus(), [{ kind: "value", value: intent.value, parts: [] }]));
  }
}

/** The list that a mention names; null when it needs to be stored and isn't. */
function resolve(topic: TopicMention, view: FactView): Named | null {
  const key = view.target(topic.key);
  if (topic.by === "stored" && view.list(key) === null) return null;
  return { key, topic: view.list(key)?.topic ?? topic.name };
}

/** "My second favorite herb isn't thyme, it's mint": what comes takes the place of what was named. */
function atPlace(intent: Extract<Intent, { kind: "assign" }>, { key, topic, place }: Carried, view: FactView): Accepted {
  const [value, more] = intent.values;
  if (place === null || value === undefined || more !== undefined) return { intent, key, topic };
  const count = view.list(key)?.items.length ?? 0;
  const taken = rankOf(place, count) >= 1 && rankOf(place, count) <= count;
  return { intent: taken ? { kind: "replace", within: false, topic: null, item: { kind: "position", position: place }, value: value.value, standing: null } : { ...intent, position: place }, key, topic };
}

/** "… and my least favorite is mate": the list that stands opposite to the one named; null when it is the same one. */
function turned(from: Named, sense: "favorite" | "least", view: FactView): Named | null {
  const [key, topic] = [from.key, from.topic].map((name) => (name.startsWith(LEAST) ? name.slice(LEAST.length) : name)) as [string, string];
  const to = sense === "least" ? `${LEAST}${key}` : key;
  return to === from.key ? null : { key: view.target(to), topic: view.list(to)?.topic ?? (sense === "least" ? `${LEAST}${topic}` : topic) };
}

/** Whether an item stands at a place of a list that doesn't hold a value yet. */
function stands(view: FactView, where: Named | null, item: ItemMention, place: Position, value: string): boolean {
  const list = where === null ? null : view.list(where.key);
  if (list === null || item.kind !== "value") return false;
  const find = callIndex(list.items, view.aliasOf(list.key));
  const found = find(item.value);
  return "item" in found && list.items[rankOf(place, list.items.length) - 1] === found.item && find(value).kind === "none";
}

/** An item that goes to another list under the name it has; one that isn't there, or may be two, is for a removal to speak of. */
function acceptTransfer(intent: Extract<Intent, { kind: "transfer" }>, view: FactView): Accepted | null {
  const [from, onto] = [resolve(intent.topic, view), resolve(intent.onto, view)];
  const list = from === null ? null : view.list(from.key);
  if (from === null || onto === null || list === null || onto.key === from.key || intent.item.kind === "that") return null;
  const found = intent.item.kind === "value" ? callIndex(list.items, view.aliasOf(list.key))(intent.item.value) : null;
  const item = intent.item.kind === "position" ? list.items[rankOf(intent.item.position, list.items.length) - 1] : found !== null && "item" in found ? found.item : undefined;
  const removal: Intent = { kind: "remove", topic: intent.topic, items: [item === undefined ? intent.item : { kind: "value", value: item.value, parts: [] }], gone: false, within: false };
  if (item === undefined) return { intent: removal, ...from };
  return { intent: removal, ...from, then: { intent: { kind: "add", within: false, topic: intent.onto, values: [item.value], to: null }, ...onto } };
}

/** "What was my favorite opera before Tosca?": what was before is not among what is stored of operas. */
function asksForEarlier(topic: TopicMention, view: FactView, { lexicon }: Grammar): boolean {
  const words = topic.key.split(" ");
  const at = words.findIndex((word, i) => i > 0 && lexicon.tables["earlier"]?.has(word) === true);
  return at > 0 && view.list(view.target(topic.key)) === null && view.list(view.target(words.slice(0, at).join(" "))) !== null;
}

/** The item that "it" stands for: the one that the message named before, else the one that this chat's last change was about. */
function spokenOf(where: Named | null, view: FactView, before: string): string | null {
  const list = where === null ? null : view.list(where.key);
  if (list === null) return null;
  const words = ` ${valueKey(before).replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  const named = list.items.filter((item) => words.includes(` ${item.key.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `));
  if (named.length > 0) return named.length === 1 ? (named[0]?.value ?? null) : null;
  return view.lastItem(list.key);
}

/** "and the second color?": a list that this chat spoke of. */
function acceptNoun(intent: Intent, topic: TopicMention, view: FactView): Accepted | null {
  const key = view.target(topic.key);
  const list = view.list(key);
  return list === null || !view.focus.includes(key) ? null : { intent, key, topic: list.topic };
}

/** The item beside which something is to go; none when it goes to a place. */
function besides(to: Target | null): readonly ItemMention[] {
  return to?.kind === "before" || to?.kind === "after" ? [to.item] : [];
}

function unsure(accepted: Accepted | null): Accepted | null {
  return accepted === null ? null : { ...accepted, unsure: true };
}

function knows(view: FactView, where: Named | null, mentions: readonly ItemMention[]): boolean {
  const list = where === null ? null : view.list(where.key);
  if (list === null) return false;
  const find = callIndex(list.items, view.aliasOf(list.key));
  return mentions.every((mention) => {
    if (mention.kind !== "value") return mention.kind === "position";
    const names = (value: string): boolean => find(value).kind !== "none" || placeNamed(value, list.items.length) !== null;
    return names(mention.value) || (mention.parts.length > 1 && mention.parts.every(names));
  });
}

/** A yes/no question is answered only about a list that is stored. Its topic and value are told apart by what is stored. */
function acceptCheck(intent: Extract<Intent, { kind: "check" }>, view: FactView, grammar: Grammar): Accepted | null {
  if (intent.topic === null && intent.value !== "") {
    const list = view.list(view.focus[0] ?? "");
    return list === null ? null : { intent, key: list.key, topic: list.topic };
  }
  if (intent.topic !== null) {
    const list = view.list(view.target(intent.topic.key));
    return list === null ? null : { intent, key: list.key, topic: list.topic };
  }
  for (let cut = intent.phrase.length - 1; cut >= 1; cut -= 1) {
    const topic = topicOf(intent.phrase.slice(0, cut).join(" "), intent.least, grammar.language);
    const list = view.list(view.target(topic.key));
    if (list === null) continue;
    const value = intent.phrase.slice(cut).join(" ");
    const position = intent.position ?? (topic.plural ? null : FIRST);
    return { intent: { ...intent, position, topic: { ...topic, by: "frame" }, value }, key: list.key, topic: list.topic };
  }
  return null;
}
