import { fold } from "../../text/fold.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { ENGLISH } from "../rooms/background.ts";

/** Capitalised words that name nobody: days, months, and words that English or chats write with a capital. */
const NO_NAMES: ReadonlySet<string> = new Set(
  ("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december ok okay yes no hey hi hello thanks thank wow yeah yep lol omg " +
    "note notes todo fixme warning tip see also figure table chapter section part appendix http https www com the english assistant user system").split(" "),
);

/** A run of capitalised words inside a sentence, of one line. */
const NAME = /(?<![\p{L}\p{N}.@/#_-])(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\. )?\p{Lu}[\p{L}\p{N}]*(?:[’'-]\p{L}+)*(?:[ \t]+(?:(?:of|de|van|von|der|la|le|di|da|du|del|bin|al)[ \t]+)?\p{Lu}[\p{L}\p{N}]*(?:[’'-]\p{L}+)*)*/gu;

/**
 * Names in a passage, in order, once each: runs of capitalised words that don't begin a sentence (there a capital says nothing), and those that do
 * when `known` holds them. At most four words; code and headings (where every word may have a capital) are passed over.
 *
 * @param known folded names that are names wherever they stand
 */
export function namesIn(text: string, known: ReadonlySet<string> = new Set()): readonly string[] {
  const prose = text.replace(/```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|https?:\/\/\S+|^#{1,6} .*$/gm, (code) => " ".repeat(code.length));
  const found = new Set<string>();
  for (const match of prose.matchAll(NAME)) {
    const whole = match[0].replace(/[’']s$/u, "");
    const parts = whole.split(/[ \t]+/);
    const opening = opensSentence(prose, match.index);
    // "When Kai", "Yesterday Kai": what opens a sentence may be a common word before a name; "Monday" alone names nobody anywhere.
    while (parts.length > 0 && (opening || parts.length === 1) && isCommon(parts[0] as string, opening && parts.length > 1)) parts.shift();
    if (parts.length === 0 || parts.length > 4) continue;
    const name = parts.join(" ");
    if (opening && name === whole && parts.length === 1 && !known.has(fold(name))) continue;
    if (name.length > 1) found.add(name);
  }
  return [...found];
}

function isCommon(word: string, opening: boolean): boolean {
  const folded = fold(word).replace(/['’].*$/u, "");
  return folded.length < 2 || isStopWord(folded) || NO_NAMES.has(folded) || (opening && ENGLISH.frequency(folded) > 0);
}

/** At the start, after a sentence's end, after a line end, or behind a list's or heading's mark. */
function opensSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at);
  return /(?:^|[.!?…:;"“”(\n|>*#-])[ \t"'“‘(*_\[-]*$/.test(before);
}
