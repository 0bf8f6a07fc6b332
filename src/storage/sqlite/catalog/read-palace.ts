import { NO_EDITS, type PalaceEdits } from "../../../model/palace-edits.ts";
import type { PalaceRead } from "../../ports/palace-store.ts";
import type { Row } from "./connection.ts";

/** The edits as they are now. @param rows gives the rows of a query */
export function readPalace(rows: (sql: string) => readonly Row[]): PalaceRead {
  const row = rows("SELECT version, body FROM palace")[0];
  return row === undefined ? { version: 0, edits: NO_EDITS } : { version: row["version"] as number, edits: JSON.parse(row["body"] as string) as PalaceEdits };
}
