import { createHmac, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { foldedWords, isStopWord } from "../../text/words.ts";
import { sealedLine, textIfThere, unsealed } from "../../files/plain-file.ts";
import { sweepTemporary } from "../../files/temporary-file.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { Caller } from "../../model/caller.ts";
import { LociError, writeFault, writing } from "../../model/error.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import type { Job } from "../../operations/answers/run.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { isAwaited } from "../../ingest/hold-lease.ts";
import { catalogMark } from "../catalog-record/catalog-mark.ts";
import { underLease } from "../exclusive.ts";
import type { OpenedProject } from "../opened-project.ts";
import { damagedCatalogs } from "../project-folder.ts";

/** Marks a forget in progress. Its note lists as JSON what is left to do, until no trace is left. */
const MARK = catalogMark("forgetting");
const LEASE = "forgetting";

export interface Forgetting {
  readonly ids: readonly string[];
  readonly caller: Caller;
}

interface Begun {
  /** Of all that may go. */
  readonly texts: readonly string[];
  /** The words that were asked for, folded. */
  readonly phrase: readonly string[];
  readonly work: Forgetting;
}

/** What is left to do: hashes of texts whose vectors must be removed, and ids of drawers that may still exist. Neither reveals their content. */
interface Pending {
  readonly hashes: readonly string[];
  readonly works: readonly Forgetting[];
}

/**
 * Forgets, and takes what was forgotten out of the pages of the index, its log, temporary files and the cache of vectors; damaged catalogs that a repair has
 * kept go whole. That it was begun is kept until all of it is done: where the process ends or the disk fails in between, the next `finishForgetting` goes on.
 * @param erase takes it out of files and index; may be repeated
 */
export async function leavingNoTrace<T>(
  project: OpenedProject,
  { index, begun }: { index: SearchIndex; begun: Begun },
  erase: () => Promise<T>,
): Promise<T> {
  const { erased, isClean } = await underLease(project, LEASE, async () => {
    await index.awaitWriting?.();
    const before = await pending(project);
    const hashes = [...new Set([...before.hashes, ...begun.texts.map(contentHash)])];
    const left: Pending = { hashes, works: [...before.works, begun.work] };
    await MARK.write(project.catalog, { count: 1, note: JSON.stringify(left) });
    // What a user forgets of his own takes nothing out of the owner's histories.
    const { texts: told, phrase } = begun.work.caller === "owner" ? begun : { texts: [], phrase: [] };
    const messages = told.map((text) => ({ session: "", text }));
    new ForgottenTexts(project.folder.root).add(messages, phrase, new Date(project.system.clock()).toISOString());
    // Nobody can tell what a compaction's summary has of it; one that is still there is of a session that didn't go on.
    if (told.length > 0) rmSync(join(project.home, "hooks", "summaries"), { recursive: true, force: true });
    const erased = await erase();
    const waiting = await isAwaited({ leases: project.catalog.leases, name: LEASE }, project.system.lease);
    if (!waiting) await clean(project, index, hashes);
    return { erased, isClean: !waiting };
  });
  // Those who waited have erased theirs meanwhile, and the first one here cleans for all: that syncs six files, and is most of a forget.
  if (!isClean)
    await underLease(project, LEASE, async () => {
      if (await isBegun(project, begun.work)) await clean(project, index, (await pending(project)).hashes);
    });
  return erased;
}

/**
 * Ends what an interrupted `leavingNoTrace` has left to do; another process that is at it is left alone.
 * @param again forgets what drawers are left
 * Cost: a row of the catalog where nothing is left.
 */
export async function finishForgetting(
  project: OpenedProject,
  index: SearchIndex,
  again: (work: Forgetting) => Promise<void>,
): Promise<void> {
  if (!(await isForgettingUnfinished(project))) return;
  try {
    const atOnce = { name: LEASE, patience: 0 };
    const { works } = await underLease(project, atOnce, async () => await pending(project));
    for (const work of works) await again(work);
    await underLease(project, atOnce, async () => await clean(project, index, (await pending(project)).hashes));
  } catch (thrown) {
    if (!(thrown instanceof LociError && thrown.code === "SOURCE_BUSY")) throw thrown;
  }
}

/** Whether something was forgotten whose traces may still stand in the index or its log. */
export const isForgettingUnfinished = async ({ catalog }: Pick<OpenedProject, "catalog">): Promise<boolean> =>
  ((await MARK.read(catalog))?.count ?? 0) > 0;

/** Whether it was noted down that this is to be forgotten, and is not all done. */
export const isBegun = async (project: Pick<OpenedProject, "catalog">, work: Forgetting): Promise<boolean> =>
  (await pending(project)).works.some((one) => JSON.stringify(one) === JSON.stringify(work));

async function pending({ catalog }: Pick<OpenedProject, "catalog">): Promise<Pending> {
  const mark = await MARK.read(catalog);
  if (mark === null || mark.count === 0 || mark.note === null) return { hashes: [], works: [] };
  return JSON.parse(mark.note) as Pending;
}

async function clean(project: OpenedProject, index: SearchIndex, hashes: readonly string[]): Promise<void> {
  await index.purge();
  await noteCompacted(project);
  sweepTemporary(project.folder.root);
  // Nobody can tell what stands in a damaged file: a text may be cut by its pages.
  for (const path of damagedCatalogs(project.folder)) rmSync(path, { force: true });
  // Texts of documents that an earlier version kept.
  rmSync(join(project.folder.root, "parsed"), { recursive: true, force: true });
  const model = await index.modelIdentity();
  if (model !== null && hashes.length > 0) await (await project.embeddingCache()).remove(model, hashes);
  await MARK.write(project.catalog, { count: 0, note: null });
}

/** Drawers that runs have removed since the index's file was last purged: their texts stand in its pages until what held them is merged. */
const REMOVED_TEXTS = catalogMark("removed-texts");

/** Remembers that a run removed drawers. */
export async function noteRemoved({ catalog }: Pick<OpenedProject, "catalog">, { drawers }: Job): Promise<void> {
  if (drawers.removed === 0) return;
  await REMOVED_TEXTS.write(catalog, { count: (await removedTexts({ catalog })) + drawers.removed, note: null });
}

/** How many removed drawers may still be read in the index's file. */
export const removedTexts = async ({ catalog }: Pick<OpenedProject, "catalog">): Promise<number> =>
  (await REMOVED_TEXTS.read(catalog))?.count ?? 0;

/** Nothing of what was removed stands in the index's file any more. */
async function noteCompacted({ catalog }: Pick<OpenedProject, "catalog">): Promise<void> {
  if ((await removedTexts({ catalog })) > 0) await REMOVED_TEXTS.write(catalog, { count: 0, note: null });
}

/** Writes what held removed drawers anew, without them. Cost: what held them. */
export async function compact(project: OpenedProject): Promise<{ readonly removed: number }> {
  const removed = await removedTexts(project);
  await project.indexHandle.use((index) => index.purge());
  await noteCompacted(project);
  return { removed };
}

interface ToldMessage extends Pick<TranscriptMessage, "session" | "text"> {
  /** Of a message of a chat that goes on here: its chat and its id, under which alone it stays forgotten, since people say a thing anew. */
  readonly entry?: string;
  /** When a history says that it was said; null where it doesn't. */
  readonly time?: string | null;
}

/** So many words in a row that were forgotten by them: no message holds them that was said before, whoever reads it later. */
interface Phrase {
  readonly hash: string;
  readonly words: number;
  /** ISO 8601: people say a thing anew. */
  readonly until: string;
}

interface Stored {
  readonly key: string;
  readonly hashes: readonly string[];
  readonly phrases?: readonly Phrase[];
  /** Those of projects that were merged into this one, each under its own key. */
  readonly others?: readonly Omit<Stored, "others">[];
}

/** Texts from here on are hardly said twice by chance: they stay forgotten in every session. Shorter ones in their own, and as of their second. */
const TELLING = 24;

/**
 * Messages that were forgotten, so that no history of a tool brings them back, by whatever way and under whatever id it tells them: for each a
 * hash under a key of this project alone, from which nothing can be read, and which says nothing about another project's.
 */
export class ForgottenTexts {
  readonly #file: string;
  readonly #key: string;
  readonly #hashes: Set<string>;
  #phrases: readonly Phrase[];
  #others: readonly Omit<Stored, "others">[];

  /** @param root the project's folder. @throws LociError `STORAGE_FAILED` where what was forgotten can't be known */
  constructor(root: string) {
    this.#file = join(root, "forgotten.json");
    const { key, hashes, phrases = [], others = [] } = stored(this.#file);
    this.#others = others;
    this.#phrases = phrases;
    this.#key = key === "" ? randomBytes(32).toString("hex") : key;
    this.#hashes = new Set(hashes);
  }

  has(message: ToldMessage): boolean {
    if (this.#hashes.size > 0 && hashesOf(this.#key, message).some((one) => this.#hashes.has(one))) return true;
    if (this.#others.some(({ key, hashes }) => hashesOf(key, message).some((one) => hashes.includes(one)))) return true;
    return [{ key: this.#key, phrases: this.#phrases }, ...this.#others].some((one) => saysForgotten(one, message));
  }

  /** On disk when it returns. @throws LociError `STORAGE_FAILED`, `STORAGE_FULL` */
  add(messages: readonly ToldMessage[], phrase: readonly string[] = [], until = ""): void {
    const before = this.#hashes.size;
    const hash = phraseHash(this.#key, phrase);
    // "the" is in everything that is said: by it nothing is kept out.
    const isTelling = phrase.some((word) => word.length > 1 && !isStopWord(word));
    const said = isTelling ? [{ hash, words: phrase.length, until }] : [];
    this.#phrases = [...this.#phrases.filter((one) => one.hash !== hash), ...said];
    for (const message of messages)
      if (message.text.trim() !== "")
        for (const one of hashesOf(this.#key, message).toSpliced(1, 1)) this.#hashes.add(one);
    if (this.#hashes.size > before || said.length > 0) this.#save();
  }

  takeOver(other: ForgottenTexts): void {
    const own: Stored = { key: other.#key, hashes: [...other.#hashes], phrases: other.#phrases };
    const more = [own, ...other.#others].filter(({ hashes, phrases = [] }) => hashes.length + phrases.length > 0);
    const known = new Set(this.#others.map(({ key }) => key));
    this.#others = [...this.#others, ...more.filter(({ key }) => !known.has(key))];
    if (more.length > 0) this.#save();
  }

  #save(): void {
    const hashes = [...this.#hashes].sort();
    const now: Stored = { key: this.#key, hashes, phrases: this.#phrases, others: this.#others };
    writing(this.#file, () => replaceFile(this.#file, `${sealedLine({ schema: 1, ...now })}\n`, { durable: true }));
  }
}

const keyed = (key: string, said: string): string => createHmac("sha256", key).update(said).digest("hex").slice(0, 32);
const phraseHash = (key: string, words: readonly string[]): string => keyed(key, `phrase\0${words.join(" ")}`);

/** Whether a message of a history holds words that were forgotten after it was said. Cost: 3 µs a word for each length. */
function saysForgotten({ key, phrases = [] }: Pick<Stored, "key" | "phrases">, { text, time }: ToldMessage): boolean {
  const at = time === null ? -Infinity : Date.parse(time ?? "");
  const later = phrases.filter(({ until }) => at <= Date.parse(until));
  const hashes = new Set(later.map(({ hash }) => hash));
  const said = later.length === 0 ? [] : foldedWords(text).split(" ");
  return [...new Set(later.map(({ words }) => words))].some((length) =>
    said.some((_, from) => hashes.has(phraseHash(key, said.slice(from, from + length)))),
  );
}

/**
 * By its words, whatever their case and what stands between them; as earlier versions kept it, by its signs; and where it is short, by when it was said,
 * which a tool's other records and copies tell under sessions of their own.
 */
function hashesOf(key: string, { session, text, entry = "", time }: ToldMessage): readonly string[] {
  const plain = text.trim();
  const at = entry === "" && plain.length < TELLING ? Date.parse(time ?? "") : NaN;
  const hashOf = (words: string): string => {
    const said = entry === "" && plain.length >= TELLING ? words : `${entry || session}\0${words}`;
    return keyed(key, said);
  };
  const words = foldedWords(plain) || plain;
  const timed = Number.isNaN(at) ? [] : [keyed(key, `at ${Math.floor(at / 1000)}\0${words}`)];
  return [hashOf(words), hashOf(plain), ...timed];
}

/** @throws LociError `STORAGE_FAILED` for a damaged file: taken for an empty one, it would let histories bring back what was forgotten */
function stored(file: string): Stored {
  const text = textIfThere(file, writeFault);
  const { key, hashes, phrases = [], others = [] } = text === null ? NOTHING_FORGOTTEN : (unsealed<Stored>(text) ?? {});
  if (key !== undefined && hashes !== undefined) return { key, hashes, phrases, others };
  throw new LociError("STORAGE_FAILED", `'${file}' is not as it was written, and it says what was forgotten`, {
    hint: "put it back from a backup; where there is none, delete it, and histories may bring back what was forgotten before",
  });
}

const NOTHING_FORGOTTEN: Stored = { key: "", hashes: [] };
