import { pathToFileURL } from "node:url";
import { opaqueRuns, readableSpans } from "../../chunking/opaque-runs.ts";
import { type Caller, callerOf, type VisibleScopes, visibleScopes } from "../../model/caller.ts";
import type { Document } from "../../model/drawer.ts";
import { LociError } from "../../model/error.ts";
import { messageFor } from "../../model/message-role.ts";
import type { DrawerSource, Expanded, ExpandedDrawer } from "../../operations/answers/hits.ts";
import { wholeName } from "../../model/section.ts";
import { operation, step } from "../../model/next-step.ts";
import type { EXPAND, OptionsOf } from "../../model/requests/index.ts";
import type { Source } from "../../model/source.ts";
import type { PalaceNames } from "../../palace/names.ts";
import { assembleHit } from "../../retrieval/assemble.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { letOthers } from "../exclusive.ts";
import { type CurrentText, type CurrentTexts, locateIn, documentFile } from "./current-text.ts";

const GAP = "\n\n";

/** The text between two drawers of a document that follow one another; null where it isn't known. */
type TextBetween = (before: StoredDrawer, after: StoredDrawer) => string | null;

/**
 * The text of drawers in document order as one: what two neighbours share (overlap) appears once, and what stands between drawers
 * that don't touch is an empty line, but for a run that is no language, which no drawer holds. Pure.
 */
function joinDrawers(drawers: readonly StoredDrawer[], between: TextBetween): string {
  let text = "";
  let last: StoredDrawer | null = null;
  for (const stored of drawers) {
    const { drawer } = stored;
    const before = last;
    last = stored;
    if (before === null) text = drawer.text;
    else if (!isSameDocument(before, stored)) text += GAP + drawer.text;
    else if (drawer.span.start <= before.drawer.span.end)
      text += drawer.text.slice(before.drawer.span.end - drawer.span.start);
    else text += (between(before, stored) ?? GAP) + drawer.text;
  }
  return text;
}

const isSameDocument = (one: StoredDrawer, other: StoredDrawer): boolean =>
  one.document.source === other.document.source && one.document.path === other.document.path;

/**
 * Reads the documents of which two neighbours don't touch, for what stands between them: pictures and dumps that were left out of drawers.
 * Cost: nothing where all touch; else the document is read.
 */
async function textsBetween(
  { sources, wholeText }: Pick<ExpandDependencies, "sources" | "wholeText">,
  drawers: readonly StoredDrawer[],
): Promise<TextBetween> {
  const texts = new Map<Document, string | null>();
  for (const [i, stored] of drawers.entries()) {
    const before = drawers[i - 1];
    const isApart =
      before !== undefined &&
      isSameDocument(before, stored) &&
      before.position + 1 === stored.position &&
      before.drawer.span.end < stored.drawer.span.start;
    const source = sources.find(({ key }) => key === stored.document.source);
    if (isApart && source !== undefined && !texts.has(stored.document))
      texts.set(stored.document, await wholeText(source, stored.document));
  }
  return (before, after) => {
    const text = before.position + 1 === after.position ? texts.get(after.document) : null;
    const between = text?.slice(before.drawer.span.end, after.drawer.span.start) ?? "";
    const span = { start: 0, end: between.length };
    return between !== "" && readableSpans(between, span, opaqueRuns(between)).length === 0 ? between : null;
  };
}

/** How much around a drawer is opened. */
export type ExpandOptions = OptionsOf<typeof EXPAND, "ids">;

export interface ExpandDependencies {
  readonly texts: CurrentTexts;
  /** The text of a document as its drawers' spans count it; null where it can't be read. */
  readonly wholeText: (source: Source, document: Document) => Promise<string | null>;
  readonly index: SearchIndex;
  readonly sources: readonly Source[];
  readonly modelIdentity: string | null;
  readonly names: (visible: VisibleScopes) => Promise<PalaceNames>;
  /** Ids of the drawers that are pinned; of one that was cut, of its first part. */
  readonly pinned: (visible: VisibleScopes) => Promise<readonly string[]>;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
}

/**
 * Opens drawers: their exact text, as the file holds it; of what was added by hand as one, all of it. `fresh: false` when the file no longer
 * holds the text; what is given then is what was indexed.
 * @param ids whole ids, or beginnings of at least 4 digits that fit one drawer
 * @throws LociError `DRAWER_NOT_FOUND` when an id fits none, or several, of those that the caller may see; `TOO_LARGE` for more than 2,000 passages
 * Cost: a look at each document's file; it is read where its size or time changed.
 */
export async function expand(
  deps: ExpandDependencies,
  ids: readonly string[],
  options: ExpandOptions = {},
): Promise<Expanded> {
  const visible = visibleScopes(callerOf(options.caller));
  const whole = await Promise.all(ids.map((id) => wholeId(deps.index, id, visible)));
  const requested = await deps.index.get([...new Set(whole)], visible);
  const chosen: StoredDrawer[] = [];
  const seen = new Set<string>();
  const byHand = new Set(deps.sources.flatMap(({ kind, key }) => (kind === "hand" ? [key] : [])));
  for (const drawer of requested) {
    const own = byHand.has(drawer.document.source) ? await partsOf(deps.index, drawer, visible) : [drawer];
    for (const one of [...own, ...(await around(deps, { stored: drawer, visible }, options))]) {
      if (seen.has(one.drawer.id)) continue;
      seen.add(one.drawer.id);
      chosen.push(one);
    }
    checkSize(chosen);
  }
  const documents = Map.groupBy(chosen, ({ document: { source, path } }) => JSON.stringify([source, path]));
  const ordered = [...documents.values()].flatMap((group) => group.sort((a, b) => a.position - b.position));
  return {
    drawers: await withFreshness(deps, ordered, visible),
    text: joinDrawers(ordered, await textsBetween(deps, ordered)),
  };
}

interface Target {
  readonly stored: StoredDrawer;
  readonly visible: VisibleScopes;
}

async function around(
  deps: Pick<ExpandDependencies, "index" | "timer">,
  { stored, visible }: Target,
  options: ExpandOptions,
): Promise<readonly StoredDrawer[]> {
  const { before = 0, after = 0, document = false, section = false } = options;
  if (document) return await inParts(deps, { stored, visible }, { from: 0, to: Infinity });
  if (!section && before === 0 && after === 0) return [stored];
  const place = { from: stored.position, to: stored.position };
  const { from, to } = section ? await sectionAround(deps, { stored, visible }) : place;
  return await inParts(deps, { stored, visible }, { from: Math.max(0, from - before), to: to + after });
}

/** Drawers that are opened at most: some 8 MB of JSON; what is longer would hold others up, and be read by nobody. */
const MOST_OPENED = 2_000;

function checkSize(opened: readonly StoredDrawer[], most = MOST_OPENED): void {
  if (opened.length <= most) return;
  throw new LociError("TOO_LARGE", `more than ${MOST_OPENED} passages can't be opened at once`, {
    hint: "open a part: a number of passages before and after one; the file itself holds all",
  });
}

const AT_ONCE = 500;

/** Drawers `from` … `to` of a document, read in parts so that others have their turn; anew where it was changed in between. */
export async function inParts(
  deps: Pick<ExpandDependencies, "index" | "timer">,
  target: Target,
  range: { readonly from: number; readonly to: number; readonly most?: number },
): Promise<readonly StoredDrawer[]> {
  const pass = letOthers(deps.timer);
  const read: StoredDrawer[] = [];
  for (let from = range.from; from <= range.to; from += AT_ONCE) {
    const to = Math.min(range.to, from + AT_ONCE - 1);
    const part = await deps.index.documentDrawers(target.stored.document, target.visible, { from, to });
    const [one = null, other = null] = [read[0], part[0]];
    if (one && other && one.document.contentHash !== other.document.contentHash)
      return await inParts(deps, target, range);
    read.push(...part);
    checkSize(read, range.most);
    if (part.length < AT_ONCE) break;
    await pass();
  }
  return read;
}

/** All parts of what was added by hand as one: where one ends the next begins, while a marker stands between what was added apart. */
async function partsOf(
  index: SearchIndex,
  stored: StoredDrawer,
  visible: VisibleScopes,
): Promise<readonly StoredDrawer[]> {
  const parts = [stored];
  for (let at = stored.position - 1; at >= 0; at--) {
    const [before] = await index.documentDrawers(stored.document, visible, { from: at, to: at });
    if (before?.drawer.span.end !== parts[0]?.drawer.span.start) break;
    if (before !== undefined) parts.unshift(before);
  }
  for (let at = stored.position + 1; ; at++) {
    const [after] = await index.documentDrawers(stored.document, visible, { from: at, to: at });
    if (after === undefined || after.drawer.span.start !== parts.at(-1)?.drawer.span.end) break;
    parts.push(after);
  }
  return parts;
}

/** Drawers that are looked at first on either side of one, to find where its section ends; twice as many each time. */
const FIRST_LOOK = 16;

/** The first and the last position of a drawer's section: all parts of one that was split, and its subsections. Cost: by the section, not the document. */
async function sectionAround(
  deps: Pick<ExpandDependencies, "index" | "timer">,
  { stored, visible }: Target,
): Promise<{ readonly from: number; readonly to: number }> {
  const { drawer, position } = stored;
  const section = drawer.breadcrumb.map(wholeName);
  const isOutside = ({ drawer: { breadcrumb } }: StoredDrawer): boolean =>
    breadcrumb.length < section.length || section.some((title, i) => wholeName(breadcrumb[i] as string) !== title);
  let from = position;
  for (let look = FIRST_LOOK; from > 0; look *= 2) {
    const start = Math.max(0, from - look);
    const before = await inParts(deps, { stored, visible }, { from: start, to: from - 1 });
    const outside = before.findLastIndex(isOutside);
    from = start + outside + 1;
    if (outside >= 0) break;
  }
  let to = position;
  for (let look = FIRST_LOOK; ; look *= 2) {
    const after = await inParts(deps, { stored, visible }, { from: to + 1, to: to + look });
    const outside = after.findIndex(isOutside);
    to += outside < 0 ? after.length : outside;
    if (outside >= 0 || after.length < look) break;
  }
  return { from, to };
}

async function withFreshness(
  deps: ExpandDependencies,
  drawers: readonly StoredDrawer[],
  visible: VisibleScopes,
): Promise<readonly ExpandedDrawer[]> {
  const names = await deps.names(visible);
  const sources = new Map(deps.sources.map((source) => [source.key, source]));
  const texts = new Map<string, CurrentText>();
  const expanded: ExpandedDrawer[] = [];
  const pass = letOthers(deps.timer);
  for (const stored of drawers) {
    await pass();
    const { drawer, document } = stored;
    const key = JSON.stringify([document.source, document.path]);
    const source = sources.get(document.source);
    let text = texts.get(key);
    if (text === undefined)
      texts.set(key, (text = source === undefined ? { state: "gone" } : await deps.texts(source, document)));
    const place = locateIn(drawer, text);
    const hit = assembleHit({
      stored,
      ranked: null,
      judgement: null,
      duplicates: 0,
      visible,
      sources,
      findTerms: () => [],
      modelIdentity: deps.modelIdentity,
      kept: false,
      explain: false,
      names,
    });
    expanded.push({ ...hit, lines: place?.lines ?? hit.lines, fresh: place !== null });
  }
  return expanded;
}

/**
 * The whole id for a beginning of one.
 * @param id at least 4 hex digits, in either case
 * @throws LociError `DRAWER_NOT_FOUND` where it fits no drawer that the caller may see, or several; `details.matches` names up to five
 */
export async function wholeId(index: SearchIndex, id: string, visible: VisibleScopes): Promise<string> {
  const found = /^[0-9a-f]{4,32}$/i.test(id) ? await index.resolve(id.toLowerCase(), visible, 5) : [];
  if (found.length === 1) return found[0] as string;
  throw new LociError(
    "DRAWER_NOT_FOUND",
    found.length === 0 ? `there is no passage '${id.slice(0, 80)}'` : `'${id}' is the beginning of several passages`,
    {
      hint:
        found.length === 0
          ? step`ids come from ${operation("search")}; they change when the text changes`
          : "give more digits",
      details: { id: id.slice(0, 80), matches: found },
    },
  );
}

/**
 * Where a drawer comes from: file, lines or pages, or the message and chat.
 * @throws LociError `DRAWER_NOT_FOUND`
 */
export async function sourceOf(deps: ExpandDependencies, id: string, caller: Caller): Promise<DrawerSource> {
  const visible = visibleScopes(caller);
  const [stored] = await deps.index.get([await wholeId(deps.index, id, visible)], visible);
  const { drawer, document } = stored as StoredDrawer;
  const source = deps.sources.find(({ key }) => key === document.source);
  const now = source === undefined ? null : await deps.texts(source, document);
  const place = now === null ? null : locateIn(drawer, now);
  const file = source === undefined || caller !== "owner" ? null : documentFile(source, document);
  const isPinned = async (): Promise<boolean> => {
    const [first] = await partsOf(deps.index, stored as StoredDrawer, visible);
    return (await deps.pinned(visible)).includes(first?.drawer.id ?? "");
  };
  const lines = place?.lines ?? drawer.lines;
  return {
    id: drawer.id,
    source: { key: document.source, name: source?.name ?? document.source, kind: source?.kind ?? null },
    path: document.path,
    scope: document.scope,
    file,
    uri: file === null ? null : `${pathToFileURL(file).href}${lines === null ? "" : `#L${lines.start}`}`,
    breadcrumb: drawer.breadcrumb,
    lines,
    pages: drawer.pages,
    message: messageFor(visible, document.scope, drawer.message),
    documentType: document.documentType,
    title: document.title,
    fresh: place !== null,
    pinned: source?.kind === "hand" && (await isPinned()),
  };
}
