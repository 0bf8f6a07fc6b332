import { createHash } from "node:crypto";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { logSearches, loggedSearches, type SearchLogEntry } from "../audit.ts";
import { AUDIT, type Asked } from "../../model/requests/index.ts";
import type { Today } from "../../operations/answers/status.ts";
import { keepWords, wordsOfToday } from "./day-words.ts";

type Entry = Today["entries"][number];

/** Entries that are looked through for those of today. */
const LOOKED_AT = 2_000;
/** What the page asks for itself at each key is no news. */
const OWN_CLIENTS: ReadonlySet<string> = new Set(["http"]);
/** What is done to the memory, by the action of the audit trail. */
const CHANGES: Readonly<Record<string, Entry["kind"] | undefined>> = {
  "drawer.add": "remembered",
  "drawer.forget": "forgotten",
};

/** The hash by which a question is known in logs, in which its words don't stand. */
export function questionHash(question: string): string {
  return createHash("sha256").update(question).digest("hex").slice(0, 32);
}

/**
 * Today, newest first: what agents asked and were given, what was put into prompts unasked or why nothing was, what was remembered and forgotten. The
 * words of questions stand there where `page.today` keeps them.
 */
export async function today(
  project: Pick<OpenedProject, "catalog" | "folder" | "settings" | "system">,
  { limit = AUDIT.limit.default }: Asked<typeof AUDIT>,
): Promise<Today> {
  const { day } = projectDays(project);
  const now = day(project.system.clock());
  const words = wordsOfToday(project);
  const asked: readonly Entry[] = loggedSearches(project.folder.searches, LOOKED_AT)
    .filter(({ time, client }) => !OWN_CLIENTS.has(client) && day(time) === now)
    .map(({ time, caller, client, query, ids, kind, why = "", session = "" }) => ({
      time,
      kind: kind ?? ("asked" as const),
      caller,
      client,
      session,
      words: caller === "owner" && query !== null ? (words.get(query) ?? null) : null,
      ids: [...ids],
      why,
    }));
  const changed = (await project.catalog.audit.list(LOOKED_AT)).flatMap(({ time, caller, action, object }): Entry[] => {
    const kind = CHANGES[action];
    if (kind === undefined || day(time) !== now) return [];
    const ids = kind === "remembered" ? [object] : [];
    return [{ time, kind, caller, client: "", session: "", words: null, ids, why: "" }];
  });
  const entries = [...asked, ...changed].sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
  return { keepsWords: project.settings.page.today, entries: entries.slice(0, limit) };
}

/** What was put into a prompt, or why nothing was. */
interface Given {
  readonly used: readonly { readonly id: string }[];
  readonly silent: { readonly message: string } | null;
}

/** Notes what was put into an agent's prompt, or why nothing was. @param asked through what, and in which session */
export async function logInjection(
  project: Pick<OpenedProject, "facts" | "folder" | "settings" | "system">,
  prompt: string,
  { used, silent }: Given,
  asked: Pick<SearchLogEntry, "caller" | "client" | "session">,
): Promise<void> {
  const hash = questionHash(prompt);
  const kind = silent === null ? ("given" as const) : ("silent" as const);
  const entry = { ...asked, time: new Date(project.system.clock()).toISOString(), query: hash, kind };
  logSearches(project.folder.searches, [{ ...entry, ids: used.map(({ id }) => id), why: silent?.message ?? "" }]);
  if (asked.caller === "owner") await keepWords(project, [{ hash, words: prompt }]);
}
