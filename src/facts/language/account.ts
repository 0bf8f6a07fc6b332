import { closerEnd, isSmall, startsClause } from "./boundaries.ts";
import { COORDINATORS, SUBORDINATORS } from "./closed-words.ts";
import type { Token } from "./tokens.ts";
import type { Intent } from "./intent.ts";

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

/** Where or when something is to be done, and what is to be done next: behind the value of a command they are no part of it. */
const RUNS_ON = [
  /\s(?:asap|everywhere|immediately|again|first thing|tomorrow|tonight|today|now|soon|later|next|too|right away|at once)$/u,
  /\s(?:and|then|or|but|so)\s+\p{Ll}/u,
  /\s(?:in|on|at|across|throughout|inside|within|into|over|under|before|after|until|when|while|if|from|for|to)\s+\S/u,
];

/** "Alice in Wonderland": a title, whose longer words are all written large; a file's name is no part of one. */
const TITLE = /^\p{Lu}[^\s.]*(?: (?:\p{Lu}[^\s.]*|\p{Ll}{1,4}))* \p{Lu}[^\s.]*$/u;

/**
 * Whether a value or topic of a command may hold more than a name: "darjeeling asap", "darjeeling and commit",
 * "darjeeling in README.md". What stands in quotes is whole.
 */
export function overruns(value: string, said: string): boolean {
  if (TITLE.test(value)) return false;
  return (
    !['"', "“", "'", "‘"].some((mark) => said.includes(`${mark}${value}`)) && RUNS_ON.some((one) => one.test(value))
  );
}

/** The values that a command puts into a list. */
export function newValues(intent: Intent): readonly string[] {
  switch (intent.kind) {
    case "add":
      return intent.values;
    case "replace":
      return [intent.value];
    case "place":
      return intent.insert && intent.item.kind === "value" ? [intent.item.value] : [];
    case "swap":
      return intent.orReplace && intent.second.kind === "value" ? [intent.second.value] : [];
    default:
      return [];
  }
}
