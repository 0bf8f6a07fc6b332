import {
  type HeldLease,
  holdLease,
  isAwaited,
  takeLease,
  type LeaseOptions,
  type LeaseSurroundings,
  type NamedLease,
} from "./hold-lease.ts";

/** Interval between checks whether somebody waits, milliseconds. */
const LOOK_MS = 200;

/** A lease that its holder lends while he writes nothing. */
export type LendingLease = Required<HeldLease>;

/**
 * Takes a lease for long work that writes now and then: in between it is lent to those who wait for it, in the order of their coming, so that they wait for
 * one write at most. `confirm` comes before what belongs to a write is read, and `rest` after the write.
 * @param onReturn called when it was lent and is back, before `confirm` ends; what it throws `confirm` throws
 * @throws as `holdLease`; `confirm` also when it doesn't come back in time
 */
export async function holdLendingLease(
  { leases, name }: NamedLease,
  surroundings: LeaseSurroundings,
  { onReturn, ...options }: LeaseOptions & { readonly onReturn: () => Promise<void> },
): Promise<LendingLease> {
  let held: HeldLease | null = await holdLease({ leases, name }, surroundings, options);
  let busy = true;
  let wanted = false;
  let ended = false;
  /** Settles when the lease is back; null while it isn't lent. */
  let away: Promise<void> | null = null;

  const lend = async (lease: HeldLease): Promise<void> => {
    held = null;
    wanted = false;
    await lease.release();
    if (ended) return;
    // Also for a run that was aborted meanwhile, which has to say how it leaves what it worked on.
    held = await takeLease({ leases, name }, { ...surroundings, ending: undefined }, { patience: options.patience });
    await onReturn();
    away = null;
  };
  const look = async (): Promise<void> => {
    if (away !== null || ended) return;
    wanted = await isAwaited({ leases, name }, surroundings);
    if (!wanted || busy || away !== null || ended || held === null) return;
    away = lend(held);
    // Whoever confirms is told.
    away.catch(() => undefined);
  };
  const looking = (): void => void look().catch(() => undefined);
  const stop = surroundings.repeat(LOOK_MS, looking);
  return {
    wanted: () => wanted,
    rest() {
      busy = false;
      if (wanted) looking();
    },
    async confirm() {
      busy = true;
      await away;
      await held?.confirm();
    },
    async pass() {
      if (!wanted) return;
      busy = false;
      try {
        await look();
        await away;
      } finally {
        busy = true;
      }
    },
    async release() {
      ended = true;
      stop();
      await away?.catch(() => undefined);
      // One that didn't come back may be this process's all the same, for other work.
      await held?.release();
      held = null;
    },
  };
}
