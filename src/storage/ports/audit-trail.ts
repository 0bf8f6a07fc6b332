/** One thing done to a project. Names objects by id, key or hash, never by content. */
export interface AuditEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly caller: string;
  /** A verb and its object's kind: `source.add`, `job.start`, `drawer.forget`, … */
  readonly action: string;
  readonly object: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/** Entries that a trail keeps. */
export const MAX_AUDIT_ENTRIES = 10_000;

/** Who did what. Append only; the newest 10,000 are kept. */
export interface AuditTrail {
  append(entries: readonly AuditEntry[]): Promise<void>;
  /** Latest first. */
  list(limit: number): Promise<readonly AuditEntry[]>;
}
