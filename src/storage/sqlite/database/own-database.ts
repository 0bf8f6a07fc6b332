import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { rememberOpen } from "../../../files/open-databases.ts";

/** A connection to a file of ours, remembered while it is open (`rememberOpen`). */
export class OwnDatabase extends DatabaseSync {
  readonly #forget: () => void;
  #open = true;

  constructor(path: string | URL, options: DatabaseSyncOptions = {}) {
    super(path, options);
    this.#forget = rememberOpen(path);
  }

  override close(): void {
    super.close();
    if (this.#open) this.#forget();
    this.#open = false;
  }
}
