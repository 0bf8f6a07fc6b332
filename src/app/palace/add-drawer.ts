import type { Answer } from "../../operations/answers/answer.ts";
import type { addedDrawerSchema } from "../../operations/answers/hits.ts";
import type { ADD_CALL, Asked } from "../../model/requests/index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { option, step } from "../../model/next-step.ts";
import { join } from "node:path";
import { cannotOpen, textIfThere } from "../../files/plain-file.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { manualDocuments } from "../../ingest/manual/manual-documents.ts";
import { type Addition, addedAtEnd, keepRoomEnd, roomEnd } from "../../ingest/manual/room-end.ts";
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
import {
  type ManualParts,
  givingWay,
  indexEdits,
  manualParts,
  manualKey,
  manualRoot,
  manualSource,
  writeEdits,
} from "./manual-drawers.ts";

export type AddedDrawer = Answer<typeof addedDrawerSchema> & {
  /** The markdown file that holds it: absolute for the owner, else relative to the project's memory. */
  readonly file: string;
};

export type NewDrawer = Omit<Asked<typeof ADD_CALL>, "caller">;

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
          await new Promise(setImmediate);
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
  const replaced = await supersededDrawers(project, drawer.supersedes ?? [], caller);
  // Found before anything is written: ids are told apart by what a file holds, and may then be another drawer's.
  const files = await manualParts(project, replaced);
  const same = await sameOf(project, files, { ...drawer, scope, place, replaced });
  const path = drawerFilePath(same?.place ?? place).slice("palace/".length);
  const file = join(manualRoot(project), path);
  // One time for both: a version's successor is the last that was added until it gave way.
  const at = new Date(project.system.clock()).toISOString();
  const giving = givingWay(files, { at, stays: same?.found });
  const own = giving.get(path);
  const others = [...giving.values()].filter((edit) => edit !== own);
  const shown = { file: caller === "owner" ? file : `palace/${path}`, ...place };
  if (same !== null && own !== undefined) {
    const { id, edit } = await pin(project, same, { edit: own, source, pinned: drawer.pin, at });
    return {
      added: { id, ...shown },
      source,
      edits: await writeEdits(project, [edit, ...others]),
      action: "drawer.pin",
    };
  }
  if (drawer.force !== true && replaced.length === 0) {
    const { duplicate, matches } = await checkDuplicate(project, { text, scope, caller });
    if (duplicate)
      throw new LociError("DUPLICATE", "a passage that says the same is stored already", {
        hint: step`use that one, or add it all the same with ${option("force")}`,
        details: { matches },
      });
  }
  const hall = hallName(drawer.hall ?? "") || null;
  // What takes the place of another one is known as that one was.
  const [first] = replaced;
  const old = files.flatMap(({ parts }) => parts).find(({ id }) => id === first?.drawer.id)?.drawer;
  const pinned = drawer.pin === true ? at : undefined;
  const by = drawer.agent === true ? ("agent" as const) : undefined;
  const wanted = { text, scope, hall, date: drawer.date, added: at, pinned, by, born: old?.born };
  const atEnd = replaced.length === 0 ? await writeAtEnd(project, { file, path }, source, wanted) : null;
  if (atEnd !== null) return { added: { id: atEnd.id, ...shown }, source, edits: [atEnd.edit], action: "drawer.add" };
  const before = own?.before ?? textIfThere(file, cannotOpen) ?? "";
  const held = own ?? { path, before, after: before };
  const { id, edit } =
    (await kept(project, { edit: held, source }, { ...wanted, isChange: replaced.length > 0 })) ??
    (await newDraft(project, { edit: held, source }, wanted));
  return { added: { id, ...shown }, source, edits: await writeEdits(project, [edit, ...others]), action: "drawer.add" };
}

/** The edit of a file so far: as it was, and as it is to be. */
type EditedFile = Pick<Draft, "edit"> & Pick<WrittenDrawer, "source">;

/** What a drawer comes to: the edit of its file, and the id that it has once that is indexed. */
type Draft = Pick<Addition, "id" | "edit">;

/** A drawer that stands in its file as it is to be kept, but for its pin. */
interface SameDrawer {
  /** Which of its parts was named. */
  readonly part: number;
  readonly place: FilePlace;
  readonly found: FoundDrawer;
}

/** The one of those that are to give way which is the new one itself: it keeps its id, its day and its versions. Null where none is. */
async function sameOf(
  project: OpenedProject,
  files: readonly ManualParts[],
  wanted: NewDrawer & Pick<Wanted, "scope"> & { readonly place: FilePlace; readonly replaced: readonly StoredDrawer[] },
): Promise<SameDrawer | null> {
  if (wanted.replaced.length === 0) return null;
  const { names } = await project.indexHandle.use((index) => project.palace(index, "all"));
  const { wing, room } = names.shown(wanted.place);
  for (const { drawer, document } of wanted.replaced) {
    const { placement } = drawer;
    const shown = names.shown({ wing: placement.wing.value, room: placement.room.value });
    if (document.scope !== wanted.scope || shown.wing !== wing || shown.room !== room) continue;
    const file = files.find(({ parts }) => parts.some(({ id }) => id === drawer.id));
    const found = file?.parts.find(({ id }) => id === drawer.id)?.drawer;
    if (file === undefined || found?.text !== wanted.text) continue;
    if (wanted.hall !== undefined && hallName(wanted.hall) !== placement.hall.value) continue;
    if (wanted.date !== undefined && wanted.date !== found.date) continue;
    const part = file.parts.filter((one) => one.drawer === found).findIndex(({ id }) => id === drawer.id);
    return { part, place: file.place, found };
  }
  return null;
}

/** Says in its file whether a drawer is pinned, and changes nothing else of it. @param pinned as it is where nobody says */
async function pin(
  project: Pick<OpenedProject, "reading">,
  { part, place, found }: SameDrawer,
  { edit: held, source, pinned, at }: EditedFile & { readonly pinned: boolean | undefined; readonly at: string },
): Promise<Draft> {
  const isOwn = ({ block }: FoundDrawer): boolean => block.start === found.block.start;
  const own = readDrawers(held.before).findIndex(isOwn);
  let { after } = held;
  if (pinned !== undefined && pinned !== pinnedIn(held.before, place.room).some(isOwn)) {
    const said = framed(withPinsSaid(after, place.room));
    after = marked(said, readDrawers(said)[own] as FoundDrawer, { pinned: pinned ? at : null });
  }
  const edit = { ...held, after };
  return { id: (await idsIn(project, { edit, source }))[own]?.[part] as string, edit };
}

/**
 * The same drawer where its file holds it and the index doesn't know it: whoever added it was interrupted, and says it again; or a change is taken
 * back, and the earlier version counts again, with its day and its hall. Null where there is none.
 */
async function kept(
  project: Pick<OpenedProject, "indexHandle" | "reading">,
  { edit: held, source }: EditedFile,
  wanted: Wanted & { readonly isChange: boolean },
): Promise<Draft | null> {
  const same = (one: FoundDrawer): boolean =>
    one.text === wanted.text && one.scope === wanted.scope && (wanted.hall === null || one.hall === wanted.hall);
  const all = readDrawers(held.before);
  const drawers = all.filter(same);
  if (drawers.length === 0) return null;
  const now = readDrawers(held.after);
  const isBack = wanted.isChange && wanted.date === undefined && drawers.every(({ superseded }) => superseded !== null);
  const earlier = all.findLastIndex(
    (one) => isBack && same(one) && (one.pinned === undefined) === (wanted.pinned === undefined),
  );
  if (earlier >= 0) {
    const edit = { ...held, after: marked(held.after, now[earlier] as FoundDrawer, { superseded: null }) };
    const id = (await idsIn(project, { edit, source }))[earlier]?.[0];
    return id === undefined ? null : { id, edit };
  }
  const ids = await idsIn(project, { edit: held, source });
  const alike = ids.filter((_, i) => same(now[i] as FoundDrawer));
  const stored = await project.indexHandle.use((index) => index.get(alike.flat(), [wanted.scope]));
  const missing = alike.find((parts) => parts.some((id) => !stored.some(({ drawer }) => drawer.id === id)));
  if (missing === undefined) return null;
  const edit = { ...held, before: eraseDrawer(held.before, all[ids.indexOf(missing)] as FoundDrawer) };
  return { id: missing[0] as string, edit };
}

/** The ids of each drawer of a file as it is to be, part by part; none of one that is superseded, or where there is nothing to read in it. */
async function idsIn(
  project: Pick<OpenedProject, "reading">,
  { edit: { path, after }, source }: EditedFile,
): Promise<readonly (readonly string[])[]> {
  const { place: placing, settings } = await project.reading();
  const place = drawerFilePlace(`palace/${path}`) as FilePlace;
  const { found } = manualDocuments({ path, place, text: after }, { source, settings, place: placing });
  const parts = Map.groupBy(found.keys(), (id) => found.get(id)?.block.start);
  return readDrawers(after).map(({ block }) => parts.get(block.start) ?? []);
}

type Wanted = Omit<ManualDrawer, "id"> & { readonly scope: Scope };

/** Adds to the end of a large file that is as it was left, without reading the rest of it; null where it isn't. */
async function writeAtEnd(
  project: OpenedProject,
  { file, path }: { readonly file: string; readonly path: string },
  source: Source,
  wanted: Wanted,
): Promise<Draft | null> {
  const room = { file, path, cursors: project.catalog.cursors };
  const end = await roomEnd(room, source.key);
  if (end === null) return null;
  const { place, settings } = await project.reading();
  const added = await project.indexHandle.use(
    async (index) => await addedAtEnd(room, { end, drawer: wanted }, { source, settings, place, index }),
  );
  if (added === null) return null;
  await writeFileAtomically(file, added.text, added.from);
  return added;
}

async function newDraft(project: OpenedProject, { edit: held, source }: EditedFile, wanted: Wanted): Promise<Draft> {
  const { room } = drawerFilePlace(`palace/${held.path}`) as FilePlace;
  const said = withPinsSaid(held.after, room);
  const taken = new Set(readDrawers(said).map(({ id }) => id));
  const free = (wanted: string): string => {
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
    return id;
  };
  const withId = (id: string): string => framed(writeDrawer(said, { id: free(id), ...wanted }, room));
  // The id follows from what the file then holds, so the file is read as it would be, with another id in the marker.
  const id = (await idsIn(project, { edit: { ...held, after: withId("new") }, source })).at(-1)?.[0];
  if (id === undefined)
    throw new LociError("USAGE", "there is nothing to read in it: it is encoded data from end to end", {
      hint: "add words that say what it is, or index the file that holds it",
    });
  return { id, edit: { ...held, after: withId(id) } };
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
