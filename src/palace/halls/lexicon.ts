import CUES from "./cues.json" with { type: "json" };
import WORDS from "./word-kinds.json" with { type: "json" };

/**
 * What `word-kinds.json` says of words, by their kind: closed lists instead of a tagger. A wrong guess on an unknown verb costs one feature, a tagger
 * would cost more time than the whole classifier may take.
 *
 * - `base`: base forms that open an imperative, and whose -s form is a present tense; `plainVerb`: those that are hardly ever nouns, so that at the
 *   start of a sentence they are imperatives whatever follows ("take breaks").
 * - `past`: irregular past forms that are no base form as well; regular ones are found by their ending.
 * - `none`: words in -ed that are no past form, and past-like words that mostly stand as adjectives. A word that stands in a list has no other kind.
 * - `opener`: words after which an opening base form is surely an imperative ("water the plants", not "water boils").
 */
export const { base: BASE_VERBS, past: IRREGULAR_PASTS } = WORDS;

/** What a word can be, as bits. */
export const Kind = {
  past: 1,
  base: 2,
  third: 4,
  opener: 8,
  determiner: 16,
  be: 32,
  was: 64,
  have: 128,
  had: 256,
  modal: 512,
  adverb: 1024,
  question: 2048,
  auxiliary: 4096,
  subject: 8192,
  plainVerb: 16384,
  firstPerson: 32768,
  firstPersons: 65536,
  secondPerson: 131072,
} as const;

/** A phrase of a cue: what stands behind its first word, with a blank at its end, and the cue's index in `cues.json`. */
type Cue = readonly [rest: string, cue: number];

/** What the classifier knows of a word, whatever sentence it stands in. */
export interface KnownWord {
  /** Bits of `Kind`. */
  readonly kind: number;
  /** The phrases that begin with this word. */
  readonly cues: readonly Cue[];
}

/**
 * What is known of a word in lower case: from the lists, or by its ending.
 * Cost: one look-up. The first one lays out the lists, about 1 ms.
 */
export const knownWord = (word: string): KnownWord => (lexicon ??= laidOut()).get(word) ?? byEnding(word);

function byEnding(word: string): KnownWord {
  if (word.length > 3 && word.endsWith("ed")) return PAST;
  return word.length > 4 && word.endsWith("ly") ? ADVERB : UNKNOWN;
}

/** Made when first asked for. */
let lexicon: ReadonlyMap<string, KnownWord> | null = null;

const UNKNOWN: KnownWord = { kind: 0, cues: [] };
const PAST: KnownWord = { kind: Kind.past, cues: [] };
const ADVERB: KnownWord = { kind: Kind.adverb, cues: [] };

function laidOut(): ReadonlyMap<string, KnownWord> {
  const words = new Map<string, { kind: number; readonly cues: Cue[] }>();
  const listed = (word: string, kind: number): { kind: number; readonly cues: Cue[] } => {
    let known = words.get(word);
    if (known === undefined) words.set(word, (known = { kind, cues: [] }));
    return known;
  };
  const { none, ...kinds } = WORDS;
  for (const word of none) listed(word, 0);
  for (const [name, list] of Object.entries(kinds) as [keyof typeof kinds, readonly string[]][])
    for (const word of list) listed(word, 0).kind |= Kind[name];
  for (const verb of kinds.plainVerb) listed(verb, 0).kind |= Kind.base;
  for (const verb of kinds.base) listed(thirdPerson(verb), 0).kind |= Kind.third;
  Object.values(CUES).forEach((phrases, cue) => {
    for (const phrase of phrases) {
      const end = phrase.indexOf(" ");
      const first = end < 0 ? phrase : phrase.slice(0, end);
      listed(first, byEnding(first).kind).cues.push([end < 0 ? "" : `${phrase.slice(end + 1)} `, cue]);
    }
  });
  return words;
}

function thirdPerson(verb: string): string {
  const last = verb.slice(-1);
  if ("sxzo".includes(last) || verb.endsWith("ch") || verb.endsWith("sh")) return `${verb}es`;
  return last === "y" && !"aeiou".includes(verb.slice(-2, -1)) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
