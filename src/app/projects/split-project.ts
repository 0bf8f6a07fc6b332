import { sealedText } from "../../files/plain-file.ts";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { memoryForPrompt, pinnedNotes, withoutLines } from "../../conversation/chats/memory-file.ts";
import { describeEffect, replayChanges } from "../../facts/lists/apply-operation.ts";
import { factRecord, replayList } from "../../facts/record/fact-record.ts";
import { writeBeside } from "../../facts/record/write-beside.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { KeptSessions, keptFolder } from "../../ingest/kept/kept-sessions.ts";
import { isInside } from "../../ingest/source-key.ts";
import type { PalaceEdits } from "../../model/drawer.ts";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { drawerFilePlace, eraseDrawer, framed, isBare, readDrawers } from "../../palace/drawer-file.ts";
import type { FactChange, FactList, FactWriter } from "../../storage/ports/fact-store.ts";
import { memoryText } from "../chats/chat-files.ts";
import { indexNow } from "../documents/index-now.ts";
import { removeSource } from "../documents/remove-source.ts";
import { type ComposedProject, projectDays } from "../opened-project.ts";
import { ForgottenTexts } from "../palace/leave-no-trace.ts";
import { bornKey, editsOf, factMark, markOf, questionsOf, sessionMark, sharedMemory, withFacts } from "./came.ts";
import {
  type Came,
  type KnownRepository,
  makeIdentity,
  nameOf,
  readIdentity,
  storedProjects,
  writeIdentity,
} from "./identity.ts";
import {
  type Merge,
  NO_LIMITS,
  addChanges,
  drawerIds,
  placedIn,
  takeAccesses,
  takeChanges,
  takeChats,
  takeDrawers,
  takeEdits,
  takeMemory,
  takeQuestions,
  takeSource,
  takenChat,
} from "./merge-projects.ts";
import { isOwnFile } from "../project-folder.ts";
import { treeName } from "./own-project-name.ts";
import { freeName, projectNameFrom } from "./project-name.ts";
import { isOf } from "./same-repository.ts";

/** What one of the repositories of a project got. */
export interface SplitOff {
  readonly project: string;
  readonly root: string;
  readonly sessions: number;
  readonly sources: number;
  /** Passages that stay where they were, since nothing says whose they are: added by hand, handed over, in sessions without a folder. */
  readonly unplaced: number;
}

interface Split extends Merge {
  readonly repository: KnownRepository;
  readonly userHome: string;
}

/**
 * Gives each repository of a project but its first a project of its own: their sessions, message by message, what hooks recorded of them, and indexed
 * folders in them go over, under the same ids; of what says no folder all that came when its project was merged into this one.
 *
 * What is to go over is copied, then taken out; a split that ended half-way is begun again, and goes on.
 * @param open opens another project of the data folder
 */
export async function splitProject(
  from: ComposedProject,
  userHome: string,
  open: (name: string) => Promise<ComposedProject>,
): Promise<readonly SplitOff[]> {
  const key = basename(from.folder.root);
  const done: Omit<SplitOff, "unplaced">[] = [];
  for (const repository of readIdentity(from.home, key)?.repositories.slice(1) ?? []) {
    const into = await open(projectFor(from.home, key, repository));
    try {
      done.push(await splitOff({ from, into, repository, userHome }));
    } finally {
      await into.close();
    }
  }
  const identity = readIdentity(from.home, key);
  if (identity?.mixed === true) {
    const { mixed: _, ...rest } = identity;
    writeIdentity(from.home, key, rest);
  }
  const unplaced = done.length === 0 ? 0 : await unplacedIn(from);
  return done.map((one) => ({ ...one, unplaced }));
}

/** The name of the project that has this repository beside the one that is split; made where there is none. */
function projectFor(home: string, key: string, repository: KnownRepository): string {
  const stored = storedProjects(home);
  const has = ({ identity }: (typeof stored)[number]): boolean =>
    identity?.repositories.some(({ roots }) => roots.some((root) => repository.roots.includes(root))) === true;
  const there = stored.find((one) => one.key !== key && has(one));
  if (there !== undefined) return nameOf(there);
  const root = repository.roots[0] as string;
  const { came, ...plain } = repository;
  const used = stored.flatMap((one) => [one.key, nameOf(one)]);
  const [own, ...others] = (came?.names ?? []).filter((one) => !used.includes(one));
  const taken = new Set([...used, ...stored.flatMap((one) => one.identity?.formerNames ?? [])]);
  const owner = repository.remotes.at(-1)?.path.split("/").at(-2) ?? basename(dirname(root));
  const name = own ?? freeName(projectNameFrom(treeName(root)) ?? "project", owner, taken);
  makeIdentity(home, name, { repositories: [plain] });
  const made = readIdentity(home, name);
  if (made !== null && others.length > 0) writeIdentity(home, name, { ...made, formerNames: others });
  return name;
}

async function splitOff(split: Split): Promise<Omit<SplitOff, "unplaced">> {
  const { from, into, repository } = split;
  const before = (await into.catalog.sources.list()).length;
  const gift = await givingBack(split, repository.came ?? {});
  await gift.copy();
  let sessions = 0;
  for (const source of await from.catalog.sources.list()) {
    if (source.kind === "folder" && isOf(repository, source.root, split.userHome)) await moveFolder(split, source);
    if (source.kind === "hand") await takeDrawers(split, source, (born) => hasCome(split, born));
    if (source.kind !== "chat") continue;
    const there = sourceThere(split, source);
    const ours = new KeptSessions(keptFolder(from.folder.sessions, source.key));
    const kept = new KeptSessions(keptFolder(into.folder.sessions, there.key));
    sessions += kept.takeFrom(ours, (messages, path) => theirs(split, messages, sessionMark(source.key, path)));
    if (existsSync(keptFolder(into.folder.sessions, there.key))) await into.catalog.sources.put(there);
  }
  const sources = await into.catalog.sources.list();
  await indexNow(into, { kind: "index", sources }, {});
  // Only now that it stands there.
  await gift.takeOut();
  for (const source of await from.catalog.sources.list()) {
    if (source.kind === "hand") takeDrawersOut(split, source.root);
    // Transcripts that are read again tell the other project's messages too.
    const taken = source.kind === "chat" ? takeOut(split, source) : "nothing";
    if (taken === "all that came") await removeSource(from, source.key);
    else if (taken === "some")
      await from.catalog.sources.put({
        ...source,
        options: { ...source.options, route: source.options.route ?? "rest" },
      });
  }
  const key = basename(from.folder.root);
  const identity = readIdentity(from.home, key);
  const staying = identity?.repositories.filter((one) => JSON.stringify(one) !== JSON.stringify(repository)) ?? [];
  // Before they are read: as long as the repository is this project's, they would come back.
  const names = new Set(repository.came?.names);
  const formerNames = identity?.formerNames.filter((name) => !names.has(name)) ?? [];
  if (identity !== null) writeIdentity(from.home, key, { ...identity, formerNames, repositories: staying });
  const left = (await from.catalog.sources.list()).filter(({ kind }) => kind !== "folder");
  if (left.length > 0) await indexNow(from, { kind: "index", sources: left }, {});
  return { project: into.name, root: repository.roots[0] ?? "", sessions, sources: sources.length - before };
}

async function unplacedIn({ catalog, folder, indexHandle }: ComposedProject): Promise<number> {
  let count = 0;
  await indexHandle.use(async (index) => {
    for (const { key, root } of await catalog.sources.list()) {
      const kept = new KeptSessions(keptFolder(folder.sessions, key));
      for (const { path } of await index.documents(key)) {
        const said = kept.load(path)?.messages;
        const isPlaced = said?.some(({ workspace }) => workspace !== undefined) ?? !isInside(root, folder.root);
        if (!isPlaced) count += (await index.documentDrawers({ source: key, path }, "all")).length;
      }
    }
  });
  return count;
}

async function moveFolder({ from, into }: Split, source: Source): Promise<void> {
  await into.catalog.sources.put({ ...source, ...BEFORE_RUNS });
  await removeSource(from, source.key);
}

/** Whether what no folder tells the origin of came when the repository's project was merged into this one. */
const hasCome = ({ repository: { came } }: Split, mark: string): boolean =>
  came?.hands.includes(mark) === true || came?.sessions.includes(mark) === true;

/** Drawers that stand in the other project now; what another one replaced stays to be read. */
function takeDrawersOut(split: Split, root: string): void {
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    const place = drawerFilePlace(`palace/${path.replaceAll("\\", "/")}`);
    if (place === null) continue;
    const before = readFileSync(join(root, path), "utf8");
    const going = readDrawers(before).filter((one) => one.superseded === null && hasCome(split, one.born ?? ""));
    if (going.length === 0) continue;
    const left = framed(going.toReversed().reduce(eraseDrawer, before));
    if (isBare(left, place.room)) rmSync(join(root, path));
    else replaceFile(join(root, path), left, { durable: true, mode: 0o600 });
  }
}

/** Of a session the messages that were said in the repository; one without a folder is of the one before it, the first of whom it came with. */
function theirs(split: Split, messages: readonly TranscriptMessage[], mark: string): readonly TranscriptMessage[] {
  const known = new Map<string, boolean>();
  let last = hasCome(split, mark);
  return messages.filter(({ workspace }) => {
    if (workspace === undefined) return last;
    last = known.get(workspace) ?? isOf(split.repository, workspace, split.userHome);
    known.set(workspace, last);
    return last;
  });
}

/** The source that keeps in the other project what a source of this one has of it. What hooks record stands in each project's own folder. */
function sourceThere({ from, into }: Split, source: Source): Source {
  const { wing, ...options } = source.options;
  const isRecorded = isInside(source.root, from.folder.recorded);
  const root = isRecorded ? join(into.folder.recorded, basename(source.root)) : source.root;
  return {
    ...source,
    ...BEFORE_RUNS,
    key: isRecorded ? into.keyOf("chat", root) : source.key,
    root,
    options: isRecorded ? { ...options, wing: null } : { ...options, wing, route: "own" },
  };
}

/** A source all of which came with the merge and goes isn't read here again: what tells no folder would come back. */
function takeOut(split: Split, { key }: Source): "nothing" | "some" | "all that came" {
  const kept = new KeptSessions(keptFolder(split.from.folder.sessions, key));
  const paths = kept.paths();
  let [changed, came] = [false, true];
  for (const path of paths) {
    const session = kept.load(path);
    const mark = sessionMark(key, path);
    const going = new Set(session === null ? [] : theirs(split, session.messages, mark));
    const staying = session?.messages.filter((message) => !going.has(message)) ?? [];
    came &&= hasCome(split, mark) && session !== null && staying.length === 0;
    if (session === null || going.size === 0) continue;
    if (staying.length === 0) kept.remove(path);
    else kept.keepOnly(path, staying);
    changed = true;
  }
  if (changed) kept.save();
  return !changed ? "nothing" : came ? "all that came" : "some";
}

type Goes = (change: FactChange) => boolean;

/**
 * What a project brought when it was merged and no folder tells: copied into the other project by `copy`, and taken out of this one by `takeOut`,
 * once it stands there. What both had stays, too; what was said since in a chat that goes goes with it.
 */
async function givingBack(merge: Merge, came: Partial<Came>) {
  const { from, into } = merge;
  const { files = {}, marks = [], both = [], spent = [], at = Infinity } = came;
  const [brought, shared] = [new Set(marks), new Set(both)];
  const isBrought = (mark: string): boolean => brought.has(mark);
  const isGone = (mark: string): boolean => brought.has(mark) && !shared.has(mark);
  const sources = (await from.catalog.sources.list()).filter(
    (source) => bornKey(source) in files && isOwnFile(from, source),
  );
  const chats = takeChats(merge, sources, (source) => files[bornKey(source)] as string);
  const isTaken = (chat: string): boolean => takenChat(chats, "admin", chat) !== undefined;
  const isOfChat = ({ scope, source, recordedAt }: FactChange): boolean =>
    recordedAt >= at && takenChat(chats, scope, source.chat) !== undefined;
  return {
    async copy(): Promise<void> {
      new ForgottenTexts(into.folder.root).takeOver(new ForgottenTexts(from.folder.root));
      for (const source of sources) await takeSource(merge, source, chats);
      const memory = withoutLines(memoryText(sharedMemory(from)), (line, chat) =>
        chat === null ? isNote(line) && !isBrought(noteMark(line)) : !isTaken(chat),
      );
      if (memoryForPrompt(memory) !== "# Memory") await takeMemory(merge, chats, memory);
      await copyFacts((change) => isBrought(factMark(change)) || isOfChat(change));
      await takeEdits(
        into,
        onlyEdits((await from.catalog.palace.read()).edits, (edit) => isBrought(editMark(edit))),
      );
      for (const one of spent) await into.catalog.spend.reserve(one, NO_LIMITS);
      const questions = questionsOf(from).filter((line) => isBrought(markOf("question", line)));
      await takeQuestions(into, [...questions, ""]);
    },
    async takeOut(): Promise<void> {
      const ids = await drawerIds(into);
      await takeAccesses(merge, ids);
      const { edits } = await from.catalog.palace.read();
      const moved = new Set(ids);
      // Also what was said since of a passage that goes.
      const isOfDrawer = (edit: object): boolean => "drawer" in edit && moved.has(edit.drawer as string);
      if (editsOf(edits).some((edit) => isOfDrawer(edit) && !isBrought(editMark(edit)))) {
        await takeEdits(into, onlyEdits(edits, isOfDrawer));
        await indexNow(into, { kind: "index", sources: await into.catalog.sources.list() }, {});
      }
      const isLeft = (edit: object): boolean => !isGone(editMark(edit)) && !isOfDrawer(edit);
      if (!editsOf(edits).every(isLeft)) await from.catalog.palace.change((ours) => onlyEdits(ours, isLeft));
      const memory = sharedMemory(from);
      const notes = withoutLines(memoryText(memory), (line, chat) =>
        chat === null ? isNote(line) && isGone(noteMark(line)) : isTaken(chat),
      );
      if (existsSync(memory)) replaceFile(memory, sealedText(notes), { durable: true });
      for (const { key } of sources) await removeSource(from, key);
      await dropFacts((change) => isGone(factMark(change)) || isOfChat(change));
      for (const one of spent) await from.catalog.spend.reserve({ ...one, calls: 0, tokens: 0, micros: 0 }, NO_LIMITS);
      const questions = questionsOf(from).filter((line) => !isGone(markOf("question", line)));
      if (questions.every((line) => line === "")) rmSync(from.folder.questions, { force: true });
      else replaceFile(from.folder.questions, `${questions.join("\n").trimEnd()}\n`, { durable: true });
    },
  };

  async function copyFacts(goes: Goes): Promise<void> {
    const { changes, lists } = await withFacts(from, (store) =>
      store.read((reader) => ({ changes: reader.changesAfter(0).filter(goes), lists: reader.lists(null) })),
    );
    await withFacts(into, async (store) => {
      const touched = listsOf(changes, lists);
      await store.write((writer) => {
        takeChanges(
          writer,
          changes.map((change) => placedIn(chats, change, change.scope)),
        );
        for (const list of touched) replayList(writer, list);
      });
      await writeBeside(store, touched, { ...beside(into), isForgotten: false });
    });
  }

  /** What stays is written anew, in its order, by which it is taken back. */
  async function dropFacts(goes: Goes): Promise<void> {
    await withFacts(from, async (store) => {
      const touched = await store.write((writer) => {
        const all = writer.changesAfter(0);
        const going = all.filter(goes);
        if (going.length === 0) return [];
        const lists = listsOf(all, writer.lists(null));
        for (const { scope, key } of lists) writer.eraseList(scope, key);
        addChanges(
          writer,
          all.filter((change) => !goes(change)),
        );
        for (const list of lists) keepList(writer, list);
        return listsOf(going, lists);
      });
      await writeBeside(store, touched, { ...beside(from), isForgotten: true });
      if (touched.length > 0) await store.purge();
    });
  }
}

type Named = Pick<FactList, "scope" | "key" | "topic">;

/** The lists that changes are of, each once, by the topics that they have now. */
function listsOf(changes: readonly FactChange[], lists: readonly Named[]): readonly Named[] {
  const topics = new Map(lists.map(({ scope, key, topic }) => [`${scope}\n${key}`, topic]));
  const named = changes.map(({ scope, key, topic }) => ({
    scope,
    key,
    topic: topics.get(`${scope}\n${key}`) ?? topic,
  }));
  return [...new Map(named.map((one) => [`${one.scope}\n${one.key}`, one])).values()];
}

/** What is left of a list; none of which nothing is stated any more. */
function keepList(writer: FactWriter, list: Named): void {
  const changes = writer.changes(list.scope, list.key);
  if (changes.every(({ operations }) => operations.every(({ op }) => op === "undo")))
    return writer.eraseList(list.scope, list.key);
  replayChanges(changes, ({ sequence, operations }, before, after) =>
    writer.restate(sequence, operations, describeEffect(before, after)),
  );
  replayList(writer, list);
}

function beside(project: ComposedProject) {
  const { facts: files, factRecord: path } = project.folder;
  return { files, record: factRecord(path), days: projectDays(project) };
}

const onlyEdits = ({ corrections, tunnels, deeds }: PalaceEdits, keep: (edit: object) => boolean): PalaceEdits => ({
  corrections: corrections.filter(keep),
  tunnels: tunnels.filter(keep),
  ...(deeds !== undefined && { deeds: deeds.filter(keep) }),
});

const editMark = (edit: object): string => markOf("edit", JSON.stringify(edit));
const isNote = (line: string): boolean => pinnedNotes(line).length > 0;
const noteMark = (line: string): string => markOf("note", pinnedNotes(line)[0] ?? "");
