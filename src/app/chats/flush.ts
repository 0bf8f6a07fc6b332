import { textOf } from "../projects/repository.ts";
import { type Asked, FLUSH, type FLUSH_CALL } from "../../model/requests/index.ts";
import { nearOrListed } from "../../model/next-step.ts";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { appendFileSync, existsSync, fsyncSync, mkdirSync, globSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { textIfThere, onFile } from "../../files/plain-file.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import type { FlushBatch, FlushDrawer } from "../../conversation/flush.ts";
import { flushBatches, flushPoints, FLUSH_TASK, flushRequest, withSummary } from "../../conversation/flush.ts";
import { flushedBatches } from "../../text/flush-marks.ts";
import { isInside } from "../../ingest/source-key.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { generate, type ModelUsage } from "../../llm/port.ts";
import { previewSpend } from "../../llm/spend.ts";
import { LociError } from "../../model/error.ts";
import { contentHash } from "../../text/content-hash.ts";
import { parseScope, type Scope } from "../../model/caller.ts";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";
import type { StoredDrawer } from "../../storage/ports/search-index.ts";
import { spendRules } from "../ask/model-answer.ts";
import { recordAudit } from "../audit.ts";
import { underLease } from "../exclusive.ts";
import { jsonFields } from "../../text/fields.ts";

type FlushOptions = Omit<Asked<typeof FLUSH_CALL>, "caller">;

/** The result of a flush, or of its preview. */
export interface FlushReport {
  /**
   * `preview`: nothing was sent. `done`: nothing is left. `partly`: the limit was reached. `waiting`, `failed`: see
   * `reason`; the rest is left for the next time.
   */
  readonly outcome: "preview" | "done" | "partly" | "waiting" | "failed" | "nothing";
  readonly reason: string;
  /** Still to be summed up, and what that costs at most. */
  readonly pending: Readonly<Record<"drawers" | "batches" | "tokens" | "cost", number>>;
  readonly done: Readonly<Record<"drawers" | "batches" | "points" | "refused" | "tokens", number>>;
  /** Absolute; those that were written to. */
  readonly files: readonly string[];
}

const NO_MODEL = "no language model is configured";
const WAITING: ReadonlySet<unknown> = new Set(["over_budget", "quota_exhausted", "rate_limited"]);

/**
 * Sums up what is stored, in batches of one request each, into `memory/YYYY-MM-DD.md`, which is indexed: of the project, and of a source
 * that has OpenClaw's layout, into that source's own. Only points that a quote proves are kept, each
 * with a link to its passage. What was generated is never summed up again, so a second run right after has nothing to do.
 *
 * A batch counts as done only when its summary is on disk: first the file, then the ledger. A run that is killed or fails in between pays for no batch
 * twice and leaves none out.
 * @throws LociError `MODEL_UNAVAILABLE` without a language model, `SOURCE_BUSY` while another one runs, `SOURCE_NOT_FOUND`, `SCOPE_INVALID`
 */
export async function flush(project: OpenedProject, options: FlushOptions): Promise<FlushReport> {
  const scope = options.scope === undefined ? null : parseScope(options.scope);
  const task = taskOf(project);
  if (options.yes !== true) {
    const batches = await pendingBatches(project, options, scope);
    return {
      outcome: batches.length === 0 ? "nothing" : "preview",
      reason: project.settings.llm.provider === "none" ? NO_MODEL : "",
      pending: costOf(project, batches),
      done: NOTHING,
      files: [],
    };
  }
  const model = await project.requireLanguageModel(project.settings.llm.flush_model);
  return await underLease(project, { name: leaseName("flush", project.name), patience: 0 }, async () => {
    const batches = await pendingBatches(project, options, scope);
    const files = new Set<string>();
    const written = new Map<string, Source>();
    let done = NOTHING;
    let outcome: FlushReport["outcome"] = batches.length === 0 ? "nothing" : "done";
    let reason = "";
    let next = 0;
    // Answered, and nothing of the answer is proved: their passages are left to be summed up again.
    const unproved: PendingBatch[] = [];
    for (; next < batches.length; next++) {
      if (next === (options.limit ?? FLUSH.limit.default)) {
        outcome = "partly";
        break;
      }
      const { batch, into } = batches[next] as PendingBatch;
      const path = summaryFile(project, scope, into);
      const request = flushRequest(batch, project.system.newId, task);
      try {
        const { text, usage } = await generate(model, { ...request, job: "flush", signal: options.signal });
        const { points, refused } = flushPoints(text, batch);
        if (points.length === 0 && refused > 0) {
          unproved.push({ batch, into });
          done = { ...done, refused: done.refused + refused, tokens: done.tokens + tokensOf(usage) };
          continue;
        }
        enter(project, {
          batch: batch.id,
          drawers: batch.drawers.map(({ id }) => id),
          words: batch.drawers.map(({ words }) => words),
          file: into === null ? basename(path) : path,
        });
        if (points.length > 0) {
          await write(project, path, { id: batch.id, points, scope: into === null ? (scope ?? "admin") : null });
          files.add(path);
          if (into !== null) written.set(into.key, into);
        }
        enter(project, { batch: batch.id, done: true });
        done = {
          ...done,
          points: done.points + points.length,
          refused: done.refused + refused,
          tokens: done.tokens + tokensOf(usage),
        };
      } catch (thrown) {
        if (!(thrown instanceof LociError)) throw thrown;
        reason = String(thrown.details["reason"] ?? thrown.code);
        outcome = WAITING.has(reason) ? "waiting" : "failed";
        break;
      }
      done = { ...done, batches: done.batches + 1, drawers: done.drawers + batch.drawers.length };
    }
    if (files.size > 0) await indexSummaries(project, [...written.values()], written.size < files.size);
    if (unproved.length > 0 && outcome === "done") {
      outcome = "failed";
      reason = "nothing_proved";
    }
    const pending = costOf(project, [...unproved, ...batches.slice(next)]);
    const report = { outcome, reason, pending, done, files: [...files] };
    await recordAudit(project, [
      { action: "flush", object: project.name, details: { batches: done.batches, outcome } },
    ]);
    return report;
  });
}

const tokensOf = ({ inputTokens, outputTokens }: ModelUsage): number => inputTokens + outputTokens;

/** What the owner wants summed up: the words of `llm.flush_prompt`, or ours. @throws LociError `CONFIG_INVALID` */
function taskOf({ settings: { llm }, system: { userHome } }: Pick<OpenedProject, "settings" | "system">): string {
  const path = llm.flush_prompt;
  if (path === "") return FLUSH_TASK;
  const text = (textOf(path.replace(/^~(?=\/)/, userHome)) ?? "").trim();
  if (text !== "") return text;
  throw new LociError(
    "CONFIG_INVALID",
    `llm.flush_prompt names '${path.slice(0, 120)}', which can't be read or is empty`,
    { hint: "name a text file by its whole path, or leave it empty for the usual words" },
  );
}

const NOTHING: FlushReport["done"] = { drawers: 0, batches: 0, points: 0, refused: 0, tokens: 0 };

/** A source in OpenClaw's layout, with its folder of daily logs. */
type MemorySource = Source & { readonly folder: string };

/** A request to be made, and where its summary goes: into the project's own folder where `into` is null. */
interface PendingBatch {
  readonly batch: FlushBatch;
  readonly into: MemorySource | null;
}

async function pendingBatches(
  project: OpenedProject,
  { source: named, since }: FlushOptions,
  scope: Scope | null,
): Promise<readonly PendingBatch[]> {
  const known = ledger(project);
  const sources = (await project.catalog.sources.list()).filter((source) => !isGenerated(project, source));
  const selected = named === undefined ? sources : sources.filter(({ key, name }) => key === named || name === named);
  if (selected.length === 0 && named !== undefined)
    throw new LociError("SOURCE_NOT_FOUND", `there is no source '${named.slice(0, 80)}' to sum up`, {
      hint: nearOrListed(named, sources, "sources"),
    });
  const from = since === undefined ? null : Date.parse(since);
  if (from !== null && Number.isNaN(from))
    throw new LociError("USAGE", "since is no ISO 8601 date", { hint: "use one such as 2026-05-31" });
  return await project.indexHandle.use(async (index) => {
    // Equal words of one scope go once, whichever of their copies was summed up.
    const waiting = new Map<string, { readonly drawer: FlushDrawer; readonly into: MemorySource | null }>();
    const summed = new Set<string>();
    for (const source of selected) {
      const folder = source.kind === "folder" ? memoryFolder(source.root) : null;
      const live = source.kind === "chat" && isInside(source.root, project.folder.chats);
      for (const document of await index.documents(source.key)) {
        if (scope !== null && document.scope !== scope) continue;
        for (const stored of await index.documentDrawers({ source: source.key, path: document.path }, "all")) {
          const { drawer } = stored;
          if (!isInput(stored, live)) continue;
          const words = contentHash(`${document.scope}\n${drawer.text.trim()}`);
          if (known.ids.has(drawer.id) || known.words.has(words)) summed.add(words);
          if (waiting.has(words) || summed.has(words)) continue;
          if (from !== null && (drawer.date === null || Date.parse(drawer.date.value) < from)) continue;
          waiting.set(words, {
            // Who may not see a document isn't told of it in the folder's own log.
            into: folder !== null && document.scope === source.options.scope ? { ...source, folder } : null,
            drawer: {
              id: drawer.id,
              words,
              text: drawer.text,
              name: drawer.message === null ? document.path : `chat ${source.name}`,
              date: drawer.date?.value ?? null,
            },
          });
        }
      }
    }
    const left = [...waiting].flatMap(([words, one]) => (summed.has(words) ? [] : [one]));
    return [...Map.groupBy(left, ({ into }) => into?.folder)].flatMap(([, group]) =>
      flushBatches(group.map(({ drawer }) => drawer)).map((batch) => ({ batch, into: group[0]?.into ?? null })),
    );
  });
}

/** Text written by a model is never summed up: neither notes and summaries nor Loci's answers. */
function isInput({ drawer }: StoredDrawer, live: boolean): boolean {
  if (drawer.text.trim() === "" || drawer.elementType === "memory_summary") return false;
  const role = drawer.message?.role ?? null;
  if (role === null) return true;
  return live ? role === "user" || role === "owner" : role !== "summary" && !role.startsWith("tool");
}

const isGenerated = (project: Pick<OpenedProject, "folder">, { kind, root }: Source): boolean =>
  kind === "folder" && root === project.folder.memory;

function costOf(project: OpenedProject, batches: readonly PendingBatch[]): FlushReport["pending"] {
  const rules = spendRules(project.settings);
  const task = taskOf(project);
  const anyId = (): string => "preview0";
  const spends = batches.map(({ batch }) => previewSpend(flushRequest(batch, anyId, task), rules));
  return {
    drawers: batches.reduce((sum, { batch }) => sum + batch.drawers.length, 0),
    batches: batches.length,
    tokens: spends.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: spends.reduce((sum, { micros }) => sum + micros, 0) / 1_000_000,
  };
}

const DAILY = /^\d{4}-\d\d-\d\d.*\.md$/;

/**
 * The folder of daily logs of a folder in the layout of OpenClaw and memsearch (`MEMORY.md`, `memory/YYYY-MM-DD.md`), or that folder
 * itself; null for a folder of another layout.
 */
function memoryFolder(root: string): string | null {
  const memory = join(root, "memory");
  if (existsSync(join(root, "MEMORY.md")) || hasDays(memory)) return memory;
  return basename(root) === "memory" && hasDays(root) ? root : null;
}

const hasDays = (folder: string): boolean => globSync("*", { cwd: folder }).some((name) => DAILY.test(name));

function summaryFile(project: OpenedProject, scope: Scope | null, into: MemorySource | null): string {
  const day = projectDays(project).day(project.system.clock());
  if (into !== null) return join(into.folder, `${day}.md`);
  const suffix = scope === null || scope === "admin" ? "" : `.${scope.replace(/[^a-z0-9]+/gi, "-")}`;
  return join(project.folder.memory, `${day}${suffix}.md`);
}

async function write(
  project: Pick<OpenedProject, "settings" | "system">,
  path: string,
  { scope, ...summary }: Parameters<typeof withSummary>[1] & { readonly scope: Scope | null },
): Promise<void> {
  const days = projectDays(project);
  const now = project.system.clock();
  const before = textIfThere(path) ?? "";
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await writeFileAtomically(path, withSummary(before, summary, { day: days.day(now), hour: days.hour(now), scope }));
}

const ledgerFile = ({ folder }: OpenedProject): string => join(folder.memory, "flushed.jsonl");

/** A line of the ledger: before a summary is written (`drawers`, `file`), and when it is on disk (`done`). */
interface LedgerLine {
  readonly batch: string;
  readonly at: string;
  readonly drawers?: readonly string[];
  /** As `FlushDrawer` has them: a summary behind a passage of the same file moves its end, and so its id. */
  readonly words?: readonly string[];
  /** Inside of the folder of summaries, or elsewhere by its whole path. */
  readonly file?: string;
  readonly done?: true;
}

/** Ids and words of the drawers that were summed up: of batches that are done, or whose summary got to the disk before the process was killed. */
function ledger(project: OpenedProject): { readonly ids: ReadonlySet<string>; readonly words: ReadonlySet<string> } {
  const ids = new Set<string>();
  const words = new Set<string>();
  const lines = (textIfThere(ledgerFile(project)) ?? "").split("\n").flatMap(ledgerLine);
  const done = new Set(lines.flatMap((line) => (line.done === true ? [line.batch] : [])));
  for (const { batch, drawers, file, words: own } of lines) {
    if (drawers === undefined || file === undefined) continue;
    if (!done.has(batch) && !flushedBatches(textIfThere(resolve(project.folder.memory, file)) ?? "").has(batch))
      continue;
    for (const id of drawers) ids.add(id);
    for (const one of own ?? []) words.add(one);
  }
  return { ids, words };
}

/** None of an empty line, or one that a crash cut off: then its batch isn't done. */
function ledgerLine(line: string): readonly LedgerLine[] {
  const read = jsonFields(line) as LedgerLine | null;
  return typeof read?.batch === "string" ? [read] : [];
}

function enter(project: OpenedProject, line: Omit<LedgerLine, "at">): void {
  mkdirSync(project.folder.memory, { recursive: true, mode: 0o700 });
  onFile(ledgerFile(project), "a", (file) => {
    // The previous line may lack its line end after a crash.
    appendFileSync(file, `\n${JSON.stringify({ ...line, at: new Date(project.system.clock()).toISOString() })}\n`);
    fsyncSync(file);
  });
}

/** The summaries are a folder like any other, so that a watch keeps them current too. */
async function indexSummaries(project: OpenedProject, others: readonly Source[], own: boolean): Promise<void> {
  const root = project.folder.memory;
  const key = project.keyOf("folder", root);
  const source = (await project.catalog.sources.get(key)) ?? {
    key,
    name: "summaries (generated)",
    kind: "folder",
    root,
    options: { scope: null, wing: null, room: null, include: ["/????-??-??*.md"], exclude: [], format: null },
    addedAt: new Date(project.system.clock()).toISOString(),
    ...BEFORE_RUNS,
  };
  const sources: readonly Source[] = [...others, ...(own ? [source] : [])];
  await project.indexHandle.use(
    async (index) => void (await indexSources(await project.ingest(index), { kind: "index", sources })),
  );
}
