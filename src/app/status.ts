import { statSync } from "node:fs";
import type { OpenedProject } from "./opened-project.ts";
import { identityKey } from "../embedding/port.ts";
import { settleRuns } from "../ingest/recover-jobs.ts";
import { type Caller, visibleScopes } from "../model/caller.ts";
import type { Note } from "../model/note.ts";
import type { ProjectStatus } from "../operations/answers/status.ts";
import { PARTIAL_INDEX } from "./index-handle.ts";
import type { LanguageModel } from "../llm/port.ts";
import { LociError } from "../model/error.ts";
import { type Catalog, type Spent, sumOf } from "../storage/ports/catalog.ts";
import type { IndexCounts } from "../storage/ports/search-index.ts";
import { lastRetention } from "./chats/retention.ts";
import { catalogLoss } from "./catalog-record/keep-record.ts";
import { watchStatus } from "./documents/watch-project.ts";

const NO_COUNTS: IndexCounts = { documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 };

/** Looks, and changes nothing. */
export async function projectStatus(
  project: OpenedProject,
  { caller }: { readonly caller: Caller },
): Promise<ProjectStatus> {
  const { name, home, catalog, indexHandle, provider, system } = project;
  const loss = await indexHandle.loss();
  const index = loss === null || loss.why === "partial" ? await indexHandle.index() : null;
  const model = await provider();
  const languageModel = await configuredModel(project);
  const isOwner = caller === "owner";
  if (isOwner) await settleRuns(catalog, system.lease);
  const lost = isOwner ? await catalogLoss(catalog) : null;
  return {
    project: name,
    home: isOwner ? home : null,
    index: {
      state: loss?.why ?? "ready",
      detail: loss?.detail ?? "",
      bytes: isOwner ? await indexHandle.bytes() : 0,
      sequence: index === null || !isOwner ? 0 : await index.sequence(),
    },
    caches: {
      vectors: isOwner ? (statSync(project.folder.embeddings, { throwIfNoEntry: false })?.size ?? 0) : 0,
    },
    counts: index === null ? NO_COUNTS : await index.counts(visibleScopes(caller)),
    sources: isOwner ? (await catalog.sources.list()).length : 0,
    // Whether a vector is stored tells whether anything is.
    modelIdentity: isOwner
      ? ((await index?.modelIdentity()) ?? null)
      : model === null
        ? null
        : identityKey(model.identity),
    leaves: [
      ...(model === null || model.capabilities.local
        ? []
        : [`texts of passages and questions, to the embedding provider '${model.identity.provider}'`]),
      ...llmLeaves(languageModel),
      ...storeLeaves(project),
    ],
    llm: isOwner ? await languageModelStatus(project, languageModel) : null,
    watch: isOwner ? await watchStatus({ catalog, system }) : { watched: [], away: [] },
    cleaned: isOwner ? await lastRetention(project) : null,
    running: isOwner ? await catalog.jobs.unfinished() : [],
    lastJob: isOwner ? ((await catalog.jobs.list(1))[0] ?? null) : null,
    notes: [
      ...displaced(catalog),
      ...(lost === null ? [] : [lost]),
      ...(loss?.why === "partial" ? [PARTIAL_INDEX] : []),
    ],
  };
}

/** What is said of a data folder that was moved under a process which works with it. */
function displaced({ requireInPlace }: Catalog): readonly Note[] {
  try {
    requireInPlace?.();
    return [];
  } catch (thrown) {
    if (!(thrown instanceof LociError)) throw thrown;
    const { code, message, hint } = thrown;
    return [{ code, message, hint }];
  }
}

/** The model that is configured, and why it can't be opened; null without one. */
type ConfiguredModel = { readonly model: LanguageModel | null; readonly fault: string } | null;

async function configuredModel({ settings, languageModel }: OpenedProject): Promise<ConfiguredModel> {
  if (settings.llm.provider === "none") return null;
  try {
    return { model: await languageModel(), fault: "" };
  } catch (thrown) {
    if (thrown instanceof LociError) return { model: null, fault: `${thrown.message}: ${thrown.hint}` };
    throw thrown;
  }
}

function llmLeaves(configured: ConfiguredModel): readonly string[] {
  const model = configured?.model ?? null;
  if (model === null || model.local) return [];
  const { provider } = model.identity;
  return [
    `questions, the passages and notes that answer them, and what users say in chats, to the language model of '${provider}' at ${model.endpoint}`,
  ];
}

async function languageModelStatus(
  { settings, catalog, system }: Pick<OpenedProject, "catalog" | "settings" | "system">,
  configured: ConfiguredModel,
): Promise<ProjectStatus["llm"]> {
  if (configured === null) return null;
  const { llm } = settings;
  const { projectDays } = await import("./opened-project.ts");
  const day = projectDays({ settings, system }).day(system.clock());
  const shown = ({ calls, tokens, micros }: Spent) => ({ calls, tokens, cost: micros / 1_000_000 });
  return {
    provider: llm.provider,
    model: configured.model?.identity.model ?? llm.model,
    fault: configured.fault,
    today: { day, ...shown(await catalog.spend.of(day)) },
    jobs: [...Map.groupBy(await catalog.spend.since(day), ({ job }) => job)]
      .map(([job, own]) => ({ job, ...shown(sumOf(own)) }))
      .sort((a, b) => (a.job < b.job ? -1 : 1)),
    limits: { dailyTokens: llm.daily_token_limit, jobTokens: llm.job_token_limit, dailyCost: llm.daily_cost_limit },
  };
}

/** What goes to the servers that hold the project. Never with a password. */
function storeLeaves({ settings, storeUri }: Pick<OpenedProject, "settings" | "storeUri">): readonly string[] {
  const { catalog } = settings;
  const uri = storeUri();
  return [
    ...(uri === "" ? [] : [`texts, words and vectors of passages, to the Milvus server at ${uri}`]),
    ...(catalog.uri === ""
      ? []
      : [`the catalog and the facts, to the PostgreSQL server '${URL.parse(catalog.uri)?.host ?? "of catalog.uri"}'`]),
  ];
}
