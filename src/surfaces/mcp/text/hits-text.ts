import type { Caller, FencedText, Hit, Note, SearchResult } from "../../../index.ts";
import { aboutPassage, excerptOf, tokenEstimate } from "../../../index.ts";
import { counted, inDocuments } from "../../shared/wording.ts";
import { inWords } from "../../shared/error-table.ts";
import { MCP_WORDS } from "../serve-request.ts";
import type { ToolAnswer } from "../tool.ts";

/** Tokens that a search sends at most, whatever was asked for: what is beyond is asked for by `skip`. */
export const MOST_TOKENS = 2_500;
/** Tokens that a hit of a document or a chat takes with its heading, and one of an agent's history, where the words around it count. */
const HIT_TOKENS = 94;
const EXCHANGE_TOKENS = 190;
/** What the reasons of a hit take beside that. */
const EXPLAINED_TOKENS = 100;
/** Of the lines around the hits. */
const FRAME_TOKENS = 55;
/** Of the fence's word, the brackets and the ends of line of a heading. */
export const HEAD_TOKENS = 9;
/** A hit isn't shown with less of its words. */
const LEAST_TOKENS = 24;
export const SHOWN_ID = 8;

interface HitsRequest {
  readonly reader: Caller;
  /** Of the whole answer. */
  readonly budgetTokens?: number | undefined;
  /** Hits before the first of these, which were shown before. */
  readonly skip: number;
  /** Whether hits that don't matter are shown too. */
  readonly all?: boolean | undefined;
  /** Whether each hit tells what its score is made of. */
  readonly explain?: boolean;
}

/** An answer to a search as a model reads it: how sure, then of each hit where it stands and what answers. */
export function hitsAnswer(
  result: SearchResult,
  request: HitsRequest,
): ToolAnswer & { readonly shown: readonly Hit[] } {
  const { notes } = result;
  const worth = request.all === true ? result.hits : result.hits.slice(0, result.weaker);
  const hits = worth.slice(request.skip);
  const later = request.skip === 0 ? (result.later ?? []) : [];
  const noteLines = notesText(notes);
  const frame = FRAME_TOKENS + tokenEstimate(noteLines.join("\n"));
  const total = Math.min(
    MOST_TOKENS,
    request.budgetTokens ??
      frame + sum([...hits, ...later].map((hit) => tokensOf(hit) + (request.explain === true ? EXPLAINED_TOKENS : 0))),
  );
  const { stored, count } = fitted([...hits, ...later], total - frame, { ...request, query: result.query, later });
  const left = Math.max(0, hits.length - count);
  const weaker = result.hits.length - worth.length;
  const more = [
    ...(left > 0 ? [`${left} more found: search again with skip: ${request.skip + count}.`] : []),
    ...(weaker > 0 ? [`${counted(weaker, "weaker one")}: ask with all: true.`] : []),
  ];
  return {
    lead: leadOf({ ...result, hits: worth }, { count: hits.length, weaker, skip: request.skip }),
    stored,
    tail: [...more, ...noteLines].join("\n"),
    budgetTokens: Math.max(total, frame),
    shown: hits.slice(0, count),
  };
}

/** Instead of advice on how to search, where there is nothing to find. */
export const NOTHING_STORED = "Nothing is stored here yet: at the terminal 'loci index FOLDER --scope kb' fills it.";

function leadOf(
  result: SearchResult,
  { count, weaker, skip }: { readonly count: number; readonly weaker: number; readonly skip: number },
): string {
  if (count === 0 && skip > 0) return "No more were found.";
  if (count === 0)
    return `${weaker > 0 ? "Nothing that answers was found" : "Nothing found"}. Ask in other words, or with fewer filters.`;
  const { covered, probability } = result;
  const [yes, no] =
    count === 1 && skip === 0
      ? ["it answers", "it probably doesn't answer"]
      : ["the first ones answer", "probably no answer among them"];
  return (
    `${counted(count, "passage")}${skip > 0 ? " more" : inDocuments(result)}; ` +
    `${covered ? yes : no} (probability ${probability.toFixed(2)}).`
  );
}

/** As many hits as find room, each with its share of the words: what a short one leaves, longer ones get. */
function fitted(
  hits: readonly Hit[],
  tokens: number,
  { query, reader, explain = false, later }: HitsRequest & Required<Pick<SearchResult, "query" | "later">>,
): { readonly stored: readonly FencedText[]; readonly count: number } {
  const heads = hits.map((hit) => ({
    label: hit.id.slice(0, SHOWN_ID),
    about: `${later.includes(hit) ? "said later: " : ""}${aboutPassage(hit, reader)}`,
  }));
  const afters = hits.map((hit) => afterText(hit, explain));
  const fixed = hits.map(
    (_, i) => HEAD_TOKENS + tokenEstimate(`[${heads[i]?.label}] ${heads[i]?.about}\n${afters[i]}`),
  );
  let count = 0;
  for (let used = 0; count < hits.length; count++) {
    used += (fixed[count] as number) + LEAST_TOKENS;
    if (used > tokens && count > 0) break;
  }
  const room = tokens - sum(fixed.slice(0, count));
  const shares = sharesOf(
    hits.slice(0, count).map(({ text }) => tokenEstimate(text)),
    room,
  );
  const stored = hits.slice(0, count).map((hit, i) => ({
    ...(heads[i] as { label: string; about: string }),
    text: `${excerptOf(hit, query, shares[i] as number)}${afters[i]}`,
  }));
  return { stored, count };
}

/** What each gets of the room: what it needs, or as much as the others that need more. */
function sharesOf(needs: readonly number[], room: number): readonly number[] {
  const shares = needs.map(() => 0);
  let left = room;
  for (const [done, at] of [...needs.keys()].sort((a, b) => (needs[a] as number) - (needs[b] as number)).entries()) {
    shares[at] = Math.min(needs[at] as number, Math.floor(left / (needs.length - done)));
    left -= shares[at] as number;
  }
  return shares;
}

/** In an agent's history it takes more words to say what happened than in a note. */
const tokensOf = ({ message }: Hit): number =>
  message !== null && /^(?:tool|assistant$)/u.test(message.role) ? EXCHANGE_TOKENS : HIT_TOKENS;

/** What stands under a passage: what is attached to it, why it stands there. */
function afterText(
  given: Pick<Hit, "caption" | "exchange" | "cites" | "later" | "score" | "relevance" | "parts">,
  explain: boolean,
): string {
  const { caption, exchange, cites = [], later, score, relevance, parts } = given;
  const lines = [
    ...(later ? [`(said anew later${later.unsure ? ", maybe" : ""}: [${later.id.slice(0, SHOWN_ID)}])`] : []),
    ...(cites.length === 0 ? [] : [`(cites ${cites.map((id) => `[${id.slice(0, SHOWN_ID)}]`).join(", ")})`]),
    ...(exchange?.pieces ?? []).map(({ role, text }) => `(${role.replace("_", " ")}: ${shortened(text, 250)})`),
    ...(caption === null || caption === "" ? [] : [`(with ${shortened(caption, 200)})`]),
    ...(explain
      ? [
          `(relevance ${relevance.toFixed(2)}, score ${score.toFixed(3)}: ${Object.entries(parts)
            .map(([name, part]) => `${name} ${part.toFixed(3)}`)
            .join(", ")})`,
        ]
      : []),
  ];
  return lines.map((line) => `\n${line}`).join("");
}

function shortened(text: string, characters: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length <= characters ? line : `${line.slice(0, characters).toWellFormed()}…`;
}

/** What should be known of an answer, a line each. */
export const notesText = (notes: readonly Note[]): readonly string[] =>
  notes
    .map((note) => inWords(note, MCP_WORDS))
    .map(({ code, message, hint }) => `Note ${code}: ${message}${hint === "" ? "" : ` (${hint})`}`);

export const drawerEntry = (
  hit: Parameters<typeof aboutPassage>[0] & Pick<Hit, "id" | "text">,
  reader: Caller,
  after = "",
): FencedText => ({ label: hit.id.slice(0, SHOWN_ID), about: aboutPassage(hit, reader), text: `${hit.text}${after}` });

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
