import { type IndexOptions, indexSources } from "../../ingest/index-sources.ts";
import { LociError } from "../../model/error.ts";
import type { Job } from "../../operations/answers/run.ts";
import { example, step } from "../../model/next-step.ts";
import type { OpenedProject } from "../opened-project.ts";

/**
 * Makes the index anew from the files. A sound one is rewritten in place, document by document, so searches go on meanwhile; one
 * that is damaged, of a newer format or of another embedding model is put aside first. Vectors come from the cache.
 * @throws LociError `NOTHING_TO_INDEX` without sources, storage errors
 */
export async function rebuild(project: OpenedProject, options: IndexOptions): Promise<Job> {
  const { catalog, indexHandle, ingest } = project;
  const sources = await catalog.sources.list();
  if (sources.length === 0)
    throw new LociError("NOTHING_TO_INDEX", `the project '${project.name}' has no sources`, {
      hint: step`name a folder or file: ${example("index", "~/notes --scope kb")}`,
    });
  const isUsed = await isUsable(project);
  if (!isUsed) await indexHandle.reset();
  const index = await indexHandle.index();
  const job = await indexSources(
    await ingest(index),
    { kind: "rebuild", sources, readAll: true, removeOrphans: true },
    options,
  );
  await index.settle();
  if (!isUsed || job.status === "done") await indexHandle.markWhole();
  return { ...job, notes: [...indexHandle.takeNotes(), ...job.notes] };
}

/** Whether the index can be written to as it is: sound, of our format, with vectors of our model. */
async function isUsable({ indexHandle, ingest }: Pick<OpenedProject, "indexHandle" | "ingest">): Promise<boolean> {
  try {
    if ((await indexHandle.loss())?.why === "damaged") return false;
    const index = await indexHandle.index();
    await ingest(index);
    return (await index.check(false)).every(({ severity }) => severity !== "error");
  } catch (thrown) {
    if (thrown instanceof LociError && ["INDEX_DAMAGED", "INDEX_FORMAT", "MODEL_MISMATCH"].includes(thrown.code))
      return false;
    throw thrown;
  }
}
