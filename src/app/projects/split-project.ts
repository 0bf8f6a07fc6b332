import { keeping } from "../../caches/bounded-cache.ts";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { KeptSessions, keptFolder } from "../../ingest/kept/kept-sessions.ts";
import { isInside } from "../../ingest/source-key.ts";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { indexNow } from "../documents/index-now.ts";
import { removeSource } from "../documents/remove-source.ts";
import type { ComposedProject } from "../opened-project.ts";
import { ForgottenTexts } from "../palace/leave-no-trace.ts";
import { type KnownRepository, makeIdentity, nameOf, readIdentity, storedProjects, writeIdentity } from "./identity.ts";
import type { Merge } from "./merge-projects.ts";
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
 * folders in them go over, under the same ids. What says no folder stays.
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
  const taken = new Set(stored.flatMap((one) => [one.key, nameOf(one), ...(one.identity?.formerNames ?? [])]));
  const owner = repository.remotes.at(-1)?.path.split("/").at(-2) ?? basename(dirname(root));
  const name = freeName(projectNameFrom(treeName(root)) ?? "project", owner, taken);
  makeIdentity(home, name, { repositories: [repository] });
  return name;
}

async function splitOff(split: Split): Promise<Omit<SplitOff, "unplaced">> {
  const { from, into, repository } = split;
  new ForgottenTexts(into.folder.root).takeOver(new ForgottenTexts(from.folder.root));
  const before = (await into.catalog.sources.list()).length;
  let sessions = 0;
  for (const source of await from.catalog.sources.list()) {
    if (source.kind === "folder" && isOf(repository, source.root, split.userHome)) await moveFolder(split, source);
    if (source.kind !== "chat") continue;
    const there = sourceThere(split, source);
    const ours = new KeptSessions(keptFolder(from.folder.sessions, source.key));
    const kept = new KeptSessions(keptFolder(into.folder.sessions, there.key));
    sessions += kept.takeFrom(ours, pickerOf(split, ours));
    if (existsSync(keptFolder(into.folder.sessions, there.key))) await into.catalog.sources.put(there);
  }
  const sources = await into.catalog.sources.list();
  await indexNow(into, { kind: "index", sources }, {});
  // Only now that it stands there.
  for (const source of await from.catalog.sources.list()) {
    const { kind, options } = source;
    // Transcripts that are read again tell the other project's messages too.
    if (kind === "chat" && takeOut(split, source))
      await from.catalog.sources.put({ ...source, options: { ...options, route: options.route ?? "rest" } });
  }
  const key = basename(from.folder.root);
  const identity = readIdentity(from.home, key);
  const staying = identity?.repositories.filter((one) => JSON.stringify(one) !== JSON.stringify(repository)) ?? [];
  // Before they are read: as long as the repository is this project's, they would come back.
  if (identity !== null) writeIdentity(from.home, key, { ...identity, repositories: staying });
  const left = (await from.catalog.sources.list()).filter(({ kind }) => kind === "chat");
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

/**
 * Picks of a session the messages that were said in the repository. One without a folder is of the one before it; a session without any goes with the
 * others in its transcript's folder, where all of them go, as it would when it is mined.
 */
function pickerOf({ repository, userHome }: Split, kept: KeptSessions) {
  const isTheirs = keeping((workspace: string) => isOf(repository, workspace, userHome));
  const [going, staying] = [new Set<string>(), new Set<string>()];
  const placesOf = (path: string): readonly string[] => (kept.summary(path)?.files ?? []).map((file) => dirname(file));
  for (const path of kept.paths())
    for (const { workspace } of kept.load(path)?.messages ?? [])
      if (workspace !== undefined)
        for (const place of placesOf(path)) (isTheirs(workspace) ? going : staying).add(place);
  return (messages: readonly TranscriptMessage[], path: string): readonly TranscriptMessage[] => {
    let last = placesOf(path).some((place) => going.has(place) && !staying.has(place));
    return messages.filter(({ workspace }) => {
      if (workspace !== undefined) last = isTheirs(workspace);
      return last;
    });
  };
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

/** @returns whether something was taken out */
function takeOut(split: Split, { key }: Source): boolean {
  const kept = new KeptSessions(keptFolder(split.from.folder.sessions, key));
  const theirs = pickerOf(split, kept);
  let isChanged = false;
  for (const path of kept.paths()) {
    const messages = kept.load(path)?.messages ?? [];
    const going = new Set(theirs(messages, path));
    if (going.size === 0) continue;
    const staying = messages.filter((message) => !going.has(message));
    if (staying.length === 0) kept.remove(path);
    else kept.keepOnly(path, staying);
    isChanged = true;
  }
  if (isChanged) kept.save();
  return isChanged;
}
