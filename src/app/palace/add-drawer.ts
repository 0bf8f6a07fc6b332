import type { Answer } from "../../operations/answers/answer.ts";
import type { addedDrawerSchema } from "../../operations/answers/hits.ts";
import type { ADD_DRAWER, Asked } from "../../model/requests/index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { option, step } from "../../model/next-step.ts";
import { join } from "node:path";
import { cannotOpen, textIfThere } from "../../files/plain-file.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { manualDocuments } from "../../ingest/manual/manual-documents.ts";
import { addedAtEnd, keepRoomEnd, roomEnd } from "../../ingest/manual/room-end.ts";
import type { ManualEdit } from "../../ingest/manual/index-manual-drawers.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import type { Source } from "../../model/source.ts";
import { type Caller, visibleScopes, writingScope, type Scope } from "../../model/caller.ts";
import type { StoredDrawer } from "../../storage/ports/search-index.ts";
import { LociError } from "../../model/error.ts";
import { readyCorrections } from "../../palace/corrections.ts";
import {
  type FilePlace,
  type FoundDrawer,
  type ManualDrawer,
  drawerFilePath,
  drawerFilePlace,
  framed,
  pinnedIn,
  eraseDrawer,
  readDrawers,
  marked,
  supersedeDrawers,
  withPinsSaid,
  writeDrawer,
} from "../../palace/drawer-file.ts";
import { hallName } from "../../palace/halls/classify-hall.ts";
import { wingSlug } from "../../palace/wing.ts";
import { slug } from "../../text/slug.ts";
import { asAdded } from "../redaction.ts";
import { wholeId } from "../expand/expand.ts";
import { recordAudit } from "../audit.ts";
import { Turns, underLease } from "../exclusive.ts";
import { requireQuota } from "../quota.ts";
import { checkDuplicate } from "./check-duplicate.ts";
import { indexEdits, manualParts, requireWhole, manualKey, manualRoot, manualSource } from "./manual-drawers.ts";

export type AddedDrawer = Answer<typeof addedDrawerSchema> & {
  /** The markdown file that holds it: absolute for the owner, else relative to the project's memory. */
  readonly file: string;
};

export type NewDrawer = Omit<Asked<typeof ADD_DRAWER>, "caller">;

export type AddDrawer = (drawer: NewDrawer, options?: { readonly caller?: Caller }) => Promise<AddedDrawer>;

/**
 * What adds drawers to a project by hand: first to `memory/palace/<wing>/<room>.md`, where a person can read, edit or delete it, then to the index.
 * When it has resolved, every search finds the drawer.
 *
 * One at a time, over all processes, from the look for a duplicate to the index: of two that say the same, the second must find the
 * first. Those of this project here queue up, which is quicker than asking for a lease again and again.
 * @returns throws LociError `DUPLICATE` with `details.matches` where a drawer that says the same is stored, `USAGE`, `SCOPE_INVALID`, `FORBIDDEN`, `TOO_LARGE`
 */
export function drawerAdder(project: OpenedProject): AddDrawer {
  const turns = new Turns();
  return async (asked, { caller = "owner" } = {}) => {
    const scope = writingScope("drawers", caller, asked.scope);
    const { text, ...secrets } = await asAdded(project, { ...asked, scope });
    const drawer = { ...asked, text };
    checkText(project, drawer.text);
    await requireQuota(project, caller, { bytes: drawer.text.length });
    const place = await placeOf(project, drawer);
    // Written once, also where the index turns out to be damaged afterwards: what is written then goes into the new one.
    let written: WrittenDrawer | null = null;
    return await turns.run("add", () =>
      project.indexHandle.use((index) =>
        underLease(project, leaseName("source", manualKey(project)), async (lease) => {
          await index.awaitWriting?.();
          written ??= await writeAlone(project, drawer, { scope, place, caller });
          const { added, source, edits, action } = written;
          await indexEdits(project, index, { source, edits, lease });
          for (const edit of edits) {
            const file = join(source.root, edit.path);
            await keepRoomEnd({ file, path: edit.path, cursors: project.catalog.cursors }, source.key, edit);
          }
          await recordAudit(project, [{ caller, action, object: added.id, details: { scope } }]);
          return { ...added, ...secrets };
        }),
      ),
    );
  };
}

/** A drawer that stands in its file, and what is to be indexed of it. */
interface WrittenDrawer {
  readonly added: Omit<AddedDrawer, "redacted" | "secrets">;
  readonly source: Source;
  readonly edits: readonly ManualEdit[];
  readonly action: "drawer.add" | "drawer.pin";
}

async function writeAlone(
  project: OpenedProject,
  drawer: NewDrawer,
  { scope, place, caller }: { readonly scope: Scope; readonly place: FilePlace; readonly caller: Caller },
): Promise<WrittenDrawer> {
  const { text } = drawer;
  if (drawer.date !== undefined && Number.isNaN(Date.parse(drawer.date)))
    throw new LociError("USAGE", "the date is no ISO 8601 date", { hint: "use a date such as 2026-05-31" });
  const source = await manualSource(project);
  const shownFile = (path: string): string => (caller === "owner" ? join(manualRoot(project), path) : `palace/${path}`);
  const replaced = await supersededDrawers(project, drawer.supersedes ?? [], caller);
  const same = await sameOf(project, replaced, { ...drawer, scope, place });
  if (same !== null) {
    const edits = [
      ...(await pin(project, same, drawer.pin)),
      ...(await supersede(
        project,
        replaced.filter(({ drawer: { id } }) => !same.ids.has(id)),
      )),
    ];
    return { added: { id: same.id, file: shownFile(same.path), ...place }, source, edits, action: "drawer.pin" };
  }
  if (drawer.force !== true && replaced.length === 0) {
    const { duplicate, matches } = await checkDuplicate(project, { text, scope, caller });
    if (duplicate)
      throw new LociError("DUPLICATE", "a passage that says the same is stored already", {
        hint: step`use that one, or add it all the same with ${option("force")}`,
        details: { matches },
      });
  }
  const path = drawerFilePath(place).slice("palace/".length);
  const file = join(manualRoot(project), path);
  const hall = drawer.hall === undefined ? null : hallName(drawer.hall);
  const wanted = { text, scope, hall: hall === "" ? null : hall, date: drawer.date, pin: drawer.pin === true };
  const { id, edit } =
    (replaced.length === 0 ? await writeAtEnd(project, { file, path }, source, wanted) : null) ??
    (await kept(project, { file, path, source }, { ...wanted, isChange: replaced.length > 0 })) ??
    (await write(project, { file, path, source }, wanted));
  const edits = [edit, ...(await supersede(project, replaced))];
  return { added: { id, file: shownFile(path), ...place }, source, edits, action: "drawer.add" };
}

/** A drawer that stands in its file as it is to be kept, but for its pin. */
interface SameDrawer {
  readonly id: string;
  /** Of all its parts. */
  readonly ids: ReadonlySet<string>;
  /** Relative to the source. */
  readonly path: string;
  readonly place: FilePlace;
  readonly text: string;
  readonly found: FoundDrawer;
}

/** The one of those that are to give way which is the new one itself: it keeps its id, its day and its versions. Null where none is. */
async function sameOf(
  project: OpenedProject,
  drawers: readonly StoredDrawer[],
  wanted: NewDrawer & { readonly scope: Scope; readonly place: FilePlace },
): Promise<SameDrawer | null> {
  if (drawers.length === 0) return null;
  const { names } = await project.indexHandle.use((index) => project.palace(index, "all"));
  const { wing, room } = names.shown(wanted.place);
  const files = await manualParts(project, drawers);
  for (const { drawer, document } of drawers) {
    const { placement } = drawer;
    const shown = names.shown({ wing: placement.wing.value, room: placement.room.value });
    if (document.scope !== wanted.scope || shown.wing !== wing || shown.room !== room) continue;
    const file = files.find(({ parts }) => parts.some(({ id }) => id === drawer.id));
    const found = file?.parts.find(({ id }) => id === drawer.id)?.drawer;
    if (file === undefined || found?.text !== wanted.text) continue;
    if (wanted.hall !== undefined && hallName(wanted.hall) !== placement.hall.value) continue;
    if (wanted.date !== undefined && wanted.date !== found.date) continue;
    const ids = new Set(file.parts.flatMap((part) => (part.drawer === found ? [part.id] : [])));
    const path = drawerFilePath(file.place).slice("palace/".length);
    return { id: drawer.id, ids, path, place: file.place, text: file.text, found };
  }
  return null;
}

/** Says in its file whether a drawer is pinned, and changes nothing else of it. @param pinned as it is where nobody says */
async function pin(
  project: Pick<OpenedProject, "folder" | "system">,
  { path, place, text: before, found }: SameDrawer,
  pinned: boolean | undefined,
): Promise<readonly ManualEdit[]> {
  const isPinned = pinnedIn(before, place.room).some(({ block }) => block.start === found.block.start);
  if (pinned === undefined || pinned === isPinned) return [];
  const file = join(manualRoot(project), path);
  requireWhole(file, before);
  const said = framed(withPinsSaid(before, place.room));
  const at = readDrawers(before).findIndex(({ block }) => block.start === found.block.start);
  const time = new Date(project.system.clock()).toISOString();
  const after = marked(said, readDrawers(said)[at] as FoundDrawer, { pinned: pinned ? time : null });
  await writeFileAtomically(file, after);
  return [{ path, before, after }];
}

/**
 * The same drawer where its file holds it and the index doesn't know it: whoever added it was interrupted, and says it again; or a change is taken
 * back, and the earlier version counts again, with its day and its hall. Null where there is none.
 */
async function kept(
  project: Pick<OpenedProject, "indexHandle" | "reading">,
  { file, path, source }: { readonly file: string; readonly path: string; readonly source: Source },
  wanted: Wanted & { readonly isChange: boolean },
): Promise<{ readonly id: string; readonly edit: ManualEdit } | null> {
  const held = textIfThere(file, cannotOpen) ?? "";
  const same = (one: FoundDrawer): boolean =>
    one.text === wanted.text && one.scope === wanted.scope && (wanted.hall === null || one.hall === wanted.hall);
  const drawers = readDrawers(held).filter(same);
  const isBack = wanted.isChange && wanted.date === undefined && drawers.every(({ superseded }) => superseded !== null);
  const earlier = drawers.findLast(({ pinned }) => isBack && (pinned !== undefined) === wanted.pin);
  const text = earlier === undefined ? held : marked(held, earlier, { superseded: null });
  if (drawers.length === 0) return null;
  const { place: placing, settings } = await project.reading();
  const place = drawerFilePlace(`palace/${path}`) as FilePlace;
  const { found } = manualDocuments({ path, place, text }, { source, settings, place: placing });
  const alike = [...found].filter(([, drawer]) => drawer.superseded === null && same(drawer));
  const ids = alike.map(([id]) => id);
  const stored = await project.indexHandle.use((index) => index.get(ids, [wanted.scope]));
  const missing = alike.find(([id]) => !stored.some(({ drawer }) => drawer.id === id));
  if (missing === undefined) return null;
  requireWhole(file, held);
  await writeFileAtomically(file, text);
  const before = earlier === undefined ? eraseDrawer(text, missing[1]) : held;
  return { id: missing[0], edit: { path, before, after: text } };
}

interface Wanted extends Pick<FoundDrawer, "text" | "hall"> {
  readonly scope: Scope;
  readonly date: string | undefined;
  readonly pin: boolean;
}

function drawerOf(project: OpenedProject, { scope, hall, date, pin, text }: Wanted): Omit<ManualDrawer, "id"> {
  const added = new Date(project.system.clock()).toISOString();
  return { scope, hall, added, date, ...(pin && { pinned: added }), text };
}

/** Adds to the end of a large file that is as it was left, without reading the rest of it; null where it isn't. */
async function writeAtEnd(
  project: OpenedProject,
  { file, path }: { readonly file: string; readonly path: string },
  source: Source,
  wanted: Wanted,
): Promise<{ readonly id: string; readonly edit: ManualEdit } | null> {
  const room = { file, path, cursors: project.catalog.cursors };
  const end = await roomEnd(room, source.key);
  if (end === null) return null;
  const { place, settings } = await project.reading();
  const added = await project.indexHandle.use(
    async (index) =>
      await addedAtEnd(room, { end, drawer: drawerOf(project, wanted) }, { source, settings, place, index }),
  );
  if (added === null) return null;
  await writeFileAtomically(file, added.text, added.from);
  return added;
}

async function write(
  project: OpenedProject,
  { file, path, source }: { readonly file: string; readonly path: string; readonly source: Source },
  wanted: Wanted,
): Promise<{ readonly id: string; readonly edit: ManualEdit }> {
  const before = textIfThere(file, cannotOpen) ?? "";
  requireWhole(file, before);
  const place = drawerFilePlace(`palace/${path}`) as FilePlace;
  const said = withPinsSaid(before, place.room);
  const taken = new Set(readDrawers(before).map(({ id }) => id));
  const free = (wanted: string): string => {
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
    return id;
  };
  const drawer = drawerOf(project, wanted);
  const withId = (id: string): string => framed(writeDrawer(said, { id: free(id), ...drawer }, place.room));
  // The id follows from what the file then holds, so the file is read as it would be, with another id in the marker.
  const { place: placing, settings } = await project.reading();
  const { found } = manualDocuments({ path, place, text: withId("new") }, { source, settings, place: placing });
  const name = free("new");
  const id = [...found].find(([, drawer]) => drawer.id === name)?.[0];
  if (id === undefined)
    throw new LociError("USAGE", "there is nothing to read in it: it is encoded data from end to end", {
      hint: "add words that say what it is, or index the file that holds it",
    });
  const after = withId(id);
  await writeFileAtomically(file, after);
  return { id, edit: { path, before, after } };
}

/**
 * The drawers that are to give way, which a caller may change: the owner any that was added by hand, a user his own.
 * @throws LociError `DRAWER_NOT_FOUND`, `FORBIDDEN`
 */
async function supersededDrawers(
  project: Pick<OpenedProject, "folder" | "indexHandle" | "keyOf">,
  ids: readonly string[],
  caller: Caller,
): Promise<readonly StoredDrawer[]> {
  if (ids.length === 0) return [];
  const visible = visibleScopes(caller);
  const stored = await project.indexHandle.use(async (index) =>
    index.get(await Promise.all(ids.map((id) => wholeId(index, id, visible))), visible),
  );
  const manual = manualKey(project);
  const others = stored.find(
    ({ document }) => document.source !== manual || (caller !== "owner" && document.scope !== caller),
  );
  if (others !== undefined)
    throw new LociError("FORBIDDEN", `passage ${others.drawer.id} was not added by hand, or is not yours`, {
      hint: "only passages that were added by hand give way to another one",
    });
  return stored;
}

async function supersede(project: OpenedProject, drawers: readonly StoredDrawer[]): Promise<readonly ManualEdit[]> {
  if (drawers.length === 0) return [];
  const at = new Date(project.system.clock()).toISOString();
  const edits: ManualEdit[] = [];
  for (const { file, place, text: before, drawers: superseded } of await manualParts(project, drawers)) {
    requireWhole(file, before);
    const after = supersedeDrawers(before, superseded, at);
    await writeFileAtomically(file, after);
    edits.push({ path: drawerFilePath(place).slice("palace/".length), before, after });
  }
  return edits;
}

function checkText(project: Pick<OpenedProject, "settings">, text: string): void {
  if (text.trim() === "")
    throw new LociError("USAGE", "the passage has no text", { hint: "give the exact words to keep" });
  if (text.includes("\0") || !text.isWellFormed())
    throw new LociError("USAGE", "the text holds characters that no text file can (NUL, or half of a pair)", {
      hint: "leave them out",
    });
  if (Buffer.byteLength(text) > project.settings.ingest.max_file_bytes / 2)
    throw new LociError("TOO_LARGE", "the text is too long for a passage", {
      hint: "put it into a file and index that",
    });
}

/** Under the names that are in force, so that a room that was renamed gets no second file. */
async function placeOf(project: OpenedProject, drawer: NewDrawer): Promise<FilePlace> {
  const { hall } = drawer;
  const { wing, room } = await namedOrFound(project, drawer);
  const slugs = { wing: wingSlug(wing), room: slug(room) };
  const nameless =
    slugs.wing === ""
      ? "wing"
      : slugs.room === ""
        ? "room"
        : (hall ?? "").trim() !== "" && hallName(hall as string) === ""
          ? "hall"
          : null;
  if (nameless !== null)
    throw new LociError("USAGE", `the ${nameless} has no letters or digits`, {
      hint: "use names such as driftwood and auth-migration",
    });
  const names = readyCorrections((await project.catalog.palace.read()).edits.corrections);
  const shown = names.wing(slugs.wing);
  return { wing: shown, room: names.room(shown, slugs.room) };
}

/** Wing and room as they were named; what was left out is found as it is for every document. */
async function namedOrFound(
  project: Pick<OpenedProject, "name" | "reading" | "settings">,
  { wing, room, text }: NewDrawer,
): Promise<{ readonly wing: string; readonly room: string }> {
  if (wing !== undefined && room !== undefined) return { wing, room };
  const { place } = await project.reading();
  const [found] = place({
    path: "",
    documentType: "md",
    title: "",
    metadata: {},
    explicit: { wing: wing ?? null, room: room ?? null },
    configuredWing: project.settings.palace.wing || null,
    project: project.name,
    chat: null,
    sourceName: project.name,
    drawers: [{ text, heading: "", breadcrumb: [], speaker: null }],
  });
  return { wing: wing ?? found?.wing.value ?? project.name, room: room ?? found?.room.value ?? "notes" };
}
