import type { TokenRange } from "./match-pattern.ts";
import type { Token } from "./token.ts";

/** Faces, gestures, hearts and marks: what says how something is meant. Pictures of things ("🍕") may belong to what they stand beside. */
const REACTION = /^(?:[\u{1F600}-\u{1F64F}\u{1F910}-\u{1F92F}\u{1F970}-\u{1F97A}\u{1FAE0}-\u{1FAE8}\u{1FAF0}-\u{1FAF8}\u{1F440}\u{1F446}-\u{1F44F}\u{1F493}-\u{1F49F}\u{1F4A5}\u{1F4AA}\u{1F4AF}\u{1F525}\u{1F389}\u{1F38A}\u{1F5A4}\u{1F90D}\u{1F90E}\u{1F9E1}✨✅❌✔✖‼❗❓❔❕➕➖❤♥☺☹✌☝⚠\u{1F5D1}\u{1F6AB}][\p{Emoji_Modifier}\uFE0F]*(?:\u200D[♂♀]\uFE0F?)?)+$/u;

/**
 * Where the faces, hearts and marks begin that end a range without being part of what it says: "mango 😍❤️". `range.end` when
 * none do, or when nothing but they are there to be said: "my favorite emojis are 😂, 🦥 and 🔥".
 */
export function reactionStart(tokens: readonly Token[], range: TokenRange): number {
  let at = range.end;
  while (at > range.start && REACTION.test((tokens[at - 1] as Token).text)) at -= 1;
  const before = tokens[at - 1];
  const said = at > range.start && before !== undefined && (before.kind === "quote" || /[\p{L}\p{N}.!?)]$/u.test(before.text));
  return said ? at : range.end;
}
