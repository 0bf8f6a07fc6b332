import type { LazyFacts } from "../opened-project.ts";
import type { Facts } from "../../facts/create-facts.ts";

/** @param open called at the first call of any method but `close`, and again after it failed */
export function lazyFacts(open: () => Promise<Facts>): LazyFacts {
  let opening: Promise<Facts> | null = null;
  const facts = (): Promise<Facts> =>
    (opening ??= open().catch((thrown: unknown) => {
      // Nothing to close, and the next call tries again.
      opening = null;
      throw thrown;
    }));
  return {
    tell: async (...given) => (await facts()).tell(...given),
    ask: async (...given) => (await facts()).ask(...given),
    route: async (...given) => (await facts()).route(...given),
    list: async (...given) => (await facts()).list(...given),
    show: async (...given) => (await facts()).show(...given),
    history: async (...given) => (await facts()).history(...given),
    forgetWords: async (...given) => (await facts()).forgetWords(...given),
    withoutSecrets: async (...given) => (await facts()).withoutSecrets(...given),
    undo: async (...given) => (await facts()).undo(...given),
    change: async (...given) => (await facts()).change(...given),
    deleteChat: async (...given) => (await facts()).deleteChat(...given),
    sync: async () => (await facts()).sync(),
    bytes: async (...given) => (await facts()).bytes(...given),
    check: async () => (await facts()).check(),
    close: async () => void (await (await opening)?.close()),
  };
}
