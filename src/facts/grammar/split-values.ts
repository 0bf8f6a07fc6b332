import { isEmoji } from "./is-emoji.ts";
import { lineStart, listMarker, type ListMarker } from "./list-marker.ts";
import type { Lexicon, TokenRange } from "./match-pattern.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import type { Token } from "./token.ts";

/** One item as written: where, and the rank that stood before it. */
export interface ItemRange extends TokenRange {
  readonly rank: number | null;
}

/** What a run of tokens lists. */
export interface ItemRanges {
  readonly items: readonly ItemRange[];
  /** `ranks`: each item has one; `order`: ">" or "then"; `none`: a plain list or a single value. */
  readonly order: "ranks" | "order" | "none";
}

const SEPARATORS = new Set([",", "、", "，"]);
const STRONG = new Set([";", "；"]);
const ORDER = new Set([">", "→"]);

/**
 * Cuts the values of a statement into items: by list markers, else by lines, semicolons, order signs, or commas and
 * "and". Quotations and brackets are never cut. A range that lists nothing is one item.
 *
 * @param single whether the statement speaks of one value, so that commas and "and" belong to it
 * Cost: linear in the range.
 */
export function splitValues(tokens: readonly Token[], range: TokenRange, lexicon: Lexicon, single: boolean): ItemRanges {
  const inside = bracketed(tokens, range);
  if (inside !== null) return splitValues(tokens, inside, lexicon, single);
  const trailing = byTrailingRanks(tokens, range, lexicon);
  if (trailing !== null) return { items: trailing, order: "ranks" };
  const marked = byMarkers(tokens, range, lexicon);
  if (marked !== null) return marked;
  const lines = cut(tokens, range, (token) => token.kind === "line" || token.kind === "blank");
  if (lines.length > 1) return { items: lines.map(unranked), order: "none" };
  const ordered = cut(tokens, range, (token) => ORDER.has(token.text));
  if (ordered.length > 1) return { items: ordered.map(unranked), order: "order" };
  const sequence = byThen(tokens, range, lexicon);
  if (sequence !== null) return { items: sequence.map(unranked), order: "order" };
  const strong = cut(tokens, range, (token) => STRONG.has(token.text));
  if (strong.length > 1) return { items: strong.flatMap((piece) => (onlyQuotes(tokens, piece) ? byCommas(tokens, piece, lexicon.tables["and"] as PhraseTable) : [piece])).map(unranked), order: "none" };
  if (single) return { items: [unranked(range)], order: "none" };
  // "😂 🦥 🔥"
  if (tokens.slice(range.start, range.end).every((token) => isEmoji(token.text))) return { items: tokens.slice(range.start, range.end).map((_, i) => unranked({ start: range.start + i, end: range.start + i + 1 })), order: "none" };
  const listed = byCommas(tokens, range, lexicon.tables["and"] as PhraseTable);
  // "poodle / beagle / husky": with commas beside it, a slash belongs to a name.
  return { items: (listed.length > 1 ? listed : cut(tokens, range, (token) => token.text === "/" && token.spaced)).map(unranked), order: "none" };
}

/** What stands inside of brackets around the whole: "[brie, gouda]"; null when there are none. */
function bracketed(tokens: readonly Token[], range: TokenRange): TokenRange | null {
  const [open, close] = [tokens[range.start]?.text ?? "", tokens[range.end - 1]?.text ?? ""];
  const inside = { start: range.start + 1, end: range.end - 1 };
  if (!["[]", "{}", "()"].includes(open + close) || cut(tokens, inside, (token) => SEPARATORS.has(token.text)).length < 2) return null;
  return tokens.slice(inside.start, inside.end).some((token) => "[](){}".includes(token.text)) ? null : inside;
}

function onlyQuotes(tokens: readonly Token[], piece: TokenRange): boolean {
  return tokens.slice(piece.start, piece.end).every((token) => token.kind === "quote" || SEPARATORS.has(token.text));
}

/** "second is gouda": an ordinal with its verb. */
function says(tokens: readonly Token[], marker: ListMarker): boolean {
  return marker.end > marker.start + 1 && tokens[marker.end - 1]?.kind === "word";
}

function unranked(range: TokenRange): ItemRange {
  return { ...range, rank: null };
}

/** Cuts a range at the signs that `at` names, outside of brackets. Empty pieces are left out. */
function cut(tokens: readonly Token[], range: TokenRange, at: (token: Token) => boolean): readonly TokenRange[] {
  const pieces: TokenRange[] = [];
  let start = range.start;
  let depth = 0;
  for (let i = range.start; i <= range.end; i += 1) {
    const token = tokens[i] as Token;
    if (i < range.end && (token.text === "(" || token.text === "[")) depth += 1;
    if (i < range.end && (token.text === ")" || token.text === "]")) depth = Math.max(0, depth - 1);
    if (i < range.end && (token.kind === "quote" || depth > 0 || !at(token))) continue;
    if (i > start) pieces.push({ start, end: i });
    start = i + 1;
  }
  return pieces;
}

function byMarkers(tokens: readonly Token[], range: TokenRange, lexicon: Lexicon): ItemRanges | null {
  const after = (table: string, at: number): number | undefined => phraseEnds(lexicon.tables[table] ?? new Map(), tokens, at, range.end)[0];
  const copula = (at: number): number => {
    const verb = after("be", at) ?? after("placed", at);
    // "number 3 is now fern"
    const now = verb === undefined ? undefined : after("nowadv", verb);
    return (now !== undefined && now < range.end ? now : verb) ?? at;
  };
  const found: ListMarker[] = [];
  for (let i = range.start; i < range.end; i += 1) {
    if (!mayOpen(tokens, i, range, lexicon)) continue;
    const marker = listMarker(tokens, i, range.end, lexicon.numerals, copula);
    if (marker === null || (found[0] !== undefined && marker.style !== found[0].style)) continue;
    if (found[0] === undefined && i > range.start && !leads(tokens, range.start, i, marker)) continue;
    if (needsSeparator(marker) && found[0] !== undefined && !follows(found, marker) && !afterSeparator(tokens, i, lexicon)) continue;
    found.push(marker);
    i = marker.end - 1;
  }
  const markers = plausible(found);
  const opening = markers[0];
  if (opening === undefined || !convincing(markers, tokens, range, lexicon)) return null;
  // "the kestrel, number two is the heron": what stands before "two" is the one above it.
  const lead: readonly ItemRange[] = opening.start > range.start ? [{ start: range.start, end: opening.start, rank: (opening.rank ?? 2) - 1 }] : [];
  const items = markers.map((marker, i) => ({ start: marker.end, end: markers[i + 1]?.start ?? range.end, rank: marker.rank }));
  const all = [...lead, ...items].map((item) => ({ ...item, end: withoutAnd(tokens, item, lexicon, opening.style === "ordinal" || opening.style === "hash") })).filter((item) => item.end > item.start);
  return { items: all, order: opening.style === "bullet" ? "none" : "ranks" };
}

/** Markers stand apart from the word before them, and never inside of brackets. */
function mayOpen(tokens: readonly Token[], at: number, range: TokenRange, lexicon: Lexicon): boolean {
  const token = tokens[at] as Token;
  const before = tokens[at - 1];
  if (at > range.start && before?.text === "(") return false;
  return token.spaced || at === range.start || before?.kind === "punct" || phraseEnds(lexicon.tables["and"] as PhraseTable, tokens, at - 1, at).length > 0;
}

/** Whether what stands before the first marker can be the item above it. */
function leads(tokens: readonly Token[], start: number, at: number, marker: ListMarker): boolean {
  const only = tokens.slice(start, at).every((token) => token.kind === "punct" || token.kind === "line" || token.kind === "blank");
  return only || (marker.rank === 2 && lineStart(tokens, marker.start)) || (marker.rank === 2 && (marker.style === "ordinal" || marker.style === "hash" || marker.style === "round"));
}

function needsSeparator(marker: ListMarker): boolean {
  return marker.style === "dash" || marker.style === "bare";
}

/** "1 - basil 2 - thyme", "1 basil 2 thyme": numbers that count on from 1 need no commas. */
function follows(found: readonly ListMarker[], marker: ListMarker): boolean {
  return found[0]?.rank === 1 && marker.rank === found.length + 1;
}

function afterSeparator(tokens: readonly Token[], at: number, lexicon: Lexicon): boolean {
  const before = tokens[at - 1];
  return before === undefined || before.kind === "line" || before.kind === "blank" || SEPARATORS.has(before.text) || STRONG.has(before.text) || lexicon.tables["and"]?.has(before.text) === true;
}

/** Leaves out numbers that are too large to be ranks in a list this long: the 11 of "2. Ocean's 11. 3. Se7en". */
function plausible(markers: readonly ListMarker[]): readonly ListMarker[] {
  const opening = markers[0];
  if (opening?.rank == null) return markers;
  const least = Math.min(...markers.slice(0, 3).map((marker) => marker.rank ?? 1));
  const most = least + markers.length;
  const kept: ListMarker[] = [];
  // Ranks may leave out one at a time: 1, 3, 5.
  for (const marker of markers) if (marker.rank !== null && (marker.rank <= most || marker.rank === (kept.at(-1)?.rank ?? 0) + 2)) kept.push(marker);
  return kept;
}

/** One marker of a weak style may be an accident; two in order are a list. */
function convincing(markers: readonly ListMarker[], tokens: readonly Token[], range: TokenRange, lexicon: Lexicon): boolean {
  const [one, two] = markers;
  if (one === undefined) return false;
  if (one.end >= range.end) return false;
  switch (one.style) {
    case "hash":
    case "round":
    case "both":
    case "bullet":
      return true;
    case "dot":
    case "letter":
    case "roman":
      // A second line of two, whose first marker a lead took in.
      return two !== undefined || one.rank === 1 || (one.rank === 2 && one.start > range.start && lineStart(tokens, one.start));
    case "initial":
      return countsOn(markers, tokens, range, lexicon);
    case "colon":
    case "dash":
      return two !== undefined;
    case "ordinal":
      // "My favorite teas: number 3 is mate": alone it needs its verb.
      if (two === undefined) return (one.rank === 2 || one.start === range.start) && tokens[one.start]?.capital === false && says(tokens, one);
      return one.start > range.start || one.rank === 1 || two.rank === 1;
    case "bare": {
      const ranks = markers.map((marker) => marker.rank);
      return ranks.length > 1 && ranks.every((rank, i) => rank === i + 1) && tokens[one.end] !== undefined;
    }
  }
}

/**
 * "A. brie B. gouda": letters that count on from A before small letters, or with no comma or "and" before them. "A. Smith, B. Jones"
 * are initials.
 */
function countsOn(markers: readonly ListMarker[], tokens: readonly Token[], range: TokenRange, lexicon: Lexicon): boolean {
  if (markers.length < 2 || markers[0]?.start !== range.start) return false;
  const small = markers.every((marker) => tokens[marker.end]?.capital === false);
  return markers.every((marker, i) => marker.rank === i + 1 && (small || i === 0 || !afterSeparator(tokens, marker.start, lexicon)));
}

/** "autumn first, spring second, and winter third"; null when it isn't so. */
function byTrailingRanks(tokens: readonly Token[], range: TokenRange, lexicon: Lexicon): readonly ItemRange[] | null {
  const and = lexicon.tables["and"] as PhraseTable;
  const pieces = byCommas(tokens, range, and);
  if (pieces.length < 2) return null;
  const items: ItemRange[] = [];
  // (1979) after a title is a year: ranks are small and distinct.
  for (const piece of pieces) {
    const rank = trailingRank(tokens, piece, lexicon);
    if (rank === null) return null;
    items.push(rank);
  }
  const ranks = new Set(items.map((item) => item.rank));
  return ranks.size === items.length && items.every((item) => (item.rank ?? 0) <= items.length) ? items : null;
}

function trailingRank(tokens: readonly Token[], piece: TokenRange, lexicon: Lexicon): ItemRange | null {
  for (let at = Math.max(piece.start + 1, piece.end - 3); at < piece.end; at += 1) {
    if (tokens[at]?.capital === true) continue;
    const bracketed = tokens[at]?.text === "(" && tokens[piece.end - 1]?.text === ")";
    if (bracketed) {
      const inside = lexicon.numerals.rank(tokens, at + 1, piece.end - 1)[0];
      if (inside?.end === piece.end - 1 && inside.value.from === "top") return { start: piece.start, end: at, rank: inside.value.rank };
      const [number] = lexicon.numerals.number(tokens, at + 1, piece.end - 1);
      if (number?.end === piece.end - 1) return { start: piece.start, end: at, rank: number.value };
    }
    const read = lexicon.numerals.rank(tokens, at, piece.end)[0];
    const to = phraseEnds(lexicon.tables["atrank"] ?? new Map(), tokens, at - 1, at).length > 0 ? at - 1 : at;
    const close = read === undefined ? 0 : (phraseEnds(lexicon.tables["unit"] ?? new Map(), tokens, read.end, piece.end)[0] ?? read.end);
    if (read !== undefined && close === piece.end && read.value.from === "top" && to > piece.start) return { start: piece.start, end: to, rank: read.value.rank };
  }
  return null;
}

/** The end of an item without the "and" that leads to the next. */
function withoutAnd(tokens: readonly Token[], item: TokenRange, lexicon: Lexicon, ordinal: boolean): number {
  let { end } = item;
  while (end > item.start && (SEPARATORS.has((tokens[end - 1] as Token).text) || STRONG.has((tokens[end - 1] as Token).text) || tokens[end - 1]?.text === "\n")) end -= 1;
  // "Ajax, in second place PSV"
  const before = tokens[end - 2];
  if (ordinal && lexicon.tables["inrank"]?.has(tokens[end - 1]?.text ?? "") === true && end - 2 > item.start && (SEPARATORS.has(before?.text ?? "") || STRONG.has(before?.text ?? "") || lexicon.tables["and"]?.has(before?.text ?? "") === true)) return withoutAnd(tokens, { ...item, end: end - 1 }, lexicon, false);
  const joined = phraseEnds(lexicon.tables["and"] as PhraseTable, tokens, end - 1, end)[0];
  return joined === end && end - 1 > item.start ? end - 1 : end;
}

/** "heron, then kestrel, followed by jay"; null when it isn't so. */
function byThen(tokens: readonly Token[], range: TokenRange, lexicon: Lexicon): readonly TokenRange[] | null {
  const then = lexicon.tables["then"] as PhraseTable;
  const and = lexicon.tables["and"] as PhraseTable;
  const pieces: TokenRange[] = [];
  // "first the attic, then the kitchen"
  const opening = tokens[range.start]?.capital === false ? lexicon.numerals.rank(tokens, range.start, range.end)[0] : undefined;
  let start = opening?.value.from === "top" && opening.value.rank === 1 && opening.end < range.end ? opening.end : range.start;
  for (let i = start; i < range.end; i += 1) {
    // "and then" may be the whole of it, or "and" with "then" after it.
    const joined = [i, ...phraseEnds(and, tokens, i, range.end)].find((at) => phraseEnds(then, tokens, at, range.end).length > 0);
    const end = joined === undefined ? undefined : phraseEnds(then, tokens, joined, range.end)[0];
    if (joined === undefined || end === undefined || i === range.start || tokens[joined]?.capital === true) continue;
    pieces.push({ start, end: i });
    start = end;
    i = end - 1;
  }
  if (pieces.length === 0 || start >= range.end) return null;
  return [...pieces, { start, end: range.end }].map((piece, i) => {
    // "Catan first, then Uno": each may say its place, which it has anyway.
    const placed = trailingRank(tokens, { start: piece.start, end: withoutAnd(tokens, piece, lexicon, false) }, lexicon);
    return placed?.rank === i + 1 ? placed : piece;
  }).flatMap((piece) => cut(tokens, piece, (token) => SEPARATORS.has(token.text)));
}

/** Commas, and the "and" before the last item; an "and" elsewhere belongs to its item when the last one has its own. */
function byCommas(tokens: readonly Token[], range: TokenRange, and: PhraseTable): readonly TokenRange[] {
  const pieces = cut(tokens, range, (token) => SEPARATORS.has(token.text));
  const last = pieces.at(-1);
  if (last === undefined) return [];
  const opening = phraseEnds(and, tokens, last.start, last.end)[0];
  if (pieces.length > 1 && opening !== undefined && opening < last.end) return [...pieces.slice(0, -1), { start: opening, end: last.end }];
  if (pieces.length === 1) return byAnd(tokens, last, and);
  // "Tom and Jerry, Rick and Morty": where each has its own, none joins the list; of two kinds in the last, the word does.
  if (!joinedTwice(tokens, last, and) && pieces.every((piece) => byAnd(tokens, piece, and).length > 1)) return pieces;
  const halves = byAnd(tokens, last, and);
  const tail = halves.at(-1);
  if (halves.length < 2 || tail === undefined) return pieces;
  const joint = tail.start - 1;
  return [...pieces.slice(0, -1), { start: last.start, end: joint }, tail];
}

/** "Hall & Oates and Daft Punk": a joint that is a sign beside one that is a word. */
function joinedTwice(tokens: readonly Token[], range: TokenRange, and: PhraseTable): boolean {
  const [words, all] = [byWord(tokens, range, and), cut(tokens, range, (token) => joins(token, and))];
  return words.length > 1 && all.length > words.length;
}

function byAnd(tokens: readonly Token[], range: TokenRange, and: PhraseTable): readonly TokenRange[] {
  const words = byWord(tokens, range, and);
  // "Wind & Fire and Simon & Garfunkel": the word joins the list, the sign its items.
  return words.length > 1 ? words : cut(tokens, range, (token) => joins(token, and));
}

function byWord(tokens: readonly Token[], range: TokenRange, and: PhraseTable): readonly TokenRange[] {
  return cut(tokens, range, (token) => token.kind === "word" && /^\p{L}/u.test(token.text) && joins(token, and));
}

function joins({ kind, text, spaced }: Token, and: PhraseTable): boolean {
  return kind !== "line" && spaced && (and.get(text) ?? []).some((joint) => joint.length === 1);
}
