import { isAccent } from "./glyph-names.ts";

/** A run of text as the library gives it, which may be mended. */
export interface TextRun {
  text: string;
  /** Font sizes by which it is wider at its left and its right end than the library says. */
  left: number;
  right: number;
}

/** A glyph as the library draws it. */
interface DrawnGlyph {
  readonly originalCharCode: number;
  readonly unicode: string;
  /** Thousandths of a font size. */
  readonly width: number;
}

/** The texts of a font's glyphs that the library doesn't know, by the characters that it gives for them. */
interface GlyphTexts {
  readonly texts: ReadonlyMap<string, string>;
}

/** What the library would draw, one operator after another. */
export interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
}

/** The same, with the numbers of the two operators that matter. */
interface Drawing {
  readonly operators: Operators;
  readonly code: { readonly setFont: number; readonly showText: number };
}

/** A glyph that the library took for white space since its code is one of white space, and has left out. */
interface LostGlyph {
  readonly text: string;
  readonly width: number;
  /** Characters that are known before it on the page, white space left out. */
  readonly at: number;
  /**
   * Whether it stands beside the character before or behind it: with a space between, without; null where one can't
   * tell.
   */
  readonly before: boolean | null;
  after: boolean | null;
}

/** Gap, in font sizes, that is a space. */
const SPACE = 0.18;

/** Step back, in font sizes, that puts a letter under the accent before it. */
const BACK = 0.2;

/** Codes of white space, which in fonts of TeX are ligatures and accents. */
export const BLANK = /[\s\u00AD\u0085]/u;

/**
 * Puts glyphs into the text that the library left out, and takes spaces out that it put before accents. Codes of white
 * space are that to it where a font doesn't say what they are, and in TeX's fonts they are ligatures ("oat" for
 * "float"). The text and what is drawn are compared to the letter; where they differ (hidden text, text from right to
 * left), nothing is changed.
 * @param runs the page's runs in order; changed
 * @returns whether all could be placed
 * Cost: linear in the page's characters.
 */
export function putBackLost(
  runs: readonly TextRun[],
  { operators, code }: Drawing,
  fonts: ReadonlyMap<string, GlyphTexts>,
): boolean {
  const lost: LostGlyph[] = [];
  /**
   * Accents that are drawn close behind the character before, and over the one behind: where their letter is wider,
   * the library sees a space.
   */
  const close: number[] = [];
  let drawn = "";
  let font: GlyphTexts | undefined;
  for (const [i, operator] of operators.fnArray.entries()) {
    const args = operators.argsArray[i];
    if (operator === code.setFont) font = fonts.get(args?.[0] as string);
    if (operator !== code.showText) continue;
    let open: LostGlyph | null = null;
    let accent: number | null = null;
    /** Whether there is a space before the next glyph; null at the beginning. */
    let spaced: boolean | null = null;
    for (const part of (args?.[0] ?? []) as readonly (DrawnGlyph | number | null)[]) {
      if (part === null) continue;
      if (typeof part === "number") {
        if (part > 1000 * BACK && accent !== null) close.push(accent);
        accent = null;
        if (spaced === false && -part > 1000 * SPACE) spaced = true;
        continue;
      }
      const character = String.fromCharCode(part.originalCharCode);
      const text = part.unicode === character ? font?.texts.get(character) : undefined;
      const isLost = text !== undefined && BLANK.test(character);
      if (!isLost && BLANK.test(part.unicode)) {
        if (spaced !== null) spaced = true;
        continue;
      }
      if (open !== null) open.after = spaced;
      open = null;
      if (isLost) lost.push((open = { text, width: part.width / 1000, at: drawn.length, before: spaced, after: null }));
      else {
        accent = spaced === false && isAccent(part.unicode) ? drawn.length : null;
        drawn += plain(text ?? part.unicode);
      }
      spaced = false;
    }
  }
  if (lost.length + close.length === 0) return true;
  const places = placesOf(runs);
  if (places.map(({ character }) => character).join("") !== drawn) return false;
  for (const at of close.toReversed()) closeUp(runs, places[at - 1], places[at]);
  const placed = close.length === 0 ? places : placesOf(runs);
  for (const glyph of lost.toReversed()) insert(runs, placed, glyph);
  return true;
}

/** Takes out the space before an accent. */
function closeUp(runs: readonly TextRun[], before: Place | undefined, accent: Place | undefined): void {
  const run = runs[accent?.run ?? -1];
  if (run === undefined || accent === undefined || before?.run !== accent.run) return;
  run.text = run.text.slice(0, accent.index).trimEnd() + run.text.slice(accent.index);
}

interface Place {
  readonly character: string;
  readonly run: number;
  readonly index: number;
}

function placesOf(runs: readonly TextRun[]): Place[] {
  return runs.flatMap(({ text }, run) =>
    [...text.matchAll(/./gsu)].flatMap(({ 0: one, index }) =>
      Array.from(plain(one), (character) => ({ character, run, index })),
    ),
  );
}

/** The UTF-16 units of a text that don't depend on its form. */
function plain(text: string): string {
  return text.normalize("NFKC").replaceAll(/[\s\u00AD]/gu, "");
}

function insert(
  runs: readonly TextRun[],
  places: readonly Place[],
  { text, width, at, before, after }: LostGlyph,
): void {
  const [left, right] = [places[at - 1], places[at]];
  const toRight = before === false ? after === false : after !== null;
  if (right !== undefined && (toRight || left === undefined)) {
    const run = runs[right.run] as TextRun;
    const kept = run.text.slice(0, right.index);
    const head = before === null || (left?.run ?? -1) !== right.run ? kept : kept.trimEnd() + (before ? " " : "");
    run.text = head + text + (after === true ? " " : "") + run.text.slice(right.index);
    if (kept.trim() === "") run.left += width;
    if (before === false && left !== undefined)
      for (let between = left.run + 1; between < right.run; between++) (runs[between] as TextRun).text = "";
  } else if (left !== undefined) {
    const run = runs[left.run] as TextRun;
    const end = left.index + String.fromCodePoint(run.text.codePointAt(left.index) as number).length;
    const rest = run.text.slice(end);
    run.text = run.text.slice(0, end) + (before === true ? " " : "") + text + rest;
    if (rest.trim() === "") run.right += width;
  }
}
