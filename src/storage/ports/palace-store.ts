import type { PalaceEdits } from "../../model/palace-edits.ts";

/** Corrections and explicit tunnels of a project. */
export interface PalaceStore {
  /** How they are now; `version` rises with every change. Cost: one row. */
  read(): Promise<{ readonly version: number; readonly edits: PalaceEdits }>;
  /**
   * Changes them in one transaction: `work` gets what is there and gives what shall be. It is called once, must not wait, and when it
   * throws nothing changes. Giving back the same object changes nothing.
   */
  change(work: (edits: PalaceEdits) => PalaceEdits): Promise<PalaceEdits>;
}
