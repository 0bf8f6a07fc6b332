import { operation, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import { LONG_WAIT_MS, type Lease, type LeaseOwner, type LeaseStore, type Waiting } from "../storage/ports/catalog.ts";
import { requireLeaseOrder } from "./lease-order.ts";

/** Silence after which a holder counts as gone. A living one beats at every third of it. */
export const LEASE_TTL_MS = 30_000;

export interface LeaseSurroundings extends Waiting {
  readonly owner: LeaseOwner;
  /** Milliseconds since the epoch; may go backwards, and is compared with no other process's. */
  readonly clock: () => number;
  /** What this process has seen of others' beats, by its own timer. */
  readonly silence: LeaseSilence;
  /** Resolves after so many milliseconds, or rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Whether a process of this host is still there, and still the same one. */
  readonly isAlive: (owner: LeaseOwner) => boolean;
  /** Does something every so many milliseconds until the returned function is called; keeps no process alive. */
  readonly repeat: (milliseconds: number, work: () => void) => () => void;
}

export interface LeaseWait {
  readonly name: string;
  readonly holder: LeaseOwner;
  readonly waiter: LeaseOwner;
  /** Since when he waits, by his clock. */
  readonly since: number;
}

export interface HeldLease {
  /** To be called before every write: beats. @throws LociError `SOURCE_BUSY` when somebody else has taken over */
  confirm(): Promise<void>;
  release(): Promise<void>;
  /** Where it can be lent, says that nothing is begun: whoever waits gets the lease, until the next `confirm` has it back. */
  rest?(): void;
  /** Whether somebody waits: time to write what is begun, and to rest. */
  wanted?(): boolean;
  /**
   * For work that keeps more than the index in mind, and is at rest only where it says so: whoever waits now has the lease, and this one has it
   * back when it ends. Nothing where nobody waits. @throws as `confirm`
   */
  pass?(): Promise<void>;
}

/**
 * Whether a holder is gone: his process is dead (on this host), or this process has seen no beat of his for 30 s. Times that stand in the lease are
 * compared with nothing, since his clock may be another; so one look alone never finds a silent holder gone.
 */
export function isStale(
  lease: Lease,
  { owner, silence, isAlive }: Pick<LeaseSurroundings, "owner" | "silence" | "isAlive">,
): boolean {
  if (lease.owner.host === owner.host && !isAlive(lease.owner)) return true;
  return silence.of(lease) > LEASE_TTL_MS;
}

/** Initial pause between checks of the first in the queue; a check reads a few rows. Later positions pause longer. */
const FIRST_PAUSE_MS = 3;
const LONGEST_PAUSE_MS = 400;
/** Growth factor of the pause after a check that finds nothing changed: a process that waits for minutes may check rarely. */
const GROWTH = 1.15;
/** A wait that may go against the order of leases, since it ends by itself before anybody minds. */
export const SHORT_PATIENCE_MS = 2_000;
/** Maximum queue position that lengthens the pause. */
const NEAR = 8;

/** Pauses between attempts to release a lease that the disk refuses. */
const RELEASE_PAUSES_MS = [20, 200, 0];

/**
 * Takes a lease. Whoever has to wait stands in a queue, over all processes: of those who wait for one lease, the first who came gets it next.
 * Holders and waiters that are gone are taken over from.
 * @param onWait called once, when it has to wait
 * @param patience milliseconds to wait at most
 * @throws LociError `SOURCE_BUSY` when the wait was too long, `CANCELLED` when it was ended; what the signal aborts with; an Error for a wrong
 *   order (`requireLeaseOrder`)
 */
export async function holdLease(
  { leases, name }: NamedLease,
  surroundings: LeaseSurroundings,
  options: LeaseOptions,
): Promise<HeldLease> {
  if (options.patience > SHORT_PATIENCE_MS) requireLeaseOrder(name);
  return await takeLease({ leases, name }, surroundings, options);
}

export interface NamedLease {
  readonly leases: LeaseStore;
  readonly name: string;
}

export interface LeaseOptions {
  readonly patience: number;
  readonly onWait?: (holder: Lease) => void;
  readonly signal?: AbortSignal | undefined;
}

/** As `holdLease`, for one that this process has lent and takes back: the order was kept when it was taken first. */
export async function takeLease(
  { leases, name }: NamedLease,
  surroundings: LeaseSurroundings,
  options: LeaseOptions,
): Promise<HeldLease> {
  const { owner, clock } = surroundings;
  options.signal?.throwIfAborted();
  const queued = await isAwaited({ leases, name }, surroundings);
  const holder = queued && options.patience > 0 ? undefined : await takeFree(leases, name, surroundings);
  if (holder !== null) {
    if (holder !== undefined && options.patience <= 0) throw busy(name, holder);
    await waitForLease({ leases, name }, surroundings, options);
  }
  const beats = beating({ leases, name }, owner, clock);
  // Between writes too: one slow answer of an embedding service may outlast the time to live. Whether the lease is lost, or the
  // catalog can't be written, is found by the next `confirm`, so a failed beat of the timer needs no answer.
  const stop = surroundings.repeat(LEASE_TTL_MS / 3, () => void beats().catch(() => false));
  return {
    async confirm() {
      if (await beats()) return;
      const holder = (await leases.list()).find((lease) => lease.name === name);
      throw busy(name, holder ?? { name, owner, takenAt: 0, beatAt: 0 });
    },
    async release() {
      stop();
      // The work under it is done, or has failed for a reason of its own: a lease that can't be given up now changes neither. Silence ends it.
      for (const pause of RELEASE_PAUSES_MS) {
        try {
          await leases.release(name, owner.token);
          return;
        } catch {
          if (surroundings.ending?.aborted === true) return;
          await surroundings.sleep(pause);
        }
      }
    },
  };
}

/** Beats of a lease: each is another number than the one before, whatever the clock says. */
function beating({ leases, name }: NamedLease, owner: LeaseOwner, clock: () => number): () => Promise<boolean> {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    last = now > last ? now : last + 1;
    return leases.beat(name, owner.token, last);
  };
}

/** Waits in the queue until the lease is this process's, or patience ends; leaves the queue in any case. */
async function waitForLease(
  { leases, name }: NamedLease,
  surroundings: LeaseSurroundings,
  options: LeaseOptions,
): Promise<void> {
  const { owner, clock, sleep, ending } = surroundings;
  let ticket = await takeTicket({ leases, name }, owner, clock());
  let beats = beating({ leases, name: ticket }, owner, clock);
  const stop = surroundings.repeat(LEASE_TTL_MS / 3, () => void beats().catch(() => false));
  let notified = false;
  let isLong = false;
  let seen = "";
  const ended = AbortSignal.any([options.signal, ending].filter((signal) => signal !== undefined));
  let pause = FIRST_PAUSE_MS;
  try {
    for (let waited = 0; ; waited += pause) {
      options.signal?.throwIfAborted();
      const all = await leases.list();
      if (!all.some((lease) => lease.name === ticket)) {
        // This process was silent for so long (put to sleep, say) that another one took it for gone.
        ticket = await takeTicket({ leases, name }, owner, clock());
        beats = beating({ leases, name: ticket }, owner, clock);
      }
      const ahead = await stillAhead({ leases, name }, { mine: ticket, all }, surroundings);
      if (ahead === 0 && (await takeFree(leases, name, surroundings)) === null) return;
      const holder = all.find((lease) => lease.name === name) ?? ticketsFor(name, all)[0]?.lease;
      if (holder !== undefined) {
        if (waited >= options.patience || ending?.aborted === true) throw busy(name, holder, ending);
        if (!notified) options.onWait?.(holder);
        notified = true;
        if (!isLong && waited >= LONG_WAIT_MS) {
          isLong = true;
          surroundings.onLongWait?.({ name, holder: holder.owner });
        }
      }
      const now = `${holder?.owner.token} ${holder?.takenAt} ${ahead}`;
      const least = FIRST_PAUSE_MS * (1 + Math.min(ahead, NEAR));
      pause = seen === now ? Math.min(LONGEST_PAUSE_MS, pause * GROWTH) : least;
      seen = now;
      await sleep(pause, ended).catch((thrown: unknown) => {
        // Said above, with who has it.
        if (ending?.aborted !== true || options.signal?.aborted === true) throw thrown;
      });
    }
  } finally {
    stop();
    await leases.release(ticket, owner.token);
  }
}

/** Takes a lease that is free, or whose holder is gone. @returns the holder who keeps it; null when it is this process's now */
async function takeFree(leases: LeaseStore, name: string, surroundings: LeaseSurroundings): Promise<Lease | null> {
  const { owner, clock } = surroundings;
  const attempt = await leases.take(name, owner, clock());
  if (attempt.held) return null;
  if (!isStale(attempt.holder, surroundings)) return attempt.holder;
  const taken = await leases.take(name, owner, clock(), attempt.holder);
  return taken.held ? null : taken.holder;
}

/** Whether anybody who is still there waits for a lease. */
export const isAwaited = async ({ leases, name }: NamedLease, surroundings: LeaseSurroundings): Promise<boolean> =>
  ticketsFor(name, await leases.list()).some(({ lease }) => !isStale(lease, surroundings));

/** How many wait before a ticket's owner, without those that are gone, whose tickets are taken out. */
async function stillAhead(
  { leases, name }: NamedLease,
  { mine, all }: { readonly mine: string; readonly all: readonly Lease[] },
  surroundings: LeaseSurroundings,
): Promise<number> {
  const { owner, clock } = surroundings;
  let ahead = 0;
  for (const { lease } of ticketsFor(name, all)) {
    if (lease.name === mine) break;
    // A dead process of this host is found when it is the first: to ask the system for each of them is dearer than all the rest of a look.
    if ((ahead > 0 && lease.owner.host === owner.host) || !isStale(lease, surroundings)) ahead++;
    else if ((await leases.take(lease.name, owner, clock(), lease)).held) await leases.release(lease.name, owner.token);
  }
  return ahead;
}

function busy(name: string, { owner }: Lease, ending?: AbortSignal): LociError {
  const code = ending?.aborted === true ? "CANCELLED" : "SOURCE_BUSY";
  return new LociError(code, `'${name}' is being worked on by process ${owner.pid} on ${owner.host}`, {
    hint: step`wait until it has finished, or end it; ${operation("sources jobs")} shows it`,
    details: { lease: name, pid: owner.pid, host: owner.host },
  });
}

/**
 * What a lease is for. `source`: work on what is indexed of one. `run`: bringing one up to date, which holds `source` only while it writes.
 * `job`: a run, beside those of its sources, so that others can tell whether it
 * still goes on. `watch`: keeping a source current, so that of several processes only one runs after each change. `cancel`: no right but
 * a wish, that the process which runs a job end it. `memory`: changing a `memory.md`. `capture`, `flush`: asking a model for notes, so that
 * nobody pays for the same ones.
 */
type LeaseKind = "source" | "run" | "job" | "watch" | "cancel" | "memory" | "capture" | "flush";

/**
 * The name of a lease.
 * @param of the key of a source, or the id of a job
 * @example leaseName("source", "notes-0123456789ab") // "source:notes-0123456789ab"
 */
export const leaseName = (kind: LeaseKind, of: string): string => `${kind}:${of}`;

/** How the names of tickets begin: `ticket:<number>:<name of the lease>`. */
const TICKET = "ticket:";
/** Digits of a number, so that tickets sort by it. */
const DIGITS = 12;

/** Of all leases, the tickets for the one called `name`, first come first: places in its queue, leases themselves, so that each lapses with its owner. */
const ticketsFor = (name: string, leases: readonly Lease[]) =>
  leases
    .flatMap((lease) => {
      const number = numberOf(lease.name, name);
      return number === null ? [] : [{ number, lease }];
    })
    .sort((a, b) => a.number - b.number);

/**
 * Joins the queue for a lease, at its end.
 * @param now what the ticket's beats count from
 * @returns the ticket's name
 */
async function takeTicket({ leases, name }: NamedLease, owner: LeaseOwner, now: number): Promise<string> {
  for (;;) {
    const last = ticketsFor(name, await leases.list()).at(-1)?.number ?? 0;
    const ticket = `${TICKET}${String(last + 1).padStart(DIGITS, "0")}:${name}`;
    // Of several that come at once, one gets the number.
    if ((await leases.take(ticket, owner, now)).held) return ticket;
  }
}

/** Who waits for whom, of the leases that there are. Who holds a lease that he waits for himself is among them. */
export function leaseWaits(leases: readonly Lease[]): readonly LeaseWait[] {
  const holders = new Map(leases.map(({ name, owner }) => [name, owner]));
  return leases.flatMap(({ name: ticket, owner: waiter, takenAt: since }) => {
    if (!isTicket(ticket)) return [];
    const name = ticket.slice(TICKET.length + DIGITS + 1);
    const holder = holders.get(name);
    return holder === undefined ? [] : [{ name, holder, waiter, since }];
  });
}

/** Whether a lease is no right to work, but a place in the queue for one. */
export const isTicket = (name: string): boolean => name.startsWith(TICKET);

function numberOf(ticket: string, name: string): number | null {
  if (!isTicket(ticket) || ticket.slice(TICKET.length + DIGITS + 1) !== name) return null;
  return Number(ticket.slice(TICKET.length, TICKET.length + DIGITS));
}

interface Observation {
  readonly token: string;
  readonly beat: number;
  /** When, by the observer's own timer. */
  readonly since: number;
}

/**
 * How long leases have shown no beat, as one observer has seen it: by his own timer alone, since the clocks of two processes may be hours apart.
 * A beat is any change of the lease, whatever time it names.
 */
export class LeaseSilence {
  readonly #seen = new Map<string, Observation>();
  readonly #timer: () => number;

  /** @param timer milliseconds that only rise */
  constructor(timer: () => number) {
    this.#timer = timer;
  }

  /** Milliseconds since the lease was first seen as it is: 0 at the first look at it. */
  of({ name, owner, beatAt }: Lease): number {
    const now = this.#timer();
    const before = this.#seen.get(name);
    if (before?.token === owner.token && before.beat === beatAt) return now - before.since;
    this.#seen.set(name, { token: owner.token, beat: beatAt, since: now });
    return 0;
  }

  /** Forgets what is held no more. @param existing names of all leases that there are */
  keep(existing: ReadonlySet<string>): void {
    for (const name of this.#seen.keys()) if (!existing.has(name)) this.#seen.delete(name);
  }
}
