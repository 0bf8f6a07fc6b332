import { NEWER } from "../english/word-classes.ts";
import type { Scope } from "../model/scope.ts";
import { expectation } from "../text/answering.ts";
import { isPlainQuestion } from "../text/evidence.ts";
import { sentences } from "../text/sentences.ts";
import { isStopWord } from "../text/stop-words.ts";
import { indexTerms } from "../text/terms.ts";
import { words } from "../text/words.ts";

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

/** Whether what was said in a scope may renew what stands in another: nobody is overruled by what another caller says. */
export const mayRenew = (older: Scope, newer: Scope): boolean => newer === older || !newer.startsWith("user:");

/** What would say of an answer's subject that it is otherwise since. */
export interface Renewal {
  /** The words of the question that the answer has, too: what it is about. */
  readonly subject: string;
  /** Whether a text, said later, speaks of that subject and says that it is so from now on; in its chat nobody repeats what that is called by. */
  readonly by: (text: string, chat: string) => boolean;
}

/**
 * What renews an answer to a question; null where the question is for what was, for a reason or for a way, or where names
 * alone join it to its answer, of which much may be said.
 *
 * @example renewalOf("When is the launch?", "Launch is planned for 20 May.")?.by("So launch slips to 3 June.", "a") // true
 */
export function renewalOf(question: string, answer: string): Renewal | null {
  if (NOT_OF_NOW.test(question)) return null;
  const said = new Set(indexTerms(answer));
  const own = words(question)
    .map(({ start, end }) => ({
      word: question.slice(start, end),
      isName: start > 0 && /\p{Lu}/u.test(question.charAt(start)),
    }))
    .filter(({ word }) => !isStopWord(word.toLowerCase()))
    .map((one) => ({ ...one, terms: indexTerms(one.word).filter((term) => said.has(term) && !SLIGHT.has(term)) }))
    .filter(({ terms }) => terms.length > 0);
  if (own.every(({ isName }) => isName)) return null;
  const subject = [...new Set(own.flatMap(({ terms }) => terms))];
  // "Our broadband provider is …", "we switched to … for broadband": what it is called by matters, its kind may go unsaid.
  const last = own.length > 1 && own.at(-1)?.isName === false ? (own.at(-1)?.terms ?? []) : [];
  const needed = subject.filter((term) => !last.includes(term));
  const names = own.flatMap(({ isName, terms }) => (isName ? terms : []));
  const [attribute] = ATTRIBUTE.exec(question) ?? [];
  const isSubject = (isMet: (term: string) => boolean): boolean => {
    const lacking = needed.filter((term) => !isMet(term));
    // With the name it is about, half of the rest will do: "Noor is size 33 already".
    const most = names.length === 0 ? 0 : (needed.length - names.length) / 2;
    return lacking.length <= most && !names.some((term) => lacking.includes(term));
  };
  const { holds } = expectation(question);
  const holdsAnswer = holds(answer);
  const isNewer = (one: string, context: readonly string[]): boolean => {
    if (!NEWER.test(one) || UNSURE.test(one) || isPlainQuestion(one) || (holdsAnswer && !holds(one))) return false;
    const terms = new Set(indexTerms(one));
    const rest = subject.filter((term) => terms.has(term) && !names.includes(term));
    if (rest.length === 0 || (attribute !== undefined && !one.toLowerCase().includes(attribute.toLowerCase())))
      return false;
    return isSubject((term) => terms.has(term) || context.includes(term));
  };
  return {
    subject: own.map(({ word }) => word).join(" "),
    by: (text, chat) => {
      // Most texts say nothing newer, and needn't be cut into sentences to see it.
      if (!NEWER.test(text)) return false;
      const context = indexTerms(chat);
      return sentences(text).some(({ start, end }) => isNewer(text.slice(start, end), context));
    },
  };
}
