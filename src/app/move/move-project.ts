import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { operation, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import type { IndexHouse, SearchIndex } from "../../storage/ports/search-index.ts";
import { commitMemory } from "../catalog-record/catalog-mark.ts";
import type { ComposedProject } from "../opened-project.ts";
import { underLease } from "../exclusive.ts";
import type { MOVE, ValuesOf } from "../../model/requests/index.ts";
import { copyBeside, type MigratedModel, type MigrateModelOptions, takeOver } from "./migrate-model.ts";
import { keepStore, storeOf } from "./project-store.ts";

/** Where a project is moved to. */
export type MoveOptions = Pick<MigrateModelOptions, "signal" | "onProgress"> & ValuesOf<typeof MOVE>;

/** Its drawers were compared one by one. */
export interface MovedProject extends Pick<MigratedModel, "to" | "drawers" | "embeddings"> {
  readonly from: string;
  readonly documents: number;
}

/**
 * Moves the index of a project to a server, or back. Documents are copied beside the live index, while search and indexing go on; what was copied
 * before an interruption is not copied again. Before the switch every drawer is compared.
 * @throws LociError `USAGE`, `UNAVAILABLE`, `STORAGE_FAILED` where something differs, with everything as it was
 */
export async function moveProject(project: ComposedProject, options: MoveOptions): Promise<MovedProject> {
  const { folder, settings, engines } = project;
  return await underLease(project, { name: "move", patience: 0 }, async () => {
    const from = storeOf(folder.root, settings).store.uri;
    const to = options.to === "folder" ? "" : options.to;
    if (from === to)
      throw new LociError("USAGE", `the project's index is there already`, { hint: "name another place" });
    const house = (uri: string): Promise<IndexHouse> =>
      engines.openIndexHouse(
        { project: basename(folder.root), folder, settings: { ...settings, store: { ...settings.store, uri } } },
        commitMemory(project.catalog),
      );
    const target = await house(to);
    const copy = await target.open();
    try {
      const provider = await project.provider();
      const model = await project.indexHandle.use((index) => index.modelIdentity());
      if (model !== null) await copy.setModelIdentity(model);
      const run = { project, provider, target: copy, options };
      const embeddings = await copyBeside(run);
      let counted = { documents: 0, drawers: 0 };
      await project.indexHandle.replace(async (live) => {
        await takeOver(run, embeddings, live);
        counted = await sameDrawers(live, copy);
        return async () => {
          await keepStore(folder.root, to);
          const left = await house(from);
          await left.reset();
          await left.close();
        };
      });
      return { from: from || "folder", to: to || "folder", ...counted, embeddings };
    } finally {
      await copy.close();
      await target.close();
    }
  });
}

/** @throws LociError `STORAGE_FAILED` where a drawer is not what it was */
async function sameDrawers(live: SearchIndex, copy: SearchIndex): Promise<Pick<MovedProject, "documents" | "drawers">> {
  const documents = await live.documents();
  if (!isDeepStrictEqual(documents, await copy.documents())) throw differs("the documents");
  let drawers = 0;
  for (const document of documents) {
    const [one, other] = await Promise.all([
      live.documentDrawers(document, "all"),
      copy.documentDrawers(document, "all"),
    ]);
    if (!isDeepStrictEqual(one, other)) throw differs(`the passages of '${document.path}'`);
    drawers += one.length;
  }
  return { documents: documents.length, drawers };
}

const differs = (what: string): LociError =>
  new LociError("STORAGE_FAILED", `${what} differ between the two places; the project was not moved`, {
    hint: step`run the command again; if it says so again, run ${operation("doctor", "--deep")}`,
  });
