import { sealedText, textIfThere } from "../../files/plain-file.ts";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { replaceFile, writeFileAtomically } from "../../files/write-file-atomically.ts";
import { KeptSessions, keptFolder } from "../../ingest/kept/kept-sessions.ts";
import { isInside } from "../../ingest/source-key.ts";
import { LociError } from "../../model/error.ts";
import { example, step } from "../../model/next-step.ts";
import { NO_EDITS } from "../../model/drawer.ts";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";
import { drawerFilePlace, framed, readDrawers, writeDrawer } from "../../palace/drawer-file.ts";
import type { SpendLimits } from "../../storage/ports/catalog.ts";
import type { FactChange, FactList, FactSource, FactStore, FactWriter } from "../../storage/ports/fact-store.ts";
import { indexNow } from "../documents/index-now.ts";
import type { Scope } from "../../model/caller.ts";
import type { ComposedProject } from "../opened-project.ts";
import { ForgottenTexts } from "../palace/leave-no-trace.ts";
import { joinedNotes } from "../../conversation/chats/memory-file.ts";
import { chatFile, chatFiles, memoryText, MESSAGES, notesName } from "../chats/chat-files.ts";
import { isAttribute } from "../../facts/grammar/attribute-keys.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { readIdentity, writeIdentity } from "./identity.ts";

export type MergedProjects = Awaited<ReturnType<typeof mergeProjects>>;

export interface Merge {
  readonly from: ComposedProject;
  readonly into: ComposedProject;
}

/** Accesses in one transaction, audit entries that come over. */
const BATCH = 500;
const AUDIT = 10_000;
const NO_LIMITS: SpendLimits = { dayTokens: null, dayMicros: null, jobTokens: null, callerTokens: null };

/**
 * Makes one project of two: all that is in `from` comes into `into`, with its ids, its history and its provenance, and its names lead there. What is
 * copied is left as it stands until all is there, so a merge that ended half-way is begun again, and nothing doubles.
 * @throws LociError `USAGE` where a source is in both with different scopes, or an index is on a server; storage errors
 */
export async function mergeProjects(merge: Merge) {
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
  const chats = takeChats(merge, sources);
  for (const source of sources) await takeSource(merge, source, chats);
  await takeMemory(merge, chats);
  takeKept(merge, sources);
  const lists = await takeFacts(merge, chats);
  await takeRecords(merge);
  await indexNow(into, { kind: "index", sources: await into.catalog.sources.list() }, {});
  await takeAccesses(merge, await drawerIds(from));
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

/** Chats of the other project by their folders there: what they were called, and where they stand now. */
type TakenChats = ReadonlyMap<string, TakenChat>;
type TakenChat = Readonly<Record<"was" | "name" | "folder", string>> & { readonly scope: Scope };

/**
 * Finds each chat its place; one of a name that both have gets another one. All but its messages comes over here.
 */
function takeChats({ from, into }: Merge, sources: readonly Source[]): TakenChats {
  const placed = sources.flatMap((source) => {
    const { name: was, root, options } = source;
    if (basename(root) !== MESSAGES || !isInside(root, from.folder.chats) || !existsSync(root)) return [];
    const scope = options.scope ?? "admin";
    const fileOf = (name: string): string => chatFile(into.folder.chats, name, scope);
    let name = was;
    for (let nth = 1; existsSync(fileOf(name)) && !readFileSync(fileOf(name)).equals(readFileSync(root)); nth++)
      name = `${was}-${from.name}${nth === 1 ? "" : `-${nth}`}`;
    const folder = dirname(fileOf(name));
    if (!existsSync(fileOf(name))) {
      cpSync(dirname(root), folder, { recursive: true, filter: (path) => basename(path) !== MESSAGES });
      const { memory } = chatFiles(folder, fileOf(name), "kb");
      const notes = memoryText(memory);
      if (notes !== "") replaceFile(memory, sealedText(joinedNotes("", notes, () => name)), { durable: true });
    }
    return [[dirname(root), { was, name, scope, folder }] as const];
  });
  return new Map(placed);
}

function takenChat(chats: TakenChats, scope: Scope, chat: string): TakenChat | undefined {
  const whose = (one: Scope): string => (one.startsWith("user:") ? one : "owner");
  return [...chats.values()].find((one) => one.was === chat && whose(one.scope) === whose(scope));
}

const nameNow = (chats: TakenChats, scope: Scope, chat: string): string => takenChat(chats, scope, chat)?.name ?? chat;

/** The notes of the owner's chats, which share a file. */
async function takeMemory({ from, into }: Merge, chats: TakenChats): Promise<void> {
  const sharedMemory = ({ folder }: ComposedProject): string => join(folder.chats, "memory.md");
  const text = memoryText(sharedMemory(from));
  if (text === "") return;
  const ours = sharedMemory(into);
  const both = joinedNotes(memoryText(ours), text, (chat) => nameNow(chats, "admin", chat));
  await writeFileAtomically(ours, Buffer.from(sealedText(both)));
}

async function takeSource(merge: Merge, source: Source, chats: TakenChats): Promise<void> {
  const { from, into } = merge;
  if (!isInside(source.root, from.folder.root)) {
    if ((await into.catalog.sources.get(source.key)) === null)
      await into.catalog.sources.put({ ...source, ...BEFORE_RUNS });
    return;
  }
  if (!existsSync(source.root)) return;
  if (source.kind === "hand") return await takeDrawers(merge, source);
  const chat = chats.get(dirname(source.root));
  const isFolder = statSync(source.root).isDirectory();
  const same = join(into.folder.root, relative(from.folder.root, source.root));
  const sourceAt = async (place: string) => await into.catalog.sources.get(into.keyOf(source.kind, place));
  const born = source.options.bornAs?.[""] ?? source.key;
  // A file keeps its name, by which its drawers are known, and stands beside another one of that name.
  const isFree = isFolder || !existsSync(same) || (await sourceAt(same))?.options.bornAs?.[""] === born;
  const beside = isFree ? same : join(dirname(same), basename(from.folder.root), basename(same));
  const root = chat === undefined ? beside : join(chat.folder, basename(source.root));
  const there = await sourceAt(root);
  const names = isFolder ? await copyFiles(source.root, root) : [];
  const bornAs = {
    ...Object.fromEntries(names.map((name) => [name, source.options.bornAs?.[name] ?? source.key])),
    ...(there === null && !isFolder && { "": born }),
    ...there?.options.bornAs,
  };
  const name = chat === undefined ? source.name : basename(root) === MESSAGES ? chat.name : notesName(chat.name);
  // It is said before the file comes: what is begun again knows whose it is.
  await into.catalog.sources.put({
    ...(there ?? { ...source, ...BEFORE_RUNS, name }),
    key: into.keyOf(source.kind, root),
    root,
    options: { ...(there ?? source).options, bornAs },
    recipe: null,
  });
  if (!existsSync(root)) await writeFileAtomically(root, readFileSync(source.root));
}

/** Copies the files of a folder; of one that both have, the lines that are missing. @returns names of those that were not there */
async function copyFiles(from: string, to: string): Promise<readonly string[]> {
  const fresh: string[] = [];
  for (const name of readdirSync(from).sort()) {
    const source = join(from, name);
    const target = join(to, name);
    if (!statSync(source).isFile()) continue;
    if (!existsSync(target)) fresh.push(name);
    const ours = existsSync(target) ? readFileSync(target, "utf8") : "";
    await writeFileAtomically(target, joinedLines(ours, readFileSync(source, "utf8")));
  }
  return fresh;
}

function joinedLines(one: string, other: string): string {
  if (one === "") return other;
  const there = new Set(one.split("\n"));
  const more = other.split("\n").filter((line) => !there.has(line));
  return more.length === 0 ? one : `${one}${one.endsWith("\n") ? "" : "\n"}${more.join("\n")}\n`;
}

/** Drawers that were added by hand, each with the key that its id was made with. */
async function takeDrawers({ into }: Merge, source: Source): Promise<void> {
  const root = join(into.folder.memory, "palace");
  const key = into.keyOf("hand", root);
  for (const path of readdirSync(source.root, { recursive: true, encoding: "utf8" }).sort()) {
    const place = drawerFilePlace(`palace/${path.replaceAll("\\", "/")}`);
    if (place === null) continue;
    const file = join(root, path);
    let text = existsSync(file) ? readFileSync(file, "utf8") : "";
    for (const drawer of readDrawers(readFileSync(join(source.root, path), "utf8"))) {
      const { superseded, born = source.key } = drawer;
      if (superseded === null)
        text = writeDrawer(text, { ...drawer, born: born === key ? undefined : born }, place.room);
    }
    if (text !== "") await writeFileAtomically(file, framed(text));
  }
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
    // What says something else under an id of ours gets an id of its own.
    ours.takeFrom(theirs, (messages, path) => {
      const known = Map.groupBy(ours.load(path)?.messages ?? [], ({ id }) => id);
      const isOther = ({ id, text }: TranscriptMessage) => known.get(id)?.every((one) => one.text !== text) === true;
      return messages.map((one) => (isOther(one) ? { ...one, id: `${one.id} (${from.name})` } : one));
    });
  }
}

/** A change as it is told in the chats' names of the other project. */
function placedIn<T extends { readonly source: FactSource }>(chats: TakenChats, one: T, scope: Scope): T {
  return { ...one, source: { ...one.source, chat: nameNow(chats, scope, one.source.chat) } };
}

async function withFacts<T>(
  { engines, folder, settings }: ComposedProject,
  work: (store: FactStore) => Promise<T>,
): Promise<T> {
  const store = await engines.openFactStore({ project: basename(folder.root), folder, settings });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function takeFacts({ from, into }: Merge, chats: TakenChats): Promise<number> {
  const { lists, changes } = await withFacts(from, (store) =>
    store.read((reader) => ({
      lists: reader
        .lists(null)
        .map((list) => ({ ...list, items: list.items.map((item) => placedIn(chats, item, list.scope)) })),
      changes: reader.changesAfter(0).map((change) => placedIn(chats, change, change.scope)),
    })),
  );
  await withFacts(into, (store) =>
    store.write((writer) => {
      const told = lists.map(({ scope, key }) => lastTold(writer.changes(scope, key)));
      takeChanges(writer, changes);
      for (const [i, list] of lists.entries()) takeList(writer, list, told[i] as number);
    }),
  );
  return lists.length;
}

/** In the order in which they were made: what was said last is taken back first. */
function takeChanges(writer: FactWriter, changes: readonly FactChange[]): void {
  const identityOf = ({ scope, key, group, recordedAt, operations }: FactChange): string =>
    JSON.stringify([scope, key, group, recordedAt, operations]);
  const known = new Set(writer.changesAfter(0).map(identityOf));
  for (const { sequence: _, undoneBy, ...change } of changes.filter((one) => !known.has(identityOf(one)))) {
    const sequence = writer.addChange(change);
    if (undoneBy !== null) writer.markUndone([sequence], undoneBy);
  }
}

/**
 * A list that only one has comes over as it is; of one that both have, the items that are missing come behind, each where it was said. Of a fact that
 * both have, what was said last holds.
 * @param told when it had last been spoken of here
 */
function takeList(writer: FactWriter, list: FactList, told: number): void {
  const { topic, items: there } = writer.list(list.scope, list.key) ?? { ...list, items: [] };
  const changes = writer.changes(list.scope, list.key);
  const keys = new Set(there.map(({ key }) => key));
  const joined = [...there, ...list.items.filter(({ key }) => !keys.has(key))];
  const items = !isAttribute(list.key) ? joined : lastTold(changes) > told ? list.items : there;
  writer.putList({ ...list, topic, items, revision: changes.at(-1)?.sequence ?? 0 });
}

const lastTold = (changes: readonly FactChange[]): number =>
  changes.reduce((last, { source }) => Math.max(last, source.time), 0);

/** What the catalog alone knows, and the questions that the owner keeps. What comes again from a merge that ended half-way is known by its id. */
async function takeRecords({ from, into }: Merge): Promise<void> {
  const { edits } = await from.catalog.palace.read();
  const joined = <T>(one: readonly T[] = [], other: readonly T[] = []): readonly T[] => [
    ...new Map([...one, ...other].map((item) => [JSON.stringify(item), item])).values(),
  ];
  if (JSON.stringify(edits) !== JSON.stringify(NO_EDITS))
    await into.catalog.palace.change((ours) => ({
      // The last one holds: in this project nothing changes its place.
      corrections: joined(edits.corrections, ours.corrections),
      tunnels: joined(ours.tunnels, edits.tunnels),
      deeds: joined(edits.deeds, ours.deeds),
    }));
  const known = new Set((await into.catalog.audit.list(AUDIT)).map((entry) => JSON.stringify(entry)));
  const audit = (await from.catalog.audit.list(AUDIT)).filter((entry) => !known.has(JSON.stringify(entry)));
  await into.catalog.audit.append(audit.toReversed());
  for (const job of (await from.catalog.jobs.list(1_000)).toReversed())
    if ((await into.catalog.jobs.get(job.id)) === null) await into.catalog.jobs.put(job);
  const of = readIdentity(from.home, basename(from.folder.root))?.id ?? from.name;
  for (const spent of await from.catalog.spend.since(""))
    await into.catalog.spend.reserve({ ...spent, id: `${of} ${spent.day} ${spent.caller} ${spent.job}` }, NO_LIMITS);
  const [ours, theirs] = [into, from].map(({ folder }) => textIfThere(folder.questions) ?? "") as [string, string];
  if (theirs.trim() !== "") await writeFileAtomically(into.folder.questions, joinedLines(ours, theirs));
}

/** Of all that a project's index holds. */
const drawerIds = async ({ indexHandle }: ComposedProject): Promise<readonly string[]> =>
  await indexHandle.use(async (index) => {
    const found: string[] = [];
    for (const ref of await index.documents())
      for (const { drawer } of await index.documentDrawers(ref, "all")) found.push(drawer.id);
    return found;
  });

/** Who was shown which drawer; by their ids, which are the same. */
async function takeAccesses({ from, into }: Merge, ids: readonly string[]): Promise<void> {
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
  const formerNames = [...ours.formerNames, from.name, basename(from.folder.root), ...(theirs?.formerNames ?? [])];
  const repositories = [...ours.repositories, ...(theirs?.repositories ?? [])];
  writeIdentity(into.home, key, {
    ...ours,
    formerNames: [...new Set(formerNames)].filter((name) => name !== ours.name),
    repositories: [...new Map(repositories.map((one) => [JSON.stringify(one), one])).values()],
  });
}
