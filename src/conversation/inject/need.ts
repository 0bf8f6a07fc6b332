import { remarkKind } from "../../text/remark.ts";
import { isMachineWritten } from "../provenance/own-words.ts";
import WORDS from "./need-words.json" with { type: "json" };

export const WHY_SILENT = {
  "machine-written": "a program wrote the prompt",
  command: "the prompt is a command",
  "too-short": "the prompt says too little to look for",
  "no-question-of-the-past": "the prompt asks for nothing that was said or kept before",
  "about-this-session": "the prompt is about what stands before the agent already",
  "not-covered": "nothing that is kept belongs to it for sure",
  "already-there": "what answers it was said in this session",
  "nothing-kept": "nothing is kept that could be given",
} as const;
export type SilenceReason = keyof typeof WHY_SILENT;

/**
 * How a prompt needs memory. `asks`: it speaks of what was said or done, or asks for something particular. `work`: it says what is to be
 * done. `may`: it asks what anybody knows. Of these two only what fits very well is worth adding.
 */
export type NeedStrength = "asks" | "work" | "may";

export type Need =
  | { readonly needsMemory: true; readonly strength: NeedStrength }
  | { readonly needsMemory: false; readonly reason: SilenceReason };

/** Characters of a prompt that are looked at: what is asked stands at its beginning or its end. */
const LOOKED_AT = 600;
/** Characters at each end of a long prompt that are stripped of code and logs. */
const END = 4_000;
/** Content words from which on a question is particular, whatever it begins with. */
const PARTICULAR = 5;
/** A question of what is ours, however short. */
const OURS = /^(?:who|what|where|when|which|how)\b.*\b(?:my|our)\b.*\?$/iu;
const EXPLAINS = /^(?:explain|define|describe|mean(?:s|t|ing)?)$/u;
/** Words that say nothing of a subject. */
const EMPTY_WORDS = new Set(WORDS.empty);
/** Refers to the past. */
const RECALL = new RegExp(
  String.raw`\b(?:remember|recall|remind me|last (?:time|week|month|year|session|night|sprint|meeting|spring` +
    String.raw`|summer|autumn|fall|winter)|previous(?:ly)?|earlier (?:today|this|we|i)|the other day|yesterday` +
    String.raw`|a while ago|back then|once (?:said|told)|(?:did|have|had|were|was) (?:we|i)\b|(?:we` +
    String.raw`|i) (?:decided|agreed|chose|picked|settled|said|told|discussed|talked|mentioned|used to|already` +
    String.raw`|once|had|wrote|noted|planned|promised)|as (?:we|i) (?:said|discussed|agreed|decided)` +
    String.raw`|like (?:last time|before|we did)|the way we|same as (?:before|last time)|my (?:favou?rite|usual` +
    String.raw`|preferred|preference|name|birthday|address)|our (?:convention|policy|agreement|decision|usual)` +
    String.raw`|what(?:'s| is| was| were| are) (?:my|our)\b|which (?:\w+ ){1,4}(?:did|do|have) (?:we|i)\b` +
    String.raw`|who (?:said|told|decided|suggested|wrote)|you (?:have|know) (?:his|her|their|my|our|who)\b)`,
  "iu",
);
/** An order to keep what follows, or what says that it is news: "Remember: the port is 8443", "please note that …"; "remember how we did it" asks. */
const KEEPS = new RegExp(
  String.raw`^(?:(?:hey|hi|ok|okay|so|and|also|please|pls|great|thanks|now|from now on|btw)[,.!:]?\s+)*(?:remember|note(?! (?:for|to|about)\b)|memori[sz]e` +
    String.raw`|keep in mind|don['’]?t forget|make a note|fyi)\b(?!\s+(?:wh\p{L}+|how|if)\b)` +
    String.raw`|^(?:(?:new|latest|final) (?:decision|plan)|decision changed|change of plans?|update|correction|heads[- ]up)` +
    String.raw`(?: (?:on|about|for|to) [^:?\n]{1,60})?:`,
  "iu",
);
/** Tells or asks what once was: an event that only memory may know. */
const PAST =
  /\b(?:did|was|were|had|didn['’]t|couldn['’]t|wasn['’]t|weren['’]t|hadn['’]t)\b|\b(?:I|we) (?!need\b|feed\b)\w+ed\b/iu;
/** A question, at the beginning of a sentence. */
const QUESTION = new RegExp(
  String.raw`(?:^|[.!?\n:;,–—-]\s*)(?:(?:hey|hi|ok|okay|so|and|but|also|well|by the way|btw|quick question` +
    String.raw`|sorry|um+|listen)[,:]?\s+)*(?:(?:on|in|at|for|to|from|by|with|of|until|since)\s+)?(?:who|whom|whose|what|` +
    String.raw`when|where|which|why|how (?:long|many|much` +
    String.raw`|often|old|far|did|was|were|is|has|have|come)|did|does|do|was|were|is|are|has|have|had` +
    String.raw`|am)\b[^?]*(?:\?|$)`,
  "iu",
);
/** General knowledge, how-to and opinions: what a model knows without us. */
const GENERAL = new RegExp(
  String.raw`(?:^|[.!?\n]\s*)(?:(?:hey|hi|ok|okay|so|and)[,:]?\s+)?(?:how (?:do|does|can|could|should|would` +
    String.raw`|to|might)\b|what(?:'s| is| are) (?:an?|the (?:difference|best|capital|meaning|purpose of (?:an?` +
    String.raw`|the)|syntax|point of|big-o|time complexity|recommended|most|idiomatic|right way|easiest` +
    String.raw`|fastest))\b|what does .{1,60} (?:mean|stand for|do)\b|\w+ (?:me |us )?an? (?:random|fake|dummy)\b|explain\b|define\b|why (?:is|are|do|does` +
    String.raw`|would|should|can't|doesn't|isn't)\b|(?:is|are) (?:there|it|this|that|these|those|you)\b|(?:do` +
    String.raw`|does|can|could|would|will|should) (?:you|this|that|it|typescript|python|node|git)\b` +
    String.raw`|what (?:should|would|can|could|do|happens|are some|are good|kind|about)\b|when (?:should|would|to)\b` +
    String.raw`|which (?:\w+ )?(?:is|are|should|would)\b|where (?:should|can|do i|does)\b)`,
  "iu",
);
/** Work to be done now. */
export const IMPERATIVE = new RegExp(
  String.raw`^(?:(?:hey|hi|ok|okay|now|then|next|also|great|good|perfect|cool|thanks|thank you|yes|no|so|and` +
    String.raw`|but|alright|please|pls|can you|could you|would you|will you|i want you to|i need you to` +
    String.raw`|i'd like you to|let's|lets|go ahead and|just|first|finally|actually|instead)[,.!:]?\s+)*(?:${WORDS.work.join("|")})\b`,
  "iu",
);
/** Work that is asked for behind what makes it necessary. */
const REQUEST = /\b(?:can|could|would|will) you (?!tell|say|remember|recall|remind)\w/iu;
/** What the work of a prompt is about, without the word that says what is to be done. @example objectOf("Deploy the shop.") // "the shop." */
export const objectOf = (prompt: string): string => questionText(prompt).replace(IMPERATIVE, "").trim();

/** Goes on, stops or chooses, beside courtesies. */
const GOES_ON =
  /^(?:done|lgtm|go (?:on|ahead)|continue|proceed|next|stop|wait|(?:ship|do) it|never ?mind|both|all|none|first|second|[a-ck\d])(?:[\s,.!]+.{0,25})?[.!]*$/iu;
/** Words of a calculation beside its numbers. */
const CALCULATES =
  /^(?:plus|minus|times|x|divided|multiplied|percent|square[d]?|cubed?|root|sqrt|power|sum|product|calculate|compute|equals?|much|what['’]s|result|value)$/u;
/** A program that is called, some of them verbs; and words that no command has outside of quotes: "make the lamp brighter". */
const COMMAND = /^(?:cd|ls|git|npm|npx|node|python3?|pip|cargo|go|make|docker|kubectl|cat|curl) [\w./-]+(?:\s|$)/u;
const SPOKEN = /^[^"'`]*\s(?:an?|the|this|that|these|those|my|our|your|his|her|its|their|it|me|us|them|you|we|i)\b/iu;
/** Refers to something in front of both. */
const DEICTIC = new RegExp(
  String.raw`\b(?:(?:did|are|have|were) you|you (?:just|did|are|have(?! (?:his|her|my|our)\b)|changed|wrote|said|mean|doing)|this (?:file|function|code|error` +
    String.raw`|line|test|change|diff|branch|output|message|class|module|pr|commit|list|text|sentence|paragraph|table|json)|that (?:file|function|code` +
    String.raw`|error|line|test|change|diff|output|message|class)|the (?:above|diff|output above` +
    String.raw`|last (?:command|change|commit|message|edit|step))|it\b.{0,20}\?|above|below|currently|right now` +
    String.raw`|so far)\b`,
  "iu",
);

/**
 * Whether a prompt asks for something that memory may hold. Strict: silence wins, since what is added unasked costs attention each time.
 * @param source who wrote it, as the agent says
 */
export function needOf(prompt: string, source: string | null = null): Need {
  const silent = (reason: SilenceReason): Need => ({ needsMemory: false, reason });
  if (isMachineWritten(prompt, source)) return silent("machine-written");
  const text = questionText(prompt);
  if (/^[/!#$@]/u.test(prompt.trimStart()) || (COMMAND.test(text) && !SPOKEN.test(text))) return silent("command");
  if (remarkKind(text) !== null || GOES_ON.test(text)) return silent("too-short");
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu) ?? [];
  const content = words.filter((word) => word.length > 1 && !EMPTY_WORDS.has(word.replace(/['’]s$/u, "")));
  const isOne =
    content.filter((word) => !EXPLAINS.test(word)).length === 1 && (QUESTION.test(text) || GENERAL.test(text));
  if (content.length < (isOne ? 1 : 2)) return silent("too-short");
  const sums = content.filter((word) => /^\d[\d_]*$/u.test(word) || CALCULATES.test(word));
  if (sums.length === content.length && /\d/u.test(text)) return silent("no-question-of-the-past");
  if (
    DEICTIC.test(text) &&
    !/\b(?:last (?:week|month|session|time)|yesterday|remember|previous session)\b/iu.test(text)
  )
    return silent("about-this-session");
  const strength = (strength: NeedStrength): Need => ({ needsMemory: true, strength });
  const told = text.replace(KEEPS, "");
  if (told !== text && !told.includes("?") && !RECALL.test(told)) return silent("no-question-of-the-past");
  if (RECALL.test(text)) return strength("asks");
  // One word is what a manual explains, or what anybody means by it.
  if (isOne) return strength(OURS.test(text) ? "asks" : "may");
  if (/\?/u.test(text) && !IMPERATIVE.test(text) && !REQUEST.test(text) && content.length >= PARTICULAR)
    return strength(!PAST.test(text) && GENERAL.test(text) ? "may" : "asks");
  if (IMPERATIVE.test(text) || REQUEST.test(text) || GENERAL.test(text) || !QUESTION.test(text))
    return content.length < 3 ? silent("no-question-of-the-past") : strength(GENERAL.test(text) ? "may" : "work");
  return strength("asks");
}

/** The question part of a prompt: without code, quotes and logs, at most its beginning and end. */
export function questionText(prompt: string): string {
  const ends = prompt.length <= 2 * END ? prompt : `${prompt.slice(0, END)}\n${prompt.slice(-END)}`;
  const text = ends
    .replace(/```[\s\S]*?(?:```|$)/gu, " ")
    .replace(/<(\w[\w-]*)\b[^>]*>[\s\S]*?<\/\1>/gu, " ")
    .replace(/^(?:>|[^\S\n]{4,}at |[^\S\n]*\d+ \||[+-]{1,3} ).*$/gmu, " ")
    .replace(/https?:\/\/\S+/gu, " ")
    .trim();
  return text.length <= LOOKED_AT ? text : `${text.slice(0, LOOKED_AT / 2)}\n${text.slice(-LOOKED_AT / 2)}`;
}
