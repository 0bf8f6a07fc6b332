/** What one check found. Every finding that isn't `ok` ends with the next command. */
export interface Finding {
  /** `node`, `permissions`, `catalog`, `index`, `facts`, `files`, `vectors`, `model`, `leases`. */
  readonly check: string;
  readonly severity: "ok" | "warning" | "error";
  readonly what: string;
  /** What to type or do; empty when nothing is to be done. */
  readonly next: string;
}
