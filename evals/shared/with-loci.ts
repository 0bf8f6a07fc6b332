import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Loci, type LociOptions, openLoci } from "../../src/index.ts";

/** Works with Loci in a data folder of its own, which is gone afterwards. */
export async function withLoci<T>(
  work: (loci: Loci, home: string) => Promise<T>,
  settings: NonNullable<LociOptions["settings"]> = {},
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "loci-evals-"));
  const loci = await openLoci({ home, settings });
  try {
    return await work(loci, home);
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
}
