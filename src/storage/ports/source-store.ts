import type { Source } from "../../model/source.ts";

/** Which folders, files and chats a project is made of. */
export interface SourceStore {
  /** All, sorted by key. */
  list(): Promise<readonly Source[]>;
  get(key: string): Promise<Source | null>;
  /** Adds a source, or replaces the one with its key, whole. */
  put(source: Source): Promise<void>;
  /** Forgets a source; its drawers are the index's business. False when there was none. */
  remove(key: string): Promise<boolean>;
}
