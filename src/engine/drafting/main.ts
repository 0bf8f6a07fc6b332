import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { FileDraft } from "../../ingest/draft-file.ts";
import type { DraftingRequest, DraftingSetup } from "./messages.ts";

/** The thread's side of drafting: files come in, drafts go out. */
const { hallKeywords, limits, compileCache } = workerData as DraftingSetup;
// A thread has to ask for it itself, and before it loads anything.
if (compileCache !== undefined) enableCompileCache(compileCache);
const [{ draftFile }, { createPlacer }, { parseFile }] = await Promise.all([import("../../ingest/draft-file.ts"), import("../../palace/place.ts"), import("../../parsing/registry.ts")]);
const place = createPlacer({ hallKeywords });

/** One message after the other: their answers go back in the order of the messages. */
let turn: Promise<void> = Promise.resolve();
parentPort?.on("message", (request: DraftingRequest) => void (turn = turn.then(() => answer(request))));

async function answer({ context, files }: DraftingRequest): Promise<void> {
  const drafts: FileDraft[] = [];
  for (const file of files) drafts.push(await draftFile({ parse: (input) => parseFile({ ...input, limits }), place }, context, file));
  parentPort?.postMessage(drafts);
}
