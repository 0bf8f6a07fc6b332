import type { Frame } from "../languages/language.ts";
import { asks, buildIntent, commands } from "./build-intent.ts";
import type { Grammar } from "./grammar.ts";
import type { Intent } from "./intent.ts";
import { isEmoji } from "./is-emoji.ts";
import { lineStart, listMarker } from "./list-marker.ts";
import { type Lexicon, matchPattern, type TokenRange } from "./match-pattern.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import { reactionStart } from "./reaction-start.ts";
import type { Source, Surroundings } from "./source.ts";
import type { Token } from "./token.ts";

/** One reading of a clause. */
export interface Reading {
  readonly frame: Frame;
  readonly intent: Intent;
}

/**
 * All readings of a clause, the likeliest first: as few leads and tails as possible are left to the form, and forms are
 * tried in the order of the language's table. Lazy: a reader that is content with the first pays for no other.
 */
export function* parseClause(source: Source, clause: TokenRange, mark: Pick<Surroundings, "question" | "asked" | "alone" | "correction">, grammar: Grammar): Generator<Reading> {
  const { tokens } = source;
  const words = new Set<string>();
  for (let at = clause.start; at < clause.end; at += 1) words.add((tokens[at] as Token).text);
  const met = new Map<ReadonlySet<string>, boolean>();
  const holds = (set: ReadonlySet<string>): boolean => {
    const known = met.get(set) ?? meet(words, set);
    met.set(set, known);
    return known;
  };
  const frames = grammar.frames.filter(({ needs }) => needs.every(holds));
  if (frames.length === 0) return;
  const ends = cutTails(tokens, clause, grammar);
  for (const open of openings(tokens, clause, grammar)) {
    for (const close of ends) {
      if (close.end <= open.start) continue;
      const range = { start: open.start, end: close.end };
      const around: Surroundings = { ...mark, alone: mark.alone && !saysNo(tokens, clause.start, open.start, grammar), correction: mark.correction || open.correction || close.correction, request: open.request || close.request, shown: open.shown };
      for (const { frame, pattern } of frames) {
        if (close.only !== undefined && !close.only(frame)) continue;
        const captures = matchPattern(pattern, tokens, range, grammar.lexicon, true);
        if (captures === null) continue;
        const intent = buildIntent(frame, captures, source, around, grammar);
        if (intent !== null) yield { frame, intent };
      }
    }
  }
}

/** Whether two sets share a word. Cost: the smaller one. */
function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const word of few) if (many.has(word)) return true;
  return false;
}

interface Opening {
  readonly start: number;
  readonly correction: boolean;
  readonly request: boolean;
  readonly shown: boolean;
}

/** Places where a form may begin: those of the clause, then those after an emoji that opens it: "🗑️ remove mate". */
function openings(tokens: readonly Token[], clause: TokenRange, grammar: Grammar): readonly Opening[] {
  const found = cutLeads(tokens, clause, grammar);
  let { start } = clause;
  while (start < clause.end && (tokens[start]?.kind !== "word" || isEmoji((tokens[start] as Token).text))) start += 1;
  const opened = tokens.slice(clause.start, start).some((token) => isEmoji(token.text));
  return opened && start < clause.end ? [...found, ...cutLeads(tokens, { start, end: clause.end }, grammar)] : found;
}

/** Most places where a form may begin that are tried: nobody leads to what he says with more words. Keeps reading linear in the message. */
const MOST_OPENINGS = 24;

/** Places where a form may begin: after all leads first, then after fewer, at last at the clause's own beginning. */
function cutLeads(tokens: readonly Token[], clause: TokenRange, grammar: Grammar): readonly Opening[] {
  const { tables } = grammar.lexicon;
  const openings: Opening[] = [];
  let at: Opening = { start: clause.start, correction: false, request: false, shown: false };
  while (openings.length < MOST_OPENINGS) {
    while (openings.length < MOST_OPENINGS && at.start < clause.end && (tokens[at.start]?.kind === "punct" || tokens[at.start]?.kind === "line" || tokens[at.start]?.kind === "blank") && tokens[at.start]?.text !== "(") {
      // A dash may be a bullet of the values: both ways are tried.
      if (tokens[at.start]?.text === "-") openings.unshift(at);
      at = { ...at, start: at.start + 1 };
    }
    openings.unshift(at);
    const marker = lineStart(tokens, at.start) ? listMarker(tokens, at.start, clause.end, grammar.lexicon.numerals, (to) => to) : null;
    if (marker !== null && marker.style !== "bare" && marker.style !== "ordinal" && marker.end < clause.end) {
      at = { ...at, start: marker.end };
      continue;
    }
    const longest = (table: string): number => phraseEnds(tables[table] as PhraseTable, tokens, at.start, clause.end)[0] ?? -1;
    const [correct, polite, lead, show] = [longest("correct"), longest("polite"), longest("lead"), longest("show")];
    const end = Math.max(correct, polite, lead);
    // "Let's say", "if only": what looks like a lead takes the force of what follows.
    const taken = phraseEnds(grammar.refusals.conditional, tokens, at.start, clause.end)[0] ?? -1;
    if (taken >= Math.max(end, show)) return openings;
    if (end > at.start && end >= show && end < clause.end) {
      at = { start: end, correction: at.correction || correct === end, request: at.request || polite === end, shown: at.shown };
    } else if (show > at.start && show < clause.end && !at.shown) {
      at = { ...at, start: show, shown: true };
    } else return openings;
  }
  return openings;
}

/** "No favorite tea": a lead that takes back what it leads to. */
function saysNo(tokens: readonly Token[], start: number, end: number, grammar: Grammar): boolean {
  return tokens.slice(start, end).some((token) => grammar.lexicon.tables["no"]?.has(token.text) === true);
}

interface Closing {
  readonly end: number;
  /** The forms that may end here. */
  readonly only?: (frame: Frame) => boolean;
  readonly correction: boolean;
  readonly request: boolean;
}

/**
 * Places where a form may end: before all tails first. At last before a tail that stands where a value could begin, so that
 * a form that can make nothing of it as one still holds: "swap #1 and #3 please".
 */
function cutTails(tokens: readonly Token[], clause: TokenRange, grammar: Grammar): readonly Closing[] {
  const { tables } = grammar.lexicon;
  let at: Closing = { end: withoutSigns(tokens, clause), correction: false, request: false };
  const ends = [at];
  for (let step = 0; step < 4; step += 1) {
    const [plain, correct] = (["tail", "correctTail"] as const).map((name) => tailStart(tables[name] as PhraseTable, tokens, clause.start, at.end, grammar.lexicon)) as [number, number];
    const reaction = reactionStart(tokens, { start: clause.start, end: at.end });
    const start = Math.min(plain, correct, opensValue(tokens, reaction - 1, grammar.lexicon) ? at.end : reaction);
    if (start >= at.end || start <= clause.start) break;
    const asks = phraseEnds(tables["asksdoing"] ?? new Map(), tokens, start, at.end).includes(at.end);
    at = { end: withoutSigns(tokens, { start: clause.start, end: start }), correction: at.correction || correct === start, request: at.request || asks };
    ends.unshift(at);
  }
  const contrast = contrastStart(tokens, clause, grammar);
  if (contrast > clause.start + 2) {
    // "Make brie #2 instead of gouda": to a command it may say what goes, so that only one that can't use it does without.
    const before = { end: withoutSigns(tokens, { start: clause.start, end: contrast }), correction: true, request: false };
    return [{ ...before, only: ({ means }) => !commands(means) && !asks(means) }, ...ends, { ...before, only: ({ means }) => commands(means) || asks(means) }];
  }
  const bare = ends.length > 1 ? at.end : rankTail(tables["tail"] as PhraseTable, tokens, clause.start, at.end);
  return bare < at.end ? [...ends, { ...at, end: bare }] : ends;
}

/** Where a tail begins right after a rank; the end when none does. */
function rankTail(table: PhraseTable, tokens: readonly Token[], start: number, end: number): number {
  for (let at = Math.max(start + 1, end - 6); at < end; at += 1) {
    if (/^#\d+$/u.test(tokens[at - 1]?.text ?? "") && tokens[at]?.capital === false && phraseEnds(table, tokens, at, end).includes(end)) return at;
  }
  return end;
}

/** Where "instead of autumn" begins; 0 when nothing of the kind does. */
function contrastStart(tokens: readonly Token[], clause: TokenRange, grammar: Grammar): number {
  const table = grammar.lexicon.tables["contrast"] ?? new Map();
  for (let at = clause.start + 1; at < clause.end; at += 1) {
    if (tokens[at]?.capital === false && (phraseEnds(table, tokens, at, clause.end)[0] ?? 0) > at + 1) return at;
  }
  return 0;
}

function withoutSigns(tokens: readonly Token[], range: TokenRange): number {
  let { end } = range;
  while (end > range.start + 1 && tokens[end - 1]?.kind !== "word" && tokens[end - 1]?.kind !== "quote" && !/^[)\]}]$|\p{Extended_Pictographic}/u.test(tokens[end - 1]?.text ?? "")) end -= 1;
  return end;
}

/** Whether an item of a list begins after this token: "2) now", "here and now". */
function opensValue(tokens: readonly Token[], at: number, { tables }: Lexicon): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  return token.text === ")" || (token.text === "." && /^\d+$/u.test(tokens[at - 1]?.text ?? "")) || (/^#\d+$/u.test(token.text) && tokens.slice(0, at).some((other) => /^#\d+$/u.test(other.text))) || tables["and"]?.has(token.text) === true;
}

/** Where the longest tail that ends at `end` starts; `end` when there is none. A capital makes a name of it. */
function tailStart(table: PhraseTable, tokens: readonly Token[], start: number, end: number, lexicon: Lexicon): number {
  for (let at = Math.max(start, end - 6); at < end; at += 1) {
    if (tokens[at]?.capital === true && tokens[at]?.text !== "i" && tokens[at]?.text !== "i'd" && tokens[at]?.text !== "i've") continue;
    if (!opensValue(tokens, at - 1, lexicon) && phraseEnds(table, tokens, at, end).includes(end)) return at;
  }
  return end;
}
