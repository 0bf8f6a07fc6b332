import type { Field } from "../../model/requests/index.ts";

/** What a field means, with what holds where it is left out: `Hits at most; 10 by default (setting recall.limit)`. */
export function describeField({ doc, default: otherwise, setting }: Field): string {
  if (otherwise === undefined || otherwise === 0) return doc;
  return `${doc}; ${otherwise} by default${setting === undefined ? "" : ` (setting ${setting})`}`;
}
