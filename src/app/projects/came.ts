import { basename, join } from "node:path";
import { pinnedNotes } from "../../conversation/chats/memory-file.ts";
import { sealedJson, textIfThere, unsealed } from "../../files/plain-file.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { isInside } from "../../ingest/source-key.ts";
import type { PalaceEdits } from "../../model/drawer.ts";
import type { Source } from "../../model/source.ts";
import type { Catalog, SpendReservation } from "../../storage/ports/catalog.ts";
import type { FactChange, FactStore } from "../../storage/ports/fact-store.ts";
import { contentHash } from "../../text/content-hash.ts";
import { memoryText } from "../chats/chat-files.ts";
import type { ComposedProject, ToldIn } from "../opened-project.ts";
import { isOwnFile } from "../project-folder.ts";
import { type Came, type KnownRepository, readIdentity, writeIdentity } from "./identity.ts";
import { isOf } from "./same-repository.ts";

/** What comes with a project, and what had come into it before from others. */
export type Coming = Required<Omit<Came, "sessions" | "names">> & { readonly others: readonly Came[] };

/** What names a session in a record of what came: nothing of it can be read from this. */
export const sessionMark = (source: string, path: string): string => contentHash(`${source}\n${path}`).slice(0, 16);

export const markOf = (kind: "fact" | "edit" | "note" | "question", said: string): string =>
  contentHash(`${kind}\n${said}`).slice(0, 16);

/** Of a change of facts; what is forgotten later restates its operations. */
export const factMark = ({ scope, key, group, recordedAt }: FactChange): string =>
  markOf("fact", JSON.stringify([scope, key, group, recordedAt]));

export const identityOf = ({ scope, key, group, recordedAt, operations }: FactChange): string =>
  JSON.stringify([scope, key, group, recordedAt, operations]);

export const bornKey = ({ key, options }: Source): string => options.bornAs?.[""] ?? key;

/** The notes that the owner's chats share. */
export const sharedMemory = ({ folder }: ComposedProject): string => join(folder.chats, "memory.md");

export async function withFacts<T>(
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

/**
 * Looked at before anything is taken. A merge that ended half-way and is begun again finds in the other project what it took itself, so what both
 * had is kept beside what comes.
 */
export async function whatComes(
  { from, into }: { readonly from: ComposedProject; readonly into: ComposedProject },
  sources: readonly Source[],
): Promise<Coming> {
  const others = (readIdentity(from.home, basename(from.folder.root))?.repositories ?? []).flatMap(
    ({ came }) => came ?? [],
  );
  const file = join(from.folder.root, `merging-${basename(into.folder.root)}.json`);
  const begun = unsealed<{ marks: readonly string[]; both: readonly string[] }>(textIfThere(file) ?? "");
  const [all, ours, taken] = [await marksIn(from), new Set(await marksIn(into)), new Set(begun?.marks)];
  const both = [...new Set([...(begun?.both ?? []), ...all.filter((mark) => ours.has(mark) && !taken.has(mark))])];
  replaceFile(file, sealedJson(JSON.stringify({ marks: all, both })), { durable: true });
  const elses = new Set(others.flatMap(({ marks = [] }) => marks));
  const own = sources.filter(({ kind, root }) => kind !== "hand" && isInside(root, from.folder.root));
  const isElse = (source: Source): boolean => others.some(({ files = {} }) => bornKey(source) in files);
  return {
    hands: [from.keyOf("hand", join(from.folder.memory, "palace"))],
    files: Object.fromEntries(own.flatMap((one) => (isElse(one) ? [] : [[bornKey(one), one.name]]))),
    marks: all.filter((mark) => !elses.has(mark)),
    both,
    spent: await spentIn(from, others),
    at: into.system.clock(),
    others,
  };
}

/** @param sessions marks of sessions, as they were and as they are now */
export function cameNow({ others, ...own }: Coming, sessions: ReadonlyMap<string, string>) {
  const elses = new Set(others.flatMap((came) => came.sessions));
  return {
    own: { ...own, sessions: [...sessions].flatMap(([was, now]) => (elses.has(was) ? [] : [now])) },
    others: others.map((came) => ({ ...came, sessions: came.sessions.map((mark) => sessions.get(mark) ?? mark) })),
  };
}

export function editsOf({ corrections, tunnels, deeds = [] }: PalaceEdits): readonly object[] {
  return [...corrections, ...tunnels, ...deeds];
}

async function marksIn(project: ComposedProject): Promise<readonly string[]> {
  const changes = await withFacts(project, (store) => store.read((reader) => reader.changesAfter(0)));
  const { edits } = await project.catalog.palace.read();
  return [
    ...changes.map(factMark),
    ...editsOf(edits).map((edit) => markOf("edit", JSON.stringify(edit))),
    ...pinnedNotes(memoryText(sharedMemory(project))).map((note) => markOf("note", note)),
    ...questionsOf(project).map((line) => markOf("question", line)),
  ];
}

/** Lines of the questions that the owner keeps. */
export const questionsOf = ({ folder }: ComposedProject): readonly string[] =>
  (textIfThere(folder.questions) ?? "").split("\n");

/** What a project spent itself. */
async function spentIn({ catalog, home, folder, name }: ComposedProject, others: readonly Came[]) {
  const id = readIdentity(home, basename(folder.root))?.id ?? name;
  const elses = Map.groupBy(
    others.flatMap((came) => came.spent ?? []),
    spendKey,
  );
  return (await catalog.spend.since("")).map((spent): SpendReservation => {
    const taken = elses.get(spendKey(spent)) ?? [];
    const less = (what: "calls" | "tokens" | "micros"): number =>
      taken.reduce((left, one) => left - (one[what] ?? 1), spent[what]);
    return {
      ...spent,
      id: `${id} ${spendKey(spent)}`,
      calls: less("calls"),
      tokens: less("tokens"),
      micros: less("micros"),
    };
  });
}

const spendKey = ({ day, caller, job }: Pick<SpendReservation, "day" | "caller" | "job">): string =>
  `${day} ${caller} ${job}`;

/** Null in other folders. */
export function toldIn(
  toldFrom: string,
  { home, folder, system, catalog }: Pick<ComposedProject, "home" | "folder" | "system" | "catalog">,
): ToldIn | null {
  const key = basename(folder.root);
  const isHere = (one: KnownRepository): boolean => isOf(one, toldFrom, system.userHome);
  const own = readIdentity(home, key)?.repositories.find(isHere)?.came;
  if (own === undefined) return null;
  const keep: ToldIn["keep"] = (files, changes = []) => {
    // Others write it too: read and written in one turn.
    const identity = readIdentity(home, key);
    const nth = identity?.repositories.findIndex(isHere) ?? -1;
    const { came, ...repository } = identity?.repositories[nth] ?? {};
    if (identity === null || came === undefined) return;
    const marks = [...(came.marks ?? []), ...changes.map(factMark)];
    const one = { ...repository, came: { ...came, files: { ...came.files, ...files }, marks } } as KnownRepository;
    writeIdentity(home, key, { ...identity, repositories: identity.repositories.with(nth, one) });
  };
  const { sources } = catalog;
  const put: Catalog["sources"]["put"] = async (source) => {
    const isNew = isOwnFile({ folder }, source) && (await sources.get(source.key)) === null;
    if (isNew) keep({ [bornKey(source)]: source.name });
    await sources.put(source);
  };
  return { catalog: { ...catalog, sources: { ...sources, put } }, keep, born: own.hands[0] };
}
