import { answersBest } from "../../conversation/citations/passage-answer.ts";
import { NEWER } from "../../english/change-words.ts";
import type { Hit } from "../../model/hit.ts";
import { messageRole } from "../../model/message-role.ts";
import type { SearchOptions } from "../../model/requests/index.ts";
import { expectation } from "../../text/answering.ts";
import { isPlainQuestion } from "../../text/evidence.ts";
import { sentences } from "../../text/sentences.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { indexTerms } from "../../text/terms.ts";
import { words } from "../../text/words.ts";
import type { Search } from "../opened-project.ts";

/** Messages that are looked at, and the most that are shown. */
const LOOKED_AT = 12;
const MOST_SHOWN = 2;
/** Answers of which later messages are looked for. */
const MOST_ANSWERS = 3;

/** Questions for what was, for a reason or for a way: what is so now doesn't answer them. */
const NOT_OF_NOW = new RegExp(
  String.raw`^\W*(?:why|how (?:do|does|did|to|can|should))\b|\b(?:was|were|did|had|before|previous(?:ly)?|original(?:ly)?|used to|` +
    String.raw`formerly|(?:the|my|our) old|first|initial(?:ly)?|earlier|history|last (?:year|month|week)|ago)\b`,
  "iu",
);
const UNSURE = /\b(?:maybe|perhaps|might|could|would|i think|i guess|if|unless|thinking of|considering|looking at)\b/iu;
/** Words of a question that don't tell what it is about. */
const SLIGHT = new Set(
  "use run get go do make keep need want put set take have number date time day name code"
    .split(" ")
    .flatMap(indexTerms),
);

/** What a question is answered from. */
interface Asked {
  readonly question: string;
  /** What is shown, the best first. */
  readonly hits: readonly Hit[];
  readonly options: SearchOptions;
}

/**
 * What people said later than a message that answers a question, where it speaks of the same and says that it is so from
 * now on: it goes before all others, the latest first. No other question and no document is touched.
 *
 * @returns what is shown, and ids of those that say something newer
 * Cost: one more search by words for each of the three best answers that is a person's message, until one finds something.
 */
export async function withLaterSaid(
  search: Search,
  asked: Asked,
): Promise<{ readonly hits: readonly Hit[]; readonly newer: ReadonlySet<string> }> {
  const { question, hits, options } = asked;
  const isOfNow = !NOT_OF_NOW.test(question) && (options.since ?? options.until ?? options.asOf) === undefined;
  const best = isOfNow
    ? answersBest(
        hits.map((hit) => ({ ...hit, heading: hit.heading ?? "" })),
        question,
      )
    : [];
  for (const { passage, piece } of best.slice(0, MOST_ANSWERS)) {
    if (piece === null || !isSaid(passage)) continue;
    const later = await laterThan(search, asked, { hit: passage, answer: passage.text.slice(piece.start, piece.end) });
    if (later.length === 0) continue;
    const newer = new Set(later.map(({ id }) => id));
    return { hits: [...later, ...hits.filter(({ id }) => !newer.has(id))], newer };
  }
  return { hits, newer: new Set() };
}

async function laterThan(
  search: Search,
  { question, options }: Asked,
  { hit: first, answer }: { readonly hit: Hit; readonly answer: string },
): Promise<readonly Hit[]> {
  const subject = subjectOf(question, answer);
  if (subject === null) return [];
  const since = timeOf(first);
  const filters = { mode: "lexical", groupBy: "drawer", role: "user", limit: LOOKED_AT, since } as const;
  const { hits: found } = await search(subject.words, { ...options, ...filters });
  const { holds } = expectation(question);
  const isNewer = (said: string): boolean => {
    const terms = new Set(indexTerms(said));
    return (
      NEWER.test(said) &&
      !UNSURE.test(said) &&
      !isPlainQuestion(said) &&
      subject.terms.every((term) => terms.has(term)) &&
      (!holds(answer) || holds(said))
    );
  };
  return found
    .filter((hit) => isSaid(hit) && timeOf(hit) > since && hit.id !== first.id)
    .filter(({ text }) => sentences(text).some(({ start, end }) => isNewer(text.slice(start, end))))
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
    .slice(0, MOST_SHOWN);
}

/** Whether a person said it, and doesn't only ask. */
const isSaid = ({ message, ground }: Hit): boolean =>
  message !== null && messageRole(message.role) === "user" && ground === "stated";

const timeOf = ({ message, date }: Hit): string => message?.time ?? date ?? "";

/** The words of a question that its answer has, too; null where they are names alone, of which much may be said. */
function subjectOf(
  question: string,
  answer: string,
): { readonly words: string; readonly terms: readonly string[] } | null {
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
  return { words: own.map(({ word }) => word).join(" "), terms: [...new Set(own.flatMap(({ terms }) => terms))] };
}
