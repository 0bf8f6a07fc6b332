import { NO_EDITS, type PalaceEdits } from "../../../model/palace-edits.ts";
import type { PalaceStore } from "../../ports/palace-store.ts";

/** Edits of the palace in one variable. @param open throws when the catalog is closed */
export function memoryPalaceStore(open: () => void): PalaceStore {
  let version = 0;
  let edits: PalaceEdits = NO_EDITS;
  return {
    async read() {
      open();
      return { version, edits };
    },
    async change(work) {
      open();
      const next = work(edits);
      if (next === edits) return edits;
      edits = structuredClone(next);
      version++;
      return edits;
    },
  };
}
