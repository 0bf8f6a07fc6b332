import { sealedText } from "../../files/plain-file.ts";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { replaceFile, writeFileAtomically } from "../../files/write-file-atomically.ts";
import { KeptSessions, keptFolder } from "../../ingest/kept/kept-sessions.ts";
import { isInside } from "../../ingest/source-key.ts";
import { LociError } from "../../model/error.ts";
import { example, step } from "../../model/next-step.ts";
import { NO_EDITS, type PalaceEdits } from "../../model/drawer.ts";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";
import { drawerFilePlace, framed, readDrawers, writeDrawer } from "../../palace/drawer-file.ts";
import type { SpendLimits } from "../../storage/ports/catalog.ts";
import type { FactChange, FactList, FactSource, FactWriter } from "../../storage/ports/fact-store.ts";
import { indexNow } from "../documents/index-now.ts";
import type { Scope } from "../../model/caller.ts";
import type { ComposedProject } from "../opened-project.ts";
import { ForgottenTexts } from "../palace/leave-no-trace.ts";
import { joinedNotes } from "../../conversation/chats/memory-file.ts";
import { chatFile, chatFiles, memoryText, MESSAGES, notesName } from "../chats/chat-files.ts";
import { isAttribute } from "../../facts/grammar/attribute-keys.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import {
  cameNow,
  type Coming,
  identityOf,
  questionsOf,
  sessionMark,
  sharedMemory,
  whatComes,
  withFacts,
} from "./came.ts";
import { readIdentity, writeIdentity } from "./identity.ts";

export type MergedProjects = Awaited<ReturnType<typeof mergeProjects>>;

export interface Merge {
  readonly from: ComposedProject;
  readonly into: ComposedProject;
}

/** Accesses in one transaction, audit entries that come over. */
const BATCH = 500;
const AUDIT = 10_000;
export const NO_LIMITS: SpendLimits = { dayTokens: null, dayMicros: null, jobTokens: null, callerTokens: null };

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
  // While each still has its own.
  const comes = await whatComes(merge, sources);
  const chats = takeChats(merge, sources);
  for (const source of sources) await takeSource(merge, source, chats);
  await takeMemory(merge, chats);
  const sessions = takeKept(merge, sources);
  const lists = await takeFacts(merge, chats);
  await takeRecords(merge, comes);
  await indexNow(into, { kind: "index", sources: await into.catalog.sources.list() }, {});
  await takeAccesses(merge, await drawerIds(from));
  const documents = await into.indexHandle.use(async (index) => (await index.documents()).length);
  takeNames(merge, cameNow(comes, sessions));
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
export type TakenChats = ReadonlyMap<string, TakenChat>;
type TakenChat = Readonly<Record<"was" | "name" | "folder", string>> & { readonly scope: Scope };

/**
 * Finds each chat its place; one of a name that both have gets another one. All but its messages comes over here.
 * @param called what each is to be called, where it is free
 */
export function takeChats(
  { from, into }: Merge,
  sources: readonly Source[],
  called = ({ name }: Source): string => name,
): TakenChats {
  const placed = sources.flatMap((source) => {
    const { name: was, root, options } = source;
    if (basename(root) !== MESSAGES || !isInside(root, from.folder.chats) || !existsSync(root)) return [];
    const scope = options.scope ?? "admin";
    const fileOf = (name: string): string => chatFile(into.folder.chats, name, scope);
    const own = called(source);
    let name = own;
    for (let nth = 1; existsSync(fileOf(name)) && !readFileSync(fileOf(name)).equals(readFileSync(root)); nth++)
      name = `${own}-${from.name}${nth === 1 ? "" : `-${nth}`}`;
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

export function takenChat(chats: TakenChats, scope: Scope, chat: string): TakenChat | undefined {
  const whose = (one: Scope): string => (one.startsWith("user:") ? one : "owner");
  return [...chats.values()].find((one) => one.was === chat && whose(one.scope) === whose(scope));
}

const nameNow = (chats: TakenChats, scope: Scope, chat: string): string => takenChat(chats, scope, chat)?.name ?? chat;

/** The notes of the owner's chats, which share a file. @param text those that come */
export async function takeMemory(
  { from, into }: Merge,
  chats: TakenChats,
  text = memoryText(sharedMemory(from)),
): Promise<void> {
  if (text === "") return;
  const ours = sharedMemory(into);
  const both = joinedNotes(memoryText(ours), text, (chat) => nameNow(chats, "admin", chat));
  await writeFileAtomically(ours, Buffer.from(sealedText(both)));
}

export async function takeSource(merge: Merge, source: Source, chats: TakenChats): Promise<void> {
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

/** Drawers that were added by hand, each with the key that its id was made with. @param isTaken gets that key */
export async function takeDrawers(
  { into }: Merge,
  source: Source,
  isTaken: (born: string) => boolean = () => true,
): Promise<void> {
  const root = join(into.folder.memory, "palace");
  const key = into.keyOf("hand", root);
  for (const path of readdirSync(source.root, { recursive: true, encoding: "utf8" }).sort()) {
    const place = drawerFilePlace(`palace/${path.replaceAll("\\", "/")}`);
    if (place === null) continue;
    const file = join(root, path);
    let text = existsSync(file) ? readFileSync(file, "utf8") : "";
    for (const drawer of readDrawers(readFileSync(join(source.root, path), "utf8"))) {
      const { superseded, born = source.key } = drawer;
      if (superseded === null && isTaken(born))
        text = writeDrawer(text, { ...drawer, born: born === key ? undefined : born }, place.room);
    }
    if (text !== "") await writeFileAtomically(file, framed(text));
  }
  if ((await into.catalog.sources.get(key)) === null)
    await into.catalog.sources.put({ ...source, ...BEFORE_RUNS, key, root });
}

/** Sessions that were mined or recorded, by source. @returns marks of those that no folder tells the origin of, as they were and as they are */
function takeKept({ from, into }: Merge, sources: readonly Source[]): ReadonlyMap<string, string> {
  const sessions = new Map<string, string>();
  for (const { key, kind, root } of sources) {
    if (kind !== "chat" || !existsSync(keptFolder(from.folder.sessions, key))) continue;
    const isRecorded = isInside(root, from.folder.recorded);
    const there = isRecorded ? into.keyOf("chat", join(into.folder.recorded, basename(root))) : key;
    const theirs = new KeptSessions(keptFolder(from.folder.sessions, key));
    const ours = new KeptSessions(keptFolder(into.folder.sessions, there));
    // What says something else under an id of ours gets an id of its own.
    ours.takeFrom(theirs, (messages, path) => {
      const known = Map.groupBy(ours.load(path)?.messages ?? [], ({ id }) => id);
      const ids = new Set(messages.map(({ id }) => id));
      // Also where a merge ended half-way and is begun again.
      if (messages[0]?.workspace === undefined && known.keys().every((id) => ids.has(id)))
        sessions.set(sessionMark(key, path), sessionMark(there, path));
      const isOther = ({ id, text }: TranscriptMessage) => known.get(id)?.every((one) => one.text !== text) === true;
      return messages.map((one) => (isOther(one) ? { ...one, id: `${one.id} (${from.name})` } : one));
    });
  }
  return sessions;
}

/** A change as it is told in the chats' names of the other project. */
export function placedIn<T extends { readonly source: FactSource }>(chats: TakenChats, one: T, scope: Scope): T {
  return { ...one, source: { ...one.source, chat: nameNow(chats, scope, one.source.chat) } };
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
export function takeChanges(writer: FactWriter, changes: readonly FactChange[]): void {
  const known = new Set(writer.changesAfter(0).map(identityOf));
  addChanges(
    writer,
    changes.filter((change) => !known.has(identityOf(change))),
  );
}

export function addChanges(writer: FactWriter, changes: readonly FactChange[]): void {
  for (const { sequence: _, undoneBy, ...change } of changes) {
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

/** What the catalog alone knows, and the questions that the owner keeps. */
async function takeRecords({ from, into }: Merge, { spent, others }: Coming): Promise<void> {
  await takeEdits(into, (await from.catalog.palace.read()).edits);
  const known = new Set((await into.catalog.audit.list(AUDIT)).map((entry) => JSON.stringify(entry)));
  const audit = (await from.catalog.audit.list(AUDIT)).filter((entry) => !known.has(JSON.stringify(entry)));
  await into.catalog.audit.append(audit.toReversed());
  for (const job of (await from.catalog.jobs.list(1_000)).toReversed())
    if ((await into.catalog.jobs.get(job.id)) === null) await into.catalog.jobs.put(job);
  for (const one of [...spent, ...others.flatMap((came) => came.spent ?? [])])
    await into.catalog.spend.reserve(one, NO_LIMITS);
  await takeQuestions(into, questionsOf(from));
}

/** @param lines with one that is empty behind the last */
export async function takeQuestions(into: ComposedProject, lines: readonly string[]): Promise<void> {
  if (lines.every((line) => line === "")) return;
  await writeFileAtomically(into.folder.questions, joinedLines(questionsOf(into).join("\n"), lines.join("\n")));
}

export async function takeEdits(into: ComposedProject, edits: PalaceEdits): Promise<void> {
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
}

/** Of all that a project's index holds. */
export const drawerIds = async ({ indexHandle }: ComposedProject): Promise<readonly string[]> =>
  await indexHandle.use(async (index) => {
    const found: string[] = [];
    for (const ref of await index.documents())
      for (const { drawer } of await index.documentDrawers(ref, "all")) found.push(drawer.id);
    return found;
  });

/** Who was shown which drawer; by their ids, which are the same. */
export async function takeAccesses({ from, into }: Merge, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    const there = await into.catalog.accesses.last(some, "all");
    const theirs = await from.catalog.accesses.last(some, "all");
    const missing = [...theirs].flatMap(([id, accesses]) => (there.has(id) ? [] : accesses.toReversed()));
    if (missing.length > 0) await into.catalog.accesses.record(missing);
  }
}

/** From here on the other project's names, and its folders, are this one's. */
function takeNames({ from, into }: Merge, { own, others }: ReturnType<typeof cameNow>): void {
  const key = basename(into.folder.root);
  const ours = readIdentity(into.home, key);
  const theirs = readIdentity(from.home, basename(from.folder.root));
  if (ours === null) throw new LociError("STORAGE_FAILED", `'${into.name}' has no identity that can be read`);
  const theirNames = [from.name, basename(from.folder.root), ...(theirs?.formerNames ?? [])];
  const formerNames = [...new Set([...ours.formerNames, ...theirNames])];
  const elses = new Set(others.flatMap(({ names = [] }) => names));
  const came = [{ ...own, names: [...new Set(theirNames)].filter((name) => !elses.has(name)) }, ...others];
  const theirRepositories = (theirs?.repositories ?? []).map((one, i) =>
    i === 0 || one.came !== undefined ? { ...one, came: came.shift() } : one,
  );
  const repositories = [...ours.repositories, ...theirRepositories];
  writeIdentity(into.home, key, {
    ...ours,
    formerNames: formerNames.filter((name) => name !== ours.name),
    repositories: [...new Map(repositories.map((one) => [JSON.stringify(one), one])).values()],
  });
}
