import { isPlainQuestion } from "../../text/evidence.ts";
import { words } from "../../text/words.ts";

/** What ends a turn and asks for nothing. */
const COURTESIES: readonly (readonly [said: RegExp, reply: string])[] = [
  [/^(?:ok(?:ay)?[,.! ]+)?(?:(?:many )?thanks?(?: you)?|thx|ty|cheers)\b[^?]{0,40}$/iu, "You're welcome."],
  [/^(?:good )?(?:bye|night|goodbye)(?: bye)?[.! ]*$|^see you\b[^?]{0,20}$/iu, "Bye."],
  [
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: there)?[.! ]*$/iu,
    "Hello. Ask something, or tell me what to keep.",
  ],
  [/^(?:ok(?:ay)?|great|perfect|nice|cool|got it|sounds good|that helps|alright|all right)[.! ]*$/iu, "Good."],
];
/** What begins a request for something that is stored. */
const REQUEST = new RegExp(
  String.raw`^(?:please |can you |could you )?(?:tell|show|give|find|search|look|list|remind|explain|` +
    String.raw`summari[sz]e|describe|who|whom|whose|what|where|which|why|how|when|do|does|did|is|are|was|` +
    String.raw`were|has|have|had|can|could|will|would|should|may|might|any|in which|at what|from which|` +
    String.raw`on which)\b`,
  "iu",
);
/** A sentence says something of somebody. */
const PREDICATE = new RegExp(
  String.raw`\b(?:am|is|are|was|were|be|been|has|have|had|will|must|should|likes?|loves?|hates?|prefers?|` +
    String.raw`needs?|uses?|wants?|lives?|works?|moved|changed|bought|got|met|went|said|agreed|decided|` +
    String.raw`chose|starts?|ends?|costs?|stands?|comes?|came|goes|takes?|took|lies|arrives?|opens?|closes?|` +
    String.raw`leaves?|left|runs?|pays?|paid|hangs?|keeps?|sits?|visits?|calls?|called)\b|\p{L}['’](?:s|m|re|ve|ll|d)\b`,
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
  for (const [courtesy, reply] of COURTESIES) if (courtesy.test(said)) return reply;
  const asks = /[?？؟]/u.test(said) || REQUEST.test(said) || isPlainQuestion(said);
  return !asks && words(said).length >= SHORTEST && PREDICATE.test(said) ? "Noted." : null;
}
