import { searchedTerms } from "../../src/storage/ports/searched-fields.ts";
import type { IndexFinding } from "../../src/storage/ports/search-index.ts";
import type { MilvusRow } from "./client.ts";
import { placesExpression } from "./collections.ts";
import type { ConsistentReads } from "./consistent-reads.ts";
import { grouped } from "./query-groups.ts";
import { bagTerms, readBody, textNumber } from "./rows.ts";

/** As `SearchIndex.check`: what the server holds against what the manifest says of it. */
export async function checkServer(reads: ConsistentReads, deep: boolean): Promise<readonly IndexFinding[]> {
  reads.checkOpen();
  const state = await reads.manifest.state();
  if (state === null) return [];
  const findings: IndexFinding[] = [];
  const collections = reads.collections(state);
  const documents = await reads.documents.all("all", state.sequence);
  const existing = await collections.existing();
  const withDrawers = documents.filter(({ drawers }) => drawers > 0);
  if (withDrawers.length > 0 && !existing.includes(collections.words))
    return [
      { severity: "error", what: `the server has no collection '${collections.words}'`, next: "loci data rebuild" },
    ];
  for (const group of grouped(withDrawers)) {
    const rows = await collections.query(
      placesExpression(
        [],
        group.map(({ number }) => number),
      ),
      deep ? ["doc", "place", "bag", "body"] : ["doc"],
    );
    const counts = new Map<number, number>();
    for (const row of rows) counts.set(Number(row["doc"]), (counts.get(Number(row["doc"])) ?? 0) + 1);
    for (const { number, drawers, document } of group)
      if ((counts.get(number) ?? 0) !== drawers)
        findings.push({
          severity: "error",
          what: `the server has ${counts.get(number) ?? 0} of ${drawers} drawers of '${document.path}'`,
          next: "loci data rebuild",
        });
    if (deep) findings.push(...rows.slice(0, 200).flatMap(recomputed));
  }
  const left = await reads.manifest.leftovers();
  const known = [...documents.map(({ drawers }) => drawers), 0].reduce((sum, n) => sum + n, 0);
  const hidden = left.map(({ number }) => number);
  const total = existing.includes(collections.words)
    ? await collections.count(hidden.length === 0 ? "place >= 0" : `doc not in [${hidden.join(", ")}]`)
    : 0;
  if (total > known)
    findings.push({
      severity: "warning",
      what: `the server has ${total - known} drawers that no document has`,
      next: "loci data rebuild",
    });
  return findings;
}

/** Whether what is stored of a drawer's words is what its text comes to. */
function recomputed(row: MilvusRow): readonly IndexFinding[] {
  const { drawer } = readBody(row["body"] as string);
  const expected = new Set(Array.from(searchedTerms(drawer), ([, terms]) => terms.map(textNumber)).flat());
  const stored = bagTerms(row["bag"] as string);
  if (stored.length === expected.size && stored.every((term) => expected.has(term))) return [];
  return [
    {
      severity: "error",
      what: `the words of drawer ${drawer.id} are not those of its text`,
      next: "loci data rebuild",
    },
  ];
}
