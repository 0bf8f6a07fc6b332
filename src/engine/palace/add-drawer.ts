import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../config/write-file-atomically.ts";
import { handDocuments } from "../../ingest/hand/hand-documents.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { leaseName } from "../../ingest/lease-name.ts";
import type { Caller } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/scope.ts";
import { readyCorrections } from "../../palace/corrections.ts";
import { drawerFilePath, drawerFilePlace, type FilePlace } from "../../palace/drawer-file/file-place.ts";
import { readDrawers } from "../../palace/drawer-file/read-drawers.ts";
import { writeDrawer } from "../../palace/drawer-file/write-drawer.ts";
import { hallName } from "../../palace/hall-name.ts";
import { wingSlug } from "../../palace/wing.ts";
import { slug } from "../../text/slug.ts";
import type { OpenedProject } from "../open-project.ts";
import { recordDeeds } from "../record-deeds.ts";
import { Turns } from "../turns.ts";
import { underLease } from "../under-lease.ts";
import { writingScope } from "../writing-scope.ts";
import { checkDuplicate } from "./check-duplicate.ts";
import { handRoot, handSource } from "./hand-source.ts";

/** A drawer to be added by hand. */
export interface NewDrawer {
  /** The exact words. */
  readonly text: string;
  readonly wing: string;
  readonly room: string;
  /** One of the five, or a topical hall; found from the text when left out. */
  readonly hall?: string | undefined;
  /** `kb`, `admin` or `user:<id>`. When left out, only whoever adds it sees it: the owner (`admin`), or that user. */
  readonly scope?: string | undefined;
  /** Adds it even where a near-duplicate is stored. */
  readonly force?: boolean | undefined;
}

/** A drawer that was added. */
export interface AddedDrawer {
  /** Of the drawer; of its first part where it was too long for one. */
  readonly id: string;
  /** The markdown file that holds it: absolute for the owner, else relative to the project's memory. */
  readonly file: string;
  readonly wing: string;
  readonly room: string;
}

/** Adds a drawer by hand. */
export type AddDrawer = (drawer: NewDrawer, options?: { readonly caller?: Caller }) => Promise<AddedDrawer>;

/**
 * What adds drawers to a project by hand: first to `memory/palace/<wing>/<room>.md`, where a person can read, edit or delete it, then to the index.
 * When it has resolved, every search finds the drawer.
 *
 * One at a time, over all processes, from the look for a duplicate to the index: of two that say the same, the second must find the
 * first. Those of this project here queue up, which is quicker than asking for a lease again and again.
 *
 * @returns throws LociError `DUPLICATE` with `details.matches` where a drawer that says the same is stored, `USAGE`, `SCOPE_INVALID`, `FORBIDDEN`, `TOO_LARGE`
 */
export function drawerAdder(project: OpenedProject): AddDrawer {
  const turns = new Turns();
  return async (drawer, { caller = "owner" } = {}) => {
    const scope = writingScope("drawers", caller, drawer.scope);
    checkText(project, drawer.text);
    const place = await placeOf(project, drawer);
    return await turns.run("add", () => underLease(project, "drawer-add", () => addAlone(project, drawer, scope, place, caller)));
  };
}

async function addAlone(project: OpenedProject, drawer: NewDrawer, scope: Scope, place: FilePlace, caller: Caller): Promise<AddedDrawer> {
  const { text } = drawer;
  if (drawer.force !== true) {
    const { duplicate, matches } = await checkDuplicate(project, text, scope, caller);
    if (duplicate) {
      throw new LociError("DUPLICATE", "a drawer that says the same is stored already", {
        hint: "use that one, or add it all the same with --force",
        details: { matches },
      });
    }
  }
  const { keeper } = project;
  const source = await handSource(project);
  const path = drawerFilePath(place).slice("palace/".length);
  const file = join(handRoot(project), path);
  const hall = drawer.hall === undefined ? null : hallName(drawer.hall);
  const id = await underLease(project, leaseName("source", source.key), () => write(project, file, path, source, { text, scope, hall }));
  await keeper.use(async (index) => {
    const job = await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
    const failed = job.failed.find((one) => one.path === path);
    if (failed !== undefined) throw new LociError(failed.code, `the drawer is kept in '${file}' and could not be indexed: ${failed.message}`, { hint: "mend the file, then: loci index" });
  });
  await recordDeeds(project, [{ caller, action: "drawer.add", object: id, details: { scope } }]);
  return { id, file: caller === "owner" ? file : `palace/${path}`, ...place };
}

async function write(project: OpenedProject, file: string, path: string, source: Awaited<ReturnType<typeof handSource>>, said: { readonly text: string; readonly scope: Scope; readonly hall: string | null }): Promise<string> {
  const before = readIfThere(file);
  const place = drawerFilePlace(`palace/${path}`) as FilePlace;
  const taken = new Set(readDrawers(before).drawers.map(({ id }) => id));
  const free = (wanted: string): string => {
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
    return id;
  };
  const withId = (id: string): string =>
    writeDrawer(before, { id: free(id), scope: said.scope, hall: said.hall === "" ? null : said.hall, added: new Date(project.system.clock()).toISOString(), text: said.text }, place.room);
  // The id follows from what the file then holds, so the file is read as it would be, with another id in the marker.
  const { place: placing, settings } = await project.reading();
  const { found } = handDocuments({ path, place, text: withId("new"), contentHash: "", bytes: 0, modifiedAt: 0 }, { source, settings, place: placing });
  const added = free("new");
  const id = [...found].find(([, drawer]) => drawer.id === added)?.[0] as string;
  await writeFileAtomically(file, withId(id));
  return id;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    const { code = "unknown" } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "";
    throw new LociError("PATH_UNREADABLE", `'${file}' can't be read (${code})`, { hint: "check its permissions", cause: thrown });
  }
}

function checkText(project: OpenedProject, text: string): void {
  if (text.trim() === "") throw new LociError("USAGE", "the drawer has no text", { hint: "give the exact words to keep" });
  if (text.includes("\0") || !text.isWellFormed()) throw new LociError("USAGE", "the text holds characters that no text file can (NUL, or half of a pair)", { hint: "leave them out" });
  if (Buffer.byteLength(text) > project.settings.ingest.max_file_bytes / 2) throw new LociError("TOO_LARGE", "the text is too long for a drawer", { hint: "put it into a file and index that" });
}

/** Under the names that are in force, so that a room that was renamed gets no second file. */
async function placeOf(project: OpenedProject, { wing, room, hall }: NewDrawer): Promise<FilePlace> {
  const said = { wing: wingSlug(wing), room: slug(room) };
  const nameless = said.wing === "" ? "wing" : said.room === "" ? "room" : (hall ?? "").trim() !== "" && hallName(hall as string) === "" ? "hall" : null;
  if (nameless !== null) throw new LociError("USAGE", `the ${nameless} has no letters or digits`, { hint: "use names such as driftwood and auth-migration" });
  const names = readyCorrections((await project.catalog.palace.read()).edits.corrections);
  const shown = names.wing(said.wing);
  return { wing: shown, room: names.room(shown, said.room) };
}
