import { PERSON, topicOf } from "../../english/nouns.ts";
import { hasLooseEnd, isName } from "../../english/noun-phrase.ts";
import type { Opened } from "../../english/openers.ts";
import { isQuoted, written } from "../../english/stated-values.ts";
import { isExact, typeOf } from "../../english/value-type.ts";
import { FINITE, PREPOSITIONS, PRONOUNS, TRAIL } from "../../english/word-classes.ts";
import type { AttributeMention, Intent, Question } from "./intent.ts";
import { attributeOf } from "./mentions.ts";
import { type Predicate, PREDICATES } from "./predicates.ts";
import { nameOf, valueOf } from "./stated-value.ts";
import type { Reading } from "./statements.ts";

type Attribute = Extract<Intent, { kind: "attribute" }>;

/** Of whom or what a verb is said: the speaker, somebody by his name, or a thing or relation by its noun. */
interface Subject {
  readonly kind: "me" | "person" | "relation" | "thing";
  /** "Annelies", "my sister", "the prod database". */
  readonly words: string;
  /** What somebody named is to the speaker: "my sister" of "my sister Annelies". */
  readonly kin: string;
  /** Whether nothing says whose it is: "prod db". */
  readonly isBare: boolean;
}

const raw = String.raw;
const ADVERB =
  raw`(?:now|currently|still|also|just|actually|officially|finally|recently|originally|severely|badly|very|really|mildly|` +
  raw`deathly|highly|super|both|mostly|always)`;
/** What may stand between a subject and its verb: auxiliaries and adverbs. */
const LEADS = raw`(?:(?:\s+(?:${ADVERB}|is|am|are|has|have|been|does|gets?)|'(?:s|m|re|ve))(?=\s))*`;
const NAME =
  raw`(?:(?:(?:Dr|Mrs?|Ms|Mx|Prof)\.?|[Uu]ncle|[Aa]unt(?:ie|y)?|[Gg]ran(?:ny|dma|dpa|n?ie)?|` +
  raw`[Cc]ousin) )?\p{Lu}[\p{L}.'-]*(?: (?:de|da|di|van|von|der|den|la|el|al|bin) (?=\p{L})| (?=\p{Lu}))*`;
const NAMED = new RegExp(raw`^(?:${NAME}\p{L}*)(?:\p{Lu}[\p{L}.'-]*(?: (?=\p{Lu}))?)*$`, "u");
const KIN = new RegExp(raw`^(?:[Mm]y|[Oo]ur) ([\p{Ll} -]{2,40}?) (\p{Lu}.*)$`, "u");
/** Words that make of what stands before a verb a clause, or somebody whom nobody knows. */
const NO_SUBJECT = new RegExp(
  raw`(?:^| )(?:used|said|says|told|think|thinks|thought|want|wants|wanted|need|needs|like|likes|plan|plans|planned|going|` +
    raw`supposed|meant|never|sometimes|usually|often|maybe|probably|apparently|according|heard|hear|guess|hope|wish|will|` +
    raw`let|let's|imagine|suppose|pretend|nobody|everybody|everyone|someone|somebody|time|most|some|many|whoever|and|or|` +
    raw`today|tomorrow|yesterday|user|users|customer|function|if|where|when|in|at|on)(?: |$)`,
  "iu",
);

/** Reads what a verb is said of; null where it is nothing that a fact can stand under. */
function subjectOf(given: string): Subject | null {
  const words = given.trim();
  if (/^(?:i|we)(?: (?:quit|left) .{1,30} (?:and|to))?$/iu.test(words))
    return { kind: "me", words: words.slice(0, 2).trim().toLowerCase(), kin: "", isBare: false };
  const [, kin = "", name = words] = KIN.exec(words) ?? [];
  if (kin !== "" && !PERSON.test(kin)) return subjectOf(words.replace(/^(?:my|our) /iu, "the "));
  const small = words.toLowerCase().split(" ");
  if (words.length > 60 || small.some((word) => PRONOUNS.has(word) || FINITE.has(word)) || NO_SUBJECT.test(words))
    return null;
  const isOwned = /^(?:my|our|the) \S/iu.test(words);
  if (NAMED.test(name) && !/^The\b|'s$/u.test(name) && name.split(" ").length <= 4)
    return { kind: "person", words: name, kin, isBare: false };
  if (PREPOSITIONS.has(small.at(-1) ?? "") || !/^[\p{L}\d][\p{L}\d.'/&+ -]*$/u.test(words)) return null;
  if (isOwned && PERSON.test(topicOf(words).key)) return { kind: "relation", words, kin: "", isBare: false };
  return { kind: "thing", words, kin: "", isBare: !isOwned && !/^\p{Lu}/u.test(words) };
}

/** The fact of a subject under a key. */
function factOfSubject({ kind, words, kin }: Subject, key: string, of: Predicate["of"]): AttributeMention | null {
  // What we do is of the house, not of the speaker alone, but where we live and for whom we work.
  if (kind === "me" && words === "we" && !/^(?:home|address|employer)$/u.test(key)) return null;
  if (kind === "me") return of === "person" ? { subject: "me", person: "", key, name: key, by: "my" } : null;
  if (kind === "person" && of === "person")
    return { subject: words.toLowerCase(), person: words, key, name: key, by: "person", ...(kin !== "" && { kin }) };
  if ((kind === "thing") !== (of === "thing") && kind !== "person") return null;
  const named = attributeOf(key === "" ? words : `${words}${kind === "relation" ? "'s" : ""} ${key}`);
  return named?.past === true ? null : named;
}

const STATED = PREDICATES.map((one) => ({
  ...one,
  pattern: new RegExp(
    raw`^(?<subject>\S.{0,60}?)${LEADS}(?:\s+|(?='))(?:${one.verb.source})(?:\s+${ADVERB})*\s+(?<value>\S.*)$`,
    "isu",
  ),
}));

/** "I don't work at Acme any more", "Jonas is no longer allergic to nuts": said as if it held, with what ends it. */
const OVER =
  /^(.{1,40}?)(?:(?: do| does)n't|n't| (?:(?:do|does) )?not| no longer)(?= )(.{2,120}?)( any ?(?:more|longer)\b.*)?$/isu;

/** Reads what a verb says of somebody or something: "My sister Annelies lives in Utrecht". */
export function readRelation(said: string, text: string, opened: Opened): Reading {
  const [, who = "", what = "", more] = OVER.exec(said) ?? [];
  if (who !== "" && (more !== undefined || /no longer/iu.test(said))) {
    const ended = readRelation(`${who}${what}`, text.slice(0, text.length - (more ?? "").length), opened);
    return ended !== null && ended !== "half" && ended.kind === "attribute" ? { ...ended, how: "gone" } : null;
  }
  return stated(said, text, opened);
}

function stated(said: string, text: string, opened: Opened): Reading {
  for (const one of STATED) {
    if (!one.verb.test(said)) continue;
    const { subject: words = "", value: group = "" } = one.pattern.exec(said)?.groups ?? {};
    const subject = words === "" ? null : subjectOf(text.slice(0, words.length));
    const of = subject === null ? null : factOfSubject(subject, one.key, one.of);
    if (subject === null || of === null) continue;
    const tail = text.slice(text.length - group.length);
    const values = valuesOf(tail, one);
    if (values === null && subject.kind === "me") return "half";
    if (values === null || !values.every((value) => value !== "" && one.accepts(value))) continue;
    const isNow = opened.correction || /\b(?:now|currently|these days|moved|relocated|instead)\b/iu.test(said);
    const how = one.several && !isNow ? "also" : isNow ? "change" : "set";
    return attribute(of, values, /\balso\b/iu.test(said) || opened.also ? "also" : how, isSure(subject, one));
  }
  return null;
}

/** Whether a relation is stored where nothing of the kind is yet. */
function isSure({ kind, isBare, words }: Subject, { weak }: Predicate): boolean {
  const isThe = /^the /iu.test(words);
  return kind !== "thing" || !(isBare || (isThe && (weak || VAGUE_THING.test(words))));
}

/** Things that come and go, of which a time says little. */
const VAGUE_THING =
  /(?:^| )(?:meeting|call|movie|show|game|test|job|build|thing|bus|train|flight|song|event|appointment)$/u;

function attribute(of: AttributeMention, values: readonly string[], how: Attribute["how"], sure = true): Attribute {
  return { kind: "attribute", of, values, how, sure };
}

/** The values behind a verb; null where something limits them, an empty one where they are none. */
function valuesOf(tail: string, { several, accepts, key }: Predicate): readonly string[] | null {
  if (key === "age" || key === "diet") return [written(tail)];
  const timed = /^(.{2,40}?) (?:from|to) \p{L}.*$/u.exec(tail)?.[1] ?? "";
  const isTimed = typeOf(timed) === "date" && accepts(timed) && typeOf(tail) !== "date";
  const value = accepts("X") && !accepts("x") ? nameOf(tail) : valueOf(isTimed ? timed : tail);
  if (value === null) return null;
  if (several && key !== "tool") {
    const parts = value.split(/\s*,\s*(?:and\s+)?|\s+and\s+/u).map(written);
    return parts.map((part) => (isValue(part, tail) ? part : ""));
  }
  if (/\sor\s/u.test(value)) return null;
  // "Ana and he lives in Rome", "on weekdays and I hate it"
  if (/\s(?:and|or)\s(?:i|we|he|she|they|\p{Ll}+s)\b/u.test(value) && !isExact(value)) return null;
  if (key === "place" && !isExact(value)) return [/^\p{L}+(?: to)? \S/u.test(value) ? value : ""];
  return [isValue(value, tail) || key === "preference" || /^every /iu.test(value) ? value : ""];
}

const isValue = (value: string, tail: string): boolean =>
  isExact(value) ||
  (isName(value.replace(/^an? /u, ""), isQuoted(tail)) && !hasLooseEnd(value) && value.split(" ").length <= 10);

const ASKED = new RegExp(
  raw`^(?:(?:so|and|ok|hey),?\s+)?(?:(?:at )?(?:what|which)(?<noun> [\p{L} ]{2,30}?)?|who|whom|where|when|how much|how|since when)` +
    raw`(?:'s| is| are| am| was| were| do| does| did| has| have| can)(?: (?:now|currently|still))?\s+(?<subject>.{1,60}?)` +
    raw`(?:\s+(?:now|currently|still|normally|usually))?(?:\s+(?<verb>(?:\p{Ll}+\s?){1,4}))?$`,
  "iu",
);
const WHO =
  /^who(?:'s| is)?\s(?:(?<verb>owns|maintains|leads|manages|chairs|handles|runs)|(?:in charge of|responsible for))\s(?<subject>.{2,60})$/iu;

/** What a question with a verb asks for, the likeliest first: "where does Annelies live?" */
export function askedRelations(text: string): readonly Question[] {
  const bare = text.replace(/^(?:remind me|tell me|do you (?:know|remember)),?\s+/iu, "").replace(TRAIL, "");
  const owned = WHO.exec(bare)?.groups;
  const tries = owned === undefined ? split(bare) : [{ noun: "", words: owned["subject"] ?? "", verb: "own" }];
  const found: AttributeMention[] = [];
  let asks = false;
  for (const { noun, words, verb } of tries) {
    const subject = subjectOf(words.replace(/^(?:a|an) /iu, ""));
    if (subject === null) continue;
    const fitting = PREDICATES.filter(
      ({ asked, of }) => asked.test(verb) && (verb !== "" || (of === "thing" && /^where/iu.test(bare))),
    );
    // "Which lake do I like best?" asks for a favourite.
    if (noun !== "" && /^(?:like|love|enjoy|prefer|hate)/u.test(verb)) continue;
    if (fitting.length === 0 && (noun === "" || verb.includes(" "))) continue;
    asks ||= subject.kind !== "thing" && fitting.length > 0;
    const keys = [...new Set([...(noun === "" ? [] : [noun]), ...fitting.map(({ key }) => key)])];
    for (const key of keys)
      for (const whose of ["person", "thing"] as const) {
        const mention = factOfSubject(subject, key, whose);
        if (mention !== null && fitting.some((one) => key === noun || (one.key === key && one.of === whose)))
          found.push(mention);
      }
  }
  const [first] = found.filter(({ by }) => by === "person" || by === "my");
  const ask = (of: AttributeMention, sure: boolean): Question => ({
    ...{ kind: "askAttribute", of, past: false, value: null, asks: sure },
    others:
      of.person === ""
        ? ["me", "project"].filter((one) => one !== of.subject).map((subject) => ({ ...of, subject }))
        : [],
  });
  return [...found.map((of) => ask(of, false)), ...(asks && first !== undefined ? [ask(first, true)] : [])];
}

/** The ways in which a question falls into what it names, its subject and its verb. */
function split(text: string): readonly { readonly noun: string; readonly words: string; readonly verb: string }[] {
  const { noun = "", subject = "", verb = "" } = ASKED.exec(text)?.groups ?? {};
  const words = `${subject} ${verb}`.trim().split(/\s+/u);
  return [1, 2, 3, 0]
    .filter((count) => subject !== "" && count < words.length)
    .map((count) => ({
      noun: noun.trim().toLowerCase(),
      words: words.slice(0, words.length - count).join(" "),
      verb: count === 0 ? "" : words.slice(-count).join(" "),
    }));
}
