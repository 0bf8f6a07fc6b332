/** A row of somebody else's database. */
export type ForeignRow = Readonly<Record<string, unknown>>;

/** Asks a database. */
export type ForeignQuery = (sql: string, ...parameters: string[]) => ForeignRow[];

/** Whether a file is a database of SQLite, by its first bytes. */
export function looksLikeDatabase(head: Uint8Array): boolean {
  return (
    Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 16)).toString("latin1") === "SQLite format 3\0"
  );
}

/**
 * What is asked of a database that another program keeps, with its log. It is opened for reading only, and closed again.
 *
 * @returns null for a file that is damaged, locked or no database
 */
export async function readForeignDatabase<T>(file: string, read: (query: ForeignQuery) => T): Promise<T | null> {
  const { DatabaseSync } = await import("node:sqlite");
  let database: InstanceType<typeof DatabaseSync> | null = null;
  try {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: 2000 });
    database = opened;
    return read((sql, ...parameters) => opened.prepare(sql).all(...parameters));
  } catch {
    // Whoever asked says that it holds nothing that can be read.
    return null;
  } finally {
    database?.close();
  }
}
