import { HOLDS } from "../../english/adverbials.ts";
import type { Opened } from "../../english/openers.ts";
import { isQuoted, isValue, nameOf, valueOf, written } from "../../english/stated-values.ts";
import { typeOf } from "../../english/value-type.ts";
import { TRAIL } from "../../english/word-classes.ts";
import { asking, type AttributeMention, type Question } from "./intent.ts";
import type { Reading } from "./statements.ts";

/** What a verb says of the speaker: the fact that it states, how it is asked for, and what it takes. */
interface Relation {
  readonly key: string;
  /** The verb with what belongs to it, up to the value. */
  readonly verb: string;
  /** How a question for it begins, and what stands behind its "I". */
  readonly asks: string;
  readonly asked: string;
  readonly accepts: (value: string) => boolean;
  /** Whether it is of a house, too: "we live in Ghent". */
  readonly ours?: boolean;
  /** Whether one can have several: a further one is another, no change. */
  readonly several?: boolean;
}

const raw = String.raw;
const capital = (value: string): boolean =>
  /^(?:the |an? )?\p{Lu}/u.test(value) && !/^I\b/u.test(value) && typeOf(value) !== "date";
const born = (value: string): boolean => typeOf(value) === "date" || /^(?:19|20)\d\d$/u.test(value);
const placed = (value: string): boolean =>
  capital(value) && !/\s(?!(?:de|la|the|upon|am|an|der|on|of|le|sur|in|near)\b)\p{Ll}/u.test(value);

/** In the order in which they are tried: the first that takes a sentence holds. */
const RELATIONS: readonly Relation[] = [
  { key: "birthday", verb: "(?:was|were) born (?:on|in)", asks: "when", asked: "born", accepts: born },
  { key: "birthplace", verb: "(?:was|were) born in", asks: "where", asked: "born(?: in)?", accepts: capital },
  {
    key: "home",
    verb: "(?:liv(?:e|ing) in|based (?:in|out of)|moved (?:back )?to|relocated to)",
    asks: "where",
    asked: "liv(?:e|ing)(?: in)?|based(?: in)?",
    accepts: placed,
    ours: true,
  },
  {
    key: "employer",
    verb: "(?:work(?:ing)? (?:at|for)|employed (?:at|by)|joined)",
    asks: "whom?|where",
    asked: "work(?:ing)?(?: for| at)?|employed(?: by| at)?",
    accepts: capital,
    ours: true,
  },
  {
    key: "allergy",
    verb: "allergic to",
    asks: "what",
    asked: "allergic to",
    accepts: (value) => typeOf(value) !== "date",
    several: true,
  },
];

const ADVERB = raw`(?:${HOLDS}|recently|originally|severely|badly|very|mildly|deathly|highly|both)`;
/** What may stand between the subject and its verb: auxiliaries and adverbs. */
const LEADS = raw`(?:(?:\s+(?:${ADVERB}|am|are|have|been)|'(?:m|re|ve))(?=\s))*`;

const mine = (key: string): AttributeMention => ({ subject: "me", person: "", key, name: key, by: "my" });

const STATED = RELATIONS.map((one) => ({
  ...one,
  pattern: new RegExp(
    raw`^${one.ours === true ? "(?:i|we)" : "i"}${LEADS}(?:\s+|(?='))(?:${one.verb})(?:\s+${ADVERB})*\s+(?<value>\S.*)$`,
    "isu",
  ),
}));

/** Reads what a verb says of the speaker: "I live in Utrecht". */
export function readRelation(said: string, text: string, opened: Opened): Reading {
  for (const one of STATED) {
    const { value: group = "" } = one.pattern.exec(said)?.groups ?? {};
    if (group === "") continue;
    const values = valuesOf(text.slice(text.length - group.length), one);
    if (values === null) return "half";
    if (!values.every((value) => value !== "" && one.accepts(value))) continue;
    const isNow = opened.correction || /\b(?:now|currently|these days|moved|relocated|joined|instead)\b/iu.test(said);
    const isMore = /\balso\b/iu.test(said) || opened.also || (one.several === true && !isNow);
    const how = isMore ? "also" : isNow ? "change" : "set";
    return { kind: "attribute", of: mine(one.key), values, how, sure: true };
  }
  return null;
}

/** The values behind a verb; null where something limits them, an empty one where they are none. */
function valuesOf(tail: string, { several, accepts }: Relation): readonly string[] | null {
  const value = accepts("X") && !accepts("x") ? nameOf(tail) : valueOf(tail);
  if (value === null) return several === true ? [""] : null;
  const parts = several === true ? value.split(/\s*,\s*(?:and\s+)?|\s+and\s+/u).map(written) : [value];
  return parts.map((part) => (isValue(part, isQuoted(tail)) ? part : ""));
}

const ASKED_OF = RELATIONS.map(({ key, asks, asked }) => ({
  key,
  pattern: new RegExp(
    raw`^(?:(?:so|and|ok|hey),?\s+)?(?:${asks})(?: am| are| was| were| do| did)?\s+(?:i|we)(?:\s+(?:am|was|were|now|currently|still))*\s+(?:${asked})$`,
    "iu",
  ),
}));

/** What a question with a verb asks for: "where do I live?"; with "forget", "where I live", too. */
export function askedRelations(text: string): readonly Question[] {
  const plain = text.replace(/^(?:remind me|tell me|do you (?:know|remember)),?\s+/iu, "").replace(TRAIL, "");
  const found = ASKED_OF.filter(({ pattern }) => pattern.test(plain)).map(({ key }) => mine(key));
  return [...found.map((of) => asking(of)), ...found.slice(0, 1).map((of) => asking(of, { asks: true }))];
}
