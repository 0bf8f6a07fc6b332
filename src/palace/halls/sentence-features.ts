import CUES from "./cues.json" with { type: "json" };
import { Kind, type KnownWord, knownWord } from "./lexicon.ts";
import type { SentenceWords } from "./split-sentences.ts";

/**
 * Features of a sentence's form, with their numbers: consecutive from 0. Written out, since an object that is made from entries is searched like a dictionary
 * wherever a name is looked up, and a sentence looks up thirty.
 */
export const FORM = {
  bias: 0,
  "end.question": 1,
  "end.exclamation": 2,
  "start.question-word": 3,
  "start.auxiliary": 4,
  "length.1-2": 5,
  "length.3-4": 6,
  "length.5-7": 7,
  "length.over-20": 8,
  "has.number": 9,
  "has.clock": 10,
  "person.i": 11,
  "person.we": 12,
  "person.you": 13,
  "start.i": 14,
  "start.we": 15,
  "start.third": 16,
  "start.possessive": 17,
  "start.determiner": 18,
  "start.it": 19,
  "start.this-that": 20,
  "start.there": 21,
  "start.if-to": 22,
  "start.after-when": 23,
  "past.active": 24,
  "past.passive": 25,
  "past.pluperfect": 26,
  perfect: 27,
  "passive.present": 28,
  progressive: 29,
  "present.verb": 30,
  "present.be": 31,
  modal: 32,
  "imperative.object": 33,
  "imperative.bare": 34,
  "imperative.clause": 35,
  "imperative.negative": 36,
  "imperative.adverb": 37,
  "past&past-time": 38,
  "past&no-discovery": 39,
  "past&start.person": 40,
  "present&impersonal": 41,
  "present&number": 42,
  "present&first-person": 43,
  "opens.discovery": 44,
  "opens.preference": 45,
  "opens.advice": 46,
  "habit&present": 47,
  appointment: 48,
  "possessive&be": 49,
  "no-verb": 50,
  "gerund-start": 51,
} as const;

/**
 * `cues.json` has what tells the kind of a memory: words and phrases in lower case, matched at word boundaries (hyphens count as spaces). Each cue is one
 * feature of the classifier, fired once a sentence, however often it occurs; what it is worth for each hall stands in `weights.json`.
 *
 * To extend: add phrases that people of any subject would use, then run `node evals/halls/fit.ts`.
 */
const CUE_NAMES = Object.keys(CUES);

/** Names of all features: those of the form, then the cues. A feature's number is its index here. */
export const FEATURES: readonly string[] = [...Object.keys(FORM), ...CUE_NAMES];

const FIRST_CUE = FEATURES.length - CUE_NAMES.length;
const [PAST_TIME, WEEKDAY, MONTH, FUTURE_TIME, EVENT_NOUN, HABIT] = [
  "event.past-time",
  "event.weekday",
  "event.month",
  "event.future-time",
  "event.noun",
  "preference.habit",
].map((name) => FEATURES.indexOf(name)) as [number, number, number, number, number, number];
/** The cues for "none of them" are the last ones; they count at the start of a sentence only, or in a very short one. */
const FIRST_REACTION = FEATURES.findIndex((name) => name.startsWith("none."));

/** A cue among the first words governs the sentence: "turns out you can …" is a discovery, "you can …, it turns out" less surely. */
const OPENING_WORDS = 3;
/** For each feature the one to set when it opens a sentence; the bias, which is always on, where there is none. */
const OPENS: readonly number[] = FEATURES.map((name) => {
  if (name === "discovery.found" || name === "discovery.inquiry") return 0;
  return name.startsWith("discovery.")
    ? FORM["opens.discovery"]
    : name === "preference.verb" || name === "preference.favourite" || name === "preference.rather"
      ? FORM["opens.preference"]
      : name === "advice.recommend" || name === "advice.you-modal"
        ? FORM["opens.advice"]
        : 0;
});

/** A sentence of more than this many words counts as long. */
const LONG = 20;
const DISCOVERY_CUES: readonly number[] = CUE_NAMES.filter(
  (name) => name.startsWith("discovery.") && name !== "discovery.inquiry",
).map((name) => FEATURES.indexOf(name));

/** By feature whether it holds in the sentence at hand. */
const on = new Uint8Array(FEATURES.length);

/**
 * The features that hold in a sentence, each once, in no particular order.
 * @param sentence as `splitSentences` gives it; at least one word
 * Cost: linear in the words, about 1 µs for ten.
 */
export function sentenceFeatures(sentence: SentenceWords): readonly number[] {
  const { words } = sentence;
  on.fill(0);
  on[FORM.bias] = 1;
  // Looked up once: what is known of a word is asked for several times.
  const known = words.map(knownWord);
  const kinds = known.map(({ kind }) => kind);
  markShape(sentence, kinds, on);
  markCues(words, known, on);
  markVerbs(words, kinds, on);
  markImperative(sentence, kinds, on);
  markConjunctions(words, on);
  const fired: number[] = [];
  for (let f = 0; f < on.length; f++) if (on[f] === 1) fired.push(f);
  return fired;
}

/** Up to so many words, and the feature of that; between the last and `LONG` there is none. */
const LENGTHS = [
  [2, FORM["length.1-2"]],
  [4, FORM["length.3-4"]],
  [7, FORM["length.5-7"]],
] as const;

/** What the first word says. */
const STARTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "start.i": "i i'm i've i'd",
    "start.we": "we we're we've we'd",
    "start.third": "he she they he's she's they're",
    "start.possessive": "my our his her their",
    "start.determiner": "the a an each every all",
    "start.it": "it it's",
    "start.this-that": "this that these those that's",
    "start.there": "there there's",
    "start.if-to": "if to for instead rather unless",
    "start.after-when": "after when before once while since",
  } as const).flatMap(([feature, words]) =>
    words.split(" ").map((word): [string, number] => [word, FORM[feature as keyof typeof FORM]]),
  ),
);

/** Verbs that tell what somebody advised: "Kai recommended Clerk." is as short as a mere reaction and is none. */
const ADVISED: ReadonlySet<string> = new Set(["recommended", "recommends", "advised", "advises"]);

function markShape({ words, end, hasNumber, hasClock }: SentenceWords, kinds: readonly number[], on: Uint8Array): void {
  const count = words.length;
  if (end === "?") on[FORM["end.question"]] = 1;
  if (end === "!") on[FORM["end.exclamation"]] = 1;
  const isAdvised = count > 2 && ADVISED.has(words[1] as string);
  const short = LENGTHS.find(([most]) => (isAdvised ? Math.max(count, 5) : count) <= most);
  on[short !== undefined ? short[1] : count > LONG ? FORM["length.over-20"] : 0] = 1;
  if (hasNumber) on[FORM["has.number"]] = 1;
  if (hasClock) on[FORM["has.clock"]] = 1;
  const any = kinds.reduce((all, kind) => all | kind, 0);
  if (any & Kind.firstPerson) on[FORM["person.i"]] = 1;
  if (any & Kind.firstPersons) on[FORM["person.we"]] = 1;
  if (any & Kind.secondPerson) on[FORM["person.you"]] = 1;
  markStart(words[0] as string, kinds[0] as number, on);
}

function markStart(first: string, kind: number, on: Uint8Array): void {
  if (kind & Kind.question) on[FORM["start.question-word"]] = 1;
  if (kind & Kind.auxiliary) on[FORM["start.auxiliary"]] = 1;
  const start = STARTS.get(first);
  if (start !== undefined) on[start] = 1;
  if (first.length > 5 && first.endsWith("ing")) on[FORM["gerund-start"]] = 1;
}

function markCues(words: readonly string[], known: readonly KnownWord[], on: Uint8Array): void {
  const sentence = `${words.join(" ")} `;
  for (let i = 0, behind = 0; i < words.length; i++) {
    behind += (words[i] as string).length + 1;
    for (const [rest, cue] of (known[i] as KnownWord).cues) {
      if (!sentence.startsWith(rest, behind)) continue;
      const feature = FIRST_CUE + cue;
      // "Great!" and "really?" are reactions, "a great hall" and "really cold" are not.
      if (feature < FIRST_REACTION || i === 0 || (i < 3 && words.length <= 6)) on[feature] = 1;
      if (i < OPENING_WORDS) on[OPENS[feature] as number] = 1;
    }
  }
}

function markVerbs(words: readonly string[], kinds: readonly number[], on: Uint8Array): void {
  let anyVerb = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const kind = kinds[i] as number;
    if (kind & Kind.be) on[FORM["present.be"]] = 1;
    if (kind & Kind.modal) on[FORM["modal"]] = 1;
    if (kind & (Kind.be | Kind.was | Kind.have | Kind.had | Kind.modal)) anyVerb = true;
    if (i === 0 && !(kind & Kind.past)) continue;
    let before = i === 0 ? 0 : (kinds[i - 1] as number);
    if (before & Kind.adverb && i > 1) before = kinds[i - 2] as number;
    if (kind & Kind.past) {
      anyVerb = true;
      if (before & Kind.determiner) continue;
      if (before & Kind.be) on[FORM["passive.present"]] = 1;
      else if (before & Kind.was) on[FORM["past.passive"]] = 1;
      else if (before & Kind.had) on[FORM["past.pluperfect"]] = 1;
      else if (before & Kind.have) on[FORM["perfect"]] = 1;
      else on[FORM["past.active"]] = 1;
    } else if ((kind & Kind.third && !(before & (Kind.determiner | Kind.opener))) || looksThirdPerson(words, i)) {
      anyVerb = true;
      on[FORM["present.verb"]] = 1;
    } else if (kind & Kind.base && before & Kind.subject) {
      anyVerb = true;
      on[FORM["present.verb"]] = 1;
    } else if (before & (Kind.be | Kind.was) && word.length > 4 && word.endsWith("ing")) on[FORM["progressive"]] = 1;
  }
  if (!anyVerb) on[FORM["no-verb"]] = 1;
}

function markImperative({ words, breaks }: SentenceWords, kinds: readonly number[], on: Uint8Array): void {
  let at = 0;
  const first = words[0] as string;
  if (first === "don't" || first === "never" || (first === "do" && words[1] === "not")) {
    const next = kinds[first === "do" ? 2 : 1] ?? 0;
    if (!(next & (Kind.subject | Kind.past | Kind.opener | Kind.have | Kind.had | Kind.question)))
      on[FORM["imperative.negative"]] = 1;
    return;
  }
  while (at < words.length && at < 2 && IMPERATIVE_ADVERBS.has(words[at] as string)) at++;
  if (at > 0 && (kinds[at] ?? 0) & Kind.base) on[FORM["imperative.adverb"]] = 1;
  else if (at === 0) markOpening(words, kinds, 0, on, FORM["imperative.object"], FORM["imperative.bare"]);
  for (const index of breaks) {
    const word = words[index];
    if (word === undefined || index === 0) continue;
    if (word === "don't" || word === "never" || word === "always") {
      if ((kinds[index + 1] ?? 0) & Kind.base) on[FORM["imperative.clause"]] = 1;
    } else markOpening(words, kinds, index, on, FORM["imperative.clause"], null);
  }
}

function markOpening(
  words: readonly string[],
  kinds: readonly number[],
  index: number,
  on: Uint8Array,
  withObject: number,
  bare: number | null,
): void {
  if (!((kinds[index] as number) & Kind.base)) return;
  const next = words[index + 1];
  if (next === undefined) return;
  const kind = kinds[index + 1] as number;
  const plain =
    ((kinds[index] as number) & Kind.plainVerb) !== 0 &&
    !(kind & (Kind.be | Kind.was | Kind.have | Kind.had | Kind.modal | Kind.subject));
  if (plain || kind & (Kind.opener | Kind.determiner)) on[withObject] = 1;
  else if (
    bare !== null &&
    kind === Kind.past &&
    next.endsWith("ed") &&
    words.length > index + 2 &&
    !((kinds[index + 2] as number) & (Kind.opener | Kind.determiner))
  )
    on[bare] = 1;
  // A verb in second place ("water boils") makes the first word a subject.
  else if (
    bare !== null &&
    !(kind & (Kind.third | Kind.past | Kind.be | Kind.was | Kind.have | Kind.had | Kind.modal | Kind.auxiliary))
  )
    on[bare] = 1;
}

function markConjunctions(words: readonly string[], on: Uint8Array): void {
  const past = on[FORM["past.active"]] === 1 || on[FORM["past.passive"]] === 1;
  if (past) markPast(on);
  else if (on[FORM["present.verb"]] === 1 || on[FORM["present.be"]] === 1 || on[FORM["passive.present"]] === 1)
    markPresent(words, on);
  const dated = on[WEEKDAY] === 1 || on[MONTH] === 1 || on[FUTURE_TIME] === 1 || on[FORM["has.clock"]] === 1;
  if (!past && dated && (on[EVENT_NOUN] === 1 || on[FORM["progressive"]] === 1)) on[FORM["appointment"]] = 1;
  if (on[FORM["start.possessive"]] === 1 && on[FORM["present.be"]] === 1) on[FORM["possessive&be"]] = 1;
  if (!past && on[HABIT] === 1) on[FORM["habit&present"]] = 1;
}

function markPast(on: Uint8Array): void {
  if (on[PAST_TIME] === 1 || on[WEEKDAY] === 1 || on[MONTH] === 1) on[FORM["past&past-time"]] = 1;
  if (!DISCOVERY_CUES.some((f) => on[f] === 1)) on[FORM["past&no-discovery"]] = 1;
  if (on[FORM["start.i"]] === 1 || on[FORM["start.we"]] === 1 || on[FORM["start.third"]] === 1)
    on[FORM["past&start.person"]] = 1;
}

function markPresent(words: readonly string[], on: Uint8Array): void {
  const first = on[FORM["person.i"]] === 1;
  if (!first && on[FORM["person.you"]] === 0 && words.length > 3) on[FORM["present&impersonal"]] = 1;
  if (on[FORM["has.number"]] === 1) on[FORM["present&number"]] = 1;
  if (first) on[FORM["present&first-person"]] = 1;
}

/** An unknown word in -s with an article behind it is more likely a verb than a noun ("regulates the amount"). */
function looksThirdPerson(words: readonly string[], i: number): boolean {
  const word = words[i] as string;
  if (word.length < 5 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us")) return false;
  const next = words[i + 1];
  return next === "the" || next === "a" || next === "an" || next === "its" || next === "their";
}

const IMPERATIVE_ADVERBS: ReadonlySet<string> = new Set(
  (
    "always please just simply first then next instead also now again definitely ideally generally preferably " +
    "maybe perhaps whatever and but so gently carefully better"
  ).split(" "),
);
