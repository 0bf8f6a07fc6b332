import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { DraftDependencies, FileDraft } from "../ingest/draft-file.ts";
import type { DraftingMessage, DraftingRequest } from "./threaded-drafter.ts";

/**
 * The thread's side of drafting: files come in, drafts go out. What it is started with: the folder where Node keeps
 * compiled code between runs, if it keeps any.
 */
const compileCache = workerData as string | undefined;
// A thread has to ask for it itself, and before it loads anything.
if (compileCache !== undefined) enableCompileCache(compileCache);
const [{ draftFile }, { createPlacer }, { parseFile }, { redactedDocument, withoutPrivateParts }] = await Promise.all([
  import("../ingest/draft-file.ts"),
  import("../palace/place.ts"),
  import("../parsing/registry.ts"),
  import("../app/redaction.ts"),
]);

let how: DraftDependencies | null = null;
/** One message after the other: their answers go back in the order of the messages. */
let turn: Promise<void> = Promise.resolve();

parentPort?.on("message", (message: DraftingMessage) => {
  if ("setup" in message) {
    const { hallKeywords, limits } = message.setup;
    how = {
      parse: async (input) => await redactedDocument(await parseFile({ ...input, limits }), withoutPrivateParts),
      place: createPlacer({ hallKeywords }),
    };
  } else turn = turn.then(() => answer(message));
});

async function answer({ context, files }: DraftingRequest): Promise<void> {
  if (how === null) throw new Error("a drafting thread must be told how before it is told what");
  const drafts: FileDraft[] = [];
  for (const file of files) drafts.push(await draftFile(how, { context, file }));
  parentPort?.postMessage(drafts);
}
