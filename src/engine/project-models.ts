import type { Engines, OpenedProject, ProjectPlace, System } from "../app/opened-project.ts";
import { embeddingOf, modelStamp } from "../app/move/project-store.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import { LociError } from "../model/error.ts";
import type { Note } from "../model/note.ts";
import type { Unrelated } from "../model/vector.ts";
import type { Catalog } from "../storage/ports/catalog.ts";

/** The models of a project, each opened when it is first asked for. */
interface ProjectModels extends Pick<
  OpenedProject,
  "provider" | "embeddingCache" | "lexicon" | "unrelated" | "languageModel" | "requireLanguageModel"
> {
  /** Closes the cache of vectors, where it was opened. */
  readonly closeCache: () => Promise<void>;
}

/** @param note says something with the next answer */
export function projectModels(
  place: ProjectPlace,
  engines: Engines,
  { system, catalog, note }: { system: System; catalog: Catalog; note: (note: Note) => void },
): ProjectModels {
  const { folder, settings } = place;
  let provider: { readonly stamp: string; readonly opened: Lazy<EmbeddingProvider | null> } | null = null;
  const cache = new Lazy(() => engines.openCache(place, (detail) => note(cacheRemade(detail))));
  const words = new Lazy(() => engines.openLexicon());
  const language = new Lazy(async () => {
    const { openLanguageModel } = await import("../app/ask/model-answer.ts");
    return await openLanguageModel({ settings, system, engines, catalog });
  });
  const measured = new Map<EmbeddingProvider, Unrelated>();
  return {
    provider() {
      // Another process may have migrated the project to another model.
      const stamp = modelStamp(folder.root);
      if (provider?.stamp !== stamp) {
        const embedding = embeddingOf(folder.root, settings.embedding);
        provider = { stamp, opened: new Lazy(() => engines.openProvider({ embedding }, system.environment)) };
      }
      return provider.opened.get();
    },
    embeddingCache: cache.get,
    lexicon: async (model) => (model === null || model.capabilities.similarWords ? model : await words.get()),
    async unrelated(model) {
      const known = model.unrelated ?? measured.get(model);
      if (known !== undefined) return known;
      const { NOT_MEASURED, unrelatedOf } = await import("../ingest/unrelated-of.ts");
      try {
        const found = await unrelatedOf(model, await cache.get());
        measured.set(model, found);
        return found;
      } catch (thrown) {
        // Callers that need the model itself report the error; the next call tries again.
        if (thrown instanceof LociError && thrown.code === "MODEL_UNAVAILABLE") return NOT_MEASURED;
        throw thrown;
      }
    },
    languageModel: language.get,
    async requireLanguageModel(model = "") {
      const { openLanguageModel } = await import("../app/ask/model-answer.ts");
      const others = { ...settings, llm: { ...settings.llm, model } };
      const opened =
        model === "" ? await language.get() : await openLanguageModel({ settings: others, system, engines, catalog });
      if (opened === null) throw (await import("../app/ask/model-answer.ts")).noLanguageModel();
      return opened;
    },
    async closeCache() {
      await (await cache.opened)?.close();
    },
  };
}

const cacheRemade = (detail: string): Note => ({
  code: "EMBEDDINGS_REMADE",
  message: `${detail}; it was begun anew, so vectors are computed again where they are needed`,
  hint: "nothing is to be done",
});

/** A part that is opened when it is first asked for. What fails is tried again by the next call: a key may be set, or a service started, before. */
export class Lazy<T> {
  readonly #open: () => Promise<T>;
  #opened: Promise<T> | null = null;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  readonly get = (): Promise<T> =>
    (this.#opened ??= this.#open().catch((thrown: unknown) => {
      this.#opened = null;
      throw thrown;
    }));

  /** What was opened; null where nothing was. */
  get opened(): Promise<T> | null {
    return this.#opened;
  }
}
