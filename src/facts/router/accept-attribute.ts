import { isGeneral, storedKey, typeOf } from "../attributes/known.ts";
import { type AttributeMention, type Intent, shownAs } from "../language/intent.ts";
import type { Clause } from "../language/read-message.ts";
import type { FactAct } from "./route.ts";
import { factAct, GOES_ON, type NamedList, type Turn } from "./turn.ts";
import { continues, isPrivate, isWarranted } from "./warrant.ts";

/** A statement of an exact fact that is warranted, or goes on with one that is stored. */
export function acceptAttribute(
  turn: Turn,
  clause: Clause,
  intent: Extract<Intent, { kind: "attribute" }>,
): FactAct | null {
  const key = keyOfAttribute(turn, clause, intent);
  const stored = turn.view.known(key);
  if (intent.line === true && clause.line === "no" && !clause.remember) return null;
  if (intent.how === "gone" && !turn.view.held(key, intent.values[0] ?? "")) return null;
  if (!continues(intent, stored) && (intent.how === "gone" || !isWarranted(clause, intent))) return null;
  if (stored === null && isGeneral(intent.of.key)) return null;
  const said = clause.also && intent.how === "set" ? { ...intent, how: "also" as const } : intent;
  const act = factAct(clause, said, key, stored?.topic ?? shownAs(intent.of), "states_attribute");
  // Whether "Sommer2024!" ends with the mark, only its owner knows.
  if (isPrivate(intent) && clause.mark === "!") return { ...act, held: "unsure" };
  return intent.limited ? { ...act, held: "half_understood" } : act;
}

/**
 * The key of an attribute that is stated. "Port: 8443" and "the port is 8443" don't say whose it is: where only the
 * speaker's, or only the project's, is stored, it is that.
 */
function keyOfAttribute(
  turn: Turn,
  { words: [opening] }: Clause,
  { of, line }: Extract<Intent, { kind: "attribute" }>,
): string {
  const key = storedKey(of.subject, of.key);
  const other = storedKey(of.subject === "me" ? "project" : "me", of.key);
  const isNeutral = of.person === "" && (line === true || opening === "the");
  return isNeutral && turn.view.list(key) === null && turn.view.list(other) !== null ? other : key;
}

/** "Actually it's 8444", right after a turn about one attribute; "my e-mail is no longer …, it's …". */
export function attributeByContext(
  turn: Turn,
  clause: Clause,
  intent: Extract<Intent, { kind: "state" }>,
  spoken: NamedList | null,
): FactAct | null {
  const replaces = turn.carry?.past === true && turn.carry.nth === clause.nth && GOES_ON.test(clause.words[0] ?? "");
  if (spoken === null || intent.sense !== undefined || !(replaces || clause.correction)) return null;
  const [value] = intent.values;
  const stored = turn.view.list(spoken.key);
  if (
    value === undefined ||
    stored === null ||
    stored.items.length !== 1 ||
    !sameForm(value.value, stored.items[0]?.value ?? "") ||
    !(replaces || isAlone(clause))
  )
    return null;
  const of: AttributeMention = { subject: "", person: "", key: spoken.key, name: spoken.topic };
  return factAct(
    clause,
    { kind: "attribute", of, values: [value.value], limited: false, how: "change", from: null, sure: true },
    spoken.key,
    spoken.topic,
    "states_attribute",
  );
}

/** A question of an exact fact that is stored, or that documents state. */
export function acceptAttributeQuestion(
  turn: Turn,
  clause: Clause,
  intent: Extract<Intent, { kind: "askAttribute" }>,
): FactAct | null {
  const { subject, key: attribute } = intent.of;
  const key = storedKey(subject, attribute);
  const stored =
    turn.view.known(key) ??
    turn.view.known(storedKey(subject === "project" ? "me" : "project", attribute)) ??
    // "Who is my therapist?", of whom was said what she is called.
    (clause.words[0]?.startsWith("who") ? turn.view.known(storedKey(subject, `${attribute} name`)) : null);
  const documents = turn.view.documents(intent.of);
  if ((stored === null || stored.items.length === 0) && documents.length > 0) {
    const { value } = intent;
    const typed =
      value?.kind === "value" && documents.some((one) => value.named && typeOf(one.value) === typeOf(value.value));
    return intent.asks === "value" || typed ? factAct(clause, intent, key, shownAs(intent.of), "asks_attribute") : null;
  }
  if (stored === null) return null;
  if (intent.asks === "check" && intent.value !== null) {
    const { value } = intent;
    if (
      value.kind !== "value" ||
      !(
        turn.view.held(stored.key, value.value) ||
        (value.named && typeOf(value.value) === typeOf(stored.items[0]?.value ?? value.value))
      )
    )
      return null;
  }
  return factAct(clause, intent, stored.key, stored.topic, intent.at !== null ? "asks_past" : "asks_attribute");
}

/** What to say of a question of an exact fact that nothing answers; null where it may ask for something else. */
export function missingAttribute(
  { words }: Clause,
  { of, asks }: Extract<Intent, { kind: "askAttribute" }>,
): string | null {
  const { subject } = of;
  const isOwned = subject !== "project" || words.includes("our");
  const isPlain = asks === "value" && words.length <= 10 && /^(?:what|when|which|who|where)/u.test(words[0] ?? "");
  if (!isOwned || !isPlain) return null;
  const whose = subject === "me" ? "your " : subject === "project" ? "the project's " : "";
  return `I don't have ${whose}${shownAs(of)} stored; the question went to search.`;
}

/** Whether a value may correct another by context alone: of its type, in its unit, a day of the calendar for one. */
function sameForm(value: string, old: string): boolean {
  const type = typeOf(value);
  if (type !== typeOf(old)) return false;
  if (type === "number") return unitOf(value) === unitOf(old);
  return type !== "date" || (/\d/u.test(value) === /\d/u.test(old) && !/\b(?:already|yet|again)\b/iu.test(value));
}

const unitOf = (value: string): string => value.replace(/[\d.,\s]/gu, "").toLowerCase();

const COURTESY = /\b(?:thanks|thank you|sorry|please|now|my mistake|my bad|actually)\b/giu;

/** Whether a clause is all of its sentence, but for courtesies. */
function isAlone({ text, sentence }: Clause): boolean {
  return (
    sentence
      .replace(text, "")
      .replace(COURTESY, "")
      .replace(/[\p{P}\p{S}\s]/gu, "") === ""
  );
}
