import { type OpenedProject, projectDays } from "./opened-project.ts";
import type { Caller } from "../model/caller.ts";
import { LociError } from "../model/error.ts";
import type { SpendEntry } from "../storage/ports/catalog.ts";
import { type Asked, SPEND } from "../model/requests/index.ts";

/**
 * Checks that a user's quota has room for an addition. The owner has no quota, and facts count in none.
 * @throws LociError `QUOTA_EXCEEDED` with what is used and what is allowed
 * Cost: counts of one scope, which the index keeps.
 */
export async function requireQuota(
  { indexHandle, settings }: Pick<OpenedProject, "indexHandle" | "settings">,
  caller: Caller,
  { bytes, documents = 0 }: Readonly<{ bytes: number; documents?: number }>,
): Promise<void> {
  if (caller === "owner" || caller === "public") return;
  const { quota_bytes, quota_documents, quota_drawers } = settings.server;
  const used = await indexHandle.use(async (index) => await index.counts([caller]));
  const faults = [
    { what: "bytes", used: used.textBytes + bytes, allowed: quota_bytes },
    { what: "documents", used: used.documents + documents, allowed: quota_documents },
    // Each addition makes one drawer at least.
    { what: "drawers", used: used.drawers + 1, allowed: quota_drawers },
  ];
  const fault = faults.find(({ used, allowed }) => used > allowed);
  if (fault !== undefined)
    throw new LociError(
      "QUOTA_EXCEEDED",
      `a user may keep ${fault.allowed} ${fault.what}, and this would be ${fault.used}`,
      { hint: "remove what isn't needed any more", details: fault },
    );
}

const DAY_MS = 86_400_000;

/** What calls of the language model came to: on a day, for a caller, by what they were for. */
export interface SpendLine extends Omit<SpendEntry, "micros"> {
  /** In the currency of the prices; 0 where none are set. */
  readonly cost: number;
}

/** What was spent and who spent it, the latest day first. @param days that are looked back, today with them */
export async function spend(
  project: Pick<OpenedProject, "catalog" | "settings" | "system">,
  { days = SPEND.days.default }: Omit<Asked<typeof SPEND>, "caller">,
): Promise<{ readonly spend: readonly SpendLine[] }> {
  const first = projectDays(project).day(project.system.clock() - (days - 1) * DAY_MS);
  const entries = await project.catalog.spend.since(first);
  return { spend: entries.map(({ micros, ...line }) => ({ ...line, cost: micros / 1_000_000 })) };
}
