import { crc32 } from "node:zlib";
import { LociError } from "../../model/error.ts";
import { operation, step } from "../../model/next-step.ts";

/** A value that both databases take. */
export type SqlValue = string | number | null;

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
  /** What was deleted stands in no file any more; none where the database's server sees to that. @throws LociError `STORAGE_BUSY`, `STORAGE_FULL` */
  purge?(): Promise<void>;
  close(): Promise<void>;
}

/** One statement. @returns its rows */
export function* ask(sql: string, ...values: readonly SqlValue[]): SqlWork<readonly SqlRow[]> {
  return yield { sql, values };
}

/** Behind the JSON text: a checksum of kind, name and text, so that no wrong byte is read as another scope or another path. */
const SEAL = /#([0-9a-f]{8})$/;

export const sealedBody = (kind: string, name: string, text: string): string =>
  `${text}#${crc32(`${kind} ${name} ${text}`).toString(16).padStart(8, "0")}`;

/** What a row holds; null where it isn't as it was written. Rows on a server may be of a version that sealed none. */
export function readRow<T>({ kind, name, body }: SqlRow): { readonly value: T } | null {
  const text = String(body).replace(SEAL, "");
  if (text !== body && sealedBody(String(kind), String(name), text) !== body) return null;
  try {
    return { value: JSON.parse(text) as T };
  } catch {
    return null;
  }
}

/**
 * @param called how an error names it
 * @throws LociError `INDEX_DAMAGED`, which is said of the catalog where it is one of a file
 */
export function valueOf<T>(row: SqlRow, called = `the ${row["kind"]} ${row["name"]}`): T {
  const read = readRow<T>(row);
  if (read !== null) return read.value;
  throw new LociError("INDEX_DAMAGED", `the catalog is damaged: ${called} is not as it was written`, {
    hint: step`run ${operation("doctor", "--repair")}`,
  });
}
