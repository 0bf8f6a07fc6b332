import type { Drawer } from "../model/drawer.ts";
import type { AskedBefore, Hit, HitExplanation, SaidLater } from "../operations/answers/hits.ts";
import type { VisibleScopes } from "../model/caller.ts";
import { groundOfBits, messageFor, messageRole } from "../model/message-role.ts";
import { FEATURES } from "../ranking/features.ts";
import type { PalaceNames } from "../palace/names.ts";
import type { StoredDrawer } from "../storage/ports/search-index.ts";
import { compositeId, contentHash } from "../text/content-hash.ts";
import { groundOf, isUnchecked } from "../text/evidence.ts";
import { frontMatterLength, passageSpan, type Snippet, snippet } from "../text/snippet.ts";
import type { TermSpan } from "../text/analyzer.ts";
import { onceEach } from "./collapse-duplicates.ts";
import { relevanceParts } from "../ranking/relevance.ts";
import type { Judgement } from "./judge-relevance.ts";
import { fetchedBy, type FoundExchange, shownExchange } from "./exchange.ts";
import type { Ranked } from "./rank.ts";
import type { SourceName } from "./resolve-filter.ts";

const SNIPPET_CHARACTERS = 240;
/** An id and a hash that are still to be made, and what the id is made of. */
const unmade = (): { source: string; model: string; id: string; hash: string } => ({
  source: "",
  model: "",
  id: "",
  hash: "",
});
/** The last composite id of each drawer, and the hash that it is made of. */
const compositeIds = onceEach<Drawer, ReturnType<typeof unmade>>(unmade);

export interface HitParts {
  readonly stored: StoredDrawer;
  /** Null for a drawer that was not ranked: its score is 0 and has no parts. */
  readonly ranked: Ranked | null;
  readonly duplicates: number;
  /** Further parts of the same message. */
  readonly further?: readonly string[];
  /** The same question, asked before, which it followed. */
  readonly asked?: AskedBefore | undefined;
  readonly later?: SaidLater | undefined;
  /** The exchange that it belongs to, and which drawers of it were found beside it. */
  readonly exchange?: FoundExchange | undefined;
  readonly folded?: ReadonlySet<string> | undefined;
  readonly visible: VisibleScopes;
  readonly sources: ReadonlyMap<string, SourceName>;
  readonly findTerms: (text: string) => readonly TermSpan[];
  readonly modelIdentity: string | null;
  /** Whether the drawer's object will be met again; see `IndexCapabilities.keepsDrawers`. */
  readonly kept: boolean;
  readonly explain: boolean;
  /** Null for a drawer that was not ranked. */
  readonly judgement: Judgement | null;
  /** Characters of the passage that is shown of the text; absent: all of it. */
  readonly passage?: number | undefined;
  /** How places are called; null or absent: as they are stored. */
  readonly names?: PalaceNames | null;
}

/** Makes the hit that a caller sees. Pure. */
export function assembleHit(from: HitParts): Hit {
  const { drawer, document } = from.stored;
  const source = from.sources.get(document.source);
  const shown = shownPart(drawer.text === "" ? (drawer.caption ?? "") : drawer.text, from.findTerms);
  const whole = from.passage === undefined || drawer.text.length <= from.passage;
  const span = whole ? null : passageSpan(drawer.text, from.findTerms, from.passage as number);
  const lines = drawer.lines;
  const stored = { wing: drawer.placement.wing.value, room: drawer.placement.room.value };
  const { wing, room } = from.names?.shown(stored) ?? stored;
  const made = idsOf(from);
  const message = messageFor(from.visible, document.scope, drawer.message);
  const fetched = messageRole(message?.role ?? "") === "tool_result" && from.exchange ? fetchedBy(from.exchange) : null;
  const ground = from.ranked === null ? groundOf(drawer) : groundOfBits(from.ranked.candidate.signals);
  return {
    id: drawer.id,
    compositeId: made.id,
    contentHash: made.hash,
    text: span === null ? drawer.text : drawer.text.slice(span.start, span.end),
    ...(span !== null && { excerpt: { ...span, of: drawer.text.length } }),
    caption: drawer.caption,
    snippet: shown.text,
    matches: shown.matches,
    score: from.ranked?.score ?? 0,
    relevance: from.judgement === null ? 1 : Math.round(from.judgement.relevance * 1e4) / 1e4,
    title: document.title,
    source: { name: source?.name ?? document.source, path: document.path, uri: `loci://drawer/${drawer.id}` },
    breadcrumb: drawer.breadcrumb,
    heading: drawer.message?.author === drawer.heading ? (message?.author ?? "") : drawer.heading,
    headingLevel: drawer.headingLevel,
    lines,
    pages: drawer.pages,
    message: message !== null && fetched !== null ? { ...message, fetched } : message,
    ground,
    ...(isUnchecked(drawer, ground) && { unchecked: true as const }),
    ...(from.judgement?.cites !== undefined && { cites: from.judgement.cites }),
    wing,
    hall: drawer.placement.hall.value,
    topicalHalls: drawer.placement.topicalHalls,
    room,
    scope: document.scope,
    date: drawer.date?.value ?? null,
    documentType: document.documentType,
    elementType: drawer.elementType,
    duplicates: from.duplicates,
    ...(from.further !== undefined && from.further.length > 0 && { further: from.further }),
    ...(from.asked !== undefined && { asked: from.asked }),
    ...(from.later !== undefined && { later: from.later }),
    ...(from.exchange !== undefined && {
      exchange: shownExchange(from.exchange, from.stored, from.folded ?? new Set(), from.findTerms),
    }),
    position: { at: from.stored.position + 1, of: from.stored.documentSize },
    neighbours: { before: from.stored.before, after: from.stored.after },
    parts: from.ranked?.parts() ?? {},
    ...(from.explain && from.ranked !== null && { explanation: explanation(from.ranked, from.judgement) }),
  };
}

/** The snippet of a text; of its front matter only the lines that were found, where nothing else was. */
function shownPart(text: string, findTerms: HitParts["findTerms"]): Snippet {
  const body = text.slice(frontMatterLength(text));
  const shown = snippet(body, findTerms, SNIPPET_CHARACTERS);
  if (shown.matches.length > 0 || body === text) return shown;
  const isFound = (line: string): boolean => snippet(line, findTerms, SNIPPET_CHARACTERS).matches.length > 0;
  const found = text
    .slice(0, text.length - body.length)
    .split("\n")
    .filter(isFound);
  return found.length > 0 ? snippet(found.join("\n"), findTerms, SNIPPET_CHARACTERS) : shown;
}

/** Worked out once for a drawer that is kept: its hash takes a sixth of the time of a hit. */
function idsOf({ stored: { drawer, document }, modelIdentity, kept }: HitParts): ReturnType<typeof unmade> {
  const source = document.path;
  const model = modelIdentity ?? "none";
  const known = kept ? compositeIds(drawer) : unmade();
  if (known.source !== source || known.model !== model) {
    const { lines } = drawer;
    const hash = contentHash(drawer.text);
    Object.assign(known, {
      source,
      model,
      hash,
      id: compositeId({ source, startLine: lines?.start ?? 0, endLine: lines?.end ?? 0, contentHash: hash, model }),
    });
  }
  return known;
}

function explanation(ranked: Ranked, judgement: Judgement | null): HitExplanation {
  const parts = ranked.parts();
  const values = ranked.values();
  const used = FEATURES.filter((name) => values[name] !== 0);
  const judged = judgement === null ? {} : relevanceParts(judgement.values, judgement.basis);
  return {
    ranks: ranked.ranks(),
    relevance: judged,
    features: Object.fromEntries(
      used.map((name) => [name, { value: values[name], weight: (parts[name] ?? 0) / values[name] }]),
    ),
  };
}
