import type { Frame, Meaning, Position } from "../languages/language.ts";
import { atPosition } from "./at-position.ts";
import { FIRST } from "./first-place.ts";
import type { Grammar } from "./grammar.ts";
import type { Intent, ItemMention, TopicMention } from "./intent.ts";
import type { Captures } from "./match-pattern.ts";
import type { Selector } from "./position.ts";
import { positionTarget } from "./position-target.ts";
import { SlotReader } from "./slot-reader.ts";
import type { Source, Surroundings } from "./source.ts";

const COMMANDS: ReadonlySet<Meaning> = new Set(["add", "place", "make", "move", "transfer", "swap", "replace", "remove", "clear", "undo"]);

/** Whether a form of this meaning asks for a list to be changed. */
export function commands(meaning: Meaning): boolean {
  return COMMANDS.has(meaning);
}

const QUESTIONS: ReadonlySet<Meaning> = new Set(["pick", "list", "listAll", "count", "rankOf", "beside", "check", "provenance"]);

/** Whether a form of this meaning asks. */
export function asks(meaning: Meaning): boolean {
  return QUESTIONS.has(meaning);
}

/**
 * What a matched form means; null when its slots hold nothing that they can (a pronoun as a value, a state as a favourite,
 * a question where a statement is needed).
 */
export function buildIntent(frame: Frame, captures: Captures, source: Source, around: Surroundings, grammar: Grammar): Intent | null {
  const read = new SlotReader(captures, source, grammar);
  const has = (flag: string): boolean => captures.flags.includes(flag);
  const topic = read.topic.in();
  // "Have you put it there?" commands nothing; "Can you put it there?" does, and so does whatever names its list.
  if (commands(frame.means) && around.question && !around.request && topic === null) return null;
  if (commands(frame.means) && read.manner.holdsList()) return null;
  if (read.topic.endsInListWord() || read.topic.isNone() || (has("plural") && topic?.plural !== true)) return null;
  switch (frame.means) {
    case "assign":
      return assign(read, around, has);
    case "member": {
      const values = read.values.in("VALUES", topic, false);
      return topic === null || around.question || values === null ? null : { kind: "member", topic, values: values.values.map((one) => one.value) };
    }
    case "add": {
      const values = read.values.in("VALUES", topic, false, true);
      // "… then add it at the end": "it" is no value.
      if (values === null || (topic === null && !has("any") && !has("within")) || (has("within") && read.slots.beginsWith("VALUES", "that"))) return null;
      return { kind: "add", within: has("within"), topic, values: values.values.map((one) => one.value), to: has("rank") ? positionTarget(captures.ranks[0]) : read.items.target(has) };
    }
    case "make":
    case "place":
    case "move": {
      if (frame.means === "make" && has("posonly") && !read.manner.namesRank()) return null;
      if (has("reference") && around.question && !around.request) return null;
      if (has("direct") && topic === null && (!around.alone || read.slots.beginsWithArticle("VALUE"))) return null;
      if (has("direct") && !has("before") && !has("after") && !read.manner.namesPlace()) return null;
      // "My favorite poet to #2": the one rank is where it goes.
      const away = has("byrank") ? read.items.target(has, 1) : null;
      const mention: ItemMention | null = has("byrank") ? atPosition((away === null ? undefined : captures.ranks[0]) ?? FIRST) : read.items.in(frame.means === "move" ? "REF" : "VALUE");
      const named = frame.means === "make" && !has("reference") && captures.ranks.length === 0 && !has("top") && !has("bottom") && captures.number === null;
      const to = named ? positionTarget(FIRST) : has("byrank") ? (away ?? positionTarget(captures.ranks[0])) : read.items.target(has);
      if (mention === null || to === null || (!has("byrank") && read.slots.pointsAtRank(frame.means === "move" ? "REF" : "VALUE") && mention.kind === "value")) return null;
      return { kind: "place", topic, item: mention, to, insert: frame.means === "move" || (has("reference") && !(has("wished") && topic?.by === "frame" && !read.slots.describes("VALUE"))) ? "no" : has("wished") ? "named" : has("plainrank") || has("direct") || read.manner.namesRank() || (around.alone && read.manner.namesPlace()) ? "yes" : topic === null && read.manner.namesPlace() && !read.slots.describes("VALUE") ? "beside" : "named" };
    }
    case "swap": {
      const [first, second] = read.items.pair(has);
      return first === null || second === null ? null : { kind: "swap", topic, first, second, orReplace: has("orreplace") };
    }
    case "replace": {
      // "Rename my favorite teas to …": items have names to change, a list's is its topic.
      if (has("naming") && topic?.plural === true && captures.ranks.length === 0) return null;
      if (has("entire") || (has("byrank") && topic?.plural === true && captures.ranks.length === 0)) {
        const stated = topic?.plural === true ? read.values.in("VALUES", topic, false, true) : null;
        return stated === null || topic === null ? null : { kind: "assign", topic, position: null, values: stated.values, order: stated.order, correction: true, after: false, within: false, known: false, sense: "same", single: false, carry: false };
      }
      const item = has("byrank") ? atPosition(captures.ranks[0] ?? FIRST) : read.items.in("REF");
      if (has("posonly") && !read.manner.namesRank()) return null;
      // "Set it to #1", "change brie to number two": a place, and no name.
      const place = !has("byrank") && !has("called") && has("change") && item !== null && read.items.isPlace("VALUE") ? read.items.in("VALUE") : null;
      if (place?.kind === "position") return { kind: "place", topic, item: item as ItemMention, to: { kind: "position", position: place.position }, insert: "no" };
      const value = read.slots.subject("VALUE") ?? read.slots.text("VALUES");
      const old = has("byrank") && captures.ranks.length === 0 ? read.items.in("OTHER") : null;
      const standing = has("standing") ? (captures.ranks[0] ?? FIRST) : null;
      return item === null || value === null ? null : { kind: "replace", within: has("within"), topic, item: old ?? item, value, standing };
    }
    case "transfer": {
      const [item, onto] = [read.items.in("REF"), read.topic.in("NOUN")];
      return topic === null || onto === null || item === null ? null : { kind: "transfer", topic, item, onto: { ...onto, by: "frame" } };
    }
    case "remove": {
      if (has("byrank")) {
        if (topic?.plural === true && captures.ranks.length === 0) return null;
        return { kind: "remove", topic, items: [atPosition(captures.ranks[0] ?? FIRST)], gone: false, within: false };
      }
      const several = has("severalranks") ? captures.selectors : null;
      // "Remove my top favorite poets" leaves open how many.
      if (has("severalranks")) return several === null || read.manner.saysTop() ? null : { kind: "remove", topic, items: several, gone: false, within: false };
      const selectors = read.items.selectorsIn("REF");
      if (selectors !== null) return { kind: "remove", topic, items: selectors, gone: false, within: has("within") };
      const item = read.items.in(has("gone") ? "VALUE" : "REF");
      return item === null ? null : { kind: "remove", topic, items: [item], gone: has("gone"), within: has("within") };
    }
    case "clear":
      return has("many") && topic?.plural !== true ? null : { kind: "clear", topic };
    case "undo":
      return { kind: "undo" };
    case "mention":
      if (has("valuefirst") && (around.question || read.values.in("VALUES", topic, false) === null)) return null;
      return topic === null ? null : { kind: "mention", topic, position: captures.ranks[0] ?? null };
    case "listAll":
      return { kind: "listAll" };
    case "count":
      return { kind: "count", topic };
    case "pick":
    case "list":
      return pick(read, around, has, topic, frame.means === "list");
    case "rankOf": {
      const value = read.slots.text("VALUE");
      // "Where did I put the mint?" asks for the thing.
      if (has("thing") && topic === null && read.slots.beginsWithArticle("VALUE")) return null;
      // "How do I add something to my favorite teas?"
      return value === null || read.slots.isPronoun("VALUE") || read.slots.beginsWith("VALUE", "command") ? null : { kind: "rankOf", topic, value };
    }
    case "beside": {
      const value = read.slots.text("VALUE");
      if (has("fragment") && !around.question || value === null || read.slots.isPronoun("VALUE")) return null;
      // "Which lake comes after …": such a list, if one is stored.
      return { kind: "beside", topic: topic === null || read.manner.saysFavorite() ? topic : { ...topic, by: "stored" }, value, step: has("after") ? 1 : -1 };
    }
    case "check": {
      const phrase = read.slots.words("PHRASE");
      const value = read.slots.text("VALUE");
      if (!around.question || (value === null && phrase.length < 2) || (value !== null && read.slots.isPronoun("VALUE"))) return null;
      // "Is Como my favorite lake?" asks about the first place, "one of my favorite lakes" about any.
      const first = topic !== null && !topic.plural && !has("oneof") ? FIRST : null;
      return { kind: "check", topic, position: captures.ranks[0] ?? first, value: value ?? "", phrase, least: read.slots.least };
    }
    case "provenance":
      return { kind: "provenance", topic, value: read.slots.text("VALUE"), position: captures.ranks[0] ?? null };
  }
}

function assign(read: SlotReader, around: Surroundings, has: (flag: string) => boolean): Intent | null {
  const topic = read.topic.in();
  const carry = has("carry");
  if (around.question || (topic === null && !carry)) return null;
  if (has("top") && (topic === null || read.topic.namesNoTaste())) return null;
  // "My top drawer is …" is no ranking; "my top drawers are" and "my top 3 drawers" are.
  if (has("plain") && !has("count") && topic?.plural !== true) return null;
  // "My favorite bar is closed, sadly": only what is said of several, or of a list, has its commas cut.
  if (has("many") && topic?.plural !== true && !["listword", "bemany", "count", "eq"].some(has)) return null;
  const single = topic !== null && !topic.plural && !read.manner.saysMany();
  const stated = read.values.in(read.slots.has("VALUES") ? "VALUES" : "VALUE", topic, single || carry);
  if (stated === null || read.manner.isApposition()) return null;
  // "My favorite pub is no longer a pub but a bank" tells what became of it.
  if (topic !== null && read.slots.has("REF") && read.topic.in("REF")?.key === topic.key) return null;
  // "My favorite shop sells 1) rope" tells of a shop.
  if (has("verbless") && !has("count") && (topic?.plural !== true || read.slots.words("TOPIC").length > 1)) return null;
  // "my favorite cafes open at 8" below a list names none.
  if (has("listed") && (!read.slots.endsLine("VALUES") || stated.values.length < 2 || topic?.plural !== true || (read.slots.words("TOPIC").length > 2 && !has("aside")))) return null;
  if (has("numbered") && stated.order !== "ranks") return null;
  // "From worst to best" with numbers says two things at once.
  if (has("backward") && stated.order === "ranks") return null;
  const values = has("backward") ? stated.values.toReversed() : stated.values;
  const position = has("rankone") ? FIRST : (read.slots.captures.ranks[0] ?? (has("valuefirst") && has("top") ? FIRST : null));
  // "First: buy figs" after a favorite is no rank; "second favorite: plum" is.
  if (has("coloned") && !has("favorite") && (position?.from !== "top" || position.rank < 2)) return null;
  const correction = around.correction || ["correct", "becomes", "nowadv", "new"].some(has);
  return { kind: "assign", topic, position, values, order: has("backward") && values.length > 1 ? "order" : stated.order, correction, after: has("later"), within: has("within"), known: carry && has("valuefirst") && !has("favorite"), sense: !has("other") ? "same" : has("least") ? "least" : "favorite", single: values.length === 1 && (single || carry || position !== null), carry };
}

function pick(read: SlotReader, around: Surroundings, has: (flag: string) => boolean, topic: TopicMention | null, whole: boolean): Intent | null {
  const { captures } = read.slots;
  if (has("fragment") && !has("mine") && captures.selectors === null && captures.ranks.length === 0 && !around.question && !around.alone) return null;
  // A noun phrase that is the whole message asks for itself, if such a list is stored.
  const bare = (has("fragment") || has("noun")) && !around.asked && around.alone;
  if ((has("fragment") || has("ellipsis")) && !around.asked && !around.shown && !bare && !["andwhat", "show", "listing", "lister"].some(has)) return null;
  if (has("bare") && !around.question) return null;
  // "What was my favorite tea before?"
  if (has("once") && !has("telling")) return null;
  const edge: Position | null = has("top") || has("one") ? FIRST : has("bottom") ? { from: "end", back: 0 } : null;
  const position = captures.ranks[0] ?? (captures.number === null ? edge : { from: "top" as const, rank: captures.number });
  const counted = (has("firstn") || has("lastn")) && captures.number !== null ? [{ kind: has("lastn") ? "last" as const : "first" as const, count: captures.number }] : null;
  const named = captures.selectors ?? counted ?? (position === null ? null : [{ kind: "one" as const, position }]);
  // "My top lakes" are all of them, "my top lake" is the first.
  const selectors = topic?.plural === true && isTop(named) && captures.selectors !== null && read.manner.saysTop() ? null : named;
  if ((topic === null && selectors === null && !has("any")) || (has("many") && topic?.plural !== true)) return null;
  const mention: TopicMention | null = topic === null ? null : { ...topic, by: bare || has("weak") || has("which") && !has("topic") && !read.manner.saysFavorite() ? "stored" : has("noun") ? "chat" : has("slice") ? "stored" : topic.by };
  return { kind: "pick", topic: mention, selectors, whole: whole || ["whole", "listword", "wasmany", "listing"].some(has) };
}

function isTop(selectors: readonly Selector[] | null): boolean {
  const [only, more] = selectors ?? [];
  return more === undefined && only?.kind === "one" && only.position.from === "top" && only.position.rank === 1;
}
