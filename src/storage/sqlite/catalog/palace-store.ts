import { NO_EDITS, type PalaceEdits } from "../../../model/palace-edits.ts";
import type { PalaceStore } from "../../ports/palace-store.ts";
import type { Connection, Row } from "./connection.ts";

const SELECT = "SELECT version, body FROM palace";

/** Edits of the palace, all of them as one JSON body: there are few, and they are read together. */
export function sqlitePalaceStore(connection: Connection): PalaceStore {
  return {
    async read() {
      return asRead(connection.read(SELECT)[0]);
    },
    async change(work) {
      return await connection.write(() => {
        const { version, edits } = asRead(connection.rows(SELECT)[0]);
        const next = work(edits);
        if (next === edits) return edits;
        connection.run("INSERT OR REPLACE INTO palace (id, version, body) VALUES (1, ?, ?)", version + 1, JSON.stringify(next));
        return next;
      });
    },
  };
}

function asRead(row: Row | undefined): { readonly version: number; readonly edits: PalaceEdits } {
  return row === undefined ? { version: 0, edits: NO_EDITS } : { version: row["version"] as number, edits: JSON.parse(row["body"] as string) as PalaceEdits };
}
