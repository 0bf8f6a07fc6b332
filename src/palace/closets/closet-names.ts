import { MONTHS, WEEKDAYS } from "../../english/calendar.ts";
import type { CognitiveHall } from "../../model/placement.ts";
import { fold } from "../../text/fold.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { isRole } from "../wing.ts";
import { ENGLISH } from "../rooms/background.ts";

/** A drawer as far as its closet depends on it. */
export interface ClosetDrawer {
  /** At least eight hex digits. */
  readonly id: string;
  readonly text: string;
  readonly heading: string;
  /** Author or role of a message; null for what is none. */
  readonly speaker: string | null;
  /** ISO 8601; null when unknown. */
  readonly date: string | null;
  readonly hall: CognitiveHall | null;
  readonly topicalHalls: readonly string[];
}

/** Capitalised words that name nobody: days, months, and words that English or chats write with a capital. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    `${WEEKDAYS.join(" ")} ${MONTHS.join(" ")} ok okay yes no hey hi hello thanks thank wow yeah yep lol omg ` +
    "note notes todo fixme warning tip see also figure table chapter section part appendix http https www com the english assistant user system"
  ).split(" "),
);

/** A run of capitalised words inside a sentence, of one line. */
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}.@/#_-])(?:(?:Dr|Mr|Mrs|Ms|Prof` +
    String.raw`|St)\. )?\p{Lu}[\p{L}\p{N}]*(?:[’'-]\p{L}+)*(?:[ \t]+(?:(?:of|de|van|von|der|la|le|di|da|du|del` +
    String.raw`|bin|al)[ \t]+)?\p{Lu}[\p{L}\p{N}]*(?:[’'-]\p{L}+)*)*`,
  "gu",
);

/**
 * Names in a passage, in order, once each: runs of capitalised words that don't begin a sentence (there a capital says nothing), and those that do
 * when `known` holds them. At most four words; code, markup and headings (where every word may have a capital) are passed over.
 *
 * @param known folded names that are names wherever they stand
 */
export function namesIn(text: string, known: ReadonlySet<string> = new Set()): readonly string[] {
  const prose = text.replace(
    /```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|<\/?[A-Za-z][^>]*>|https?:\/\/\S+|^#{1,6} .*$/gm,
    (code) => " ".repeat(code.length),
  );
  const found = new Set<string>();
  for (const match of prose.matchAll(NAME)) {
    const whole = match[0].replace(/[’']s$/u, "");
    const parts = whole.split(/[ \t]+/);
    const opening = opensSentence(prose, match.index);
    // "When Kai", "Yesterday Kai": what opens a sentence may be a common word before a name; "Monday" alone names nobody anywhere.
    while (
      parts.length > 0 &&
      (opening || parts.length === 1) &&
      isCommon(parts[0] as string, opening && parts.length > 1)
    )
      parts.shift();
    if (parts.length === 0 || parts.length > 4) continue;
    const name = parts.join(" ");
    // "Listing 13-1", "Section 4": what is numbered is no name.
    if (parts.length === 1 && /^\s\d/u.test(prose.slice(match.index + match[0].length))) continue;
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

const MAX_NAMES = 6;

/** The names that a closet of these drawers would hold: to be gathered over a wing for `entityCodes`. Most frequent first. */
export function closetNames(drawers: readonly ClosetDrawer[]): readonly string[] {
  const speakers = [
    ...new Set(drawers.flatMap(({ speaker }) => (speaker === null || isRole(speaker) ? [] : [speaker]))),
  ];
  const known = new Set(speakers.map(fold));
  const mentions = new Map<string, number>();
  for (const speaker of speakers) mentions.set(speaker, drawers.length);
  for (const { text } of drawers)
    for (const name of namesIn(text, known)) mentions.set(name, (mentions.get(name) ?? 0) + 1);
  return (
    [...mentions]
      // One mention of one word is as likely a capital for emphasis.
      .filter(([name, count]) => count > 1 || name.includes(" "))
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, MAX_NAMES)
      .map(([name]) => name)
  );
}
