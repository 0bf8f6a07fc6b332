import WORDS from "../english/word-classes.json" with { type: "json" };
import { PERSON } from "../english/nouns.ts";
import { isDate } from "../english/value-type.ts";
import { type Token, tokenise } from "../english/tokens.ts";
import { FINITE, isOfNow, NEWER, oneOf, OVER, PRONOUNS } from "../english/word-classes.ts";
import { isStopWord } from "../text/words.ts";
import { ASPECTS, CLAUSES, isNear, type Names, POINTS_BACK, stem, UNTOLD } from "./names.ts";
import { holder } from "./values.ts";

/** What anything has: "the price of the large loaf" is what it costs. */
const OF_ANYTHING = oneOf(WORDS.ofAnything);
/** What ends or begins something, and is no verb. */
const SLIGHT = /^(?:not|new|now|until|off|over|away|gone|wrong|ill|sick|tired|instead)$/u;
/** Behind these "'s" is a verb: "Imran's too dear", "the meeting's pushed back". */
const IS_PUT =
  /^(?:the|an?|my|our|in|at|on|off|out|away|back|with|to|for|from|too|so|very|not|now|no|been|being|gone|here|there|still|just|only|\p{L}{2,}ed)$/u;
/** What figures are counted in, whatever they are of. */
const UNIT = oneOf(WORDS.unit);
const LINK = /^(?:of|for|at|in|on|with|from|by|to)$/u;
const ARTICLE = /^(?:the|an?|our|my|your|his|her|their|this|that)$/u;
/** Questions for what is done: the verb, and to what. */
const DOES = [
  /\b(?:do|does|did)\s+(?:(?:the|our|my)\s+)?[\p{L}-]+\s+(\p{L}+)(?:\s+(?:the|our|my))?(?:\s+([\p{L}-]{3,}))?/iu,
  /^\W*who\s+(?!is\b|are\b|was\b)(\p{L}+)\s+(?:(?:the|our|my)\s+)?([\p{L}-]{3,})/iu,
];
const COUNTED = /\b(?:how (?:many|much)|which|what)\s+([\p{L}-]+)(?=\s+\p{L})/iu;

const isVerb = (word: string): boolean => FINITE.has(word) || OVER.test(word) || /(?:ed|ing)$/u.test(word);
/** "US" is no "us". */
const isEmpty = ({ text, word }: Token): boolean => isStopWord(word) && !/^\p{Lu}{2,}$/u.test(text);
/** Whether a word may be a thing of which something is said. */
const isThing = (one: Token): boolean => isAnyThing(one) && !OF_ANYTHING.test(one.word);
const isAnyThing = (one: Token): boolean =>
  one.kind === "word" &&
  /^\p{L}[\p{L}-]+$/u.test(one.word) &&
  !isEmpty(one) &&
  !isDate(one.word) &&
  ![UNTOLD, NEWER, UNIT].some((form) => form.test(one.word));
const isNoun = (one: Token | undefined): one is Token =>
  one !== undefined && isThing(one) && !isVerb(one.word) && !/^every(?:body|one)$/u.test(one.word);
const nameOf = ({ word }: Token): string => stem(word);
const isSlight = (one: Token | undefined): boolean =>
  one !== undefined && (ARTICLE.test(one.word) || one.word === "also" || NEWER.test(one.word));
/** The next token in a direction that is no article and no "now". */
function beside(tokens: readonly Token[], at: number, step: 1 | -1): number {
  let i = at + step;
  while (isSlight(tokens[i])) i += step;
  return i;
}

/** A thing and what tells it apart: a number or letter behind it, the word before it, whose it is, or what it is of, for or at. */
interface Told {
  readonly thing: Token;
  readonly which: Token;
  readonly by: "number" | "word" | "owner" | "link";
  /** "of", "in"; empty where there is none. */
  readonly link: string;
}

function toldIn(tokens: readonly Token[]): readonly Told[] {
  return tokens.flatMap((token, at): readonly Told[] => {
    const { word } = token;
    const [last, next] = [tokens[at - 1], tokens[at + 1]];
    const isOwner = word.endsWith("'s") && !IS_PUT.test(next?.word ?? "");
    if (isOwner || LINK.test(word)) {
      const from = beside(tokens, at, 1);
      let to = from;
      // Of several words before it the last is the thing, and of a name all count: "Alder's Christmas party", "team Birch".
      while (
        isNoun(tokens[to + 1]) &&
        (isOwner || /^\p{Lu}|\p{Lu}/u.test(`${tokens[to]?.text} ${tokens[to + 1]?.text}`))
      )
        to++;
      const which = { ...token, word: word.slice(0, -2) };
      if (isOwner)
        return tokens
          .slice(from, to + 1)
          .flatMap((thing) => (isAnyThing(thing) && isThing(which) ? [{ thing, which, by: "owner", link: "" }] : []));
      const isOf = isNoun(last) || (last !== undefined && isThing(last) && ARTICLE.test(tokens[at - 2]?.word ?? ""));
      return isOf
        ? tokens
            .slice(from, to + 1)
            .flatMap((one) => (isNoun(one) ? [{ thing: last, which: one, by: "link", link: word }] : []))
        : [];
    }
    const isOne = /^ones?$/u.test(word);
    if (!isOne && !isAnyThing(token)) return [];
    const number = /^(?:number|no|nr)$/u.test(next?.word ?? "") ? tokens[at + 2] : next;
    const isNumber = number !== undefined && /^(?:\d+\p{L}?|\p{Lu}\p{L}*)$/u.test(number.text);
    if (isNumber && (number.text.length < 3 || /^\p{Ll}/u.test(token.text)))
      return [{ thing: token, which: number, by: "number", link: "" }];
    const isTeller =
      last !== undefined &&
      /^(?:\p{L}{2,}|(?:19|20)\d\d)$/u.test(last.word) &&
      !isEmpty(last) &&
      !isDate(last.word) &&
      (last.word === "left" || !NEWER.test(last.word));
    if (!isTeller || /^(?:old|different|current|whole)$/u.test(last.word)) return [];
    return [{ thing: token, which: last, by: isOne ? "owner" : "word", link: "" }];
  });
}
/** Whether two things are told apart in one way: "pool 2" is told otherwise than "the production pool", "by the gate" than "for the gate". */
const isAlike = (one: Told, other: Told): boolean =>
  (one.by === "number") === (other.by === "number") &&
  (one.link === other.link || [one.link, other.link].every((link) => /^(?:|of|in|at|from|for)$/u.test(link)));

/** What a question asks for, and what of it and of a passage is known. */
function subjectOf(question: string, asks: readonly Token[], says: readonly Token[]) {
  const has = (tokens: readonly Token[], { which }: Told): boolean =>
    tokens.some((one) => isNear(nameOf(one), nameOf(which)));
  const [asked, said] = [toldIn(asks), toldIn(says)];
  const owners = [...asked, ...said].flatMap(({ by, which }) =>
    by === "owner" || by === "link" ? [nameOf(which)] : [],
  );
  const all = asks.filter((one, i) => isThing(one) && !(i > 0 && /^\p{Lu}/u.test(one.text)));
  const free = all.filter((one) => !owners.includes(nameOf(one)));
  const counted = stem(COUNTED.exec(question)?.[1]?.toLowerCase() ?? "");
  const isCounted = [...free, ...asks.filter(({ text }) => /^\p{Lu}/u.test(text))].some(
    (one) => nameOf(one) === counted,
  );
  const telling = [free.filter(isNoun), free, all].find((some) => some.length > 0) ?? [];
  const [, done, to] = DOES.map((form) => form.exec(question)).find((found) => found !== null) ?? [];
  // "When does the pager rotation start?": what "starts" right behind it in the passage is done by that.
  const isBy = says.some(({ word }, i) => word === `${to}s` && says[i - 1]?.word === done?.toLowerCase());
  const [verb, object] = isBy ? [to] : [done, to];
  const stemOf = (word = ""): string => stem(word.toLowerCase());
  return {
    heads: isCounted ? [counted] : telling.map(nameOf),
    /** As question and passage both tell them apart. */
    told: [...asked.filter((one) => has(says, one)), ...said.filter((one) => has(asks, one))],
    verb: UNTOLD.test(verb ?? "") ? "" : stemOf(verb),
    object: isStopWord(object?.toLowerCase() ?? "") ? "" : stemOf(object),
  };
}

/**
 * Tells whether a text speaks of something else than a question and a passage: of another one of such things (room 14, the red van, Jo's dentist, the
 * server in Rome), of what has an owner, a place, a verb or a number in common with it (the shop's hotline where its launch is asked for, room 312 for an
 * extension), or of what is measured alike ("the gym fee is 77 euros now"). A clause that does is passed over where another one holds a value and what
 * is asked for, or points back.
 */
export function ofOtherThing(
  question: string,
  passage: string,
  isOther: ((text: string) => boolean) | null,
): (text: string, isNext: boolean) => boolean {
  const [asks, says] = [tokenise(question), tokenise(passage)];
  const { heads, told, verb, object } = subjectOf(question, asks, says);
  const purposes = asks.flatMap((one, i) => (asks[i - 1]?.word === "for" && isNoun(one) ? [nameOf(one)] : []));
  const known = [...new Set([...asks, ...says].flatMap((one) => [nameOf(one), stem(one.word.replace(/'s$/u, ""))]))];
  const isOfFigure = /\d{3}/u.test(passage) && !/\bwhen\b/iu.test(question);
  const isOfCount = /\b(?:how many|when|what time)\b/iu.test(question);
  const asksWhere = /^\W*where\b/iu.test(question);
  const asksWho = /\bwho\b/iu.test(question);
  const isKnown = (name: string): boolean => known.some((one) => isNear(one, name));
  const isStrange = (one: Token | undefined): boolean => isNoun(one) && !isKnown(nameOf(one));
  const isHead = (one: Token): boolean => heads.some((name) => isNear(name, nameOf(one)));
  const has = (tokens: readonly Token[], name: string): boolean => tokens.some((one) => isNear(nameOf(one), name));
  /** Whether it is done to something else, or something else to that. */
  const isDoneElse = (tokens: readonly Token[]): boolean => {
    const at = tokens.findIndex((one) => isNear(nameOf(one), verb));
    const from = tokens.findIndex(({ word }) => /^(?:we|i|they)(?:'ve)?$/u.test(word));
    const doing = beside(tokens, at < 0 ? from : at - 1, 1);
    const thing = tokens[beside(tokens, doing, 1)];
    if (at < 0)
      return object !== "" && from >= 0 && isStrange(tokens[doing]) && thing !== undefined && nameOf(thing) === object;
    return object !== "" && !has(tokens, object) && isStrange(thing);
  };
  /** "14 employees" of something asked for otherwise, "room 312" for a number. */
  const isNumbered = (tokens: readonly Token[]): boolean => {
    const at = tokens.flatMap(({ word }, i) => (/^\d+$/u.test(word) ? [i] : []));
    const isOf = (i: number): boolean => isStrange(tokens[i + 1]) && /s$/u.test(tokens[i + 1]?.word ?? "");
    return (
      at.length > 0 && ((isOfFigure && at.every((i) => isStrange(tokens[i - 1]))) || (isOfCount && at.every(isOf)))
    );
  };
  /** Another owner, number, place or purpose of what is asked for. */
  const isAnotherOne = (one: Told, tokens: readonly Token[]): boolean =>
    !isKnown(nameOf(one.which)) &&
    // Where something is, is what is asked for.
    !(asksWhere && one.by === "link" && /^(?:in|at|on)$/u.test(one.link)) &&
    ((one.by === "owner" && (/^ones?$/u.test(one.thing.word) || isKnown(nameOf(one.thing)))) ||
      (one.link === "for" && purposes.length > 0 && !purposes.some((name) => has(tokens, name))) ||
      told.some(
        (asked) =>
          isNear(nameOf(asked.thing), nameOf(one.thing)) && isAlike(asked, one) && !has(tokens, nameOf(asked.which)),
      ));
  /** Whether it is of somebody or something unknown, who changes nothing that is known: "Leo has moved to swimming", "the CI image is on 24". */
  const isOfStranger = (tokens: readonly Token[], clause: string): boolean => {
    const isLink = (one: Token | undefined): boolean =>
      one !== undefined && (LINK.test(one.word) || /\d/u.test(one.word));
    const at = tokens.findIndex(
      ({ word, text }, i) =>
        (isVerb(word) && !SLIGHT.test(word)) || (i > 0 && /^\p{Ll}.*[^s]s$/u.test(text) && isLink(tokens[i + 1])),
    );
    const [told, rest] = [tokens.slice(0, Math.max(at, 0)), tokens.slice(at)];
    const put = rest.find(({ word }, i) => i > 0 && !isVerb(word) && !NEWER.test(word) && word !== "up");
    const subject = told.filter(isNoun);
    const { text: name = "" } = subject.at(-1) ?? {};
    const isOwn = (
      /^\p{Lu}/u.test(name) && !PERSON.test(name.toLowerCase()) ? /^(?:theirs?|his|her)$/u : /^theirs?$/u
    ).test(put?.word ?? "");
    const isOfIt = put !== undefined && isAnyThing(put) && (FINITE.has(rest[0]?.word ?? "") || isStrange(put));
    return (
      isStrange(subject.at(-1)) &&
      !told.some(({ word, text }) => PRONOUNS.has(word) || /\d/u.test(text)) &&
      (isOwn ||
        (!asksWho &&
          subject.every(isStrange) &&
          isOther?.(clause) !== false &&
          (put === undefined || isLink(put) || isOfIt)))
    );
  };
  const isElse = (clause: string): boolean => {
    const tokens = tokenise(clause);
    const things = toldIn(tokens);
    if (
      (/(?<!\b(?:my|our) )\bown\b/iu.test(clause) && !isKnown("own")) ||
      things.some((one) => isAnotherOne(one, tokens))
    )
      return true;
    // "The council decided on 3.20 tourist tax" tells of the tax.
    const isOfHead =
      /\d/u.test(clause) &&
      tokens.some((one) => isHead(one) && !/^\p{Lu}/u.test(one.text) && !isNear(nameOf(one), verb));
    if (!isOfHead && isOfStranger(tokens, clause)) return true;
    if (isOther === null) return false;
    if (verb !== "" && isDoneElse(tokens)) return true;
    const isOf = ({ by, link, thing, which }: Told): boolean =>
      ((by === "link" && link !== "from") || (by === "owner" && !isVerb(thing.word))) &&
      !isKnown(nameOf(thing)) &&
      isKnown(nameOf(which));
    return (
      !tokens.some(isHead) &&
      (things.some(isOf) ||
        isNumbered(tokens) ||
        tokens.some(({ word }, i) => word === "of" && UNIT.test(tokens[i - 1]?.word ?? "") && isStrange(tokens[i + 1])))
    );
  };
  const isMeasured = measuredAlike(asks, says, isKnown);
  return (text, isNext) => {
    if (!isNext && isOther !== null && isMeasured(text)) return true;
    const clauses = text.split(CLAUSES);
    const others = clauses.map(isElse);
    // "Staging moved, host is pg-2": what follows is of that.
    const rest = clauses.filter((_, i) => !others[i] && !(others[i - 1] && HAS_MOVED.test(clauses[i - 1] ?? "")));
    const isAsked = (one: Token): boolean => isHead(one) || (isOther === null && isNoun(one) && has(asks, nameOf(one)));
    const speaks = (clause: string): boolean =>
      POINTS_BACK.test(clause) || isOfNow(clause) || tokenise(clause).some(isAsked);
    return rest.length < clauses.length && !rest.some((clause) => isOther?.(clause) !== false && speaks(clause));
  };
}

const HAS_MOVED =
  /^\W*(?:the |our |my )?[\p{L}-]+ (?:has |is |was |got |been )*(?:moved|changed|switched|migrated|upgraded)$/iu;
/** Whose a question says that something is, or who does it. */
const OWNERS =
  /(?<!\p{L})(\p{L}+)(?:['’]s\b|(?<=s)['’])|\b(?:do|does|did|has|have|will)\s+(?:(?:the|my|our)\s+)?(\p{L}+)/giu;

/** Whether a passage is of another thing than a question and what was said later: of another owner, number or place. */
export function isOfAnother(question: string, said: string, passage: string): boolean {
  const stems = (text: string) =>
    tokenise(text).flatMap((one) => (isEmpty(one) ? [] : [stem(one.word.replace(/s'$/u, ""))]));
  const [asked, told, known] = [stems(question), stems(said), new Set(stems(passage))];
  if (isOfRelative(said, asked, (one) => asked.includes(stem(one)) || known.has(stem(one)))) return true;
  // What of the question is told later, and wasn't before.
  const isTold = (name: string): boolean => !known.has(name) && told.some((one) => isNear(one, name));
  if (!asked.some(isTold)) return false;
  const owners = Array.from(question.matchAll(OWNERS), ([, owner, who = ""]) => stem((owner ?? who).toLowerCase()));
  return (
    (owners.some(isTold) && !/\b(?:he|she|they|his|her|their)\b/iu.test(passage)) ||
    ofOtherThing(question, said, null)(passage, false)
  );
}

/** Whether a sentence is of somebody of theirs, or of another one of the speaker's: "Ida's brother" is not Ida, "my uncle" not my aunt. */
const isOfRelative = (said: string, whose: readonly string[], isKnown: (word: string) => boolean): boolean =>
  Array.from(said.matchAll(/(\p{L}+)(?:['’]s|(?<=s)['’]) (\p{L}+)|\b(?:my|our) (\p{L}+)/giu)).some(
    ([, owner, his = "", mine = his]) =>
      PERSON.test(mine.toLowerCase()) &&
      !isKnown(mine.toLowerCase()) &&
      whose.some((one) =>
        owner === undefined ? PERSON.test(one) && !holder(said)(one) : one === stem(owner.toLowerCase()),
      ),
  );

export const measuresIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\d ?(\p{L}{2,})/gu), ([, unit = ""]) => unit.toLowerCase());
const OWN_THING = /\b(?:the|my|our|your|his|her|their)\s+(\p{L}{3,})/giu;

/**
 * Whether all that a text has of question and passage is what the passage counts or measures in: "the gym fee is 77 euros now" says nothing of the
 * plumber's 120 euros. Not where it points back, and names no thing of its own: "it's 20 euros from May".
 */
function measuredAlike(
  asks: readonly Token[],
  says: readonly Token[],
  isKnown: (name: string) => boolean,
): (text: string) => boolean {
  const passage = says.map(({ text }) => text).join(" ");
  const units = measuresIn(passage).map(stem);
  const figures = says.filter(({ text }) => /\d/u.test(text)).map(({ text }) => text);
  return (text) => {
    const tokens = tokenise(text);
    const shared = tokens
      .filter(
        (one) =>
          /^\p{L}/u.test(one.word) && !isStopWord(one.word) && ![UNTOLD, NEWER].some((form) => form.test(one.word)),
      )
      .map(nameOf)
      .filter(isKnown);
    if (
      shared.length === 0 ||
      !shared.every((name) => units.includes(name)) ||
      tokens.some((one) => figures.includes(one.text))
    )
      return false;
    // "Tickets: 112 now" names what is counted, where that is asked for, and nothing else.
    const isOpen = !POINTS_BACK.test(text) && !asks.some((one) => shared.includes(nameOf(one)));
    return (
      isOpen ||
      Array.from(text.matchAll(OWN_THING), ([, word = ""]) => word).some(
        (word) => !isDate(word) && !isKnown(stem(word.toLowerCase())),
      )
    );
  };
}

const OPENS = String.raw`^\W*(?:(?:and|so|but|oh|btw|also|ok|well|then)\W+)*`;
const GROUP =
  /^(?:team|squad|crew|department|competitor|competition|company|family|school|club|shop|neighbou?rs?|couple)s?$/u;
/** Somebody who has, gets or changes something, up to that: "Olga got a new", "my brother changed". */
const HAS = new RegExp(
  String.raw`${OPENS}(?<who>(?:(?:my|our|his|her|their|the) (?:\p{L}+ ){0,2}?)?(?<head>[\p{L}'-]+))(?:'s)? ` +
    String.raw`(?:(?:just|also|now|finally|has|have|had|was|were|is) )*(?:got|gets|has|have|had|given|bought|changed|switched|swapped|traded|moved|` +
    String.raw`upgraded|raised|lowered|cut)\s`,
  "iu",
);
const GIVEN =
  /\b(?:gave|give|gives|given|assigned|issued|handed|sent)\s+(?<who>(?:(?:my|our|his|her|their|the) (?:\p{L}+ ){0,2}?)?(?<head>[\p{L}'-]+))\s/iu;
const FIRST_PERSON = /\b(?:i|me|my|mine|we|us|our|ours)\b/iu;

const ARTICLES = /^\W*(?:the |our |my )/iu;
/** Somebody by his name, who does or is something. */
const NAMED_SUBJECT =
  /^\W*(\p{Lu}\p{Ll}+)(?:['’]s| is| was| has| isn['’]t| hasn['’]t| doesn['’]t| no longer| left| quit| moved| joined| works| lives| got)\b/u;

/** Whether a sentence tells of somebody else what he has or gets, of what is the speaker's or the project's: "Olga got a new badge". */
export function isSomebodyElses(unit: string, fact: Names): boolean {
  if (isOfRelative(unit, [...fact.whose, ...fact.own], fact.isOwn)) return true;
  if (fact.whose.length > 0) return false;
  const isStrange = (name = ""): boolean =>
    name !== "" && !fact.isOwn(name.toLowerCase()) && !fact.values.some((value) => holder(value)(name));
  // "Production moved, host is pg-5"; "Ben left Initech" says nothing of where I work.
  const [moved = "", other] = unit.split(/(?<=^[^,;]*),/u);
  if (other !== undefined && HAS_MOVED.test(moved) && isStrange(/[\p{L}-]+/u.exec(moved.replace(ARTICLES, ""))?.[0]))
    return true;
  const isOfVerb = fact.own.some((word) => ASPECTS[word] !== undefined) && !FIRST_PERSON.test(unit);
  if (isOfVerb && isStrange(NAMED_SUBJECT.exec(unit)?.[1])) return true;
  const found = GIVEN.exec(unit) ?? HAS.exec(unit);
  const { who = "", head = "" } = found?.groups ?? {};
  if (found === null || fact.isOwn(head.toLowerCase()) || holder(fact.values.join(" "))(head)) return false;
  const isKin = /^(?:my|our) /iu.test(who) && PERSON.test(head.toLowerCase());
  const isOne = isKin || GROUP.test(head.toLowerCase()) || (/^\p{Lu}/u.test(head) && !isStopWord(head.toLowerCase()));
  const rest = unit.slice(found.index + found[0].length);
  const isOwned = /^(?:an?|another|his|her|their|new|to (?:the|an?|his|her|their)|\p{L}+s\b)/iu.test(rest);
  return isOne && isOwned && !FIRST_PERSON.test(isKin ? unit.replace(who, "") : unit);
}
