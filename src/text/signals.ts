import { Signal } from "../model/signals.ts";

/** Maximum number of characters read, from the head of a text; a drawer is shorter. */
const READ = 20_000;

/** "I" alone is a letter of lists and a Roman number too, so it counts before a small word or a contraction. */
const FIRST_PERSON =
  /\bI(?:['’](?:m|ve|d|ll)\b|[ \t\n]+[a-z])|\b(?:me|my|mine|myself|we|our|ours|ourselves)\b|\b(?:My|We|Our|Me)\b/;
const QUESTION = /[?？؟][\s"'”’»）)\]*_]*$/;
/** An item that is a link and nothing else: in Markdown, as a wiki writes it, or bare. */
const LINK_ITEM = /^(?:[-*+]|\d+[.)]) (?:(?:\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\])\W*|<?https?:\/\/\S+)$/;

/**
 * What the form of a text says about it, as bits of `Signal`.
 * @example signalsOf("I met Kay last week. You?") // question | firstPerson
 * Cost: linear over at most 20,000 characters from the head (the last 200 for the question); a microsecond a drawer.
 */
export function signalsOf(text: string): number {
  const head = text.length > READ ? text.slice(0, READ) : text;
  let bits = 0;
  if (QUESTION.test(text.slice(-200).trimEnd())) bits |= Signal.question;
  if (FIRST_PERSON.test(head)) bits |= Signal.firstPerson;
  if (isMostlyLinks(head)) bits |= Signal.links;
  return bits;
}

/** Half of the characters or more stand in items that are links. */
function isMostlyLinks(text: string): boolean {
  let links = 0;
  let all = 0;
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    all += trimmed.length;
    if (LINK_ITEM.test(trimmed)) links += trimmed.length;
  }
  return links > 0 && links * 2 >= all;
}
