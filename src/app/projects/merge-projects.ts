import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { KeptSessions, keptFolder } from "../../ingest/kept/kept-sessions.ts";
import { isInside } from "../../ingest/source-key.ts";
import { LociError } from "../../model/error.ts";
import { example, step } from "../../model/next-step.ts";
import { NO_EDITS } from "../../model/drawer.ts";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";
import { drawerFilePlace, framed, readDrawers, writeDrawer } from "../../palace/drawer-file.ts";
import type { FactList, FactWriter } from "../../storage/ports/fact-store.ts";
import { indexNow } from "../documents/index-now.ts";
import type { ComposedProject } from "../opened-project.ts";
import { ForgottenTexts } from "../palace/leave-no-trace.ts";
import { readIdentity, writeIdentity } from "./identity.ts";

/** What became one. */
export interface MergedProjects {
  readonly from: string;
  readonly into: string;
  readonly sources: number;
  readonly documents: number;
  readonly lists: number;
}

interface Merge {
  readonly from: ComposedProject;
  readonly into: ComposedProject;
}

/** Accesses in one transaction, audit entries that come over. */
const BATCH = 500;
const AUDIT = 10_000;

/**
 * Makes one project of two: all that is in `from` comes into `into`, with its ids, its history and its provenance, and its names lead there. What is
 * copied is left as it stands until all is there, so a merge that ended half-way is begun again, and nothing doubles.
 * @throws LociError `USAGE` where a source is in both with different scopes, or an index is on a server; storage errors
 */
export async function mergeProjects(merge: Merge): Promise<MergedProjects> {
  const { from, into } = merge;
  if (from.folder.root === into.folder.root)
    throw new LociError("USAGE", "a project can't be merged with itself", { hint: "name two projects" });
  if (from.storeUri() !== "")
    throw new LociError("USAGE", `the index of '${from.name}' is on a server`, {
      hint: "move it back to the folder first",
    });
  const sources = await from.catalog.sources.list();
  await requireSameScopes(merge, sources);
  new ForgottenTexts(into.folder.root).takeOver(new ForgottenTexts(from.folder.root));
  for (const source of sources) await takeSource(merge, source);
  takeKept(merge, sources);
  const lists = await takeFacts(merge);
  await takeRecords(merge);
  const all = await into.catalog.sources.list();
  await indexNow(into, { kind: "index", sources: all }, {});
  await takeAccesses(merge);
  const documents = await into.indexHandle.use(async (index) => (await index.documents()).length);
  takeNames(merge);
  return { from: from.name, into: into.name, sources: sources.length, documents, lists };
}

/** Takes the folder of a merged project away, in one step for whoever looks, once it is closed. */
export function removeMerged(home: string, key: string): void {
  const gone = join(home, "projects", `.merged-${key}`);
  rmSync(gone, { recursive: true, force: true });
  renameSync(join(home, "projects", key), gone);
  rmSync(gone, { recursive: true, force: true });
}

async function requireSameScopes({ into }: Merge, sources: readonly Source[]): Promise<void> {
  for (const { key, root, options } of sources) {
    const other = await into.catalog.sources.get(key);
    if (other !== null && other.options.scope !== options.scope)
      throw new LociError("USAGE", `'${root}' is in both, in different scopes`, {
        hint: step`remove it from one of them first: ${example("sources rm", key)}`,
      });
  }
}

async function takeSource(merge: Merge, source: Source): Promise<void> {
  const { from, into } = merge;
  if (!isInside(source.root, from.folder.root)) {
    if ((await into.catalog.sources.get(source.key)) === null)
      await into.catalog.sources.put({ ...source, ...BEFORE_RUNS });
    return;
  }
  if (source.kind === "hand") return await takeDrawers(merge, source);
  const isFolder = statSync(source.root, { throwIfNoEntry: false })?.isDirectory() === true;
  const root = isFolder ? join(into.folder.root, relative(from.folder.root, source.root)) : freePlace(merge, source);
  const names = isFolder ? await copyFiles(source.root, root) : await copyFile(source.root, root);
  const key = into.keyOf(source.kind, root);
  const there = await into.catalog.sources.get(key);
  const born = Object.fromEntries(
    (isFolder ? names : [""]).map((name) => [name, source.options.bornAs?.[name] ?? source.key]),
  );
  const options = { ...(there ?? source).options, bornAs: { ...born, ...there?.options.bornAs } };
  const name =
    there?.name ??
    (isInside(root, into.folder.chats) && basename(dirname(root)) !== basename(dirname(source.root))
      ? `${source.name} (${from.name})`
      : source.name);
  await into.catalog.sources.put({
    ...(there ?? { ...source, ...BEFORE_RUNS }),
    key,
    root,
    name,
    options,
    recipe: null,
  });
}

/** Where a file of one project stands in the other: at the same place, or beside another one of its name. */
function freePlace({ from, into }: Merge, { root }: Source): string {
  const same = join(into.folder.root, relative(from.folder.root, root));
  if (!existsSync(same) || readFileSync(same).equals(readFileSync(root))) return same;
  // A chat is its folder. A file keeps its name, by which its drawers are known.
  return isInside(root, from.folder.chats)
    ? join(dirname(dirname(same)), `${basename(dirname(same))}-${from.name}`, basename(same))
    : join(dirname(same), basename(from.folder.root), basename(same));
}

async function copyFile(from: string, to: string): Promise<readonly string[]> {
  await writeFileAtomically(to, readFileSync(from));
  return [basename(to)];
}

/** Copies the files of a folder; of one that both have, the lines that are missing. @returns names of those that came over whole */
async function copyFiles(from: string, to: string): Promise<readonly string[]> {
  const whole: string[] = [];
  for (const name of readdirSync(from).sort()) {
    const source = join(from, name);
    const target = join(to, name);
    if (!statSync(source).isFile()) continue;
    const bytes = readFileSync(source);
    if (!existsSync(target) || readFileSync(target).equals(bytes)) whole.push(name);
    if (!existsSync(target)) await writeFileAtomically(target, bytes);
    else await writeFileAtomically(target, joinedLines(readFileSync(target, "utf8"), bytes.toString("utf8")));
  }
  return whole;
}

function joinedLines(one: string, other: string): string {
  const there = new Set(one.split("\n"));
  const more = other.split("\n").filter((line) => !there.has(line));
  return more.length === 0 ? one : `${one}${one.endsWith("\n") || one === "" ? "" : "\n"}${more.join("\n")}\n`;
}

/** Drawers that were added by hand, each with the key that its id was made with. */
async function takeDrawers({ into }: Merge, source: Source): Promise<void> {
  const root = join(into.folder.memory, "palace");
  for (const path of readdirSync(source.root, { recursive: true, encoding: "utf8" }).sort()) {
    const place = drawerFilePlace(`palace/${path.replaceAll("\\", "/")}`);
    if (place === null) continue;
    const file = join(root, path);
    let text = existsSync(file) ? readFileSync(file, "utf8") : "";
    for (const drawer of readDrawers(readFileSync(join(source.root, path), "utf8")).drawers)
      if (!drawer.superseded) text = writeDrawer(text, { ...drawer, born: drawer.born ?? source.key }, place.room);
    await writeFileAtomically(file, framed(text));
  }
  const key = into.keyOf("hand", root);
  if ((await into.catalog.sources.get(key)) === null)
    await into.catalog.sources.put({ ...source, ...BEFORE_RUNS, key, root });
}

/** Sessions that were mined or recorded, by source. */
function takeKept({ from, into }: Merge, sources: readonly Source[]): void {
  for (const { key, kind, root } of sources) {
    if (kind !== "chat" || !existsSync(keptFolder(from.folder.sessions, key))) continue;
    const isRecorded = isInside(root, from.folder.recorded);
    const there = isRecorded ? into.keyOf("chat", join(into.folder.recorded, basename(root))) : key;
    const theirs = new KeptSessions(keptFolder(from.folder.sessions, key));
    const ours = new KeptSessions(keptFolder(into.folder.sessions, there));
    for (const path of theirs.paths()) {
      const session = theirs.load(path);
      if (session === null) continue;
      const { header, messages, title, files } = session;
      for (const file of files.length === 0 ? [""] : files)
        ours.take(path, { header, messages, title, file, counts: "more", older: theirs.isOlder(path) });
    }
    ours.save();
  }
}

async function takeFacts({ from, into }: Merge): Promise<number> {
  const place = ({ folder, settings }: ComposedProject) => ({ project: basename(folder.root), folder, settings });
  const theirs = await from.engines.openFactStore(place(from));
  const ours = await into.engines.openFactStore(place(into));
  try {
    const lists = await theirs.read((reader) =>
      reader.lists(null).map((list) => ({ list, changes: reader.changes(list.scope, list.key) })),
    );
    await ours.write((writer) => {
      for (const one of lists) takeList(writer, one);
    });
    return lists.length;
  } finally {
    await theirs.close();
    await ours.close();
  }
}

type TakenList = { readonly list: FactList; readonly changes: ReturnType<FactWriter["changes"]> };

/** A list that only one has comes over as it is; of one that both have, the items that are missing come behind, each where it was said. */
function takeList(writer: FactWriter, { list, changes }: TakenList): void {
  const there = writer.list(list.scope, list.key);
  const known = new Set(writer.changes(list.scope, list.key).map(identityOf));
  let revision = there?.revision ?? 0;
  for (const change of changes) {
    if (known.has(identityOf(change))) continue;
    const { sequence: _, undoneBy, ...rest } = change;
    revision = writer.addChange(rest);
    if (undoneBy !== null) writer.markUndone([revision], undoneBy);
  }
  const keys = new Set(there?.items.map(({ key }) => key));
  const items = [...(there?.items ?? []), ...list.items.filter(({ key }) => !keys.has(key))];
  writer.putList({ ...list, topic: there?.topic ?? list.topic, items, revision });
}

function identityOf({ group, recordedAt, operations }: TakenList["changes"][number]): string {
  return JSON.stringify([group, recordedAt, operations]);
}

/** What the catalog alone knows, and the questions that the owner keeps. */
async function takeRecords({ from, into }: Merge): Promise<void> {
  const { edits } = await from.catalog.palace.read();
  const joined = <T>(one: readonly T[] = [], other: readonly T[] = []): readonly T[] => [
    ...new Map([...one, ...other].map((item) => [JSON.stringify(item), item])).values(),
  ];
  if (JSON.stringify(edits) !== JSON.stringify(NO_EDITS))
    await into.catalog.palace.change((ours) => ({
      corrections: joined(ours.corrections, edits.corrections),
      tunnels: joined(ours.tunnels, edits.tunnels),
      deeds: joined(ours.deeds, edits.deeds),
    }));
  const known = new Set((await into.catalog.audit.list(AUDIT)).map((entry) => JSON.stringify(entry)));
  const audit = (await from.catalog.audit.list(AUDIT)).toReversed();
  await into.catalog.audit.append(audit.filter((entry) => !known.has(JSON.stringify(entry))));
  for (const job of (await from.catalog.jobs.list(1_000)).toReversed())
    if ((await into.catalog.jobs.get(job.id)) === null) await into.catalog.jobs.put(job);
  const { questions } = from.folder;
  if (!existsSync(questions)) return;
  const ours = existsSync(into.folder.questions) ? readFileSync(into.folder.questions, "utf8") : "";
  await writeFileAtomically(into.folder.questions, joinedLines(ours, readFileSync(questions, "utf8")));
}

/** Who was shown which drawer; by their ids, which are the same. */
async function takeAccesses({ from, into }: Merge): Promise<void> {
  const ids = await from.indexHandle.use(async (index) => {
    const found: string[] = [];
    for (const ref of await index.documents())
      for (const { drawer } of await index.documentDrawers(ref, "all")) found.push(drawer.id);
    return found;
  });
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    const there = await into.catalog.accesses.last(some, "all");
    const theirs = await from.catalog.accesses.last(some, "all");
    const missing = [...theirs].flatMap(([id, accesses]) => (there.has(id) ? [] : accesses.toReversed()));
    if (missing.length > 0) await into.catalog.accesses.record(missing);
  }
}

/** From here on the other project's names, and its folders, are this one's. */
function takeNames({ from, into }: Merge): void {
  const key = basename(into.folder.root);
  const ours = readIdentity(into.home, key);
  const theirs = readIdentity(from.home, basename(from.folder.root));
  if (ours === null) throw new LociError("STORAGE_FAILED", `'${into.name}' has no identity that can be read`);
  const formerNames = [
    ...new Set([...ours.formerNames, from.name, basename(from.folder.root), ...(theirs?.formerNames ?? [])]),
  ];
  const repositories = [...ours.repositories, ...(theirs?.repositories ?? [])];
  writeIdentity(into.home, key, {
    ...ours,
    formerNames: formerNames.filter((name) => name !== ours.name),
    repositories: [...new Map(repositories.map((one) => [JSON.stringify(one), one])).values()],
  });
}
