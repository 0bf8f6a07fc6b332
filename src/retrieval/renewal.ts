import { typeOf } from "../english/value-type.ts";
import { FINITE, NEWER } from "../english/word-classes.ts";
import type { Scope } from "../model/caller.ts";
import { expectation } from "../text/answering.ts";
import { isPlainQuestion } from "../text/evidence.ts";
import { sentences } from "../text/sentences.ts";
import { isStopWord, words } from "../text/words.ts";
import { indexTerms } from "../text/analyzer.ts";

/** Questions for what was, for a reason or for a way: what is so now doesn't answer them. */
const NOT_OF_NOW = new RegExp(
  String.raw`^\W*(?:why|how (?:do|does|did|to|can|should))\b|\b(?:was|were|did|had|before|previous(?:ly)?|original(?:ly)?|used to|` +
    String.raw`formerly|(?:the|my|our) old|first|initial(?:ly)?|earlier|history|last (?:year|month|week)|ago)\b`,
  "iu",
);
/** What is asked of a thing and has a word of its own: what doesn't say it speaks of something else of that thing. */
const ATTRIBUTE = /\b(?:number|code|name|pin|password|address)\b/iu;
const UNSURE = /\b(?:maybe|perhaps|might|could|would|i think|i guess|if|unless|thinking of|considering|looking at)\b/iu;
/** Words of a question that don't tell what it is about. */
const SLIGHT = new Set(
  "use run get go do make keep need want put set take have number date time day name code long old much high far big tall heavy"
    .split(" ")
    .flatMap(indexTerms),
);

/** Beyond so many words a text says more than one thing, and restates none. */
const SHORT = 25;
/** What begins a reply that sets right what was just said. */
const SETTING_RIGHT = new RegExp(
  String.raw`^\W*(?:(?:no|nope|sorry|oops|wait|hang on|correction|rather|scratch that)\b[\s,.!:–—-]+)+|` +
    String.raw`\bi (?:misread|mistyped|misspoke|misheard|meant)\b|\bmy mistake\b`,
  "iu",
);
/** What says that whatever was said is wrong. */
const OUTRIGHT = /^\W*(?:scratch that|correction)\s*[,.:!–—-]/iu;
/** What else says so, of what it may name itself. */
const INSTEAD = /\binstead\b|,? sorry\W*$/iu;
/** What it may begin with where it names nothing, or who told it. */
const POINTING_BACK = new RegExp(
  String.raw`^\W*(?:(?:it|that|this|he|she|they)(?:['’](?:s|re|ll|ve|d))?|make (?:it|that)|` +
    String.raw`\p{L}+ (?:has |have )?(?:just )?(?:told|says?|said|wrote|called))\b`,
  "iu",
);
/** What is said of several isn't said of one of them. */
const OF_SEVERAL = /\b(?:both|all|each|together|altogether|total|sum|included|average)\b/iu;
/** A word of a reply that says how something is known or counted, not what it is about. */
const TOLD = new RegExp(
  String.raw`^(?:just|only|since|until|sorry|told|says?|said|wrote|called|made|meant|misread|half|past|quarter|clock|[ap]m|o|` +
    String.raw`euros?|dollars?|pounds?|percent|today|tomorrow|tonight)$`,
  "iu",
);
/** How a value of no form of its own begins, of two words at most: "no, a frame", "it's in the kitchen". */
const PHRASE = /^(?:now |actually )?(?:in|at|on|from|to|behind|under|near|next to|with|by|an?|the)\s/iu;
/** What things are told apart by a number or letter of: "lantern number 2", "line B". */
const NUMBERED: ReadonlySet<string> = new Set(
  (
    "number no nr room flat unit gate platform line floor level chapter step bus house table team version plot berth locker box " +
    "stall ticket block lot"
  ).split(" "),
);

/** Whether a text looks like a reply that sets right what was said before it, whatever that was. */
export const maySetRight = (text: string): boolean =>
  POINTING_BACK.test(text) || INSTEAD.test(text) || SETTING_RIGHT.test(text);

/** Whether a question is for what is so now. */
export const asksOfNow = (question: string): boolean => !NOT_OF_NOW.test(question);

/** Whether what was said in a scope may renew what stands in another: nobody is overruled by what another caller says. */
export const mayRenew = (older: Scope, newer: Scope): boolean => newer === older || !newer.startsWith("user:");

/** What would say of an answer's subject that it is otherwise since. */
export interface Renewal {
  /** Whether a text, said later, speaks of that subject and says that it is so from now on; in its chat nobody repeats what that is called by. */
  readonly by: (text: string, chat: string) => boolean;
  /** Whether a text, said right behind it in the same chat, sets it right without saying again what it is about. */
  readonly byReply: (text: string) => boolean;
}

/**
 * What renews an answer to a question: null where the question is for what was, for a reason or for a way, or where names
 * alone join it to its answer, of which much may be said.
 * @example renewals("When is the launch?")("Launch is planned for 20 May.")?.by("So launch slips to 3 June.", "a") // true
 */
export function renewals(question: string): (answer: string) => Renewal | null {
  if (!asksOfNow(question)) return () => null;
  const asked = words(question)
    .filter(({ text }) => !isStopWord(text.toLowerCase()))
    .map(({ text, start }) => ({
      isName: start > 0 && /\p{Lu}/u.test(question.charAt(start)),
      terms: indexTerms(text).filter((term) => !SLIGHT.has(term)),
    }));
  const attribute = ATTRIBUTE.exec(question)?.[0].toLowerCase();
  const { holds, holdsOther, kinds } = expectation(question);
  const askedTerms = new Set(indexTerms(question));
  const isNamed = kinds.length === 0 || kinds.some((kind) => /^(?:person|place|name|brand|proper)$/u.test(kind));
  const isFormless = kinds.length === 0 || kinds.includes("place");
  return (answer) => {
    const said = new Set(indexTerms(answer));
    const isNew = (word: string): boolean =>
      !(isStopWord(word.toLowerCase()) || TOLD.test(word) || NEWER.test(word)) &&
      !indexTerms(word).every((term) => said.has(term) || askedTerms.has(term));
    const own = asked
      .map(({ isName, terms }) => ({ isName, terms: terms.filter((term) => said.has(term)) }))
      .filter(({ terms }) => terms.length > 0);
    if (own.every(({ isName }) => isName)) return null;
    const subject = [...new Set(own.flatMap(({ terms }) => terms))];
    // "Our broadband provider is …", "we switched to … for broadband": what it is called by matters, its kind may go unsaid.
    const last = own.length > 1 && own.at(-1)?.isName === false ? (own.at(-1)?.terms ?? []) : [];
    const needed = subject.filter((term) => !last.includes(term));
    const names = own.flatMap(({ isName, terms }) => (isName ? terms : []));
    const isSubject = (isMet: (term: string) => boolean): boolean => {
      const lacking = needed.filter((term) => !isMet(term));
      // With the name it is about, half of the rest will do: "Noor is size 33 already".
      const most = names.length === 0 ? 0 : (needed.length - names.length) / 2;
      return lacking.length <= most && !names.some((term) => lacking.includes(term));
    };
    const holdsAnswer = kinds.length > 0 && holds(answer);
    // Nothing newer is said, but the same of another value: "the insurance costs 640", "the insurance got dearer: 702".
    const restates = (one: string): boolean =>
      holdsAnswer && isShort(answer) && isShort(one) && !OF_SEVERAL.test(one) && holdsOther(one, answer);
    const isAnother = anotherThan(answer, subject, question);
    const isNewer = (one: string, context: readonly string[]): boolean => {
      const isTold = NEWER.test(one) || (needed.length > 0 && restates(one));
      if (!isTold || (holdsAnswer && !holds(one)) || isOpen(one) || isAnother(one)) return false;
      const terms = new Set(indexTerms(one));
      const rest = subject.filter((term) => terms.has(term) && !names.includes(term));
      // "180 grams of food", "put Rufus on 150 grams": the measure says what of him.
      const isMeasured = names.length > 0 && measuresOf(one).some((unit) => measuresOf(answer).includes(unit));
      if ((rest.length === 0 && !isMeasured) || (attribute !== undefined && !one.toLowerCase().includes(attribute)))
        return false;
      return isSubject((term) => terms.has(term) || (isMeasured && !names.includes(term)) || context.includes(term));
    };
    return {
      by: (text, chat) => {
        // Most texts say nothing newer, and needn't be cut into sentences to see it.
        if (!NEWER.test(text) && !restates(text)) return false;
        const context = indexTerms(chat);
        return sentences(text).some(({ start, end }) => isNewer(text.slice(start, end), context));
      },
      byReply: (text) => {
        if (!maySetRight(text) || !isShort(text) || isOpen(text) || isAnother(text)) return false;
        const holdsValue = (one: string): boolean =>
          kinds.length === 0 ? words(one).some((word) => isNew(word.text)) : holdsOther(one, answer);
        const one = [text.replace(/\s+since\b.*$/iu, ""), text].find(holdsValue);
        return one !== undefined && saysOnlyValue(one, { isNew, isNamed, isFormless });
      },
    };
  };
}

/** Whether a reply says nothing but another value: "he walks with a stick since the fall" tells of something else. */
function saysOnlyValue(text: string, of: { isNew: (word: string) => boolean; isNamed: boolean; isFormless: boolean }) {
  const rest = text.replace(SETTING_RIGHT, " ").replace(POINTING_BACK, " ").trim();
  const all = words(rest).map((word) => word.text);
  const strange = all.filter((word) => {
    const type = /\p{N}/u.test(word) ? "number" : typeOf(word);
    return of.isNew(word) && (type === "text" || (type === "name" && !of.isNamed));
  });
  const isPhrase = of.isFormless && PHRASE.test(rest) && !all.some((word) => FINITE.has(word.toLowerCase()));
  return strange.length === 0 || (strange.length <= 2 && (isPhrase || OUTRIGHT.test(text)));
}

const isOpen = (text: string): boolean => UNSURE.test(text) || isPlainQuestion(text);
const isShort = (text: string): boolean => words(text).length <= SHORT;

/** Whether a text speaks of another one of such things than an answer does: nothing of what is asked, unless it is asked which. */
function anotherThan(answer: string, subject: readonly string[], question: string): (text: string) => boolean {
  const toldApart = (text: string): ReadonlyMap<string, string> =>
    new Map([...numberedIn(text), ...qualifiersIn(text, subject)]);
  const own = toldApart(answer);
  const isAsked = (lead: string): boolean =>
    NUMBERED.has(lead) &&
    new RegExp(String.raw`\b(?:what|which|whose)\b(?:.*\b)?${lead}\b(?! \d)`, "iu").test(question);
  return (text) =>
    own.size > 0 && [...toldApart(text)].some(([key, one]) => (own.get(key) ?? one) !== one && !isAsked(key));
}

/** The word that stands before each of some terms in a text and tells which one it is: "blue van", "front tyre". */
function qualifiersIn(text: string, of: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let before = "";
  for (const { text: word } of words(text)) {
    const terms = indexTerms(word);
    if (before !== "") for (const term of terms) if (of.includes(term)) found.set(term, before);
    before =
      isStopWord(word.toLowerCase()) || /\p{N}/u.test(word) || terms.some((term) => of.includes(term))
        ? ""
        : (terms[0] ?? "");
  }
  return found;
}

/** What is counted or measured in a text. */
function measuresOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/\d ?(\p{L}{2,})/gu), ([, unit = ""]) => unit.toLowerCase());
}

/** What is named by a number or letter in a text, the last of each. */
function numberedIn(text: string): ReadonlyMap<string, string> {
  const named = Array.from(text.matchAll(/(\p{L}+)[. #]{0,2}(\d+\p{L}?|\p{Lu})(?!\p{L})/gu));
  return new Map(
    named
      .map(([, lead = "", number = ""]) => [lead.toLowerCase(), number] as const)
      .filter(([lead]) => NUMBERED.has(lead)),
  );
}
