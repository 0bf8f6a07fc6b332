import { closerEnd, isSmall, startsClause } from "./boundaries.ts";
import { COORDINATORS, SUBORDINATORS } from "./closed-words.ts";
import type { Token } from "./tokens.ts";

/**
 * The principle of acceptance: a message is acted upon only where every token of its sentence is accounted for. What a rule reads is; so is
 * what stands behind it, up to the end of the sentence, if it is
 *
 * - a mark, an emoji, a remark in brackets;
 * - a courtesy or an adverbial that closes a clause ("please", "right now", "of all time");
 * - a clause of its own: one with a subject and a verb, a command, a subordinate clause, or a remark in small letters behind a dash.
 *
 * @returns the index of the first token that is none of these; the number of tokens when there is none
 * @example "blue, and I like it please" from ",": all of it; "blue 💙 and green" from "💙": "and"
 */
export function unaccounted(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length) {
    const token = tokens[at] as Token;
    const before = at;
    if (token.text === "(") at = behindBracket(tokens, at);
    else if (token.kind === "emoji" || token.kind === "quote") at += 1;
    else if (token.kind === "mark") {
      at += 1;
      if (isDash(token) && isRemark(tokens, at)) return tokens.length;
    } else if (isClause(tokens, at)) return tokens.length;
    else at = closerEnd(tokens, at, true);
    if (at === before) return at;
  }
  return at;
}

const isDash = ({ text }: Token): boolean => /^(?:-|–|—|--+|->|=>|→|\.{2,}|…|\/|\*|;|:)$/u.test(text);

function behindBracket(tokens: readonly Token[], at: number): number {
  const close = tokens.findIndex(({ text }, i) => i > at && text === ")");
  return close < 0 ? tokens.length : close + 1;
}

/** Whether a remark follows: small words say what was said before in other words, a name would be one more value. */
function isRemark(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at];
  return next === undefined || isSmall(next) || startsClause(tokens, at, "mark");
}

function isClause(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] as Token;
  // "With hips at 94cm", "by Virginia Woolf" say more of it; "on Mondays" would limit it.
  if (isSmall(token) && (SUBORDINATORS.has(token.word) || /^(?:for|with|by)$/u.test(token.word))) return true;
  const joined = isSmall(token) && COORDINATORS.has(token.word);
  return (
    startsClause(tokens, joined ? at + 1 : at, joined ? "and" : "mark") || (!joined && startsClause(tokens, at, "none"))
  );
}
