import type { Values } from "./category-types.ts";
import { closerEnd, closesAt, isSmall } from "./boundaries.ts";
import type { Chart, Edge } from "./chart.ts";
import { ADVERBS, COORDINATORS, HEDGES, INTERJECTIONS, POSSESSIVES, PREPOSITIONS, PRONOUNS } from "./closed-words.ts";
import type { StatedValue } from "./intent.ts";
import { isNamePhrase, type Marked } from "./name-phrase.ts";
import { rankAt } from "./numerals.ts";
import { sentencesOf } from "./layout.ts";
import { isHalfInverted, joinNames, overrun, splitAt, splitList } from "./split-list.ts";
import type { Token } from "./tokens.ts";

/** Longest value, in characters and in words. */
const LONGEST_VALUE = 300;
const MOST_WORDS = 16;
/** Most ends that are tried for an open category: bounds the time that a long sentence takes. */
const MOST_ENDS = 40;

/** One value read out of tokens. */
interface Piece {
  readonly text: string;
  readonly doing: boolean;
  readonly named: boolean;
}

/** "Translate: Teal": a word that announces a text is no part of a name. */
const ANNOUNCES =
  /^(?:translate|quote|example|text|message|subject|re|fwd|note|q|a|rewrite|rephrase|say|write|reply|fix)$/u;

/**
 * Values that begin at a token, one reading an end: where the clause may close, and before the words that rules go on
 * with.
 */
export function valuesAt(chart: Chart, at: number): readonly Edge<Values>[] {
  const { tokens } = chart;
  const found: Edge<Values>[] = [];
  let inName: boolean | undefined;
  if (tokens[at + 1]?.text === ":" && ANNOUNCES.test(tokens[at]?.word ?? "")) return found;
  let ends = 0;
  for (
    let end = at + 1;
    end <= tokens.length;
    end = ends < MOST_ENDS || end === tokens.length ? end + 1 : tokens.length
  ) {
    const soft = tokens[end]?.text === "," && !closesAt(tokens, end);
    if (!soft && !mayClose(chart, end)) continue;
    ends += 1;
    const values = readValues(chart.text, tokens.slice(at, end));
    if (values === null || (soft && !mayCut(tokens, at, end, values))) continue;
    if (values.joined !== "no" && goesOnBehind(tokens, at, end, values)) continue;
    // "Earth | , Wind & Fire" may be cut inside a name.
    if (soft && values.joined === "no" && (inName ??= mayJoin(chart, at))) continue;
    const score =
      (values.named ? 0.1 : 0) -
      0.01 * (values.list?.length ?? 1) -
      strain(tokens, at, end) -
      (tokens[end]?.text === ";" ? 0.3 : 0);
    found.push({ value: soft ? { ...values, soft } : values, end, score });
    const joined = values.comma === null || soft ? null : withName(chart.text, tokens.slice(at, end), values);
    if (joined !== null) found.push({ value: joined, end, score });
  }
  return found;
}

/** Whether a value may end before a token: where the clause may, or before words that rules go on with. */
function mayClose(chart: Chart, end: number): boolean {
  const token = chart.tokens[end];
  if (token === undefined || closesAt(chart.tokens, end)) return true;
  return chart.mayEnd(end) && (token.kind !== "mark" || /^[:=^↑]$/u.test(token.text));
}

/** Whether a comma that doesn't close the clause may end values. */
function mayCut(tokens: readonly Token[], at: number, end: number, values: Values): boolean {
  // "The Good, the Bad and the Ugly", "Oh, God!"
  if (opensName(tokens, end + 1) && isName(tokens[at])) return false;
  if (end === at + 1 && INTERJECTIONS.has(tokens[at]?.word ?? "")) return false;
  // Nor is "Bach, Johann Sebastian" cut, and "…, the Bad and the Ugly, Lock, Stock …" goes on.
  if (values.joined === "no" ? onlyNames(tokens, end + 1) : tokens[end + 1]?.upper === true) return false;
  return values.joined === "no" || values.joined === "and" || values.closed;
}

/** Furthest that a name with commas is looked for, in tokens. */
const LONGEST_NAME = 24;

/** Whether the words up to where the clause closes may be a name with a comma. */
function mayJoin({ tokens, text }: Chart, at: number): boolean {
  for (let end = at + 1; end <= Math.min(tokens.length, at + LONGEST_NAME); end += 1)
    if (end === tokens.length || closesAt(tokens, end))
      return (readValues(text, tokens.slice(at, end))?.comma ?? null) !== null;
  return false;
}

/** What is said while one thinks. */
const FILLER = /^(?:u+m+|u+h+m*|e+r+m*|h+m+|a+h+|e+h+)$/u;

/** The same words with a comma inside a name; null where that is no list of names. */
function withName(text: string, tokens: readonly Token[], values: Values): Values | null {
  const trimmed = trim(tokens);
  const joined = joinNames(trimmed, splitList(trimmed));
  if (joined === null) return null;
  const list = joined.parts.map((part) => ({ value: written(text, part.tokens), rank: null }));
  const one = list.length === 1 ? values.text : null;
  return { ...values, one, list, joined: one === null ? "both" : "no", comma: { by: joined.by, inName: true } };
}

/**
 * Whether what follows several values takes the last of them for its subject: "blue and the kids | love it", "blue,
 * Tom and Sara prefer | something
 * else", "blue and pets | and plants are …". Of a question the subject stands behind: "Are Heat and Alien | my top two
 * films?"; so may what says that a numbered list is one's own: "1. basalt 2. slate | my favorite stones".
 */
function goesOnBehind(tokens: readonly Token[], at: number, end: number, { order }: Values): boolean {
  const token = tokens[end];
  if (token === undefined || !isSmall(token) || tokens[end - 1]?.kind === "list") return false;
  if (at === 1 && /^(?:is|are|was|were)$/u.test(tokens[0]?.word ?? "")) return false;
  if (POSSESSIVES.has(token.word)) return order === "none";
  return (
    token.word === "and" ||
    (PRONOUNS.has(token.word) && !/^(?:which|who|that|what|where|when|why|how)$/u.test(token.word))
  );
}

/** Whether nothing but written names stands up to the next comma or the end. */
function onlyNames(tokens: readonly Token[], at: number): boolean {
  const next = tokens.findIndex((token, i) => i >= at && token.text === ",");
  const names = tokens.slice(at, next < 0 ? tokens.length : next);
  return names.length > 0 && names.every((token) => token.kind === "word" && token.upper && token.text !== "I");
}

const isName = (token: Token | undefined): boolean =>
  token?.upper === true || (isSmall(token) && /^(?:the|a|an)$/u.test(token?.word ?? ""));

function opensName(tokens: readonly Token[], at: number): boolean {
  return /^(?:the|a|an)$/u.test(tokens[at]?.word ?? "") && tokens[at + 1]?.upper === true;
}

/**
 * How far small prepositions and ranks inside words speak against these being a name: "Issa at #2" is rather a name
 * and a place.
 */
function strain(tokens: readonly Token[], at: number, end: number): number {
  let sum = 0;
  for (let i = at + 1; i < end; i += 1) {
    const token = tokens[i] as Token;
    if (i === end - 1 && isSmall(token) && rankAt(tokens, i)?.end === end) sum += 0.2;
    if (!isSmall(token) || !PREPOSITIONS.has(token.word) || /^(?:of|with|de|la|like)$/u.test(token.word)) continue;
    sum +=
      0.08 +
      (rankAt(tokens, i + 1) !== null || /^(?:the|my|number|place|position)$/u.test(tokens[i + 1]?.word ?? "")
        ? 0.2
        : 0);
  }
  return sum;
}

/** Values of a list whose marks say how they are ordered. */
function givenList(text: string, list: NonNullable<Values["list"]>, order: Values["order"]): Values {
  return {
    text,
    comma: null,
    one: null,
    list,
    order,
    joined: "both",
    soft: false,
    closed: false,
    doing: false,
    named: true,
    quoted: false,
  };
}

/** Reads tokens as values, whole. */
export function readValues(text: string, tokens: readonly Token[]): Values | null {
  const trimmed = trim(tokens);
  if (trimmed.length === 0) return null;
  const numbered = numberedList(text, trimmed);
  if (numbered !== null) return givenList(written(text, trimmed), numbered, "ranks");
  if (trimmed.some(({ kind }) => kind === "list" || kind === "marker")) return null;
  const ranked = ordinalList(text, trimmed);
  if (ranked !== null) return givenList(written(text, trimmed), ranked, "ranks");
  const ordered = signList(text, trimmed);
  if (ordered !== null) return givenList(written(text, trimmed), ordered, "order");
  const split = splitList(trimmed);
  const { parts, joined, then, closed } = split;
  if (isHalfInverted(parts)) return null;
  // "Miso, thanks": what closes a clause is no value of a list.
  if (parts.slice(1).some(({ tokens: part }) => isSmall(part[0]) && closerEnd(part, 0, true) >= part.length))
    return null;
  const pieces = parts.map((part) => readPiece(text, part.tokens));
  const list = pieces.every((piece) => piece !== null) ? (pieces as readonly Piece[]) : null;
  const whole = joined === "both" ? null : readPiece(text, trimmed);
  if (list === null && whole === null) return null;
  if (joined === "both" && !then && overrun(trimmed)) return null;
  const all = list ?? (whole === null ? [] : [whole]);
  const inName = joinNames(trimmed, split);
  return {
    text: written(text, trimmed),
    comma: inName === null ? null : { by: inName.by, inName: false },
    one: whole?.text ?? null,
    list: list?.map((piece) => ({ value: piece.text, rank: null })) ?? null,
    order: then ? "order" : "none",
    joined,
    soft: false,
    closed,
    doing: all.some((piece) => piece.doing),
    named: all.every((piece) => piece.named),
    quoted: trimmed.length === 1 && trimmed[0]?.kind === "quote",
  };
}

/** The text of tokens as it was written, without marks of decoration and the quotes around the whole of it. */
export function written(text: string, tokens: readonly Token[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return "";
  if (tokens.length === 1 && first.kind === "quote") return first.text.trim();
  return text
    .slice(first.start, last.end)
    .replace(/\s*\[M?\d{1,4}\]/gu, "")
    .replace(/\*\*|__|~~/gu, "")
    .replace(/^[*_]+|(?<=\S)[*_]+$/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

const EDGE_MARKS = /^[,;:.*!?·•=，、。；：…]$|^\.{2,}$/u;

/** Faces, hands, hearts and the like: how somebody feels, not what is meant. */
const MOOD = new RegExp(
  String.raw`^[\u{1F600}-\u{1F64F}\u{1F910}-\u{1F92F}\u{1F970}-\u{1F97A}` +
    String.raw`\u{1F440}-\u{1F450}\u{1F493}-\u{1F49F}\u{1F4A5}-\u{1F4AF}\u{1F525}\u{1F389}\u{1F38A}\u2764\u2728\u2705\u2B50\u{1F64C}:;=<^]`,
  "u",
);

/** Tokens without marks, emoji of mood and joining words at their ends. */
function trim(tokens: readonly Token[]): readonly Token[] {
  let [from, to] = [0, tokens.length];
  while (from < to && tokens[from]?.kind === "mark" && /^[,;:=\-–—>→]+$|^->$|^=>$/u.test((tokens[from] as Token).text))
    from += 1;
  while (
    to > from &&
    ((tokens[to - 1]?.kind === "mark" && EDGE_MARKS.test((tokens[to - 1] as Token).text)) ||
      (tokens[to - 1]?.kind === "emoji" && MOOD.test((tokens[to - 1] as Token).text) && to - 1 > from))
  )
    to -= 1;
  return tokens.slice(from, to);
}

/** "1) a 2) b", "#1 a, #2 b", a block of lines, "1 a 2 b 3 c". */
function numberedList(text: string, tokens: readonly Token[]): readonly StatedValue[] | null {
  const block = tokens.findIndex(({ kind }) => kind === "list");
  if (block >= 0) {
    const lead = trim(tokens.slice(0, block));
    if (lead.length > 0 || block !== tokens.length - 1) return null;
    const read = (tokens[block]?.items ?? []).map((item) => ({ rank: item.rank, value: itemValue(item.text) }));
    if (read.some(({ value }) => value === null)) return null;
    const values = read as readonly StatedValue[];
    const ranked = values.every(({ rank }) => rank !== null);
    return ranked ? values : values.map(({ value }, i) => ({ value, rank: i + 1 }));
  }
  let marks = tokens.flatMap((token, at) => markAt(tokens, token, at));
  if (marks.length === 0 || marks[0]?.at !== 0) {
    // Bare numbers count up from the first word: "1 frieren 2 haikyuu".
    marks = [];
    for (const [at, token] of tokens.entries())
      if (token.word === String(marks.length + 1) && (marks.length === 0 ? at === 0 : at > (marks.at(-1)?.at ?? 0) + 1))
        marks.push({ at, end: at + 1, rank: marks.length + 1 });
    if (marks.length < 2) return numbersBehind(text, tokens);
  }
  const values: StatedValue[] = [];
  for (const [i, mark] of marks.entries()) {
    const part = trim(tokens.slice(mark.end, marks[i + 1]?.at ?? tokens.length));
    const bare = isSmall(part.at(-1)) && COORDINATORS.has(part.at(-1)?.word ?? "") ? trim(part.slice(0, -1)) : part;
    const opened = isSmall(bare[0]) && /^(?:is|are|=|:)$/u.test(bare[0]?.word ?? "") ? bare.slice(1) : bare;
    const piece = readPiece(text, opened, true);
    if (piece === null) return null;
    values.push({ value: piece.text, rank: mark.rank });
  }
  // "1) sencha, 2) assam and any songs you like": where one value alone has an "and", it may be the message that goes
  // on.
  const joins = values.map(({ value }) => / and (?!\p{Lu})/u.test(value));
  return joins.at(-1) === true && joins.filter(Boolean).length === 1 ? null : values;
}

/** A sign of a list at a token: "1)", "#1", "number one". */
function markAt(
  tokens: readonly Token[],
  token: Token,
  at: number,
): readonly { readonly at: number; readonly end: number; readonly rank: number }[] {
  if (token.kind === "marker") return [{ at, end: at + 1, rank: token.rank ?? 0 }];
  if (/^#\d{1,6}$/u.test(token.word)) return [{ at, end: at + 1, rank: Number(token.word.slice(1)) }];
  if (!isSmall(token) || !/^(?:number|no\.?|nr)$/u.test(token.word)) return [];
  const read = rankAt(tokens, at);
  return read?.value.from === "top" ? [{ at, end: read.end, rank: read.value.rank }] : [];
}

/** "Klee (1), Miró (2) and Arp (3)". */
function numbersBehind(text: string, tokens: readonly Token[]): readonly StatedValue[] | null {
  const values: StatedValue[] = [];
  let from = 0;
  for (const [at, token] of tokens.entries()) {
    if (
      token.kind !== "marker" &&
      !(/^\d{1,3}$/u.test(token.text) && tokens[at - 1]?.text === "(" && tokens[at + 1]?.text === ")")
    )
      continue;
    const rank = token.rank ?? Number(token.text);
    const part = trim(tokens.slice(from, token.kind === "marker" ? at : at - 1));
    const piece = readPiece(text, isSmall(part[0]) && part[0]?.word === "and" ? part.slice(1) : part, true);
    if (piece === null || rank !== values.length + 1) return null;
    values.push({ value: piece.text, rank });
    from = token.kind === "marker" ? at + 1 : at + 2;
  }
  return values.length > 1 && trim(tokens.slice(from)).length === 0 ? values : null;
}

/** The value of a line of a list: up to what describes it. */
function itemValue(line: string): string | null {
  const sentence = sentencesOf(line, false)[0];
  if (sentence === undefined) return null;
  const { tokens, text } = sentence;
  // "**Heat** - because of the diner scene", "Heat (1995): a classic"
  for (let end = tokens.length; end > 0; end -= 1) {
    if (end < tokens.length && !closesAt(tokens, end)) continue;
    const piece = readPiece(text, trim(tokens.slice(0, end)), "line");
    if (piece !== null) return piece.text;
  }
  return null;
}

/** "first is Saturn, second is Neptune", "first: Tosca, second: Carmen", "Saturn first, Neptune second". */
function ordinalList(text: string, tokens: readonly Token[]): readonly StatedValue[] | null {
  const parts = splitAt(tokens, (token) => token.kind === "mark" && /^[,;，]$/u.test(token.text));
  const pieces = parts.flatMap((part) =>
    splitAt(
      part,
      (token, i) => (isSmall(token) && token.word === "and" && i > 0 && i < part.length - 1) || token.text === "&",
    ),
  );
  const said = pieces.length === 1 ? spokenRanks(tokens) : pieces;
  const values: StatedValue[] = [];
  for (const [i, part] of said.entries()) {
    const body = isSmall(part[0]) && /^(?:and|then)$/u.test(part[0]?.word ?? "") ? part.slice(1) : part;
    const ranked = rankBefore(body, i, said.length > 1) ?? rankBehind(body);
    const piece = ranked === null ? null : readPiece(text, trim(ranked.body), true);
    if (ranked === null || piece === null) return null;
    values.push({ value: piece.text, rank: ranked.rank });
  }
  return values.length > 1 && values[0]?.rank === 1 ? values : null;
}

/** "first robin second wren third heron", as somebody dictates it: cut before each rank that goes on counting. */
function spokenRanks(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const cuts: number[] = [];
  for (const [at, token] of tokens.entries()) {
    const rank = isSmall(token) ? rankAt(tokens, at) : null;
    if (rank?.value.from === "top" && rank.value.rank === cuts.length + 1) cuts.push(at);
  }
  return cuts[0] === 0 && cuts.length > 1 ? cuts.map((at, i) => tokens.slice(at, cuts[i + 1])) : [tokens];
}

interface Ranked {
  readonly rank: number;
  readonly body: readonly Token[];
}

/** "(my) first is Saturn", "second: Carmen" */
function rankBefore(body: readonly Token[], nth: number, several: boolean): Ranked | null {
  const from = isSmall(body[0]) && /^(?:my|the)$/u.test(body[0]?.word ?? "") ? 1 : 0;
  // The first word of a sentence is large whatever it is.
  const counts = isSmall(body[from]) || (several && body[from]?.start === 0);
  const rank = counts ? rankAt(body, from) : null;
  if (rank === null || rank.end >= body.length) return null;
  const verb = /^(?:is|'s|:|=|-|–|—|place|goes|comes|would|has)$/u.test(body[rank.end]?.word ?? "");
  if (!verb && !several) return null;
  const opened = rank.end + Number(verb);
  // "Third, Be Thou My Vision" begins with a name.
  const start = opened + Number(body[opened]?.upper === false && /^(?:is|to|be|:)$/u.test(body[opened]?.word ?? ""));
  return { rank: rank.value.from === "top" ? rank.value.rank : nth + 1, body: body.slice(start) };
}

/** "Saturn first", "Neptune in second place" */
function rankBehind(body: readonly Token[]): Ranked | null {
  const last = body.length - (/^(?:place|spot|position)$/u.test(body.at(-1)?.word ?? "") ? 2 : 1);
  const rank = isSmall(body[last]) ? rankAt(body, last) : null;
  if (rank === null || last === 0 || rank.value.from !== "top") return null;
  let to = last;
  while (to > 1 && isSmall(body[to - 1]) && /^(?:is|comes|in|at|ranks|goes|as|the|my)$/u.test(body[to - 1]?.word ?? ""))
    to -= 1;
  return { rank: rank.value.rank, body: body.slice(0, to) };
}

/** "pho > ramen > borscht", "pho -> ramen", "pho, followed by ramen, then borscht". */
function signList(text: string, tokens: readonly Token[]): readonly StatedValue[] | null {
  const parts = splitAt(tokens, (token) => token.kind === "mark" && /^(?:>|->|=>|→|>=)$/u.test(token.text));
  if (parts.length < 2) return null;
  const pieces = parts.map((part) => readPiece(text, trim(part), true));
  return pieces.every((piece) => piece !== null)
    ? (pieces as readonly Piece[]).map((piece) => ({ value: piece.text, rank: null }))
    : null;
}

/** Nouns that end as activities do. */
const NO_ACTIVITY = new Set(
  (
    "thing king ring spring string wing sing bring nothing pudding ceiling morning evening wedding building painting " +
    "clothing dumpling lightning riesling sterling darjeeling viking beijing boeing"
  ).split(" "),
);

/** Tokens without the adverb before them: "still Futura". "Too and fro", "only in May" begin with theirs. */
function withoutAdverb(tokens: readonly Token[]): readonly Token[] {
  const [first, second] = tokens;
  if (first === undefined || second === undefined || !isSmall(first)) return tokens;
  const adverb = ADVERBS.has(first.word) && !HEDGES.has(first.word) && first.word !== "too";
  return adverb && !COORDINATORS.has(second.word) && !PREPOSITIONS.has(second.word) ? tokens.slice(1) : tokens;
}

/**
 * One value: a noun phrase, a title, a quoted text, a typed span. Null for what is a clause, describes, or hedges.
 * @param marked whether a number or sign sets it apart, so that small words may be a title; `line`: it is a line of
 * its own
 */
function readPiece(text: string, given: readonly Token[], marked: Marked = false): Piece | null {
  const bare = withoutAdverb(trim(given));
  const article = bare.length > 1 && isSmall(bare[0]) && /^(?:the|a|an)$/u.test((bare[0] as Token).word);
  const tokens = article ? bare.slice(1) : bare;
  const first = tokens[0];
  if (first === undefined || tokens.length > (marked === "line" ? 3 * MOST_WORDS : MOST_WORDS)) return null;
  const value = written(text, tokens);
  if (
    value === "" ||
    value.length > LONGEST_VALUE ||
    (/^[\p{P}\p{S}\s]+$/u.test(value) && first.kind !== "quote" && first.kind !== "emoji")
  )
    return null;
  if (tokens.length === 1) {
    if (isSmall(first) && FILLER.test(first.word)) return null;
    if (first.kind === "quote" && PRONOUNS.has(first.word)) return null;
    if (first.kind === "quote") return { text: value, doing: false, named: true };
    if (first.kind !== "word") return { text: value, doing: false, named: true };
  }
  if (!isNamePhrase(tokens, marked)) return null;
  const named = tokens.some((token) => token.upper || token.kind !== "word" || /\d/u.test(token.word));
  const doing =
    !article && first.kind === "word" && !first.upper && /.{2}ing$/u.test(first.word) && !NO_ACTIVITY.has(first.word);
  return { text: value, doing, named };
}
