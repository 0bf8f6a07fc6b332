import type { Facts, SyncReport } from "../api/facts.ts";
import type { Scope } from "../../model/scope.ts";
import type { FactStore } from "../../storage/ports/fact-store.ts";

/** Keeps a markdown file beside every list, and reads edits of it back. */
export interface FactMirrors {
  /** Writes the mirrors of lists that changed since the last call, and removes those of lists that are gone. */
  follow(store: FactStore): Promise<void>;
  /** Reads edits of these lists' mirrors back before the lists are used; says whether any was applied. Cost: one `stat` a list. */
  adopt(lists: readonly { readonly scope: Scope; readonly key: string }[], facts: Facts): Promise<boolean>;
  /** Reads every mirror back and writes what is missing. */
  sync(facts: Facts): Promise<SyncReport>;
}
