import type { PalaceEdits } from "../../model/palace-edits.ts";

/** The edits as they were read. `version` rises with every change. */
export interface PalaceRead {
  readonly version: number;
  readonly edits: PalaceEdits;
}

/** Corrections and explicit tunnels of a project. */
export interface PalaceStore {
  /** How they are now. Cost: one row. */
  read(): Promise<PalaceRead>;
  /**
   * Changes them in one transaction: `work` gets what is there and gives what shall be. It is called once, must not wait, and when it
   * throws nothing changes. Giving back the same object changes nothing.
   */
  change(work: (edits: PalaceEdits) => PalaceEdits): Promise<PalaceEdits>;
}
