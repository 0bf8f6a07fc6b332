import type { OpenedProject } from "./opened-project.ts";
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { settleRuns } from "../ingest/recover-jobs.ts";
import { type Caller, visibleScopes } from "../model/caller.ts";
import type { ChatStore } from "./chats/chat-store.ts";

/** What of a project can change for a caller. `sources` and `jobs` are the owner's. */
export type ProjectPart = "drawers" | "facts" | "chats" | "sources" | "jobs";

export interface ProjectRevision {
  /** All parts in one text, for `changedParts`. */
  readonly revision: string;
}

/** Ids of the newest drawers that take part: a passage that was replaced by one of the same length shows by them. */
const NEWEST = 100;

/**
 * Which parts differ between two revisions of one caller; all that the newer one has where the older one is none.
 * @example changedParts("drawers.1a-facts.2b", "drawers.3c-facts.2b") // ["drawers"]
 */
export function changedParts(before: string, now: string): readonly ProjectPart[] {
  const old = new Set(before.split("-"));
  return now
    .split("-")
    .filter((part) => !old.has(part))
    .map((part) => part.split(".")[0] as ProjectPart);
}

/**
 * Makes revisions of a project for its callers. Each part is a hash over what the caller can read, so that nothing he may not see changes it.
 * Cost: some reads of the catalog; the index is looked at only when it has a new commit, or the palace was corrected.
 */
export function projectRevisions(
  project: Pick<OpenedProject, "catalog" | "facts" | "indexHandle" | "palace" | "system">,
  chats: () => Promise<ChatStore>,
): (caller: Caller) => Promise<ProjectRevision> {
  const { catalog, indexHandle, facts, palace, system } = project;
  const drawers = async (caller: Caller): Promise<string> =>
    await indexHandle.use(async (index) => {
      const visible = visibleScopes(caller);
      const { once, rows, stored, edits } = await palace(index, visible);
      return await once("revision", async () => {
        const named = visible === "all" ? edits : rows();
        return hashOf([await index.counts(visible), stored, named, await index.recent(visible, {}, NEWEST)]);
      });
    });
  return async (caller) => {
    const visible = visibleScopes(caller);
    const { sources } = await catalog.forSearch();
    const kept = await chats();
    const live = sources.filter(
      (source) => kept.isLiveChat(source) && (visible === "all" || visible.includes(source.options.scope ?? "admin")),
    );
    const parts: [ProjectPart, string][] = [
      ["drawers", await drawers(caller)],
      ["facts", hashOf(await facts.list(caller === "owner" ? null : caller === "public" ? "kb" : caller))],
      ["chats", hashOf(live.map(({ key, root }) => [key, statSync(root, { throwIfNoEntry: false })?.mtimeMs]))],
    ];
    if (caller === "owner") {
      parts.push(["sources", hashOf(sources)]);
      await settleRuns(catalog, system.lease);
      parts.push(["jobs", hashOf([await catalog.jobs.unfinished(), await catalog.jobs.list(1)])]);
    }
    return { revision: parts.map((part) => part.join(".")).join("-") };
  };
}

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
