/**
 * The path of a session's document: its session where the source is one file; behind the file's own path where it is a folder,
 * since two files may hold sessions of one name.
 *
 * @param file path inside the source's folder; null where the source is a file
 */
export function sessionPath(file: string | null, session: string): string {
  return file === null ? session : `${file}#${session}`;
}

/** Whether a document's path belongs to a file of a folder source. */
export function isOfFile(path: string, file: string | null): boolean {
  return file === null || path.startsWith(`${file}#`);
}

/** The file, or the folder of an export (ending in `/`), that a document's path of a folder source belongs to; null for a path that names none. */
export function fileOf(path: string): string | null {
  return /^(.*?(?:\.(?:jsonl|json|ndjson|zip|txt|md|markdown)|\/))#/i.exec(path)?.[1] ?? null;
}
