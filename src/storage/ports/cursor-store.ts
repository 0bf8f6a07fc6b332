/** How far a growing transcript was read. */
export interface Cursor {
  /** Source key, and the file's path inside the source. */
  readonly source: string;
  readonly path: string;
  /** Bytes read. */
  readonly offset: number;
  /** Id of the last message; null before the first. */
  readonly lastId: string | null;
  /** SHA-256, hex, of the bytes before `offset`: another history means that the file was rewritten. */
  readonly hash: string;
}

/** Cursors of chats and transcripts, by source and path. */
export interface CursorStore {
  get(source: string, path: string): Promise<Cursor | null>;
  put(cursor: Cursor): Promise<void>;
  /** Drops all of a source. */
  removeSource(source: string): Promise<void>;
}
