import { saysTheSame } from "../language/boundaries.ts";
import { isWrite, type Intent } from "../language/intent.ts";
import { type Clause, type ClauseReading, readMessage } from "../language/read-message.ts";
import { valueKey } from "../lists/value-key.ts";
import { acceptAttribute, acceptAttributeQuestion, missingAttribute } from "./accept-attribute.ts";
import { acceptChange, acceptErase, acceptTransfer, parted } from "./accept-change.ts";
import { acceptCheck, acceptQuestion } from "./accept-question.ts";
import { acceptState } from "./accept-state.ts";
import type { FactView } from "./fact-view.ts";
import type { FactAct, RoutedMessage, RouteReason } from "./route.ts";
import { type Carried, factAct, onList, type Turn } from "./turn.ts";
import { hangsOn, unreadChange } from "./unread.ts";

/** What a clause wants here, and the text of it that a longer reading took for its own. */
interface ReadClause {
  readonly act: FactAct;
  readonly behind: string;
}

/** Words that give a rank. */
const RANK = /^(?:second|third|fourth|fifth|#\d+|2nd|3rd|[4-9]th)$/u;

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

class Router implements Turn {
  readonly view: FactView;
  readonly acts: { readonly act: FactAct; readonly nth: number }[] = [];
  carry: Carried | null = null;
  readonly #rest: string[] = [];
  #refusal: RouteReason | null = null;
  #missing: string | null = null;
  /** Sentences that say more of what others of the message say, and can't be read. */
  readonly #unread: string[] = [];

  constructor(view: FactView) {
    this.view = view;
  }

  take(clause: Clause, clauses: readonly Clause[]): void {
    const read = this.#read(clause) ?? this.#readAhead(clause, clauses);
    if (read === null) {
      this.#rest.push(clause.text);
      this.#refusal ??= clause.refusal ?? (clause.readings.length > 0 ? "no_context" : null);
      if (saysTheSame(clause.words)) {
        this.#hold(clause.nth, "states_attribute");
        if (this.acts.some(({ act }) => act.reason === "states_attribute" && act.held === undefined))
          this.#unread.push(clause.text);
      } else if (this.#isHalf(clause)) this.#unread.push(clause.text);
      if (hangsOn(clause))
        this.#hold(clause.nth, clause.words.some((word) => /^(?:instead|place)$/u.test(word)) ? null : "changes_list");
      return;
    }
    const { act, behind } = read;
    const { intent } = act;
    if (act.key !== null)
      this.carry = {
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
    } else for (const one of parted(this, clause, act)) this.acts.push({ act: one, nth: clause.nth });
    // A longer reading that doesn't hold here took what stands behind for its own.
    if (behind !== "" && clause.refusal === null && act.route === "facts-write")
      for (const next of readMessage(behind)) this.take({ ...next, nth: clause.nth, sentence: clause.sentence }, []);
  }

  result(text: string, clauses: readonly Clause[]): RoutedMessage {
    const acts = this.acts.map(({ act }) => act);
    const deciding = acts.find((act) => act.route === "facts-write") ?? acts[0];
    const rest = this.#rest.join(" ").trim();
    if (deciding !== undefined)
      return { route: deciding.route, reason: deciding.held ?? deciding.reason, acts, rest, remark: this.#remark() };
    const kept = unreadChange(this, clauses);
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

  /** Whether a clause says more of what its sentence states, and isn't taken: another attribute, a further rank. */
  #isHalf({ nth, readings, words }: Clause): boolean {
    const beside = (reason: RegExp): boolean =>
      this.acts.some(({ act, nth: other }) => other === nth && act.held === undefined && reason.test(act.reason));
    const isAttribute = ({ intent }: ClauseReading): boolean =>
      intent.kind === "attribute" && intent.how === "set" && intent.line !== true;
    return (
      (readings.some(isAttribute) && beside(/^states_attribute$/u)) ||
      (words.some((word, at) => RANK.test(word) && words[at - 1] !== "a") && beside(/^states_(?:favorite|list|rank)$/u))
    );
  }

  /** Nothing of a sentence is done whose rest hangs on the change and can't be read. */
  #hold(nth: number, only: RouteReason | null): void {
    for (const [i, one] of this.acts.entries())
      // "My favorite editor is vim; use it …" is true whatever is made of the rest.
      if (one.nth === nth && one.act.route === "facts-write" && (only ?? one.act.reason) === one.act.reason)
        this.acts[i] = { ...one, act: { ...one.act, held: "half_understood" } };
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
      this.carry !== null ||
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
    this.carry = { key: ahead.key, topic: ahead.topic, past: false, nth: clause.nth, single: false };
    const read = this.#read(clause);
    this.carry = null;
    return read;
  }

  #accept(clause: Clause, intent: Intent): FactAct | null {
    switch (intent.kind) {
      case "state":
        return acceptState(this, clause, intent);
      case "member":
        return onList(this, clause, intent, intent.list, "states_favorite");
      case "mention":
        return onList(this, clause, intent, intent.list, "past_taste");
      case "add":
      case "place":
      case "swap":
      case "replace":
      case "remove":
      case "clear":
        return acceptChange(this, clause, intent);
      case "erase":
        return acceptErase(this, clause, intent);
      case "transfer":
        return acceptTransfer(this, clause, intent);
      case "undo":
        // "Undo" is for whoever was spoken to last: bare, or named, only right after a change.
        return this.view.context?.changed === true || this.acts.some(({ act }) => act.route === "facts-write")
          ? factAct(clause, intent, null, "", "undo")
          : null;
      case "listAll":
        return factAct(clause, intent, null, "", "asks_list");
      case "attribute":
        return acceptAttribute(this, clause, intent);
      case "askAttribute": {
        const act = acceptAttributeQuestion(this, clause, intent);
        if (act === null) this.#missing ??= missingAttribute(clause, intent);
        return act;
      }
      case "check":
        return acceptCheck(this, clause, intent);
      default:
        return acceptQuestion(this, clause, intent);
    }
  }
}

/** An act of which nothing is done where its reading leaves a part of the sentence. */
function withheld(act: FactAct | null, { unread }: ClauseReading): FactAct | null {
  return act === null || act.held !== undefined || act.route !== "facts-write" || unread === ""
    ? act
    : { ...act, held: "half_understood" };
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
