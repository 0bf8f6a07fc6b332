import WORDS from "./remark-words.json" with { type: "json" };
import { fold } from "./words.ts";

/** A command of a tool alone, which asks nobody for anything: "/clear". */
export const LONE_COMMAND = /^\s*\/[\w:-]+\s*$/u;

/** Words that end a turn and ask for nothing, by what they are; the first kind of which a message has one is its own. Beside them stand `beside`. */
const { beside, preparing, ...KINDS } = WORDS;
type Courtesy = keyof typeof KINDS;
const ORDER: readonly Courtesy[] = ["thanks", "bye", "hello", "good"];
/** Courtesies of several words. */
const PHRASES = [
  [/\bany ?time\b|\b(?:happy|glad) to help\b|\bmy pleasure\b/gu, "welcome"],
  [/\b(?:see|talk to) (?:you|ya|u)\b|\bgood night\b|\bi m off\b/gu, "cya"],
  [/\bgood (?:morning|afternoon|evening)\b/gu, "hello"],
] as const;
const BESIDE: ReadonlySet<string> = new Set(beside);
/** A message that only greets, goes on or prepares has some of these, and beside them those of `beside`. */
const PREPARING: ReadonlySet<string> = new Set([...preparing, ...Object.values(KINDS).flat()]);
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

/**
 * Whether a message only greets, goes on, or has an agent get ready: what a session is about is said by another one.
 * @example isPreparing("hi, look at the repo first") // true
 * @example isPreparing("what does the repo hold") // false
 */
export function isPreparing(text: string): boolean {
  if (text.length > 120 || /^\W*(?:what|how)\b/iu.test(text)) return false;
  const said = fold(text).match(/[\p{L}\p{M}]+|\d/gu) ?? [];
  const rest = said.filter((word) => !PREPARING.has(word));
  return rest.length < Math.max(1, said.length) && rest.every((word) => BESIDE.has(word));
}
