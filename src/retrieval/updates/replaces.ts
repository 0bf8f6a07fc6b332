import { type Asked, stems, type Statement, type Value } from "./statement.ts";

/** What a later passage says in the place of what an earlier one said: sentences of both, as they stand there. */
export interface Replacement {
  readonly older: string;
  readonly newer: string;
}

/**
 * Whether a later passage says something else of what the question asks than an earlier one did: "We chose Postgres 16 for staging", "Staging
 * moved to 17". Two sentences are needed that are about the same, by the words of the question that both hold and by the subject of the later
 * one; and the later one must tell of a change (moved, now, no longer, raised to …) and give another value of the same kind, or say that what the
 * earlier one said is over.
 *
 * What is asked, supposed, or proposed replaces nothing, nor does what merely happened again. English. Written to miss an update rather than to
 * invent one: evals/updates/report.md.
 *
 * @param newer those of one passage, `older` those of another that was dated before it, both with what is asked
 * @returns null where it replaces nothing
 * Cost: about 1 µs for each pair of sentences.
 */
export function replaces(newer: readonly Statement[], older: readonly Statement[], asked: Asked): Replacement | null {
  for (const later of newer) {
    for (const before of older) {
      if (sameTopic(later, before, asked) && contradicts(later, before, asked.stems))
        return { older: before.text, newer: later.text };
    }
  }
  return null;
}

/** A later sentence's words that an earlier one or the question must hold, of those it is about. */
const FAMILIAR = 0.5;
/** Of the question's words that either holds, what both must hold. */
const SHARED = 0.4;
/** Of the question's words both hold, where both count what it asks the number of. */
const MANY_SHARED = 3;

/** Whether both count what the question asks the number of: "12 books", "10 books", "how many books". Then what they are about needn't be said alike. */
function sameCount(later: Statement, before: Statement, counted: string | null): boolean {
  const gives = ({ values }: Statement): boolean => values.some(({ unit }) => unit !== "" && unit === counted);
  return gives(later) && gives(before);
}

function sameTopic(later: Statement, before: Statement, { stems: asked, counted }: Asked): boolean {
  let both = 0;
  let either = 0;
  for (const word of asked) {
    const [one, other] = [later.topic.has(word), before.topic.has(word)];
    if (one || other) either++;
    if (one && other) both++;
  }
  if (both === 0 || both < SHARED * either) return false;
  const isStrange = (word: string): boolean => !before.topic.has(word) && !asked.has(word);
  if (both >= MANY_SHARED && sameCount(later, before, counted))
    return [...later.subject].filter(isStrange).length <= FAMILIAR * later.subject.size;
  // Of another of the kind: the question and the earlier one speak of the payment service, the later one of the mail service.
  const missing = [...asked].some((word) => before.topic.has(word) && !later.topic.has(word));
  // Or each speaks of something that neither the other nor the question does: the water of the sourdough, the water of the rye bread.
  const apart =
    both === 1 && asked.size > 2 && [...before.lead].some((word) => !later.topic.has(word) && !asked.has(word));
  if ((missing || apart) && [...later.lead].some(isStrange)) return false;
  // The question names what the later one is about, and the earlier one speaks of another: the dog's weight, the cat's weight.
  const others = [...asked].some((word) => later.topic.has(word) && !before.topic.has(word));
  if (others && [...before.lead].some((word) => !later.topic.has(word) && !asked.has(word))) return false;
  return [...later.subject].filter(isStrange).length < FAMILIAR * later.subject.size;
}

function contradicts(later: Statement, before: Statement, asked: ReadonlySet<string>): boolean {
  const earlierStems = new Set(stems(before.text));
  const ended = (what: readonly string[]): boolean =>
    what.every((word) => earlierStems.has(word)) && what.some((word) => !asked.has(word));
  if (later.ended.some(ended)) return true;
  if (!later.change) return false;
  if (later.over.length === 0) return otherValue(later, before);
  return later.over.every((word) => earlierStems.has(word));
}

/** Whether the later one gives a value that stands where the earlier one gives another. */
function otherValue(later: Statement, before: Statement): boolean {
  const given = (values: readonly Value[], { kind, text }: Value): boolean =>
    values.some((one) => one.kind === kind && one.text === text);
  // A name is more often one of many than the value of something.
  const names = before.state && [...later.subject].every((word) => before.topic.has(word));
  const fresh = later.values.filter((value) => !given(before.values, value));
  const stale = before.values.filter((value) => !given(later.values, value));
  return fresh.some((value) =>
    stale.some(({ kind, unit }) => kind === value.kind && (kind !== "name" || names) && unit === value.unit),
  );
}
