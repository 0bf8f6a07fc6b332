import type { Span } from "../model/span.ts";

/** Characters of a run at least: the longest hash is 128 hex digits, a key on one line some 90. */
const LONG = 200;
/** Lines of a dump at least. */
const LINES = 4;

/** `data:` with what it holds, to its end: a blank, a quote, a bracket. Also one whose text is percent-encoded. */
const DATA_URI = String.raw`\bdata:[\w.+-]+\/[\w.+-]+(?:;[\w.=+-]+)*,[^\s"'<>()\[\]]{${LONG},}`;
/** One unbroken run of the alphabets of base64, base64url and hex. */
const UNBROKEN = `(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{${LONG},}={0,2}`;
/** Lines of base64 or hex under each other, with or without blank lines between, as PEM and Obsidian's drawings have them. */
const ENCODED_LINES = String.raw`(?<![^\n])[ \t]*(?:[A-Za-z0-9+/]{40,}={0,2}[ \t]*\r?\n(?:[ \t]*\r?\n)?[ \t]*){2,}[A-Za-z0-9+/]*={0,2}(?![^\r\n])`;
/** Lines as `xxd` and `hexdump` print them: an offset, then bytes, then what they would be as text. */
const HEX_DUMP = String.raw`(?<![^\n])[ \t]*(?:[0-9a-fA-F]{6,16}:?(?:[ \t]+[0-9a-fA-F]{2,8}){4,16}[^\n]*(?:\n|$)){${LINES},}`;
/** Bytes written one by one: `de:ad:be:ef`, `de ad be ef`, `0xde, 0xad`. */
const BYTES = String.raw`(?:(?:\\x|0x)[0-9a-fA-F]{2}[,;]?\s*){64,}|(?:\b[0-9a-fA-F]{2}[: ]){99,}[0-9a-fA-F]{2}\b`;
/** The scene of a drawing in a fence. */
const DRAWING = String.raw`(?<=~{3}json\s*\n)\{\s*"type"\s*:\s*"excalidraw"[\s\S]*?(?=\n\s*~{3})`.replaceAll("~", "`");

const RUNS = new RegExp([DATA_URI, DRAWING, ENCODED_LINES, HEX_DUMP, BYTES, UNBROKEN].join("|"), "gu");

/** Lists of hashes, one a line, are looked for by people. */
const HASH_LENGTHS: ReadonlySet<number> = new Set([32, 40, 48, 56, 64, 96, 128]);

/**
 * Runs of a text that are no language: base64, hex dumps, `data:` URIs, the scenes of drawings, of 200 characters or more, in order, none within
 * another. They say nothing to a reader, and a picture pasted into a note would make hundreds of drawers.
 *
 * A hash, an identifier, a list of hashes, minified code, a long word of a language, a sequence of letters without figures are none.
 *
 * @example opaqueRuns("![](data:image/png;base64,iVBORw0KGgo…)") // [{ start: 4, end: 1_204 }]
 * Cost: linear, some 90 MB/s of prose.
 */
export function opaqueRuns(text: string): readonly Span[] {
  if (text.length < LONG) return [];
  const found: Span[] = [];
  for (const { 0: run, index } of text.matchAll(RUNS))
    if (isEncoded(run)) found.push({ start: index, end: index + run.length });
  return found;
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
 *
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
