import { BatchWriter } from "./batch-writer.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { embedDrafts } from "./embed-drafts.ts";
import type { HeldLease } from "./hold-lease.ts";
import { moveDrawers } from "./move-drawers.ts";
import { Tally } from "./tally.ts";

/**
 * A writer of a few documents of one source outside a run: all that it is given is committed by one `flush`, and nobody counts it.
 *
 * @param lease of the source
 */
export async function leaseWriter(
  { catalog, index, provider, cache }: Pick<IngestDependencies, "catalog" | "index" | "provider" | "cache">,
  lease: HeldLease,
): Promise<BatchWriter> {
  return new BatchWriter({
    index,
    embed: (drafts) => embedDrafts(drafts, provider, cache, undefined),
    lease,
    tally: new Tally(),
    limits: { drawers: Infinity, bytes: Infinity },
    move: moveDrawers((await catalog.palace.read()).edits),
    onCommit: async () => {},
    signal: undefined,
  });
}
