import type { ManifestDocument } from "../../src/storage/ports/manifest.ts";
import type { MilvusRow } from "./client.ts";
import type { Collections } from "./collections.ts";
import { all } from "./filter.ts";

/** Places that one query names. */
const PLACES_A_QUERY = 8_000;
/** Drawers of documents that one query reads whole. */
export const DRAWERS_A_QUERY = 12_000;

/** Rows under an expression, of several at once. */
export async function queryAll(
  collections: Collections,
  {
    seen,
    expressions,
    fields,
  }: { readonly seen: string; readonly expressions: readonly string[]; readonly fields: readonly string[] },
): Promise<readonly MilvusRow[]> {
  const answers = await Promise.all(expressions.map((one) => collections.query(all([seen, one]), fields)));
  return answers.flat();
}

/** Documents whose drawers fit into one answer. */
export function grouped(documents: readonly ManifestDocument[]): readonly (readonly ManifestDocument[])[] {
  const groups: ManifestDocument[][] = [];
  let left = 0;
  for (const one of documents) {
    if (one.drawers > left || (groups.at(-1)?.length ?? 0) >= PLACES_A_QUERY) {
      groups.push([]);
      left = DRAWERS_A_QUERY;
    }
    groups.at(-1)?.push(one);
    left -= one.drawers;
  }
  return groups;
}

/** Places or ids, as many at a time as one query names. */
export function chunks<T>(values: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / PLACES_A_QUERY) }, (_, i) =>
    values.slice(i * PLACES_A_QUERY, (i + 1) * PLACES_A_QUERY),
  );
}
