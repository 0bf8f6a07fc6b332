import { keeping } from "../../caches/bounded-cache.ts";
import { textOf } from "../projects/repository.ts";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { identityKey } from "../../embedding/port.ts";
import { sourceFingerprint } from "../../ingest/fingerprint.ts";
import { type HeldLease, leaseName } from "../../ingest/hold-lease.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { type ManualEdit, indexManualEdits } from "../../ingest/manual/index-manual-drawers.ts";
import { manualDocuments, manualFile } from "../../ingest/manual/manual-documents.ts";
import { type VisibleScopes, parseScope } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { example, step } from "../../model/next-step.ts";
import type { Range } from "../../model/section.ts";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";
import {
  pinnedIn,
  readDrawers,
  withPinsSaid,
  writeDrawer,
  type FilePlace,
  type FoundDrawer,
  drawerFilePath,
  drawerFilePlace,
  framed,
  roomFault,
  supersedeDrawers,
  unescapeText,
} from "../../palace/drawer-file.ts";
import { hallName } from "../../palace/halls/classify-hall.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { recordAudit } from "../audit.ts";
import { underLease } from "../exclusive.ts";
import type { OpenedProject } from "../opened-project.ts";

/** The folder of drawers that were added by hand: `memory/palace` in the project's own folder. */
export const manualRoot = ({ folder }: Pick<OpenedProject, "folder">): string => join(folder.memory, "palace");

export const manualKey = (project: Pick<OpenedProject, "folder" | "keyOf">): string =>
  project.keyOf("hand", manualRoot(project));

/** The source of drawers that were added by hand, remembered when the first one is. */
export async function manualSource(project: OpenedProject): Promise<Source> {
  const root = manualRoot(project);
  const key = manualKey(project);
  const stored = await project.catalog.sources.get(key);
  if (stored !== null) return stored;
  return {
    key,
    name: "palace",
    kind: "hand",
    root,
    options: { scope: null, wing: null, room: null, include: [], exclude: [], format: null },
    addedAt: new Date(project.system.clock()).toISOString(),
    ...BEFORE_RUNS,
  };
}

export interface ManualParts {
  /** Absolute. */
  readonly file: string;
  readonly place: FilePlace;
  readonly text: string;
  readonly drawers: ReadonlySet<FoundDrawer>;
  /** As the index contains them: several where one was too long. */
  readonly parts: readonly { readonly id: string; readonly drawer: FoundDrawer }[];
}

/** Locates drawers that were added by hand, with all parts of each, file by file. Missing files are left out. */
export async function manualParts(
  project: OpenedProject,
  drawers: readonly StoredDrawer[],
): Promise<readonly ManualParts[]> {
  if (drawers.length === 0) return [];
  const source = await manualSource(project);
  const { place: placing, settings } = await project.reading();
  return [...Map.groupBy(drawers, ({ document }) => manualFile(document.path))].flatMap(([path, own]) => {
    const file = join(manualRoot(project), path);
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
    const place = drawerFilePlace(`palace/${path}`) as FilePlace;
    const text = readFileSync(file, "utf8");
    const { found } = manualDocuments({ path, place, text }, { source, settings, place: placing });
    const matching = new Set(own.flatMap(({ drawer }) => found.get(drawer.id) ?? []));
    return [
      {
        file,
        place,
        text,
        drawers: matching,
        parts: [...found].flatMap(([id, drawer]) => (matching.has(drawer) ? [{ id, drawer }] : [])),
      },
    ];
  });
}

/**
 * Checks a file of drawers before it is written to: appending to a cut-off file would hide the cut.
 * @throws LociError `STORAGE_FAILED`
 */
export function requireWhole(file: string, text: string): void {
  const found = text !== "" || existsSync(file) ? roomFault(text) : null;
  if (found === null) return;
  throw new LociError("STORAGE_FAILED", `'${file}' ${found.what}; nothing was changed`, {
    hint: found.hint,
    details: { file },
  });
}

/** The files of drawers that give way, by their paths, with those marked. @param stays one of them that doesn't */
export function givingWay(
  files: readonly ManualParts[],
  { at, stays }: { readonly at: string; readonly stays: FoundDrawer | undefined },
): ReadonlyMap<string, ManualEdit> {
  return new Map(
    files.map(({ place, text: before, drawers }) => {
      const path = drawerFilePath(place).slice("palace/".length);
      const giving = drawers.values().filter((drawer) => drawer !== stays);
      const after = supersedeDrawers(before, giving, at);
      return [path, { path, before, after }];
    }),
  );
}

/** Writes edits to their files, in order: what is new stands before others give way. @throws LociError `STORAGE_FAILED`, nothing is written then */
export async function writeEdits(project: OpenedProject, edits: readonly ManualEdit[]): Promise<readonly ManualEdit[]> {
  const fileOf = ({ path }: ManualEdit): string => join(manualRoot(project), path);
  for (const edit of edits) requireWhole(fileOf(edit), edit.before);
  for (const edit of edits) if (edit.before !== edit.after) await writeFileAtomically(fileOf(edit), edit.after);
  return edits;
}

/**
 * Brings the index up to date with files that were just changed: with them alone where all the rest of their source stands as it was read, by the
 * rules in force; else by a run over all of it.
 */
export async function indexEdits(
  project: OpenedProject,
  index: SearchIndex,
  { source, edits, lease }: { source: Source; edits: readonly ManualEdit[]; lease: HeldLease },
): Promise<void> {
  const { catalog } = project;
  const deps = await project.ingest(index);
  const model = deps.provider === null ? null : identityKey(deps.provider.identity);
  if (source.status === "ready" && source.recipe === sourceFingerprint(source, deps, model).fingerprint) {
    if (model !== null) await deps.index.setModelIdentity(model);
    const more = await indexManualEdits(deps, source, { edits, lease });
    if (more !== 0) await catalog.sources.put({ ...source, documents: Math.max(0, (source.documents ?? 0) + more) });
    return;
  }
  const job = await indexSources(deps, { kind: "index", sources: [source], sourceLease: lease });
  const failed = job.failed.find(({ path }) => edits.some((edit) => edit.path === path));
  if (failed !== undefined)
    throw new LociError(
      failed.code,
      `the passage is kept in '${failed.path}' and could not be indexed: ${failed.message}`,
      { hint: step`mend the file, then: ${example("index")}` },
    );
}

/** Where drawers of a file stand in its text as it is read, without what it escapes. @param drawers in its order. Cost: linear */
function spansIn(text: string, drawers: readonly FoundDrawer[]): readonly Range[] {
  const read = (from: number, to: number): number => unescapeText(text.slice(from, to)).length;
  let [at, start] = [0, 0];
  return drawers.map(({ body }) => {
    start += read(at, body.start);
    at = body.start;
    return { start, end: start + read(body.start, body.end) };
  });
}

/** Tells which drawers an agent added of itself, as their files say. Cost: each file is read once. */
export function agentNotes(project: Pick<OpenedProject, "folder" | "keyOf">): (stored: StoredDrawer) => boolean {
  const spansOf = keeping((path: string): readonly Range[] => {
    const text = textOf(join(manualRoot(project), path)) ?? "";
    const own = text.includes(" by=agent") ? readDrawers(text).filter(({ by }) => by === "agent") : [];
    return spansIn(text, own);
  });
  return ({ drawer: { span }, document }) => {
    if (document.source !== manualKey(project)) return false;
    return spansOf(manualFile(document.path)).some(({ start, end }) => span.start >= start && span.start < end);
  };
}

/**
 * Ids of the drawers that are pinned and visible, as their files say; of a drawer that was cut, its first part.
 * Cost: the files of drawers that were added by hand are read, and documents of those that hold a pinned one.
 */
export async function pinnedDrawers(
  project: Pick<OpenedProject, "folder" | "keyOf">,
  index: SearchIndex,
  visible: VisibleScopes,
): Promise<readonly string[]> {
  const documents = await index.documents(manualKey(project));
  const ids: string[] = [];
  for (const [path, inFile] of Map.groupBy(documents, (document) => manualFile(document.path))) {
    // A file that went away since it was indexed pins nothing.
    const text = textOf(join(manualRoot(project), path)) ?? "";
    const pinned = pinnedIn(text, (drawerFilePlace(`palace/${path}`) as FilePlace).room);
    if (pinned.length === 0) continue;
    const starts = new Set(spansIn(text, pinned).map(({ start }) => start));
    for (const document of inFile)
      for (const { drawer } of await index.documentDrawers(document, visible))
        if (starts.has(drawer.span.start)) ids.push(drawer.id);
  }
  return ids;
}

interface ForeignDrawer {
  readonly text: string;
  readonly wing: string;
  readonly room: string;
  readonly hall: string | null;
  /** ISO 8601 with zone. */
  readonly date: string | null;
}

export type ImportedDrawers = Awaited<ReturnType<typeof importDrawers>>;

/**
 * Takes in drawers of another palace as if they had been added by hand, word for word, each room in its file, and indexes them once. The same
 * import again adds nothing.
 * @throws LociError `SCOPE_INVALID`, `SOURCE_BUSY`, storage errors
 */
export async function importDrawers(project: OpenedProject, drawers: readonly ForeignDrawer[], scopeName: string) {
  const scope = parseScope(scopeName);
  const source = await manualSource(project);
  const added = new Date(project.system.clock()).toISOString();
  const good = drawers.filter(({ text }) => !text.includes("\0") && text.isWellFormed());
  const byFile = Map.groupBy(good, (drawer) => drawerFilePath(drawer));
  let count = 0;
  const write = async (index: SearchIndex, lease: HeldLease): Promise<void> => {
    for (const [path, own] of byFile) {
      const { room } = drawerFilePlace(path) as FilePlace;
      const file = join(manualRoot(project), path.slice("palace/".length));
      const before = existsSync(file) ? readFileSync(file, "utf8") : "";
      requireWhole(file, before);
      const known = new Set(readDrawers(before).map(({ text }) => text));
      const said = withPinsSaid(before, room);
      const blocks: string[] = [];
      const head = `# ${room}\n`;
      for (const { text, hall, date } of own) {
        if (known.has(text)) continue;
        known.add(text);
        const id = contentHash(`${path}\n${text}`).slice(0, 32);
        const named = hall === null || hallName(hall) === "" ? null : hallName(hall);
        const drawer = { id, scope, hall: named, added, date: date ?? undefined, text };
        blocks.push(writeDrawer("", drawer, room).slice(head.length));
      }
      if (blocks.length === 0) continue;
      count += blocks.length;
      const kept = said === "" ? head : said.endsWith("\n") ? said : `${said}\n`;
      await writeFileAtomically(file, framed(kept + blocks.join("")));
    }
    if (count > 0)
      await indexSources(await project.ingest(index), { kind: "index", sources: [source], sourceLease: lease });
  };
  await project.indexHandle.use((index) =>
    underLease(project, leaseName("source", source.key), (lease) => write(index, lease)),
  );
  if (count > 0) await recordAudit(project, [{ action: "drawer.import", object: source.name, details: { scope } }]);
  return {
    added: count,
    /** Drawers that the room already contains, word for word. */
    known: good.length - count,
    /** Drawers that no text file can contain: NUL, or half a surrogate pair. */
    refused: drawers.length - good.length,
  };
}
