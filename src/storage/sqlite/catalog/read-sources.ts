import type { Source } from "../../../model/source.ts";
import type { Connection } from "./connection.ts";

/** All sources, sorted by key. */
export function readSources(connection: Connection): readonly Source[] {
  return connection.read("SELECT body FROM source ORDER BY key").map(({ body }) => JSON.parse(body as string) as Source);
}
