import type { SearchResult } from "../../operations/answers/hits.ts";
import { type ComposedProject, projectDays } from "../opened-project.ts";
import { join } from "node:path";
import { identityKey, type EmbeddingProvider } from "../../embedding/port.ts";
import { documentWrite, embedDrafts } from "../../ingest/embed-drafts.ts";
import { storedDrafts } from "../../ingest/document-draft.ts";
import { LociError } from "../../model/error.ts";
import { operation, step } from "../../model/next-step.ts";
import type { SearchDependencies } from "../../retrieval/dependencies.ts";
import { search } from "../../retrieval/search.ts";
import type { DocumentRef, DocumentWrite, SearchIndex } from "../../storage/ports/search-index.ts";
import { keptNoteNames } from "../palace/linked-rooms.ts";
import { type EmbeddingSettings, embeddingBefore, embeddingOf, keepModel, storeOf } from "./project-store.ts";
import { recallSettings } from "../search/search-project.ts";
import { underLease } from "../exclusive.ts";

/** What a project is migrated to. */
export interface MigrateModelOptions {
  /** Provider, model, dimension and address; what isn't given is the provider's own. */
  readonly to?: Partial<Pick<EmbeddingSettings, "provider" | "model" | "dimension" | "base_url">> | undefined;
  /** Back to the model that it had before. Its vectors are still there, so nothing is sent anywhere but what is new since. */
  readonly rollback?: boolean | undefined;
  /** Embeds and compares, and leaves the live index as it is. */
  readonly dryRun?: boolean | undefined;
  /** Questions to compare both with; by default what was asked in chats and sessions lately. */
  readonly questions?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

/** How one question is answered before and after. */
export interface ComparedQuestion {
  readonly query: string;
  /** Share of the first ten that both have. */
  readonly overlap: number;
  readonly sameFirst: boolean;
  readonly before: { readonly first: string | null; readonly probability: number };
  readonly after: { readonly first: string | null; readonly probability: number };
}

export interface MigratedModel {
  readonly from: string | null;
  readonly to: string;
  readonly drawers: number;
  readonly embeddings: { readonly computed: number; readonly reused: number };
  readonly compared: readonly ComparedQuestion[];
  /** False after a dry run. */
  readonly switched: boolean;
}

/** Drawers whose texts are embedded, and documents written, in one go. */
const DOCUMENTS_AT_ONCE = 64;
const QUESTIONS = 50;
/** How often changes made meanwhile are copied before writers are blocked. */
const PASSES = 5;

/**
 * Embeds everything with another model beside the live index, compares both on the user's own questions, and switches at once. Search and
 * indexing go on meanwhile. What was embedded is kept: interrupted, it goes on where it ended.
 * @throws LociError `USAGE`, `MODEL_UNAVAILABLE` with everything as it was, `NOTHING_TO_INDEX`, `SOURCE_BUSY`, `CANCELLED`, storage errors
 */
export async function migrateModel(project: ComposedProject, options: MigrateModelOptions): Promise<MigratedModel> {
  const { settings, system, folder, engines } = project;
  if (storeOf(folder.root, settings).store.uri !== "")
    throw new LociError("USAGE", "the model of a project on a server can't be migrated in place", {
      hint: step`set the model, then run ${operation("data rebuild")}`,
    });
  return await underLease(project, { name: "migrate-model", patience: 0 }, async () => {
    const current = embeddingOf(folder.root, settings.embedding);
    const target = targetOf(options, current, embeddingBefore(folder.root));
    const provider = await engines.openProvider({ embedding: target }, system.environment);
    if (provider === null)
      throw new LociError("USAGE", "a project is migrated to a model, not to none", {
        hint: "set embedding.provider to none instead, and rebuild",
      });
    const from = await project.indexHandle.use((index) => index.modelIdentity());
    const place = {
      project: project.name,
      folder: { ...folder, index: join(folder.root, "index.next.sqlite") },
      settings,
    };
    // Before the switch the new index gets the live index's commit count, so that copies of the old one are recognised as older.
    let counted = 0;
    const memory = { read: async (): Promise<number> => counted, write: async (): Promise<void> => undefined };
    const house = await engines.openIndexHouse(place, memory);
    await house.reset();
    const nextIndex = await house.open();
    try {
      await nextIndex.setModelIdentity(identityKey(provider.identity));
      const run = { project, provider, target: nextIndex, options };
      const embeddings = await copyBeside(run);
      const compared = await compare(run);
      const drawers = (await nextIndex.counts("all")).drawers;
      const result = { from, to: identityKey(provider.identity), drawers, embeddings, compared };
      if (options.dryRun === true) return { ...result, switched: false };
      await switchOver(run, embeddings, {
        countFrom: (commits) => (counted = commits),
        replace: async () => {
          await engines.replaceIndex(place.folder.index, folder.index);
          await keepModel(folder.root, { now: target, before: current, instead: settings.embedding });
        },
      });
      return {
        ...result,
        drawers: await project.indexHandle.use(async (index) => (await index.counts("all")).drawers),
        switched: true,
      };
    } finally {
      await nextIndex.close();
      // Vectors stay in the cache; the copy is made again in seconds.
      await house.reset();
      await house.close();
    }
  });
}

/** An index that is copied beside the live one. */
interface Copying {
  readonly project: ComposedProject;
  readonly provider: EmbeddingProvider | null;
  readonly target: SearchIndex;
  readonly options: Pick<MigrateModelOptions, "questions" | "signal" | "onProgress">;
}

interface Embeddings {
  computed: number;
  reused: number;
}

/** Copies until nothing differs any more, as often as is worth while before writers are blocked. */
export async function copyBeside(run: Copying): Promise<Embeddings> {
  const embeddings = { computed: 0, reused: 0 };
  for (let pass = 0; pass < PASSES; pass++) if ((await takeOver(run, embeddings)) === 0) break;
  return embeddings;
}

function targetOf(
  { to, rollback }: MigrateModelOptions,
  current: EmbeddingSettings,
  before: EmbeddingSettings | null,
): EmbeddingSettings {
  if (rollback === true) {
    if (before !== null) return before;
    throw new LociError("USAGE", "this project's model was never migrated", {
      hint: step`${operation("status")} says which it has`,
    });
  }
  if (to?.provider === undefined)
    throw new LociError("USAGE", "the model to migrate to is missing", {
      hint: "name its provider: static, onnx, openai, google, voyage or ollama",
    });
  return {
    ...current,
    provider: to.provider,
    model: to.model ?? "",
    dimension: to.dimension ?? 0,
    base_url: to.base_url ?? "",
  };
}

/** Copies what differs between the live index and the one beside it. @returns how many documents differed */
export async function takeOver(
  { project, provider, target, options: { signal, onProgress } }: Copying,
  embeddings: Embeddings,
  live?: SearchIndex,
): Promise<number> {
  const use = async <T>(work: (index: SearchIndex) => Promise<T>): Promise<T> =>
    live === undefined ? await project.indexHandle.use(work) : await work(live);
  const cache = await project.embeddingCache();
  const wanted = new Map((await use((index) => index.documents())).map((document) => [keyOf(document), document]));
  const there = new Map((await target.documents()).map((document) => [keyOf(document), document]));
  const surplus = [...there.values()].filter((document) => !wanted.has(keyOf(document)));
  const differ = [...wanted.values()].filter(
    (document) => JSON.stringify(there.get(keyOf(document))) !== JSON.stringify(document),
  );
  if (surplus.length > 0)
    await target.apply({
      put: [],
      remove: surplus.map(({ source, path }) => ({ source, path })),
      ...(signal !== undefined && { signal }),
    });
  for (let start = 0; start < differ.length; start += DOCUMENTS_AT_ONCE) {
    signal?.throwIfAborted();
    onProgress?.({ done: start, total: differ.length });
    const put: DocumentWrite[] = [];
    for (const { source, path } of differ.slice(start, start + DOCUMENTS_AT_ONCE)) {
      const stored = await use((index) => index.documentDrawers({ source, path }, "all"));
      const [first] = stored;
      const document = first?.document ?? wanted.get(keyOf({ source, path }));
      if (document === undefined) continue;
      const drafts = storedDrafts(stored.map(({ drawer }) => drawer));
      const { vectors, computed, reused, unavailable } = await embedDrafts(drafts, { provider, cache }, signal);
      // The live index has vectors, so a copy without vectors counts as failed.
      if (unavailable !== null) throw unavailable;
      embeddings.computed += computed;
      embeddings.reused += reused;
      put.push(documentWrite({ document, drawers: drafts }, vectors));
    }
    await target.apply({ put, remove: [], ...(signal !== undefined && { signal }) });
  }
  onProgress?.({ done: differ.length, total: differ.length });
  return differ.length + surplus.length;
}

/**
 * Takes over the last changes and switches, while nobody opens or replaces the index. What is written in the moment
 * of the switch is noticed by its count of commits, and read again from the files.
 */
async function switchOver(
  run: Copying,
  embeddings: Embeddings,
  { countFrom, replace }: { readonly countFrom: (commits: number) => void; readonly replace: () => Promise<void> },
): Promise<void> {
  const { project, target } = run;
  await project.indexHandle.replace(async (live) => {
    await takeOver(run, embeddings, live);
    countFrom(await live.sequence());
    await target.apply({ put: [], remove: [] });
    await target.close();
    return replace;
  });
}

async function compare({ project, provider, target, options }: Copying): Promise<readonly ComparedQuestion[]> {
  const questions = (options.questions ?? (await ownQuestions(project))).slice(0, QUESTIONS);
  const compared: ComparedQuestion[] = [];
  const ask = async (index: SearchIndex, model: EmbeddingProvider | null, query: string) => {
    const { hits, probability } = await askIndex(project, { index, provider: model }, query);
    return { ids: hits.map(({ id }) => id), probability };
  };
  const live = await project.provider();
  for (const query of questions) {
    options.signal?.throwIfAborted();
    const before = await project.indexHandle.use((index) => ask(index, live, query));
    const after = await ask(target, provider, query);
    const shared = before.ids.filter((id) => after.ids.includes(id)).length;
    const most = Math.max(before.ids.length, after.ids.length);
    compared.push({
      query,
      overlap: most === 0 ? 1 : shared / most,
      sameFirst: before.ids[0] === after.ids[0],
      before: { first: before.ids[0] ?? null, probability: before.probability },
      after: { first: after.ids[0] ?? null, probability: after.probability },
    });
  }
  return compared;
}

/** Asks a question of an index that isn't the project's own yet: ten hits, of everything, whatever was used before. */
async function askIndex(
  project: ComposedProject,
  { index, provider }: { readonly index: SearchIndex; readonly provider: EmbeddingProvider | null },
  question: string,
): Promise<SearchResult> {
  const deps: SearchDependencies = {
    index: index.reader(),
    provider,
    unrelated: project.unrelated,
    lexicon: await project.lexicon(provider),
    settings: recallSettings(project.settings),
    sources: () => project.catalog.sources.list(),
    notes: async (source, visible) => await keptNoteNames()(index, source, visible),
    accesses: async () => new Map(),
    now: project.system.clock,
    days: projectDays(project),
    timer: project.system.timer,
  };
  return await search(deps, question, { limit: 10 });
}

/** What people asked in chats and sessions lately, newest first. Searches themselves are kept as hashes only. */
async function ownQuestions({ indexHandle }: ComposedProject): Promise<readonly string[]> {
  return await indexHandle.use(async (index) => {
    const recent = await index.recent("all", { documentTypes: ["chat"] }, 2_000);
    const drawers = await index.get(recent, "all");
    const userQuestions = drawers.flatMap(({ drawer: { message, text } }) =>
      message !== null && ["user", "human"].includes(message.role) && /\?\s*$/u.test(text) && text.length <= 300
        ? [text.trim()]
        : [],
    );
    return [...new Set(userQuestions)];
  });
}

const keyOf = ({ source, path }: DocumentRef): string => `${source}\0${path}`;
