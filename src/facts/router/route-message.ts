import { isAttribute, storedKey } from "../grammar/attribute-keys.ts";
import { MAY_SET_RIGHT, SETS_RIGHT } from "../../english/word-classes.ts";
import { LAUGHS } from "../../english/adverbials.ts";
import { alternatives, ASPECT, spellings } from "../../english/nouns.ts";
import { answersAsked, isExact, typeOf } from "../../english/value-type.ts";
import { factNamed, isWrite } from "../grammar/intent.ts";
import type { AttributeMention, Change, Intent, ListMention, NamedList, Question } from "../grammar/intent.ts";
import { ORDERS } from "../grammar/attributes.ts";
import { attributeOf, FORMER_KEY } from "../grammar/mentions.ts";
import type { ReadClause } from "../grammar/read-message.ts";
import { Say } from "../answers/answer.ts";
import type { FactList } from "../../storage/ports/fact-store.ts";
import { scopesSeen } from "./fact-view.ts";
import type { FactAct, FactView, RouteReason, RoutedMessage, UnreadChange } from "./fact-view.ts";
import { nameIndex, valueKey } from "../lists/apply-operation.ts";
import { unreadChange } from "../fresh/said-later.ts";

/**
 * Routes a message in its context: of each clause, whether it is done, answered, or handed on. Pure.
 * @param clauses the text as `readMessage` reads it, which is the greater part of the work and needs no view
 */
export function routeMessage({ text, clauses, isToAnswer = false }: Routable, view: FactView): RoutedMessage {
  const router = new Router(view);
  for (const clause of clauses) router.take(clause);
  return router.result(text, isToAnswer ? [] : clauses);
}

interface Routable {
  readonly text: string;
  readonly clauses: readonly ReadClause[];
  /** Whether its acts alone are wanted: what sounds like a change isn't looked for. */
  readonly isToAnswer?: boolean | undefined;
}

const FULL_STOP =
  "The full stop at the end is taken for the sentence's; if it belongs to it, say it again in double quotation marks.";

const HALF =
  "A part of that can't be read for sure, so nothing of it was stored: say it in one plain sentence, or put the values in double quotes.";

function unreadRemark({ list }: UnreadChange): string {
  const { one, many } = new Say(list);
  const [name, is] = list.items.length > 1 ? [many, "are"] : [one, "is"];
  const over = isAttribute(list.key) ? ` or "forget ${name.replace(/^your /u, "my ")}"` : "";
  return (
    `That sounds like a change of ${name}, but what it is now can't be read for sure, so nothing was changed. ` +
    `Say it plainly, such as "${name.replace(/^your /u, "my ")} ${is} …"${over}.`
  );
}

/** Nothing that anybody wants kept. */
export const COURTESY = /^(?:thanks|thank you|thx|cheers|ok|okay|please|bye|lol|hi|hello|got it)\b.{0,20}$/iu;
/** A sentence that corrects the one before it: "No wait, green", "actually, it's green"; "No thanks" and "Today I …" correct nothing. */
const TAKES_BACK = new RegExp(
  String.raw`^(?:oh,? )?(?:${SETS_RIGHT}[,:]?\s+\S|${MAY_SET_RIGHT},?\s+(?:(?:it's|it is|i meant?|make)\s|(?!thank|worr|problem|need)\S+$))`,
  "iu",
);
/** What is no item's name. */
const INDEFINITE = /^(?:an?|the|some|more|this|that|my|one|two|three|four|five|\d+)\s/iu;
/** Whose a fact may be that somebody speaks of: his own, or the project's. */
const BOTH = ["me", "project"] as const;

class Router {
  readonly #view: FactView;
  readonly #acts: FactAct[] = [];
  readonly #rest: string[] = [];
  readonly #others: string[] = [];
  readonly #unkept: string[] = [];
  /** What is to be said of what was not done. */
  readonly #remarks = new Set<string>();
  #remembers = false;
  /** The sentence that asked for it, without "Remember that". */
  #lead = { nth: -1, said: "" };
  #carry: NamedList | null = null;
  #refusal: RouteReason | null = null;

  constructor(view: FactView) {
    this.#view = view;
  }

  take(clause: ReadClause): void {
    const act = this.#read(clause);
    if (clause.opened.remember) this.#lead = { nth: clause.nth, said: toKeep(clause) };
    if (act !== null) {
      if (act.key !== null) this.#carry = { key: act.key, topic: act.topic };
      this.#acts.push(act);
      if (clause.isOpen) this.#remarks.add(FULL_STOP);
      if (clause.nth === 0 && clause.opened.remember) this.#remembers = true;
      return;
    }
    // "My favorite color is blue. No wait, green.": what is taken back so isn't stored, and said.
    const isBehindWrite = this.#acts.slice(-1).some(({ intent }) => isWrite(intent));
    if (TAKES_BACK.test(clause.text) && clause.mark !== "?" && isBehindWrite) {
      this.#acts.pop();
      this.#remarks.add(HALF);
    }
    if (this.#isToKeep(clause)) {
      if (clause.nth === 0) this.#remembers = true;
      const said = clause.nth === this.#lead.nth ? this.#lead.said : toKeep(clause);
      if (!this.#unkept.includes(said)) this.#unkept.push(said);
    } else {
      if (clause.isHalf) this.#remarks.add(HALF);
      this.#others.push(`${clause.text}${clause.mark}`);
    }
    this.#refusal ??=
      clause.refusal ?? (clause.change === null || clause.change.kind === "attribute" ? null : "no_context");
    this.#rest.push(`${clause.text}${clause.mark}`);
  }

  /** Whether a clause that is no fact is to be remembered: a message that begins with "Remember …" is, as a whole. */
  #isToKeep({ opened, mark, text, isSecret }: ReadClause): boolean {
    if (isSecret) return false;
    if (opened.remember)
      return mark !== "?" || opened.polite || /^(?:(?:can|could|will|would)|remember this)\b/iu.test(text);
    return this.#remembers && mark !== "?" && !opened.polite && !COURTESY.test(text);
  }

  result(text: string, clauses: readonly ReadClause[]): RoutedMessage {
    const acts = this.#acts;
    const deciding = acts.find(({ intent }) => isWrite(intent)) ?? acts[0];
    const rest = this.#rest.join(" ").trim();
    const secrets = clauses.filter(({ isSecret }) => isSecret);
    const isOpen = (said: string): boolean => !secrets.some((one) => said.includes(one.text));
    const [unkept, others] = [this.#unkept.filter(isOpen), this.#others.join(" ").trim()];
    const remark = [...this.#remarks].join(" ");
    if (deciding !== undefined) {
      const route = isWrite(deciding.intent) ? "facts-write" : "facts-read";
      return { route, reason: deciding.reason, acts, rest, remark, unread: null, unkept, others };
    }
    const unread = unkept.length === 0 && clauses.length > 0 ? unreadChange(this.#view, clauses) : null;
    const whole = { route: "search", acts, rest: text.trim(), unread, unkept, others } as const;
    if (remark !== "") return { ...whole, reason: "half_understood", remark };
    if (unread !== null) return { ...whole, reason: "unread_change", remark: unreadRemark(unread) };
    return { ...whole, reason: text.trim() === "" ? "empty" : (this.#refusal ?? "no_frame"), remark: "" };
  }

  #read(clause: ReadClause): FactAct | null {
    if (clause.change !== null) {
      const act = this.#change(clause, clause.change);
      // What is said with a laugh takes the place of nothing that was said in earnest.
      const isJest = LAUGHS.test(clause.sentence) && act?.key != null && this.#view.list(act.key) !== null;
      return isJest && /^states_/u.test(act.reason) ? null : act;
    }
    for (const question of clause.questions) {
      const act = this.#question(clause, question);
      if (act !== null) return act;
    }
    return null;
  }

  #change(clause: ReadClause, intent: Change): FactAct | null {
    if (intent.kind === "attribute") return this.#attribute(clause, intent);
    if (intent.kind === "undo") {
      const isLast = this.#view.context?.changed === true || this.#acts.some((one) => isWrite(one.intent));
      return isLast ? act(clause, intent, null, "undo") : null;
    }
    if (intent.kind !== "state") return this.#command(clause, intent);
    const list = intent.list === null ? this.#context() : named(intent.list);
    const reason = intent.position !== null ? "states_rank" : intent.single ? "states_favorite" : "states_list";
    return list === null ? null : act(clause, intent, list, reason);
  }

  #command(clause: ReadClause, intent: Exclude<Change, { kind: "undo" | "attribute" | "state" }>): FactAct | null {
    const of = intent.list?.of;
    const known = of === undefined ? null : this.#stored(of, false, intent.kind === "erase");
    const list = intent.list === null ? this.#context() : (known ?? named(intent.list));
    if (list === null) return null;
    const plain = this.#plainList(clause, intent);
    if (plain !== null) return plain;
    const isFramed = intent.list?.by === "frame";
    const stored = this.#view.list(list.key);
    const isThere = intent.kind === "erase" ? this.#view.known(list.key) !== null : stored !== null;
    if (intent.kind === "add" && intent.list === null && !this.#isLike(intent.values[0] ?? "", stored?.items ?? []))
      this.#remarks.add(HALF);
    if (!isFramed && !(isThere && (intent.kind === "erase" || this.#names(clause, intent, stored)))) return null;
    return act(clause, intent, list, "changes_list");
  }

  /** "Add oat milk to my shopping list": a list that is none of favourites. */
  #plainList(clause: ReadClause, intent: Change): FactAct | null {
    if (intent.kind !== "add" && intent.kind !== "remove") return null;
    if (intent.list?.by !== "stored" || this.#view.list(intent.list.key) !== null) return null;
    const [, phrase = ""] = /\s(?:to|from|off|on) ((?:my|our) [\p{L} -]{2,40} list)\b/iu.exec(clause.text) ?? [];
    const of = attributeOf(phrase);
    if (of === null) return null;
    const isAdded = intent.kind === "add";
    const values = isAdded ? intent.values : "parts" in intent.item ? intent.item.parts : [];
    return this.#attribute(clause, { kind: "attribute", of, values, how: isAdded ? "also" : "gone", sure: true });
  }

  /** Without the name of a list a command is one only where it speaks of what stands there. */
  #names(clause: ReadClause, intent: Exclude<Change, { kind: "undo" }>, stored: FactList | null): boolean {
    const call = nameIndex(stored?.items ?? []);
    const isHeld = (value: string): boolean => call(value).kind !== "none" || /^[1-9]\d?$/u.test(value);
    const words = clause.text.split(" ").length;
    if (intent.kind === "place" && intent.insert && words <= 9) return true;
    if (intent.kind === "add" && intent.list === null)
      return words <= 6 && intent.values.length === 1 && this.#isLike(intent.values[0] ?? "", stored?.items ?? []);
    const items = intent.kind === "swap" ? [intent.first, intent.second] : "item" in intent ? [intent.item] : [];
    return items.every(
      (one) => !("parts" in one) || isHeld(one.value) || (one.parts.length > 1 && isHeld(one.parts[0] ?? "")),
    );
  }

  /** Whether what is to go to "the list" looks like what stands there: milk is no film. */
  #isLike(value: string, items: FactList["items"]): boolean {
    const isNamed = (one: string): boolean => /^[\p{Lu}\d]/u.test(one);
    return (
      !INDEFINITE.test(value) && (items.length === 0 || items.some((one) => isNamed(one.value) === isNamed(value)))
    );
  }

  #attribute(clause: ReadClause, intent: Extract<Change, { kind: "attribute" }>): FactAct | null {
    const { of, how, sure, values } = intent;
    // "My former boss is Tomas", who is the boss by what is stored: he no longer is.
    const present = FORMER_KEY.test(of.key) ? this.#stored({ ...of, key: of.key.replace(FORMER_KEY, "") }) : null;
    if (this.#view.list(present?.key ?? "")?.items.some((one) => one.key === valueKey(values[0] ?? "")) === true)
      return null;
    const found = this.#stored(of);
    const [value = ""] = values;
    const isOrder = !sure && isExact(value) && ORDERS.test(clause.text.slice(clause.opened.at));
    if (found === null && isOrder) this.#remarks.add(HALF);
    if (found === null) return how === "gone" || !sure ? null : act(clause, intent, factNamed(of), "states_attribute");
    const stored = this.#view.list(found.key)?.items[0]?.value ?? "";
    // A meeting that moved to another day is at its hour still.
    const isHour = /^(?:at )?\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?$/iu.test(stored);
    if (how === "change" && isHour && typeOf(value) === "date" && !/\d/u.test(value)) return null;
    // "My bike is a spaceship" says too little to take the place of a name, and "my code is broken" of a number.
    const isNamed = (one: string): boolean => /[\p{Lu}\d]/u.test(one);
    const isFirm = how !== "set" || clause.opened.remember || stored === "";
    if (!isFirm && isNamed(stored) && !values.some(isNamed)) return null;
    return act(clause, intent, found, "states_attribute");
  }

  #question(clause: ReadClause, intent: Question): FactAct | null {
    if (intent.kind === "listAll") return act(clause, intent, null, "asks_list");
    if (intent.kind === "askAttribute") return this.#attributeQuestion(clause, intent);
    const list = intent.list === null ? this.#context() : named(intent.list);
    if (list === null || (intent.kind === "pick" && intent.past && intent.selectors !== null)) return null;
    const stored = this.#view.list(list.key);
    if (stored === null && (intent.list?.by !== "frame" || intent.kind === "check")) return null;
    const call = nameIndex(stored?.items ?? []);
    const isCalled = (value: string): boolean => call(value).kind !== "none";
    // What is asked after must be an item, where the list is not named.
    if (intent.kind === "check" && !isCalled(intent.items.value) && !intent.items.parts.every(isCalled)) return null;
    const reasons = { pick: "asks_value", count: "asks_count", rankOf: "asks_rank", check: "asks_yes_no" } as const;
    return act(clause, intent, list, intent.kind === "pick" && intent.past ? "asks_past" : reasons[intent.kind]);
  }

  #attributeQuestion(clause: ReadClause, intent: Extract<Question, { kind: "askAttribute" }>): FactAct | null {
    const { of, past, wants = "" } = intent;
    const found = this.#stored(of, true) ?? this.#stored(of, true, true);
    // "My main" may be the "game main": what is the end of a stored name is looked for, and not denied.
    const isEnd = scopesSeen(this.#view.scope).some((one) => this.#view.mentioned(one, [` ${of.key}`], "").length > 0);
    const reason = past ? "asks_past" : "asks_attribute";
    const values = this.#view.list(found?.key ?? "")?.items.map(({ value }) => value) ?? [];
    const isOf = (word: string): boolean => values.length === 0 || answersAsked(word, found?.key ?? "", values);
    if (!isOf(wants)) return null;
    // "My boss's number" is none of "my boss", unless that is one.
    const aspect = ASPECT.exec(of.name)?.[0] ?? "";
    const named = found?.topic.endsWith(aspect) === true || isOf(aspect) ? found : null;
    return named === null && (isEnd || !intent.asks) ? null : act(clause, intent, named ?? factNamed(of), reason);
  }

  /** The stored fact that words name: by its key or one that is asked for alike, of the speaker or the project. */
  #stored(of: AttributeMention, asks = false, emptied = false): NamedList | null {
    const subjects = [of.subject, ...(of.person === "" ? BOTH : [])];
    const keys = [
      ...spellings(of.key)
        .flatMap((key) => (asks ? alternatives(key) : [key]))
        .flatMap((key) => subjects.map((subject) => storedKey(subject, key))),
      ...(of.person === "" ? personKeys(of.key) : BOTH.map((subject) => storedKey(subject, `${of.subject} ${of.key}`))),
    ];
    for (const key of keys) {
      const list = emptied ? this.#view.known(key) : this.#view.list(key);
      if (list !== null) return list;
    }
    return null;
  }

  /** The ranked list that this message or this chat's last turn spoke of. */
  #context(): NamedList | null {
    if (this.#carry !== null) return this.#carry.key.startsWith("@") ? null : this.#carry;
    const key = this.#view.context?.keys.findLast((one) => !one.startsWith("@"));
    return key === undefined ? null : this.#view.known(key);
  }
}

/** The sentence of a clause as it is kept: of "Remember that …" the statement. */
function toKeep({ sentence, text, opened }: ReadClause): string {
  const isLed = opened.remember && sentence.startsWith(text);
  return isLed ? sentence.slice(opened.at).replace(/^[\s,:–—]+(?:-\s+)?/u, "") : sentence;
}

const named = ({ key, name }: ListMention): NamedList => ({ key, topic: name });

/** Keys of a person whom words call by name without an apostrophe: "annas birthday", "annelies home". */
function personKeys(key: string): readonly string[] {
  const words = key.split(" ");
  return words.slice(1).flatMap((_, i) => {
    const who = words.slice(0, i + 1).join(" ");
    const names = [who, who.replace(/(?<=\p{L}{2})s$/u, "")].flatMap(spellings);
    return names.map((name) => storedKey(name, words.slice(i + 1).join(" ")));
  });
}

function act(clause: ReadClause, intent: Intent, named: NamedList | null, reason: RouteReason): FactAct {
  return {
    reason,
    intent,
    key: named?.key ?? null,
    topic: named?.topic ?? "",
    sentence: clause.sentence,
  };
}
