/** Where a run is. Given often: whoever shows it decides how often to. */
export interface Progress {
  /** `waiting`: another process works on this source. */
  readonly phase: "waiting" | "scanning" | "reading" | "embedding" | "writing" | "done";
  /** Name of the source. */
  readonly source: string;
  /** Files dealt with of those that have to be, in this source. */
  readonly files: { readonly done: number; readonly total: number };
  /** Drawers written in this run. */
  readonly drawers: number;
}
