/** A value that both databases take. */
export type SqlValue = string | number | null;

/** A row of an answer. Integers are numbers. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A statement with its values, which stand for `?` in order. */
export interface SqlStep {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Work in one transaction, statement by statement: a database of this process runs it at once, one over a network waits for each answer. */
export type SqlWork<T> = Generator<SqlStep, T, readonly SqlRow[]>;

/** What a store of several databases is written against. */
export interface SqlRunner {
  /** How the database makes rows of a JSON array or object: `json_each` gives `key` and `value`. */
  readonly dialect: { readonly items: string; readonly entries: string };
  /** `work` sees one committed state. */
  read<T>(work: () => SqlWork<T>): Promise<T>;
  /** All of `work` is committed or nothing; writers wait for each other. */
  write<T>(work: () => SqlWork<T>): Promise<T>;
  /** `write` for what only gives something up; where it differs, see the runner. */
  giveUp?<T>(work: () => SqlWork<T>): Promise<T>;
  close(): Promise<void>;
}

/** One statement. @returns its rows */
export function* ask(sql: string, ...values: readonly SqlValue[]): SqlWork<readonly SqlRow[]> {
  return yield { sql, values };
}
