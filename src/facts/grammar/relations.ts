import { HOLDS } from "../../english/adverbials.ts";
import { PERSON, topicOf } from "../../english/nouns.ts";
import type { Opened } from "../../english/openers.ts";
import { isQuoted, isValue, nameOf, valueOf, written } from "../../english/stated-values.ts";
import { typeOf } from "../../english/value-type.ts";
import { FINITE, PRONOUNS, TRAIL } from "../../english/word-classes.ts";
import { asking, type AttributeMention, type Question } from "./intent.ts";
import { personKey } from "./attribute-keys.ts";
import { attributeOf, NOBODY } from "./mentions.ts";
import type { Reading } from "./statements.ts";

/** What a verb says of somebody: the fact that it states, how it is asked for, and what it takes. */
interface Relation {
  readonly key: string;
  /** The verb with what belongs to it, up to the value. */
  readonly verb: string;
  /** What stands behind the subject of a question for it. */
  readonly asked: string;
  readonly accepts: (value: string) => boolean;
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
  { key: "birthday", verb: "(?:was|were|is|am) born (?:on|in)", asked: "born", accepts: born },
  { key: "birthplace", verb: "(?:was|were|is|am) born in", asked: "born(?: in)?|from", accepts: capital },
  {
    key: "home",
    verb: "(?:liv(?:e|es|ing) in|based (?:in|out of)|moved (?:back )?to|relocated to)",
    asked: "liv(?:e|ing)(?: in)?|based(?: in)?",
    accepts: placed,
  },
  {
    key: "address",
    verb: "liv(?:e|es|ing) (?:on|at)",
    asked: "liv(?:e|ing)(?: at| on)?",
    accepts: (at) => /\d/u.test(at),
  },
  { key: "job", verb: "work(?:s|ing)? as", asked: "do(?: for (?:a living|work))?|work as", accepts: () => true },
  {
    key: "employer",
    verb: "(?:work(?:s|ing)? (?:at|for)|employed (?:at|by)|joined)",
    asked: "work(?:ing)?(?: for| at)?|employed(?: by| at)?",
    accepts: capital,
  },
  { key: "manager", verb: "report(?:s|ing)? to", asked: "report(?:ing)? to", accepts: capital },
  { key: "nickname", verb: "go(?:es)? by", asked: "go by", accepts: capital },
  { key: "bank", verb: "bank(?:s|ing)? with", asked: "bank(?:ing)? with", accepts: capital },
  { key: "expiry", verb: "(?:expires?|ends?|runs? out|valid until)", asked: "expire|end|run out|valid", accepts: born },
  {
    key: "allergy",
    verb: "allergic to",
    asked: "allergic to",
    accepts: (value) => typeOf(value) !== "date",
    several: true,
  },
  { key: "partner", verb: "(?:married|engaged) to", asked: "(?:married|engaged) to", accepts: capital },
  { key: "hometown", verb: "(?:(?:is|am|are|'m|'s|'re)|comes?) from", asked: "(?:come )?from", accepts: capital },
];

const ADVERB = raw`(?:${HOLDS}|recently|originally|severely|badly|very|mildly|deathly|highly|both)`;
/** What may stand between a subject and its verb: auxiliaries and adverbs. */
const LEADS = raw`(?:(?:\s+(?:${ADVERB}|is|am|are|has|have|been)|'(?:s|m|re|ve))(?=\s))*`;
const NAMED =
  /^(?:(?:Dr|Mrs?|Ms|Mx|Prof)\.? )?\p{Lu}[\p{L}.'-]*(?: (?:(?:de|da|di|van|von|der|den|la|el|al) )*\p{Lu}[\p{L}.'-]*){0,3}$/u;
/** What makes of a name a clause, or somebody whom nobody knows. */
const NO_NAME = /^(?:the|most|some|many|people|if|whenever|maybe|probably|apparently|imagine|suppose|pretend)\b|'s$/iu;

/** "Everyone calls me Sasha" */
const CALL_ME = /^(?:(?:you|they|people|every(?:one|body)|most|my|our|just|please) (?:\p{L}+ ){0,3})?calls? me /iu;

/** Whose fact it is that a verb states: the speaker's, somebody's by his name, or somebody or something of the speaker's; null where it is nobody's. */
function ownerOf(given: string, key: string): AttributeMention | null {
  const words = given.trim();
  if (key === "expiry") return /^(?:my|our) |'s /iu.test(words) ? attributeOf(`${words} ${key}`) : null;
  // What we do is of the house, not of the speaker alone, but where we live and for whom we work.
  if (/^(?:i|we)$/iu.test(words))
    return /^we$/iu.test(words) && !/^(?:home|address|employer|bank)$/u.test(key)
      ? null
      : { subject: "me", person: "", key, name: key, by: "my" };
  if (
    words
      .toLowerCase()
      .split(" ")
      .some((word) => PRONOUNS.has(word) || FINITE.has(word))
  )
    return null;
  // "My sister Annelies" is known by her name.
  const [, kin = "", name = words] = /^(?:my|our) ([\p{Ll} -]{2,40}?) (\p{Lu}.*)$/iu.exec(words) ?? [];
  if ((kin === "" || PERSON.test(kin)) && NAMED.test(name) && !NO_NAME.test(name) && !NOBODY.has(name.toLowerCase()))
    return { subject: personKey(name), person: name, key, name: key, by: "person" };
  const isOne = /^(?:my|our) [\p{L} '-]{2,40}$/iu.test(words) && PERSON.test(topicOf(words).key);
  return isOne ? attributeOf(`${words}'s ${key}`) : null;
}

const STATED = RELATIONS.map((one) => ({
  ...one,
  pattern: new RegExp(
    raw`^(?<owner>\S.{0,60}?)${LEADS}(?<not>n't|\s+(?:not|no longer))?(?:\s+|(?='))(?:${one.verb})(?:\s+${ADVERB})*\s+(?<value>\S.*)$`,
    "isu",
  ),
}));

/** Reads what a verb says of somebody: "My sister Annelies lives in Utrecht". */
export function readRelation(said: string, text: string, opened: Opened): Reading {
  for (const one of STATED) {
    const { owner = "", not, value: group = "" } = one.pattern.exec(said.replace(CALL_ME, "I go by "))?.groups ?? {};
    const of = owner === "" || (not !== undefined && one.several !== true) ? null : ownerOf(owner, one.key);
    if (of === null) continue;
    const values = valuesOf(text.slice(text.length - group.length), one);
    if (values === null && of.subject === "me" && one.key !== "expiry") return "half";
    if (values === null || !values.every((value) => value !== "" && one.accepts(value))) continue;
    const isNow = opened.correction || /\b(?:now|currently|these days|moved|relocated|joined|instead)\b/iu.test(said);
    const isMore = /\balso\b/iu.test(said) || opened.also || (one.several === true && !isNow);
    if (not !== undefined) return { kind: "attribute", of, values, how: "gone", sure: true };
    return { kind: "attribute", of, values, how: isMore ? "also" : isNow ? "change" : "set", sure: true };
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

const ASKED =
  raw`^(?:(?:so|and|ok|hey),?\s+)?(?:who|whom|where|(?:until )?when|what(?: name)?|(?:what|which) bank)` +
  raw`(?:'s| is| are| am| was| were| do| does| did)`;

const ASKED_OF = RELATIONS.map(({ key, asked }) => ({
  key,
  pattern: new RegExp(raw`${ASKED}\s+(.{1,60}?)(?:\s+(?:now|currently|still))?\s+(?:${asked})$`, "iu"),
}));

/** What a question with a verb asks for, the likeliest first: "where does Annelies live?" */
export function askedRelations(text: string): readonly Question[] {
  const plain = text.replace(/^(?:remind me|tell me|do you (?:know|remember)),?\s+/iu, "").replace(TRAIL, "");
  const bare = plain.replace(/^what (?:do|does|can|should) .{1,40} call me$/iu, "what do I go by");
  const found = ASKED_OF.flatMap(({ key, pattern }) => ownerOf(pattern.exec(bare)?.[1] ?? "", key) ?? []);
  const [first] = found.filter(({ key }) => !key.endsWith("expiry"));
  return [...found.map((of) => asking(of)), ...(first === undefined ? [] : [asking(first, { asks: true })])];
}
