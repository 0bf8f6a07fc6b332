import type { Span } from "../../model/section.ts";

/**
 * Text as quotes are compared: letters, digits and marks by NFKC, apart from what stands between them. What typesetting and extraction change
 * (line breaks, hyphenation, ligatures, decoration) is in the gaps and forgiven there; what carries meaning (a sign, a decimal point, a letter
 * more or less) isn't.
 */
export interface NormalText {
  /** The characters that count, without blanks and hyphens. */
  readonly key: string;
  /** What stands before each character of `key`, as it is compared: one form, or the two that a line end with a hyphen may mean. */
  readonly gaps: readonly (readonly string[])[];
  /** Offset of each character of `key` in the original text. */
  readonly offsets: readonly number[];
}

const ASCII_GAP = /[\s\-*_`|#>~]/;
// oxlint-disable-next-line no-control-regex
const NOTHING = /[\0-\x08\x0e-\x1f\x7f-\x9f\p{Default_Ignorable_Code_Point}]/u;
const DASH = /[\p{Pd}\u2212]/u;
const CLUSTER = /(?:[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]+|[^\p{M}])\p{M}*|\p{M}+/gsu;
const RAISED = /[²³¹⁰-⁹₀-₉⁺⁻]/u;
const QUOTES: Readonly<Record<string, string>> = Object.fromEntries(
  '‘\' ’\' ‚\' ‛\' “" ”" „" ‟" «" »" ‹< ›>'.split(" ").map((pair) => [...pair]),
);
const WORD = /[\p{L}\p{N}]/u;
export const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u;

const AGREED: readonly (readonly string[])[] = [[""], [" "], ["-"]];
const [NONE, BLANK] = AGREED as [readonly string[], readonly string[], readonly string[]];

/** Reads a text so. Cost: 0.1 µs a character for Latin letters. */
export function normalText(text: string): NormalText {
  let key = "";
  const gaps: (readonly string[])[] = [];
  const offsets: number[] = [];
  let gap = "\n";
  const take = (character: string, at: number): void => {
    const previous = key.at(-1) ?? "";
    gaps.push(
      gap === ""
        ? NONE
        : gap === " " && !WIDE.test(previous) && WORD.test(character)
          ? BLANK
          : gapForms(gap, previous, character),
    );
    offsets.push(at);
    // The other half of a pair counts as a character of its own.
    for (let i = 1; i < character.length; i++) {
      gaps.push(NONE);
      offsets.push(at);
    }
    key += character;
    gap = "";
  };
  const plain = (character: string, at: number): void => {
    if (ASCII_GAP.test(character)) gap += character === "\n" ? "\n" : /\s/.test(character) ? " " : character;
    else take(character, at);
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code < 0x80 && (at + 1 >= text.length || text.charCodeAt(at + 1) < 0x300)) {
      if (!isControl(code)) plain(text[at] as string, at);
      at++;
      continue;
    }
    CLUSTER.lastIndex = at;
    const cluster = CLUSTER.exec(text)?.[0] ?? (text[at] as string);
    if (cluster === "\u00ad") gap += "\u00ad";
    // A power is no digit: "10²" isn't "102".
    if (RAISED.test(cluster)) gap += "^";
    for (const character of cluster.normalize("NFKC")) {
      if (NOTHING.test(character)) continue;
      else if (character === "\u2028" || character === "\u2029") gap += "\n";
      else if (DASH.test(character)) gap += "-";
      else plain(QUOTES[character] ?? character, at);
    }
    at += cluster.length;
  }
  return { key, gaps, offsets };
}

/** What no page shows: a prompt leaves it out. */
const isControl = (code: number): boolean => (code < 0x20 && (code < 9 || code > 13)) || code === 0x7f;

/** What stands between two characters, in the forms that may be meant. */
function gapForms(raw: string, previous: string, next: string): readonly string[] {
  const letters = /\p{L}/u.test(previous) && /\p{L}/u.test(next);
  // A word that was parted at a line's end, or one that has its hyphen there.
  if (letters && /^[-\u00ad] *\n[ \n>]*$/.test(raw)) return ["", "-"];
  const gap = raw.replaceAll("\u00ad", "").replace(/\n(?: *(?:>+ ?|#{1,6} |[-*] (?!-)))+/g, "\n");
  if (gap === "") return NONE;
  if (gap.includes("|")) return [/[\s|]-$/.test(gap) ? " -" : " "];
  const isBeside = /\s/.test(gap) || !WORD.test(previous) || !WORD.test(next);
  const collapsed = (isBeside ? gap.replace(/[*_`~]/g, "") : gap).replace(/\s+/g, " ");
  if (collapsed === "") return NONE;
  if (/^(?: -{1,3} |-{1,3})$/.test(collapsed) && previous !== "") return ["-"];
  if (collapsed !== " ") return [collapsed];
  if (WIDE.test(previous) && WIDE.test(next)) return NONE;
  // Broken text of a PDF: "the end ." and French "fin :".
  if (/[,.;:!?)%\]]/.test(next) && !/\p{N}/u.test(previous)) return NONE;
  return BLANK;
}

/**
 * The place of a quote, or of a part of it, in a text: whole words, in one piece.
 * @returns index into `text.key`; -1 for none
 */
export function indexOfQuote(text: NormalText, quote: NormalText, { start, end }: Partial<Span> = {}): number {
  const key = quote.key.slice(start, end);
  if (key === "") return -1;
  const part = { key, gaps: quote.gaps.slice(start, end) };
  const found = occurrence(text, part);
  if (found >= 0 || (start ?? 0) > 0) return found;
  // The first letter of a quote may have become the first of a sentence, or the reverse.
  const first = key[0] as string;
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  return other === first || other.length !== 1 ? -1 : occurrence(text, { ...part, key: other + key.slice(1) });
}

type Part = Pick<NormalText, "key" | "gaps">;

function occurrence(text: NormalText, part: Part): number {
  const { key } = part;
  for (let at = text.key.indexOf(key); at >= 0; at = text.key.indexOf(key, at + 1)) {
    if (isWhole(text, at, key.length) && agree(text, part, at)) return at;
  }
  return -1;
}

function agree(text: NormalText, { key, gaps }: Part, at: number): boolean {
  for (let i = 1; i < key.length; i++) {
    const here = text.gaps[at + i] as readonly string[];
    const there = gaps[i] as readonly string[];
    if (here !== there && !here.some((form) => there.includes(form))) return false;
  }
  return true;
}

/** Whether a stretch begins and ends where words and numbers do. */
function isWhole({ key, gaps }: NormalText, at: number, length: number): boolean {
  const first = key[at] as string;
  const last = key[at + length - 1] as string;
  const before = key[at - 1] ?? "";
  const after = key[at + length] ?? "";
  const gapBefore = gaps[at] as readonly string[];
  const gapAfter = gaps[at + length] ?? BLANK;
  const joinedBefore = gapBefore.includes("") || gapBefore.some((form) => /[_^]/.test(form));
  const joinedAfter = gapAfter.includes("") || gapAfter.some((form) => /[_^]/.test(form));
  if (joinedBefore && WORD.test(first) && WORD.test(before) && !(WIDE.test(first) || WIDE.test(before))) return false;
  if (joinedAfter && WORD.test(last) && WORD.test(after) && !(WIDE.test(last) || WIDE.test(after))) return false;
  if (/\p{N}/u.test(first)) {
    // "-5" isn't "5", and "1.5" isn't "5".
    if (gapBefore.some((form) => /(?:^|\s)-$/.test(form)) && !(gapBefore.includes("-") && WORD.test(before)))
      return false;
    if (joinedBefore && /[.,]/.test(before) && /\p{N}/u.test(key[at - 2] ?? "")) return false;
  }
  if (
    /\p{N}/u.test(last) &&
    joinedAfter &&
    /[.,]/.test(after) &&
    /\p{N}/u.test(key[at + length + 1] ?? "") &&
    (gaps[at + length + 1] as readonly string[]).includes("")
  )
    return false;
  return true;
}
