/** What is taken out of a message, in this order, and what stands there instead. */
const TAKEN: readonly (readonly [pattern: RegExp, instead: string | ((found: string) => string)])[] = [
  [/\r\n?|[\u2028\u2029\v\f]/gu, "\n"],
  // Invisible: soft hyphen, zero-width spaces, direction marks. The joiners inside emoji and Indic words stay.
  [/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/gu, ""],
  // Somebody else's words: fenced code, cited lines.
  [/^[ \t]*(`{3,}|~{3,})[^\n]*(?:\n(?![ \t]*\1)[^\n]*)*(?:\n[ \t]*\1[^\n]*)?/gmu, "\n\n"],
  [/^[ \t]*>[^\n]*$/gmu, "\n"],
  // Citations, then markdown's decoration: headings, bullets, emphasis.
  [/(?<![ \t])[ \t]*\[M?\d+\]/gu, ""],
  [/^[ \t]*#{1,6}[ \t]+/gmu, "\n"],
  [/[ \t]#{2,6}(?=[\s,;.]|$)/gu, ""],
  // Marked-up text: a link is its words, tags are nothing.
  [/\[([^\]\n]{1,200})\]\((?:https?:|mailto:|www\.|\/|#)[^)\s]{0,2000}\)/gu, "$1"],
  [/<(?:br|li|\/li|\/p|\/ul|\/ol)\s*\/?>/giu, "\n"],
  [/<\/?(?:b|i|u|s|em|strong|code|span|p|ul|ol|mark|small)>/giu, ""],
  // "no.1" is "no. 1".
  [/\b(no|nr)\.(?=\d)/giu, "$1. "],
  // Emoticons.
  [/(?<=\s)[:;=][-']?[)(DPpO3/\\|](?=\s|$)/gu, ""],
  // The first of them after words opens a list as a colon does.
  [/(?<=[\p{L}\p{N}])[ \t]+(?=(?:1\uFE0F?\u20E3|🥇)[^\n]{0,400}(?:2\uFE0F?\u20E3|🥈))/gu, ": "],
  // Numbers in other clothes: keycaps, circled digits, medals before a word.
  [/([0-9])\uFE0F?\u20E3[ \t]*/gu, "$1) "],
  [/🥇(?=[ \t]*[\p{L}\p{N}])/gu, "1) "],
  [/🥈(?=[ \t]*[\p{L}\p{N}])/gu, "2) "],
  [/🥉(?=[ \t]*[\p{L}\p{N}])/gu, "3) "],
  [/[①-⑳](?=[ \t]*[\p{L}\p{N}])/gu, (digit) => `${digit.normalize("NFKC")}) `],
  [/^[ \t]*[*•‣▪◦·–—+][ \t]+/gmu, "- "],
  [/(?<![\p{L}\p{N}])(?:\*+|_{2,}|~~)|(?:\*+|_{2,}|~~)(?![\p{L}\p{N}])/gu, ""],
];

/**
 * A message as the grammar reads it: one kind of line break; no code, no cited lines, no citations, no markdown
 * decoration, nothing invisible. Spellings are untouched. Idempotent on what it gives back for ordinary prose.
 *
 * Cost: linear in the text.
 * @example cleanMessage("**1.** figs [M2]") // "1. figs"
 */
export function cleanMessage(text: string): string {
  return TAKEN.reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead as string), text);
}
