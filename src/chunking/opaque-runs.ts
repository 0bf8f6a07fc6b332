import type { Span } from "../model/section.ts";

/** Characters of a run at least: the longest hash is 128 hex digits, a key on one line some 90. */
const LONG = 200;
/** Lines of a dump at least. */
const LINES = 4;

/** Repetitions in one match at most: an expression keeps a place for each, and a pasted picture of ten megabytes would be too much for it. */
const MOST = 10_000;

const OF_URI = String.raw`[^\s"'<>()\[\]]`;
const LINE = String.raw`[A-Za-z0-9+/]{40,${MOST}}={0,2}`;
const BREAK = String.raw`[ \t]*\r?\n(?:[ \t]*\r?\n)?[ \t]*`;
const LAST_LINE = String.raw`[A-Za-z0-9+/]{0,${MOST}}={0,2}(?![^\r\n])`;
const DUMPED = String.raw`[0-9a-fA-F]{6,16}:?(?:[ \t]+[0-9a-fA-F]{2,8}){4,16}[^\n]*(?:\n|$)`;
const BYTE = String.raw`(?:\\x|0x)[0-9a-fA-F]{2}[,;]?\s*`;

const KINDS: readonly { readonly begins: string; readonly goesOn: string }[] = [
  // `data:` with what it holds, to its end: a blank, a quote, a bracket. Also one whose text is percent-encoded.
  {
    begins: String.raw`\bdata:[\w.+-]+\/[\w.+-]+(?:;[\w.=+-]+)*,${OF_URI}{${LONG},${MOST}}`,
    goesOn: `${OF_URI}{1,${MOST}}`,
  },
  // The scene of a drawing in a fence: nothing is kept of what a lazy match has passed.
  {
    begins: String.raw`(?<=~{3}json\s*\n)\{\s*"type"\s*:\s*"excalidraw"[\s\S]*?(?=\n\s*~{3})`.replaceAll("~", "`"),
    goesOn: "(?!)",
  },
  // Lines of base64 or hex under each other, with or without blank lines between, as PEM and Obsidian's drawings have them.
  {
    begins: String.raw`(?<![^\n])[ \t]*(?:${LINE}${BREAK}){2,${MOST}}${LAST_LINE}`,
    goesOn: `(?:${BREAK}${LINE}){1,${MOST}}(?:${BREAK}${LAST_LINE})?`,
  },
  // Lines as `xxd` and `hexdump` print them: an offset, then bytes, then what they would be as text.
  { begins: String.raw`(?<![^\n])[ \t]*(?:${DUMPED}){${LINES},${MOST}}`, goesOn: `(?:${DUMPED}){1,${MOST}}` },
  // Bytes written one by one: `0xde, 0xad`, `\xde\xad`; `de:ad:be:ef`, `de ad be ef`.
  { begins: `(?:${BYTE}){64,${MOST}}`, goesOn: `(?:${BYTE}){1,${MOST}}` },
  {
    begins: String.raw`(?:\b[0-9a-fA-F]{2}[: ]){99,${MOST}}[0-9a-fA-F]{2}\b`,
    goesOn: String.raw`(?:[: ][0-9a-fA-F]{2}\b){1,${MOST}}`,
  },
  // One unbroken run of the alphabets of base64, base64url and hex.
  { begins: `(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{${LONG},${MOST}}={0,2}`, goesOn: `[A-Za-z0-9+/_-]{1,${MOST}}={0,2}` },
];

const RUNS = new RegExp(KINDS.map(({ begins }) => `(${begins})`).join("|"), "gu");
const GOES_ON = KINDS.map(({ goesOn }) => new RegExp(goesOn, "uy"));

/** Lists of hashes, one a line, are looked for by people. */
const HASH_LENGTHS: ReadonlySet<number> = new Set([32, 40, 48, 56, 64, 96, 128]);

/**
 * Runs of a text that are no language: base64, hex dumps, `data:` URIs, the scenes of drawings, of 200 characters or more, in order, none within
 * another. They say nothing to a reader, and a picture pasted into a note would make hundreds of drawers.
 *
 * A hash, an identifier, a list of hashes, minified code, a long word of a language, a sequence of letters without figures are none.
 * @example opaqueRuns("![](data:image/png;base64,iVBORw0KGgo…)") // [{ start: 4, end: 1_204 }]
 * Cost: linear, some 90 MB/s of prose.
 */
export function opaqueRuns(text: string): readonly Span[] {
  if (text.length < LONG) return [];
  const found: Span[] = [];
  RUNS.lastIndex = 0;
  for (let match = RUNS.exec(text); match !== null; match = RUNS.exec(text)) {
    const goesOn = GOES_ON[match.slice(1).findIndex((group) => group !== undefined)] as RegExp;
    goesOn.lastIndex = match.index + match[0].length;
    let end = goesOn.lastIndex;
    while (goesOn.test(text)) end = goesOn.lastIndex;
    if (isEncoded(sample(text, { start: match.index, end }))) found.push({ start: match.index, end });
    RUNS.lastIndex = end;
  }
  return found;
}

/** Characters of a run that say what it is. */
const SAMPLED = 100_000;

/** The beginning of a long run, of whole lines where it has some. */
function sample(text: string, { start, end }: Span): string {
  if (end - start <= SAMPLED) return text.slice(start, end);
  const begins = text.slice(start, start + SAMPLED);
  return begins.slice(0, begins.lastIndexOf("\n") + 1 || SAMPLED);
}

const HEX = /^[\s0-9a-fA-FxX:,;\\]+$/u;

function isEncoded(run: string): boolean {
  if (/^data:|^\{/u.test(run)) return true;
  if (run.length < LONG) return false;
  const lines = run.split("\n").map((line) => line.trim());
  const filled = lines.filter((line) => line !== "");
  if (filled.length > 1 && filled.every((line) => /^[0-9a-f]+$/iu.test(line) && HASH_LENGTHS.has(line.length)))
    return false;
  if (HEX.test(run) || /[:|]/u.test(run)) return /[0-9]/u.test(run);
  // Base64 has figures, letters of both cases, and few slashes; an identifier or a path hasn't all of it.
  const share = (signs: RegExp): number => (run.match(signs) ?? []).length / run.length;
  return /[a-z]/u.test(run) && /[A-Z]/u.test(run) && share(/[0-9]/gu) >= 0.03 && share(/\//gu) <= 0.06;
}

/**
 * A span without the runs that are no language: what lies between them and has a letter or a figure.
 * @param runs of the whole text, in order
 */
export function readableSpans(text: string, { start, end }: Span, runs: readonly Span[]): readonly Span[] {
  const spans: Span[] = [];
  let from = start;
  for (const run of runs) {
    if (run.end <= start || run.start >= end) continue;
    spans.push({ start: from, end: Math.max(from, run.start) });
    from = Math.min(end, run.end);
  }
  if (from === start) return [{ start, end }];
  spans.push({ start: from, end });
  return spans.filter((span) => /[\p{L}\p{N}]/u.test(text.slice(span.start, span.end)));
}
