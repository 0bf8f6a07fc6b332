import { isPlainQuestion } from "./evidence.ts";
import WORDS from "./remark-words.json" with { type: "json" };
import { fold, words } from "./words.ts";

/** Words that end a turn and ask for nothing, by what they are; the first kind of which a message has one is its own. Beside them stand `beside`. */
const { beside, ...KINDS } = WORDS;
type Courtesy = keyof typeof KINDS;
const ORDER: readonly Courtesy[] = ["thanks", "bye", "hello", "good"];
/** Courtesies of several words. */
const PHRASES = [
  [/\bany ?time\b|\b(?:happy|glad) to help\b|\bmy pleasure\b/gu, "welcome"],
  [/\b(?:see|talk to) (?:you|ya|u)\b|\bgood night\b|\bi m off\b/gu, "cya"],
  [/\bgood (?:morning|afternoon|evening)\b/gu, "hello"],
] as const;
const BESIDE: ReadonlySet<string> = new Set(beside);
const MOST_WORDS = 12;

/**
 * What kind of courtesy a message is that says nothing else: it thanks, greets, takes leave or finds something good, in any mix
 * of such words. Null for all others. What it says is no evidence, and nothing is looked up for it.
 * @example remarkKind("great, that helps") // "good"
 * @example remarkKind("thanks, where is the key") // null
 */
export function remarkKind(text: string): Courtesy | null {
  if (text.length > 120 || /[?？؟\d]/u.test(text)) return null;
  const plain = fold(text).replaceAll(/[^\p{L}\p{M}]+/gu, " ");
  const said = PHRASES.reduce((rest, [phrase, word]) => rest.replaceAll(phrase, word), plain).trim();
  if (said === "") return /\p{Extended_Pictographic}/u.test(text) ? "good" : null;
  const all = said.split(/\s+/u);
  if (all.length > MOST_WORDS) return null;
  const kindOf = (word: string): Courtesy | undefined => ORDER.find((name) => KINDS[name].includes(word));
  const kinds = all.flatMap((word) => kindOf(word) ?? (BESIDE.has(word) ? [] : null));
  if (kinds.includes(null)) return null;
  return ORDER.find((name) => kinds.includes(name)) ?? null;
}

const REPLIES = {
  thanks: "You're welcome.",
  bye: "Bye.",
  hello: "Hello. Ask something, or tell me what to keep.",
  good: "Good.",
} as const;
/** A courtesy before what is said: "thanks, and where is the key". */
const OPENING = /^(?:(?:ok(?:ay)?|thanks|thank you|great|hi|hello|hey|and|so|but|also|well|now|please)[,.!: ]+)*/iu;
/** What begins a request for something that is stored. */
const REQUEST = new RegExp(
  String.raw`^(?:can you |could you )?(?:tell|show|give|find|search|look|list|remind|explain|` +
    String.raw`summari[sz]e|describe|who|whom|whose|what|where|which|why|how|when|do|does|did|is|are|was|` +
    String.raw`were|has|have|had|can|could|will|would|should|may|might|any|in which|at what|from which|` +
    String.raw`on which|i (?:wonder|want to know|need to know|forgot))\b`,
  "iu",
);
/** A sentence says something of somebody. */
const PREDICATE = new RegExp(
  String.raw`\b(?:I|we|am|is|are|was|were|be|been|has|have|had|will|must|should|likes?|loves?|hates?|prefers?|` +
    String.raw`needs?|uses?|wants?|lives?|works?|got|met|went|said|chose|starts?|ends?|costs?|stands?|comes?|came|goes|` +
    String.raw`takes?|took|lies|arrives?|opens?|closes?|leaves?|left|runs?|pays?|paid|hangs?|keeps?|sits?|visits?|calls?|` +
    String.raw`bought|broke|sold|quit|gave|found|lost|made|told|wrote|rang|sent|won|` +
    String.raw`\p{L}{3,}(?<!ne)ed)\b|(?:it|that|he|she|here|there|this)['’]s\b|\p{L}['’](?:m|re|ve|ll|d)\b|` +
    String.raw`\p{L}['’]s \p{L}+ing (?:to|in|at|on|for|with|from|an?|the|my|our)\b|` +
    String.raw`^\p{L}[\p{L} ]{1,30}: .*\b(?:on|at) \S*\d`,
  "iu",
);
/** Words of a statement, at least; fewer are the words of a question. */
const SHORTEST = 4;

/**
 * The reply to what asks for nothing: thanks, a greeting, a statement. Null for what wants an answer; where it isn't clear, that too.
 * @example acknowledgement("thanks a lot") // "You're welcome."
 * @example acknowledgement("The tug is at pier nine.") // "Noted."
 */
export function acknowledgement(message: string): string | null {
  const said = message.trim();
  const kind = remarkKind(said);
  if (kind !== null) return REPLIES[kind];
  if (/[?？؟]/u.test(said) || REQUEST.test(said.replace(OPENING, "")) || isPlainQuestion(said)) return null;
  // Who ends a sentence tells, in any language; who looks something up by its words ends none.
  const tells = PREDICATE.test(said) || /[.!。！।]["'”’»)]*$/u.test(said) || /^(?:fyi|note|nb|ps)\b/iu.test(said);
  return tells && (words(said).length >= SHORTEST || /\p{Script=Han}/u.test(said)) ? "Noted." : null;
}
