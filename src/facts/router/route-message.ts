import { isGeneral, storedKey, typeOf } from "../attributes/known.ts";
import { isAlone, sameForm } from "../attributes/same-form.ts";
import { saysTheSame } from "../language/boundaries.ts";
import { newValues, overruns } from "../language/overruns.ts";
import type { AttributeMention, Intent, ItemMention, ListMention, Target } from "../language/intent.ts";
import { isWrite } from "../language/intent.ts";
import { topicOf } from "../language/nouns.ts";
import { type Clause, type ClauseReading, readMessage, type Refusal } from "../language/read-message.ts";
import { callIndex } from "../lists/call-index.ts";
import { valueKey } from "../lists/value-key.ts";
import { selectItems } from "../language/numerals.ts";
import type { FactList } from "../../storage/ports/fact-store.ts";
import type { FactView } from "./fact-view.ts";
import { hangsOn, isName } from "./said-words.ts";
import { continues, isPrivate, isWarranted, shownAs } from "./warrant.ts";

/** Where a message, or a part of it, goes. */
export type Route = "facts-write" | "facts-read" | "search";

/** Why it goes there. */
export type RouteReason =
  | "states_list"
  | "states_favorite"
  | "states_rank"
  | "states_attribute"
  | "changes_list"
  | "undo"
  | "asks_value"
  | "asks_list"
  | "asks_count"
  | "asks_rank"
  | "asks_yes_no"
  | "asks_source"
  | "asks_past"
  | "asks_attribute"
  | "unsure"
  | "half_understood"
  | "unread_change"
  | "not_stored"
  | Refusal
  | "past_taste"
  | "no_frame"
  | "no_context"
  | "empty"
  | "assistant_text";

/** A clause that is about facts: what it wants, of which list. */
export interface FactAct {
  readonly route: "facts-write" | "facts-read";
  readonly reason: RouteReason;
  readonly intent: Intent;
  /** The topic's key with synonyms resolved; null for what is about no list in particular (undo, all lists). */
  readonly key: string | null;
  /** The topic as shown. */
  readonly topic: string;
  readonly text: string;
  readonly sentence: string;
  /** The mark that its sentence ends with behind it. */
  readonly mark: string;
  /** Set when nothing is to be done, only said: what could be meant, or what was understood of it. */
  readonly held?: "unsure" | "half_understood";
  /** The other of two equally likely readings. */
  readonly rival?: Intent;
}

/** A message, routed. */
export interface RoutedMessage {
  /** Of the whole: `facts-write` when any part writes, else `facts-read` when any part reads, else `search`. */
  readonly route: Route;
  readonly reason: RouteReason;
  readonly acts: readonly FactAct[];
  /** What is not about facts, for whoever answers the rest. */
  readonly rest: string;
  /**
   * What to say of a message that goes to search all the same: an item was named with a word of change, or an
   * attribute isn't stored.
   */
  readonly remark: string;
}

/** What the message itself has spoken of. */
interface Carried {
  readonly key: string;
  readonly topic: string;
  /** It spoke of the past only. */
  readonly past: boolean;
  /** Number of its sentence. */
  readonly nth: number;
  readonly single: boolean;
}

/** What a clause wants here, and the text of it that a longer reading took for its own. */
interface ReadClause {
  readonly act: FactAct;
  readonly behind: string;
}

/** Two readings whose scores differ by less are equally likely: nothing is changed by either. */
const MARGIN = 0.012;

/**
 * Routes a message in its context. Pure: the same clauses and view give the same answer.
 *
 * @param clauses the text as `readMessage` reads it, which is the greater part of the work and needs no view
 */
export function routeMessage(text: string, clauses: readonly Clause[], view: FactView): RoutedMessage {
  const router = new Router(view);
  for (const clause of clauses) router.take(clause, clauses);
  return router.result(text, clauses);
}

class Router {
  readonly #view: FactView;
  readonly #acts: { readonly act: FactAct; readonly nth: number }[] = [];
  readonly #rest: string[] = [];
  #carry: Carried | null = null;
  #refusal: RouteReason | null = null;
  #missing: string | null = null;
  /** Sentences that say more of what others of the message say, and can't be read. */
  readonly #unread: string[] = [];

  constructor(view: FactView) {
    this.#view = view;
  }

  take(clause: Clause, clauses: readonly Clause[]): void {
    const read = this.#read(clause) ?? this.#readAhead(clause, clauses);
    if (read === null) {
      this.#rest.push(clause.text);
      this.#refusal ??= clause.refusal ?? (clause.readings.length > 0 ? "no_context" : null);
      if (saysTheSame(clause.words)) {
        this.#hold(clause.nth, "states_attribute");
        if (this.#acts.some(({ act }) => act.reason === "states_attribute" && act.held === undefined))
          this.#unread.push(clause.text);
      } else if (this.#isHalf(clause)) this.#unread.push(clause.text);
      if (hangsOn(clause))
        this.#hold(clause.nth, clause.words.some((word) => /^(?:instead|place)$/u.test(word)) ? null : "changes_list");
      return;
    }
    const { act, behind } = read;
    const { intent } = act;
    if (act.key !== null)
      this.#carry = {
        key: act.key,
        topic: act.topic,
        past:
          intent.kind === "mention" ||
          (intent.kind === "remove" && intent.gone) ||
          (intent.kind === "attribute" && intent.how === "gone"),
        nth: clause.nth,
        single: intent.kind === "state" && intent.single,
      };
    if (intent.kind === "mention") {
      this.#rest.push(clause.text);
      this.#refusal ??= "past_taste";
    } else for (const one of this.#parted(clause, act)) this.#acts.push({ act: one, nth: clause.nth });
    // A longer reading that doesn't hold here took what stands behind for its own.
    if (behind !== "" && clause.refusal === null && act.route === "facts-write")
      for (const next of readMessage(behind)) this.take({ ...next, nth: clause.nth, sentence: clause.sentence }, []);
  }

  /** A transfer is two changes of one turn: the item goes from one list and to the end of the other. */
  #parted(clause: Clause, act: FactAct): readonly FactAct[] {
    const { intent } = act;
    if (intent.kind !== "transfer" || intent.item.kind === "that") return [act];
    const to = this.#named(intent.to);
    const items = this.#view.list(act.key ?? "")?.items ?? [];
    const moved =
      intent.item.kind === "position"
        ? selectItems(items, [{ kind: "one", position: intent.item.position }]).map(({ value }) => value)
        : intent.item.parts.map((part) => {
            const found = callIndex(items, this.#view.aliasOf(act.key ?? ""))(part);
            return found.kind === "exact" || found.kind === "part" ? found.item.value : part;
          });
    const gone: Intent = {
      kind: "remove",
      list: intent.list,
      items: moved.map((value) => ({ kind: "value", value, parts: [value], named: true })),
      selectors: null,
      gone: false,
    };
    const add: Intent = { kind: "add", list: intent.to, values: moved, to: null };
    return to === null ? [] : [{ ...act, intent: gone }, this.#act(clause, add, to.key, to.topic, "changes_list")];
  }

  result(text: string, clauses: readonly Clause[]): RoutedMessage {
    const acts = this.#acts.map(({ act }) => act);
    const deciding = acts.find((act) => act.route === "facts-write") ?? acts[0];
    const rest = this.#rest.join(" ").trim();
    if (deciding !== undefined)
      return { route: deciding.route, reason: deciding.held ?? deciding.reason, acts, rest, remark: this.#remark() };
    const kept = this.#unreadChange(clauses);
    if (kept !== null) return { route: "search", reason: "unread_change", acts, rest: text.trim(), remark: kept };
    const unsure = clauses.find((clause) => clause.unsure !== "")?.unsure;
    if (unsure !== undefined) {
      const remark = `Which values of “${unsure}” are meant isn't sure, so nothing was stored: put each in quotes, or on a line of its own.`;
      return { route: "search", reason: "unsure", acts, rest: text.trim(), remark };
    }
    if (this.#missing !== null)
      return { route: "search", reason: "not_stored", acts, rest: text.trim(), remark: this.#missing };
    return {
      route: "search",
      reason: text.trim() === "" ? "empty" : (this.#refusal ?? "no_frame"),
      acts,
      rest: text.trim(),
      remark: "",
    };
  }

  /** What is to be said of the message beside what was done. */
  #remark(): string {
    return this.#unread.map((text) => `“${text}” wasn't read, and nothing of it was stored.`).join("\n");
  }

  /** Whether a clause states an attribute that isn't taken, beside one of its sentence that is. */
  #isHalf({ nth, readings }: Clause): boolean {
    return (
      readings.some(({ intent }) => intent.kind === "attribute" && intent.how === "set" && intent.line !== true) &&
      this.#acts.some((one) => one.nth === nth && one.act.reason === "states_attribute" && one.act.held === undefined)
    );
  }

  /** Nothing of a sentence is done whose rest hangs on the change and can't be read. */
  #hold(nth: number, only: RouteReason | null): void {
    for (const [i, one] of this.#acts.entries())
      // "My favorite editor is vim; use it …" is true whatever is made of the rest.
      if (one.nth === nth && one.act.route === "facts-write" && (only ?? one.act.reason) === one.act.reason)
        this.#acts[i] = { ...one, act: { ...one.act, held: "half_understood" } };
  }

  /** The best reading of a clause that holds here. */
  #read(clause: Clause): ReadClause | null {
    let best: (ReadClause & { readonly score: number }) | null = null;
    for (const reading of clause.readings) {
      const { score, behind } = reading;
      if (best !== null && score < best.score - MARGIN) break;
      const act = withheld(this.#accept(clause, reading.intent), reading);
      if (act === null) continue;
      if (best === null) best = { act, score, behind };
      else if (
        act.route === "facts-write" &&
        best.act.route === "facts-write" &&
        !sameChange(act.intent, best.act.intent)
      )
        return { act: { ...best.act, held: "unsure", rival: act.intent }, behind: "" };
    }
    return best;
  }

  /**
   * "Put feta third and drop brie from my favorite cheeses": a command whose list the next one of the sentence names.
   */
  #readAhead(clause: Clause, clauses: readonly Clause[]): ReadClause | null {
    const next = clauses[clauses.indexOf(clause) + 1];
    if (
      next === undefined ||
      next.nth !== clause.nth ||
      this.#carry !== null ||
      !clause.readings.some(
        ({ intent }) => isWrite(intent) && "list" in intent && intent.list === null && intent.kind !== "state",
      )
    )
      return null;
    const ahead = this.#read(next)?.act ?? null;
    if (
      ahead === null ||
      ahead.key === null ||
      ahead.route !== "facts-write" ||
      !("list" in ahead.intent) ||
      ahead.intent.list?.by !== "frame"
    )
      return null;
    this.#carry = { key: ahead.key, topic: ahead.topic, past: false, nth: clause.nth, single: false };
    const read = this.#read(clause);
    this.#carry = null;
    return read;
  }

  #accept(clause: Clause, intent: Intent): FactAct | null {
    switch (intent.kind) {
      case "state":
        return this.#state(clause, intent);
      case "member":
        return this.#on(clause, intent, intent.list, "states_favorite");
      case "mention":
        return this.#on(clause, intent, intent.list, "past_taste");
      case "add":
      case "place":
      case "swap":
      case "replace":
      case "remove":
      case "clear":
        return this.#change(clause, intent);
      case "erase":
        return this.#erase(clause, intent);
      case "transfer": {
        const [from, to] = [this.#named(intent.list), this.#named(intent.to)];
        return from === null ||
          to === null ||
          from.key === to.key ||
          !this.#hasItems([intent.item], this.#view.list(from.key))
          ? null
          : this.#act(clause, intent, from.key, from.topic, "changes_list");
      }
      case "undo":
        // "Undo" is for whoever was spoken to last: bare, or named, only right after a change.
        return this.#view.context?.changed === true || this.#acts.some(({ act }) => act.route === "facts-write")
          ? this.#act(clause, intent, null, "", "undo")
          : null;
      case "listAll":
        return this.#act(clause, intent, null, "", "asks_list");
      case "attribute":
        return this.#attribute(clause, intent);
      case "askAttribute":
        return this.#askAttribute(clause, intent);
      case "check":
        return this.#check(clause, intent);
      default:
        return this.#question(clause, intent);
    }
  }

  #act(clause: Clause, intent: Intent, key: string | null, topic: string, reason: RouteReason): FactAct {
    return {
      route: isWrite(intent) ? "facts-write" : "facts-read",
      reason,
      intent,
      key,
      topic,
      text: clause.text,
      sentence: clause.sentence,
      mark: clause.mark,
    };
  }

  #on(clause: Clause, intent: Intent, list: ListMention, reason: RouteReason): FactAct | null {
    const found = this.#named(list);
    return found === null ? null : this.#act(clause, intent, found.key, found.topic, reason);
  }

  /** What is erased is stored, or was: its history goes, too. */
  #erase(clause: Clause, intent: Extract<Intent, { kind: "erase" }>): FactAct | null {
    const known = this.#view.known(intent.list.key);
    return known === null ? null : this.#act(clause, intent, known.key, known.topic, "changes_list");
  }

  /** The list that a mention names; null when it must be stored and isn't, or names none. */
  #named(list: ListMention): { readonly key: string; readonly topic: string } | null {
    const key = this.#view.target(list.key);
    const stored = this.#view.known(key);
    if (list.by === "context" || (list.by === "stored" && (stored === null || stored.items.length === 0))) return null;
    return { key, topic: stored?.topic ?? list.name };
  }

  /** The one list that this message or the chat's last turn was about. */
  #spoken(): { readonly key: string; readonly topic: string } | null {
    if (this.#carry !== null) return this.#carry;
    const { context } = this.#view;
    const key = context?.keys.at(-1);
    if (key === undefined) return null;
    const stored = this.#view.known(key);
    return stored === null ? null : { key, topic: stored.topic };
  }

  #state(clause: Clause, intent: Extract<Intent, { kind: "state" }>): FactAct | null {
    const { list, single, position } = intent;
    const reason: RouteReason = position !== null ? "states_rank" : single ? "states_favorite" : "states_list";
    const corrected = clause.correction ? { ...intent, correction: true } : intent;
    if (list !== null) {
      if (clause.also && single && position === null && list.by === "frame" && this.#view.list(list.key) !== null) {
        const member: Intent = { kind: "member", list, values: intent.values.map(({ value }) => value) };
        return this.#on(clause, member, list, "states_favorite");
      }
      return this.#on(clause, corrected, list, reason);
    }
    const spoken = this.#spoken();
    if (spoken === null || spoken.key.startsWith("@")) return this.#attributeByContext(clause, intent, spoken);
    const mine = clause.words.includes("my") || clause.words.includes("our");
    if (intent.sense === "least")
      return this.#carry === null || this.#carry.key.startsWith("least ")
        ? null
        : this.#act(
            clause,
            intent,
            this.#view.target(`least favorite ${this.#carry.key}`),
            `least favorite ${this.#carry.topic}`,
            reason,
          );
    if (intent.sense === "same") {
      if (position === null && !mine) return null;
      // "Blue is my favorite" right after a list of books is about no book: by context alone it takes an item of the
      // list, or a rank below the first.
      const known = this.#hasItems(
        intent.values.map(({ value }) => ({ kind: "value", value, parts: [value], named: true })),
        this.#view.list(spoken.key),
      );
      if (this.#carry?.nth !== clause.nth && !known && !(position?.from === "top" && position.rank > 1)) return null;
      return mine || this.#carry !== null ? this.#act(clause, corrected, spoken.key, spoken.topic, reason) : null;
    }
    return this.#corrects(clause, intent, spoken);
  }

  /**
   * "Actually it's teal", "no, teal", "make that teal": right after a turn about one favourite, or after "it used to
   * be".
   */
  #corrects(
    clause: Clause,
    intent: Extract<Intent, { kind: "state" }>,
    spoken: { readonly key: string; readonly topic: string },
  ): FactAct | null {
    const value = intent.values[0]?.value ?? "";
    const pointed = /^(?:make|change|scratch|i$)/u.test(clause.words[0] ?? "") || clause.correction;
    if (this.#carry?.past === true)
      return GOES_ON.test(clause.words[0] ?? "") || clause.correction
        ? this.#act(clause, intent, spoken.key, spoken.topic, "states_favorite")
        : null;
    if (this.#carry !== null && !pointed) return null;
    // "No, I meant the other branch" is about no item.
    if (!pointed || value.split(" ").length > 6 || POINTS.test(clause.text)) return null;
    const items = this.#view.list(spoken.key)?.items ?? [];
    if (items.length === 1 || (this.#carry !== null && this.#carry.single))
      return this.#act(clause, { ...intent, correction: true }, spoken.key, spoken.topic, "states_favorite");
    const last = this.#view.context?.changed === true ? this.#view.lastItem(spoken.key) : null;
    return last === null
      ? null
      : this.#act(
          clause,
          { kind: "replace", list: null, item: { kind: "value", value: last, parts: [last], named: true }, value },
          spoken.key,
          spoken.topic,
          "changes_list",
        );
  }

  #change(
    clause: Clause,
    intent: Extract<Intent, { kind: "add" | "place" | "swap" | "replace" | "remove" | "clear" }>,
  ): FactAct | null {
    const named = intent.list === null ? null : this.#named(intent.list);
    if (intent.list !== null && named === null) return null;
    const at = named ?? this.#spoken();
    if (at === null || (named === null && at.key.startsWith("@"))) return null;
    const list = this.#view.list(at.key);
    const pointed = this.#pointed(intent, at.key);
    if (pointed === null) return null;
    if (named === null && !this.#byContext(clause, pointed, list, at.key)) return null;
    if (named !== null && intent.list?.by === "stored" && !this.#ofStored(pointed, list)) return null;
    if (pointed.kind === "remove" && pointed.gone && !this.#hasItems(pointed.items, list)) return null;
    const act = this.#act(clause, pointed, at.key, at.topic, "changes_list");
    const overrun =
      (named !== null && list === null && this.#overrunsTopic(at.topic)) ||
      newValues(pointed).some(
        (value) =>
          !this.#hasItems([{ kind: "value", value, parts: [value], named: true }], list) &&
          overruns(value, clause.text),
      );
    return overrun ? { ...act, held: "half_understood" } : act;
  }

  /** Whether the topic of a command goes on behind the name of a list: "teas asap", "teas and commit". */
  #overrunsTopic(topic: string): boolean {
    const words = topic.split(" ");
    return (
      overruns(topic, "") ||
      words.some(
        (_, at) => at > 0 && (this.#view.list(topicOf(words.slice(0, at).join(" ")).key)?.items.length ?? 0) > 0,
      )
    );
  }

  /** An intent with "it" replaced by the item of the chat's last change; null when there is none. */
  #pointed<T extends Extract<Intent, { kind: "add" | "place" | "swap" | "replace" | "remove" | "clear" }>>(
    intent: T,
    key: string,
  ): T | null {
    if (!itemsOf(intent).some(({ kind }) => kind === "that")) return intent;
    const value = this.#view.context?.changed === true || this.#carry !== null ? this.#view.lastItem(key) : null;
    if (value === null) return null;
    const that: ItemMention = { kind: "value", value, parts: [value], named: true };
    const put = (item: ItemMention): ItemMention => (item.kind === "that" ? that : item);
    const target = (to: Target): Target => ("item" in to ? { ...to, item: put(to.item) } : to);
    switch (intent.kind) {
      case "place":
        return { ...intent, item: put(intent.item), to: target(intent.to) };
      case "swap":
        return { ...intent, first: put(intent.first), second: put(intent.second) };
      case "replace":
        return { ...intent, item: put(intent.item) };
      case "remove":
        return { ...intent, items: intent.items.map(put) };
      default:
        return intent;
    }
  }

  /**
   * Whether a change that names no list is meant for the one spoken of: every item that must be there is there, or
   * the word list stands in it. "It" alone
   * never suffices for adding.
   */
  #byContext(
    clause: Clause,
    intent: Extract<Intent, { kind: "add" | "place" | "swap" | "replace" | "remove" | "clear" }>,
    list: FactList | null,
    key: string,
  ): boolean {
    const word = clause.words.some((one) => /^(?:list|ranking|favorites|favourites|favs)$/u.test(one));
    const sameSentence = this.#carry !== null && this.#carry.key === key;
    if (this.#carry === null && (this.#view.context?.keys.length ?? 0) !== 1) return false;
    if (intent.kind === "clear") return word;
    if (list === null) return sameSentence && intent.kind === "add";
    switch (intent.kind) {
      case "add":
        return (
          (word && intent.list === null && !intent.values.some((value) => / (?:list|ranking)(?: |$)/u.test(value))) ||
          (sameSentence && this.#acts.length > 0) ||
          (intent.to !== null && "item" in intent.to && this.#hasItems([intent.to.item], list))
        );
      case "place": {
        const anchored = "item" in intent.to ? this.#hasItems([intent.to.item], list) : true;
        return (
          anchored &&
          (this.#hasItems([intent.item], list) ||
            (intent.insert && (word || sameSentence || "item" in intent.to || clause.words.includes("my"))))
        );
      }
      case "swap":
        return this.#hasItems(intent.orReplace ? [intent.first] : [intent.first, intent.second], list);
      case "replace":
        return this.#hasItems([intent.item], list);
      case "remove":
        return intent.selectors !== null ? word || sameSentence : this.#hasItems(intent.items, list);
    }
  }

  /** Whether a list that was named without the word favourite is meant: what must be there is there. */
  #ofStored(
    intent: Extract<Intent, { kind: "add" | "place" | "swap" | "replace" | "remove" | "clear" }>,
    list: FactList | null,
  ): boolean {
    if (list === null) return false;
    if (intent.kind === "add" || intent.kind === "clear" || (intent.kind === "place" && intent.insert)) return true;
    return intent.kind === "remove" && intent.selectors !== null
      ? true
      : this.#hasItems(itemsOf(intent).slice(0, intent.kind === "swap" && intent.orReplace ? 1 : undefined), list);
  }

  #hasItems(items: readonly ItemMention[], list: FactList | null): boolean {
    if (list === null) return false;
    const call = callIndex(list.items, this.#view.aliasOf(list.key));
    const has = (value: string): boolean => call(value).kind !== "none";
    return items.every((item) =>
      item.kind === "position"
        ? true
        : item.kind === "value" &&
          (has(item.value) || (item.parts.length > 1 && item.parts.every(has)) || numbered(item.value, list)),
    );
  }

  #question(
    clause: Clause,
    intent: Extract<Intent, { kind: "pick" | "count" | "rankOf" | "beside" | "provenance" }>,
  ): FactAct | null {
    const reason = REASONS[intent.kind];
    const listed =
      intent.kind === "pick" && intent.selectors === null && (intent.whole || intent.list?.plural === true);
    const why = intent.kind === "pick" && intent.at !== null ? "asks_past" : listed ? "asks_list" : reason;
    if (intent.list !== null) {
      const found = this.#named(intent.list);
      if (found === null) return null;
      // "And the second color?": a noun alone needs a chat that speaks of lists.
      if (
        intent.kind === "pick" &&
        intent.list.by === "stored" &&
        /^(?:and|what|how|the)$/u.test(clause.words[0] ?? "") &&
        !clause.words.some((word) => /^(?:my|our|me|i|mine|rank|ranks|top|favorites)$/u.test(word)) &&
        this.#spoken() === null
      )
        return null;
      if (
        (intent.kind === "rankOf" || intent.kind === "beside") &&
        intent.list.by === "stored" &&
        !this.#hasItems([intent.item], this.#view.list(found.key))
      )
        return null;
      return this.#act(clause, intent, found.key, found.topic, why);
    }
    const spoken = this.#spoken();
    if (spoken === null) return null;
    if (
      (intent.kind === "rankOf" || intent.kind === "beside") &&
      !this.#hasItems([intent.item], this.#view.list(spoken.key))
    )
      return null;
    if (intent.kind !== "provenance" && spoken.key.startsWith("@")) return null;
    return this.#act(clause, intent, spoken.key, spoken.topic, why);
  }

  /**
   * "Is X my favorite Y?" is answered only about items: what is or was stored, a name, a quoted text. Anything else
   * asks how it is.
   */
  #check(clause: Clause, intent: Extract<Intent, { kind: "check" }>): FactAct | null {
    const at = intent.list === null ? this.#spoken() : this.#named(intent.list);
    if (at === null || intent.items.kind === "that") return null;
    const list = this.#view.list(at.key);
    if (list === null) return null;
    const { items } = intent;
    if (items.kind === "value") {
      const call = callIndex(list.items, this.#view.aliasOf(at.key));
      const isItem = (value: string): boolean => call(value).kind !== "none" || this.#view.held(at.key, value);
      const fits =
        isItem(items.value) ||
        (items.parts.length > 0 && items.parts.every((part) => isItem(part) || isName(part, clause.text))) ||
        isName(items.value, clause.text);
      if (!fits) return null;
    }
    return this.#act(clause, intent, at.key, at.topic, "asks_yes_no");
  }

  #attribute(clause: Clause, intent: Extract<Intent, { kind: "attribute" }>): FactAct | null {
    const key = this.#attributeKey(clause, intent);
    const stored = this.#view.known(key);
    if (intent.line === true && clause.line === "no" && !clause.remember) return null;
    if (intent.how === "gone" && !this.#view.held(key, intent.values[0] ?? "")) return null;
    if (!continues(intent, stored) && (intent.how === "gone" || !isWarranted(clause, intent))) return null;
    if (stored === null && isGeneral(intent.of.key)) return null;
    const said = clause.also && intent.how === "set" ? { ...intent, how: "also" as const } : intent;
    const act = this.#act(clause, said, key, stored?.topic ?? shownAs(intent.of), "states_attribute");
    // Whether "Sommer2024!" ends with the mark, only its owner knows.
    if (isPrivate(intent) && clause.mark === "!") return { ...act, held: "unsure" };
    return intent.limited ? { ...act, held: "half_understood" } : act;
  }

  /**
   * The key of an attribute that is stated. "Port: 8443" and "the port is 8443" don't say whose it is: where only the
   * speaker's, or only the project's, is stored, it is that.
   */
  #attributeKey({ words: [opening] }: Clause, { of, line }: Extract<Intent, { kind: "attribute" }>): string {
    const key = storedKey(of.subject, of.key);
    const other = storedKey(of.subject === "me" ? "project" : "me", of.key);
    const isNeutral = of.person === "" && (line === true || opening === "the");
    return isNeutral && this.#view.list(key) === null && this.#view.list(other) !== null ? other : key;
  }

  /** "Actually it's 8444", right after a turn about one attribute; "my e-mail is no longer …, it's …". */
  #attributeByContext(
    clause: Clause,
    intent: Extract<Intent, { kind: "state" }>,
    spoken: { readonly key: string; readonly topic: string } | null,
  ): FactAct | null {
    const replaces =
      this.#carry?.past === true && this.#carry.nth === clause.nth && GOES_ON.test(clause.words[0] ?? "");
    if (spoken === null || intent.sense !== undefined || !(replaces || clause.correction)) return null;
    const [value] = intent.values;
    const stored = this.#view.list(spoken.key);
    if (
      value === undefined ||
      stored === null ||
      stored.items.length !== 1 ||
      !sameForm(value.value, stored.items[0]?.value ?? "") ||
      !(replaces || isAlone(clause))
    )
      return null;
    const of: AttributeMention = { subject: "", person: "", key: spoken.key, name: spoken.topic };
    return this.#act(
      clause,
      { kind: "attribute", of, values: [value.value], limited: false, how: "change", from: null, sure: true },
      spoken.key,
      spoken.topic,
      "states_attribute",
    );
  }

  #askAttribute(clause: Clause, intent: Extract<Intent, { kind: "askAttribute" }>): FactAct | null {
    const { subject, key: attribute } = intent.of;
    const key = storedKey(subject, attribute);
    const stored =
      this.#view.known(key) ??
      this.#view.known(storedKey(subject === "project" ? "me" : "project", attribute)) ??
      // "Who is my therapist?", of whom was said what she is called.
      (clause.words[0]?.startsWith("who") ? this.#view.known(storedKey(subject, `${attribute} name`)) : null);
    const documents = this.#view.documents(intent.of);
    if ((stored === null || stored.items.length === 0) && documents.length > 0) {
      const { value } = intent;
      const typed =
        value?.kind === "value" && documents.some((one) => value.named && typeOf(one.value) === typeOf(value.value));
      return intent.asks === "value" || typed
        ? this.#act(clause, intent, key, shownAs(intent.of), "asks_attribute")
        : null;
    }
    if (stored === null) {
      const { subject: whose } = intent.of;
      if (
        (whose !== "project" || clause.words.includes("our")) &&
        intent.asks === "value" &&
        clause.words.length <= 10 &&
        /^(?:what|when|which|who|where)/u.test(clause.words[0] ?? "")
      )
        this.#missing ??= `I don't have ${whose === "me" ? "your " : whose === "project" ? "the project's " : ""}${shownAs(intent.of)} stored; the question went to search.`;
      return null;
    }
    if (intent.asks === "check" && intent.value !== null) {
      const { value } = intent;
      if (
        value.kind !== "value" ||
        !(
          this.#view.held(stored.key, value.value) ||
          (value.named && typeOf(value.value) === typeOf(stored.items[0]?.value ?? value.value))
        )
      )
        return null;
    }
    return this.#act(clause, intent, stored.key, stored.topic, intent.at !== null ? "asks_past" : "asks_attribute");
  }

  /** What to say of a message that names an item of the list spoken of with a word of change, and can't be read. */
  #unreadChange(clauses: readonly Clause[]): string | null {
    const words = clauses.flatMap((clause) => clause.words);
    if (!words.some((word) => CHANGES.test(word))) return null;
    const kept = "That wasn't understood as a change of your favorites: the list was kept as it was.";
    // "Add almond to my favorite nuts and lima to …": a command that names its list.
    if (
      clauses.some(
        ({ refusal, words: [first = "", ...more] }) =>
          refusal === null &&
          CHANGES.test(first) &&
          more.some((word, at) => FRAME.test(word) && /^(?:my|our)$/u.test(more[at - 1] ?? "")),
      )
    )
      return kept;
    const spoken = this.#spoken();
    const list = spoken === null ? null : this.#view.list(spoken.key);
    if (list === null || list.key.startsWith("@")) return null;
    const said = ` ${words.join(" ")} `;
    const named = list.items.find((item) => item.key.length > 2 && said.includes(` ${item.key} `));
    return named === undefined ? null : kept;
  }
}

/** An act of which nothing is done where its reading leaves a part of the sentence. */
function withheld(act: FactAct | null, { unread }: ClauseReading): FactAct | null {
  return act === null || act.held !== undefined || act.route !== "facts-write" || unread === ""
    ? act
    : { ...act, held: "half_understood" };
}

/** Verbs that change a list. */
const CHANGES =
  /^(?:move|put|add|swap|switch|replace|change|remove|delete|drop|take|rank|make|promote|demote|insert|bump|exchange|rename)$/u;
const FRAME = /^fav(?:ou?rites?|s|es?)?$/u;

/** Words by which a clause says what holds instead of what was said before it. */
const GOES_ON = /^(?:it|that|they|now|but|and|these|currently|nowadays|today|so|actually)$/u;

/** What points at something else that was spoken of. */
const POINTS =
  /\b(?:(?:the|this|that|an)? ?(?:other|same|previous|next|latter|former)|another|i mean(?:t)? (?:the|this|that|these|those)) \p{Ll}/u;

const REASONS = {
  pick: "asks_value",
  count: "asks_count",
  rankOf: "asks_rank",
  beside: "asks_value",
  provenance: "asks_source",
} as const;

function itemsOf(intent: Intent): readonly ItemMention[] {
  switch (intent.kind) {
    case "place":
      return [intent.item, ...("item" in intent.to ? [intent.to.item] : [])];
    case "add":
      return intent.to !== null && "item" in intent.to ? [intent.to.item] : [];
    case "swap":
      return [intent.first, intent.second];
    case "replace":
      return [intent.item];
    case "remove":
      return intent.items;
    default:
      return [];
  }
}

/** A number that names a place of the list. */
function numbered(value: string, list: FactList): boolean {
  return /^[1-9]\d{0,5}$/u.test(value) && Number(value) <= list.items.length;
}

function sameChange(a: Intent, b: Intent): boolean {
  const shape = (intent: Intent): string =>
    JSON.stringify(intent, (name, value: unknown) =>
      ["named", "parts", "name", "plural", "correction", "insert", "by", "sure", "single"].includes(name)
        ? undefined
        : typeof value === "string"
          ? valueKey(value)
          : value,
    );
  return shape(a) === shape(b);
}
