import type { OpenedProject } from "../app/opened-project.ts";
import { keptFolder, KeptSessions } from "../ingest/kept/kept-sessions.ts";
import type { Source } from "../model/source.ts";

/** The project's sources, each with what is kept of its sessions. @throws LociError `STORAGE_FAILED` */
export async function listedSources({ catalog, folder }: OpenedProject): Promise<readonly Source[]> {
  return (await catalog.sources.list()).map((source) => {
    if (source.kind !== "chat") return source;
    const kept = new KeptSessions(keptFolder(folder.sessions, source.key));
    if (kept.isNew) return source;
    const summaries = kept.paths().map((path) => kept.summary(path));
    const files = new Set(summaries.flatMap((summary) => summary?.files ?? []).filter((file) => file !== ""));
    return {
      ...source,
      kept: {
        sessions: summaries.length,
        messages: summaries.reduce((sum, summary) => sum + (summary?.messages ?? 0), 0),
        files: [...files].sort(),
      },
    };
  });
}
