import { type OpenedProject, projectDays } from "../opened-project.ts";
import { globSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { readMemory, withoutCaptures } from "../../conversation/chats/memory-file.ts";
import { isInside } from "../../ingest/source-key.ts";
import type { Scope } from "../../model/caller.ts";
import type { ChatStore } from "./chat-store.ts";
import { changeMemory } from "./capture-chat.ts";
import { memoryText, MESSAGES, NOTES } from "./chat-files.ts";
import { recordAudit } from "../audit.ts";

/** What has been kept longer than the settings say. */
export interface ExpiredItem {
  readonly kind: "log" | "notes" | "messages";
  readonly chat: string;
  readonly scope: Scope;
  /** Logs, notes or messages. */
  readonly count: number;
  /** What says so: `chat.message_days`, a month, … */
  readonly setting: string;
  readonly from: string;
  /** Relative to the project's folder. */
  readonly path: string;
}

/** The result of retention, or of its preview. */
export type RetentionReport = Awaited<ReturnType<typeof retention>>;

const DAY_MS = 86_400_000;
/** Newest entries of the audit trail among which the last removal is looked for. */
const LOOKED_AT = 1_000;

/** When something was last removed, and how many kinds of it; null where nothing was. */
export async function lastRetention({
  catalog,
}: Pick<OpenedProject, "catalog">): Promise<{ readonly at: string; readonly items: number } | null> {
  const last = (await catalog.audit.list(LOOKED_AT)).find(({ action }) => action === "retention");
  return last === undefined ? null : { at: last.time, items: Number(last.details["items"] ?? 0) };
}

/**
 * Finds, and with `yes` removes, what was kept longer than the settings allow: daily logs, notes taken from chats, and messages where a limit is set.
 * What a person pinned stays, and so do documents: these go with their files.
 */
export async function retention(project: OpenedProject, chats: ChatStore, yes: boolean) {
  const { settings, folder, catalog, system } = project;
  const days = projectDays(project);
  const { log_days, capture_days, owner_capture_days, message_days } = settings.chat;
  const cutoff = (kept: number): string | null => (kept === 0 ? null : days.day(system.clock() - kept * DAY_MS));
  const sources = (await catalog.sources.list()).filter(
    ({ kind, root }) => kind === "chat" && isInside(root, folder.chats),
  );
  const items: ExpiredItem[] = [];
  const shown = (path: string): string => relative(folder.root, path).replaceAll(sep, "/");
  for (const { root, name, options } of sources.filter((source) => basename(source.root) === MESSAGES)) {
    const scope = options.scope ?? "admin";
    const log = join(dirname(root), "log");
    const from = cutoff(log_days);
    if (from === null) break;
    const old = globSync("????-??-??.md", { cwd: log }).filter((file) => file.slice(0, 10) < from);
    if (old.length === 0) continue;
    items.push({ kind: "log", chat: name, scope, count: old.length, setting: "a month", from, path: shown(log) });
    if (yes) for (const file of old) rmSync(join(log, file), { force: true });
  }
  for (const source of sources) {
    const scope = source.options.scope ?? "admin";
    const isNotes = basename(source.root) === NOTES;
    const [kept, setting] = !isNotes
      ? [message_days, "chat.message_days"]
      : scope === "admin"
        ? [owner_capture_days, "a year for the owner"]
        : [capture_days, "90 days"];
    const from = cutoff(kept);
    if (from === null) continue;
    const all = await project.indexHandle.use((index) => chats.whole(index, source));
    const old = all.filter(({ time }) => time !== null && days.day(time) < from);
    if (old.length === 0) continue;
    const of = { kind: isNotes ? "notes" : "messages", chat: source.name, path: shown(source.root) } as const;
    items.push({ ...of, scope, count: old.length, setting, from });
    if (yes) await project.indexHandle.use((index) => chats.expire(index, source, old));
  }
  for (const file of globSync(["memory.md", "*/memory.md", "users/*/*/memory.md"], { cwd: folder.chats })) {
    const path = join(folder.chats, file);
    const isOwners = file === "memory.md";
    const from = cutoff(isOwners ? owner_capture_days : capture_days);
    const old = from === null ? [] : readMemory(memoryText(path)).captures.filter(({ at }) => days.day(at) < from);
    if (from === null || old.length === 0) continue;
    const setting = isOwners ? "a year for the owner" : "90 days";
    const scope: Scope = isOwners
      ? "admin"
      : (sources.find(({ root }) => dirname(root) === dirname(path))?.options.scope ?? "admin");
    items.push({ kind: "notes", chat: old[0]?.chat ?? "", scope, count: old.length, setting, from, path: shown(path) });
    if (yes) await changeMemory(project, path, (text) => withoutCaptures(text, ({ at }) => days.day(at) < from));
  }
  if (yes && items.length > 0)
    await recordAudit(project, [{ action: "retention", object: project.name, details: { items: items.length } }]);
  return { items, removed: yes && items.length > 0 };
}
