import { ifThere } from "../../files/plain-file.ts";
import { createHash } from "node:crypto";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { letOthers } from "../exclusive.ts";
import { contentHash } from "../../text/content-hash.ts";
import { appendLog, lastOf, type SearchLogEntry } from "../audit.ts";
import { AUDIT, type Asked, type INJECT } from "../../model/requests/index.ts";
import type { Injection } from "../../operations/answers/ask.ts";
import type { AuditEntry } from "../../storage/ports/catalog.ts";
import type { Today } from "../../operations/answers/status.ts";
import { appendFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { UNREAD } from "../../storage/ports/fact-store.ts";
import { asKept } from "../redaction.ts";
import { writing } from "../../model/error.ts";

type Entry = Today["entries"][number];

/** Entries and runs that are looked through for those of today. */
const LOOKED_AT = 2_000;
/** What the page asks for itself at each key is no news. */
const OWN_CLIENTS: ReadonlySet<string> = new Set(["http"]);
/** What is done to the memory, by the action of the audit trail; what isn't a single drawer is said. */
const CHANGES: Readonly<Record<string, readonly [kind: Entry["kind"], what: string] | undefined>> = {
  "drawer.add": ["remembered", ""],
  "drawer.import": ["remembered", "what was exported elsewhere"],
  addDocument: ["remembered", "a document"],
  "message.add": ["remembered", "a message of a chat"],
  "drawer.forget": ["forgotten", ""],
  "chat.delete": ["forgotten", "a chat"],
  "fact.forget": ["forgotten", "a list or fact"],
  removeSource: ["forgotten", "a source"],
  removeDocument: ["forgotten", "a document"],
};

/** The hash by which a question is known in logs, in which its words don't stand. */
export const questionHash = (question: string): string =>
  createHash("sha256").update(question).digest("hex").slice(0, 32);

/**
 * Today, newest first: what agents asked and were given, what was put into prompts unasked or why nothing was, what was read, remembered and forgotten. The
 * words of questions stand there where `page.today` keeps them.
 */
export async function today(
  project: Pick<OpenedProject, "catalog" | "facts" | "folder" | "settings" | "system">,
  { limit = AUDIT.limit.default }: Asked<typeof AUDIT>,
): Promise<Today> {
  const { day } = projectDays(project);
  const now = day(project.system.clock());
  const words = wordsOfToday(project);
  const isNow = (time: string): boolean => day(time) === now;
  const isNews = ({ time, client }: SearchLogEntry): boolean => !OWN_CLIENTS.has(client) && isNow(time);
  const asked: readonly Entry[] = lastOf(project.folder.searches, LOOKED_AT, isNews)
    .filter(isFirst())
    .map(
      ({
        time,
        caller,
        client,
        query,
        ids,
        kind,
        why = kind === "told" ? "answered from Lists" : "",
        session = "",
      }) => ({
        time,
        kind: isUnasked(kind) ? kind : "asked",
        caller,
        client,
        session,
        words: caller === "owner" && query !== null ? (words.get(query) ?? null) : null,
        ids: [...ids],
        why,
      }),
    );
  const audit = await project.catalog.audit.list(LOOKED_AT);
  const changed = audit.flatMap(({ time, caller, action, object }): Entry[] => {
    const [kind, why] = CHANGES[action] ?? [];
    if (kind === undefined || why === undefined || !isNow(time)) return [];
    return [{ ...ITSELF, time, kind, caller, ids: action === "drawer.add" ? [object] : [], why }];
  });
  const byKey = new Map((await project.catalog.sources.list()).map((one) => [one.key, one]));
  const runs = (await project.catalog.jobs.list(LOOKED_AT)).flatMap((job): Entry[] => {
    const { startedAt, files, drawers } = job;
    // What was added by hand is told by itself.
    const read = job.sources.filter((key) => byKey.get(key)?.kind !== "hand").map((key) => byKey.get(key)?.name ?? key);
    if (!isNow(startedAt) || read.length === 0 || drawers.added + drawers.removed === 0) return [];
    const why = `${read.join(", ")}; files read: ${files.indexed}, passages added: ${drawers.added}, removed: ${drawers.removed}`;
    return [{ ...ITSELF, time: startedAt, kind: "read", why }];
  });
  const entries = [...asked, ...changed, ...runs, ...(await toldToday(project, audit, isNow))].sort((a, b) =>
    a.time < b.time ? 1 : a.time > b.time ? -1 : 0,
  );
  return { keepsWords: project.settings.page.today, entries: entries.slice(0, limit) };
}

const isUnasked = (kind: SearchLogEntry["kind"]) => kind === "given" || kind === "silent";

/** Milliseconds within which a hook asks for the same prompt itself, where the service answers too late. */
const ASKED_ANEW = 10_000;

/** Whether what a hook was given for a prompt is told for the first time. */
function isFirst(): (entry: SearchLogEntry) => boolean {
  const seen = new Map<string, number>();
  return ({ time, query, kind, session = "" }) => {
    if (query === null || session === "" || !isUnasked(kind)) return true;
    const [prompt, at] = [`${session} ${query}`, Date.parse(time)];
    const before = seen.get(prompt) ?? Infinity;
    seen.set(prompt, at);
    return before - at >= ASKED_ANEW;
  };
}

/** What nobody asked: the memory itself. */
const ITSELF = { caller: "owner", client: "", session: "", words: null, ids: [], why: "" } as const;

/** Lists and facts that were changed today, by what they are called: what they say may be a secret. A user's are his, unless the owner changed them. */
async function toldToday(
  { facts, system }: Pick<OpenedProject, "facts" | "system">,
  audit: readonly AuditEntry[],
  isNow: (time: string) => boolean,
): Promise<readonly Entry[]> {
  const told: Entry[] = [];
  const pass = letOthers(system.timer);
  for (const { topic, scope } of await facts.list(null)) {
    await pass();
    const history = await facts.history(topic, scope);
    const isNoted = ({ action, object, details }: AuditEntry) =>
      action === "fact.change" && object === contentHash(topic) && details["scope"] === scope;
    // It is noted right behind the change.
    const byOwner = audit.filter(isNoted).map(({ time }) => history.findLast(({ recordedAt }) => recordedAt <= time));
    for (const change of history) {
      const { recordedAt: time, undone, reason, effect } = change;
      const kind = effect.added.length > 0 ? "remembered" : "changed";
      const isUsers = scope.startsWith("user:");
      const caller = isUsers && !byOwner.includes(change) ? scope : "owner";
      const whose = isUsers ? ` of ${scope}` : "";
      if (!undone && isNow(time) && reason !== UNREAD)
        told.push({ ...ITSELF, caller, time, kind, why: `${topic}, in Lists${whose}` });
    }
  }
  return told;
}

/** Notes what was put before a named agent that didn't ask and still waits, or why nothing was. @param prompt null: where its session begins */
export async function logInjection(
  project: Pick<OpenedProject, "facts" | "folder" | "settings" | "system">,
  { prompt, caller, client, session, signal }: Omit<Asked<typeof INJECT>, "prompt"> & { prompt: string | null },
  { used, silent }: Pick<Injection, "used" | "silent">,
): Promise<void> {
  // That a connection ended while the event loop was busy is known in its next turn but one.
  for (let turn = 0; signal !== undefined && turn < 2; turn++) await new Promise(setImmediate);
  if (client === undefined || signal?.aborted === true) return;
  const hash = prompt === null ? null : questionHash(prompt);
  const kind = silent === null ? "given" : "silent";
  const told = prompt === null ? "where its session begins" : used.length === 0 ? "from Lists" : "";
  const why = silent?.message ?? told;
  const entry = { caller, client, session, time: new Date(project.system.clock()).toISOString(), query: hash, kind };
  appendLog(project.folder.searches, { ...entry, ids: used.map(({ id }) => id), why });
  if (caller === "owner" && prompt !== null && hash !== null) await keepWords(project, { hash, words: prompt });
}

/** The words of a question, by its hash. */
interface AskedWords {
  readonly hash: string;
  readonly words: string;
}

type Where = Pick<OpenedProject, "folder" | "settings" | "system">;

/** Characters of a question that are kept: enough to know it again. */
const MOST = 2_000;

function fileOf(project: Where): { readonly folder: string; readonly name: string } {
  return { folder: project.folder.today, name: `${projectDays(project).day(project.system.clock())}.jsonl` };
}

/**
 * Keeps the words of the owner's question for the day on which it was asked, where `page.today` says so: in a file of that day alone, which the
 * first words of the next day, its reading and whatever is forgotten delete.
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function keepWords(
  project: Where & Pick<OpenedProject, "facts">,
  { hash, words }: AskedWords,
): Promise<void> {
  if (!project.settings.page.today) return forgetWords(project);
  const { folder, name } = fileOf(project);
  const line = JSON.stringify({ hash, words: (await asKept(project, words)).slice(0, MOST) });
  writing(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    deleteOtherDays(folder, name);
    appendFileSync(join(folder, name), `${line}\n`, { mode: 0o600 });
  });
}

/** The words of today's questions, by their hashes; none where `page.today` is off. What is left of other days goes. */
function wordsOfToday(project: Where): ReadonlyMap<string, string> {
  const { folder, name } = fileOf(project);
  deleteOtherDays(folder, project.settings.page.today ? name : "");
  return new Map(lastOf<AskedWords>(join(folder, name), Infinity).map(({ hash, words }) => [hash, words]));
}

/** Deletes the words of all days: they may be of what is forgotten now. */
export function forgetWords({ folder }: Pick<OpenedProject, "folder">): void {
  deleteOtherDays(folder.today, "");
}

function deleteOtherDays(folder: string, kept: string): void {
  for (const name of ifThere(() => readdirSync(folder)) ?? [])
    if (name !== kept) rmSync(join(folder, name), { force: true });
}
