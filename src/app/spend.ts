import type { Caller } from "../model/caller.ts";
import { type Asked, SPEND } from "../model/requests/index.ts";
import { type OpenedProject, projectDays } from "./opened-project.ts";

const DAY_MS = 86_400_000;

/** What calls of the language model came to: on a day, for a caller, by what they were for. */
export interface SpendLine {
  readonly day: string;
  readonly caller: Caller;
  /** `ask`, `capture` or `flush`. */
  readonly job: string;
  readonly calls: number;
  readonly tokens: number;
  /** In the currency of the prices; 0 where none are set. */
  readonly cost: number;
}

/** What was spent and who spent it, the latest day first. @param days that are looked back, today with them */
export async function spend(
  project: OpenedProject,
  { days = SPEND.days.default }: Omit<Asked<typeof SPEND>, "caller">,
): Promise<{ readonly spend: readonly SpendLine[] }> {
  const first = projectDays(project).day(project.system.clock() - (days - 1) * DAY_MS);
  const entries = await project.catalog.spend.since(first);
  return { spend: entries.map(({ micros, ...line }) => ({ ...line, cost: micros / 1_000_000 })) };
}
