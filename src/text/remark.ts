import WORDS from "./remark-words.json" with { type: "json" };
import { fold, isStopWord, words } from "./words.ts";

/** A command of a tool alone, which asks nobody for anything: "/clear". */
export const LONE_COMMAND = /^\s*\/[\w:-]+\s*$/u;

/** Words that end a turn and ask for nothing, by what they are; the first kind of which a message has one is its own. Beside them stand `beside`. */
const { beside, preparing, ...KINDS } = WORDS;
type Courtesy = keyof typeof KINDS;
const ORDER: readonly Courtesy[] = ["thanks", "bye", "hello", "good"];
/** Courtesies of several words. */
const PHRASES = [
  [/\bany ?time\b|\b(?:happy|glad) to help\b|\bmy pleasure\b|\byou are (?:\p{L}+ )?welcome\b/gu, "welcome"],
  [/\b(?:see|talk to) (?:you|ya|u)\b|\bgood night\b|\bi m off\b/gu, "cya"],
  [/^(?:morning|afternoon|evening)\b|\bgood (?:morning|afternoon|evening)\b/gu, "hello"],
] as const;
const BESIDE: ReadonlySet<string> = new Set(beside);
/** A message that only greets, goes on or prepares has some of these, and beside them those of `beside`. */
const PREPARING: ReadonlySet<string> = new Set([...preparing, ...Object.values(KINDS).flat()]);
/** A word that is neither a helping verb nor the third person of one: "what a berth costs" asks. */
const NAMING = String.raw`(?!(?:is|are|was|were|do|did|have|had|can|could|will|would|should|may|might|must)\b)\p{L}*(?:ss|us|[^s\P{L}])`;
/** What cries out, goes on or turns to something else, behind courtesies and the like: "what a foggy day", "cool, moving on". */
const EXCLAIMS = new RegExp(
  String.raw`^(?:(?:${[...Object.values(KINDS).flat(), "well", "so", "and", "now", "anyway", "man"].join("|")}) )*` +
    String.raw`(?:(?:what|such) an? (?:${NAMING} ){0,4}${NAMING}(?: of \p{L}+)?(?: (?:it|this|that|he|she|they|we|you) \p{L}.*)?` +
    String.raw`|how (?:very |so )?(?:${KINDS.good.join("|")}|\p{L}+(?:ing|ful)|sad|odd|weird|funny|strange|kind|true|rude)` +
    String.raw`(?: (?:of \p{L}+|is (?:it|that)))?` +
    String.raw`|(?:(?:mov|go|press|push|carry)ing (?:on|along|ahead|forward|home)` +
    String.raw`|(?:head|sign|logg|nodd|doz|popp)ing (?:off|out|home|back))(?: (?:now|then))?` +
    String.raw`|back to (?:it|\p{L}+ing|work|business)|off to (?:the )?\p{L}+|next (?:one|thing|topic|question|up)` +
    String.raw`|enough (?:of (?:that|this)|for (?:now|today))` +
    String.raw`|whatever|never ?mind|phew|yay|ugh|meh|argh|damn|hooray)$`,
  "u",
);
/** Verbs of knowing, feeling and passing on, how, and when: without a noun they say only what somebody makes of what he heard. */
const REACTING = new RegExp(
  "^(?:kn[eo]wn?|th(?:ink|ought)|forg[eo]t(?:ten)?|s(?:ee|aw|een)|told|said|felt|(?:guess|figur|expect|suppos|remember|believ|assum|hop|imagin|notic" +
    "|reali[sz]|wonder|lov|lik|hat|agre|bet|car|tell|say|pass|shar|let|tr[iy]|feel|hear|enjoy|trust|worr[iy])(?:e|ed|d|es|s)?" +
    "|always|never|often|totally|completely|honestly|probably|others|along|people|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$",
  "u",
);
/** Who reacts, or what to: an order and a question begin otherwise. */
const BEGINS_REACTION =
  /^(?:(?:as|then|and|but|exactly|just) )*(?:so|i|we|that|it|this|will|let|always)\b(?! (?:wh\p{L}+|how)\b)/u;
/** Words of whatever may renew or set right, more than `english/` has for what surely does. */
export const MAY_RENEW = new RegExp(
  String.raw`\b(?:no|nope|nah|not|\p{L}+n['’]t|instead|actually|rather|scratch|wrong|correct\p{L}*|mean[ts]?|mistake\p{L}*|oops` +
    String.raw`|chang\p{L}+|moved|now|any ?more|longer|since|again|make (?:it|that))\b`,
  "iu",
);

/**
 * What kind of courtesy a message is that says nothing else: it thanks, greets, takes leave or finds something good, in any mix
 * of such words, cries out, goes on, or only says what somebody makes of what he heard. Null for all others. What it says
 * is no evidence, and nothing is looked up for it.
 * @example remarkKind("great, that helps") // "good"
 * @example remarkKind("thanks, where is the key") // null
 */
export function remarkKind(text: string): Courtesy | null {
  if (text.length > 120 || /[?？؟\d]/u.test(text)) return null;
  const plain = fold(text).replaceAll(/[^\p{L}\p{M}]+/gu, " ");
  const said = PHRASES.reduce((rest, [phrase, word]) => rest.replaceAll(phrase, word), plain).trim();
  if (said === "") return /\p{Extended_Pictographic}/u.test(text) ? "good" : null;
  if (EXCLAIMS.test(said)) return "good";
  const all = said.split(/\s+/u);
  const kindOf = (word: string): Courtesy | undefined => ORDER.find((name) => KINDS[name].includes(word));
  const kinds = all.flatMap((word) => kindOf(word) ?? (BESIDE.has(word) ? [] : null));
  if (!kinds.includes(null)) return ORDER.find((name) => kinds.includes(name)) ?? null;
  const own = all.filter((word) => kindOf(word) === undefined);
  const isEmpty = own.every((word) => REACTING.test(word) || BESIDE.has(word) || isStopWord(word));
  return isEmpty && BEGINS_REACTION.test(own.join(" ")) && !MAY_RENEW.test(text) ? "good" : null;
}

/** What is wanted of the memory itself. */
const ABOUT_ME = "(?: (?:about|of) (?:me|us))?";
const ORDERS = {
  help: "help|what (?:can|do|could) (?:you|i|we) (?:do|ask|say)(?: here| for (?:me|us))?|(?:who|what) are you|how do(?:es)? (?:you|this) work",
  undo: "undo(?: (?:that|it|this))?|take (?:that|it) back|(?:forget|delete|erase|remove) (?:that|it|this)",
  everything:
    String.raw`(?:(?:list|show|give|tell)(?: me)? (?:everything|all(?: my| the| our)? facts)(?: (?:that )?you (?:know|remember|have)${ABOUT_ME})?` +
    String.raw`|what (?:all )?(?:do|have) you (?:know|remember|stored?|kept?|learned)${ABOUT_ME})(?: so far)?`,
  // "Forget about the party on Friday" is told to people.
  forget:
    "(?:forget|erase|unlearn) (?:that .{2,140}|about (?!.* (?:at|by|for|in|next|on|this|until) ).{2,60}|(?!about ).{2,60})" +
    "|(?:delete|remove) (?:(?:(?:all|any|the|that|my|our|your) )*notes? (?:about|of|on|saying|that)" +
    String.raw`|(?:all|everything|what) (?:that )?(?:i|we) \p{L}+) .{2,60}`,
} as const;

/** What stands before the thing that is to be forgotten: "forget that", "forget everything I said about the", "delete the note on my". */
const TO_FORGET = new RegExp(
  String.raw`^\p{L}+ (?:(?:all|everything|what)(?: that)?(?: (?:i|we|you)(?: \p{L}+){1,3}?)? (?=about|of|on)` +
    "|(?:(?:all|any|the|that|my|our|your) )*notes? )?" +
    "(?:(?:about|of|on|saying|that) )*(?:(?:the|my|our|your|an?) )?",
  "u",
);
const WHERE_IT_IS = /^(?:where|who|what|when|which) (?:(?:the|my|our|your|an?) )?(.+) (?:is|are|was|were)$/u;

/**
 * An order to the memory, as the whole of a message: it tells nothing, and no passage answers it. Null for all others.
 * @returns with the words of what is to be forgotten, in a row as they were said
 * @example orderOf("Forget where my hearing aid is.") // { kind: "forget", of: "hearing aid" }
 */
export function orderOf(text: string): { readonly kind: keyof typeof ORDERS; readonly of: string } | null {
  if (text.length > 160 || /[,;:\n]/u.test(text)) return null;
  const plain = fold(text)
    .replace(/[\s.!?]+$/u, "")
    .replace(/^(?:please|pls|so|ok|hey) |(?:,? please| pls)$/gu, "");
  for (const [kind, form] of Object.entries(ORDERS)) {
    if (!new RegExp(`^(?:${form})$`, "u").test(plain)) continue;
    const of = kind === "forget" ? plain.replace(TO_FORGET, "").replace(WHERE_IT_IS, "$1") : "";
    return { kind: kind as keyof typeof ORDERS, of: words(of).every(({ text: word }) => isStopWord(word)) ? "" : of };
  }
  return null;
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
