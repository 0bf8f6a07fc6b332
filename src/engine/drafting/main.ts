import { parentPort, workerData } from "node:worker_threads";
import { draftFile, type FileDraft } from "../../ingest/draft-file.ts";
import { createPlacer } from "../../palace/place.ts";
import { parseFile } from "../../parsing/registry.ts";
import type { DraftingRequest, DraftingSetup } from "./messages.ts";

/** The thread's side of drafting: files come in, drafts go out. */
const { context, hallKeywords, limits } = workerData as DraftingSetup;
const place = createPlacer({ hallKeywords });

/** One message after the other: their answers go back in the order of the messages. */
let turn: Promise<void> = Promise.resolve();
parentPort?.on("message", (files: DraftingRequest) => void (turn = turn.then(() => answer(files))));

async function answer(files: DraftingRequest): Promise<void> {
  const drafts: FileDraft[] = [];
  for (const file of files) drafts.push(await draftFile({ parse: (input) => parseFile({ ...input, limits }), place }, context, file));
  parentPort?.postMessage(drafts);
}
