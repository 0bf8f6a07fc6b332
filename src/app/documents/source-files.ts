import { type Asked, SOURCE_FILES } from "../../model/requests/index.ts";
import type { SourceFiles } from "../../operations/answers/run.ts";
import type { OpenedProject } from "../opened-project.ts";
import { findSource } from "./remove-source.ts";

/** Files of a source, in order of their paths: those that are indexed, and those that no reader takes, each with its reason. */
export async function sourceFiles(
  project: Pick<OpenedProject, "catalog" | "indexHandle">,
  { key: named, limit = SOURCE_FILES.limit.default, offset = SOURCE_FILES.offset.default }: Asked<typeof SOURCE_FILES>,
): Promise<SourceFiles> {
  const { key } = await findSource(project, named);
  const [documents, refusals] = await Promise.all([
    project.indexHandle.use((index) => index.documents(key)),
    project.catalog.refusals.of(key),
  ]);
  const all = [
    ...documents.map((one) => ({ ...one, state: "indexed" as const, reason: null })),
    ...refusals.map((one) => ({ ...one, state: "skipped" as const })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const files = all.slice(offset, offset + limit).map(({ path, state, reason, bytes, contentHash, modifiedAt }) => ({
    path,
    state,
    reason,
    bytes,
    contentHash,
    modifiedAt: modifiedAt === 0 ? null : new Date(modifiedAt).toISOString(),
  }));
  return { source: key, total: all.length, files };
}
