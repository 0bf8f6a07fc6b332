import { operation, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import type { Lease, LeaseOwner, LeaseStore } from "../storage/ports/catalog.ts";

/** Silence after which a holder counts as gone. A living one beats at every third of it. */
const LEASE_TTL_MS = 30_000;

/** What judging and waiting need from outside. */
export interface LeaseSurroundings {
  readonly owner: LeaseOwner;
  /** Milliseconds since the epoch; may go backwards. */
  readonly clock: () => number;
  /** Resolves after so many milliseconds, or rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Whether a process of this host is still there. */
  readonly isAlive: (pid: number) => boolean;
  /** Does something every so many milliseconds until the returned function is called; keeps no process alive. */
  readonly repeat: (milliseconds: number, work: () => void) => () => void;
}

/** A lease in hand. */
export interface HeldLease {
  /** To be called before every write: beats. @throws LociError `SOURCE_BUSY` when somebody else has taken over */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Whether a holder is gone: his process is dead (on this host), or he hasn't beaten for 30 s. A beat further than that in the
 * future was made before the clock went backwards, and counts as silence too: a living holder soon beats again, by the new clock.
 */
export function isStale(
  lease: Lease,
  { owner, clock, isAlive }: Pick<LeaseSurroundings, "owner" | "clock" | "isAlive">,
): boolean {
  if (lease.owner.host === owner.host && !isAlive(lease.owner.pid)) return true;
  return Math.abs(clock() - lease.beatAt) > LEASE_TTL_MS;
}

/** How long is slept between two attempts: short first, since most runs are short. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Takes a lease, waiting for a living holder and taking over from a dead one.
 *
 * @param onWait called once, when it has to wait
 * @param patience milliseconds to wait at most
 * @throws LociError `SOURCE_BUSY` when the wait was too long; what the signal aborts with
 */
export async function holdLease(
  leases: LeaseStore,
  name: string,
  surroundings: LeaseSurroundings,
  options: {
    readonly patience: number;
    readonly onWait?: (holder: Lease) => void;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<HeldLease> {
  const { owner, clock } = surroundings;
  let waited = 0;
  let told = false;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
    options.signal?.throwIfAborted();
    let attempt = await leases.take(name, owner, clock());
    if (!attempt.held && isStale(attempt.holder, surroundings))
      attempt = await leases.take(name, owner, clock(), attempt.holder);
    if (attempt.held) break;
    if (waited >= options.patience) throw busy(name, attempt.holder);
    if (!told) options.onWait?.(attempt.holder);
    told = true;
    await surroundings.sleep(pause, options.signal);
    waited += pause;
  }
  const beat = (): Promise<boolean> => leases.beat(name, owner.token, clock());
  // Between writes too: one slow answer of an embedding service may outlast the time to live. Whether the lease is lost, or the
  // catalog can't be written, is found by the next `confirm`, so a failed beat of the timer needs no answer.
  const stop = surroundings.repeat(LEASE_TTL_MS / 3, () => void beat().catch(() => false));
  return {
    async confirm() {
      if (await beat()) return;
      const holder = (await leases.list()).find((lease) => lease.name === name);
      throw busy(name, holder ?? { name, owner, takenAt: 0, beatAt: 0 });
    },
    async release() {
      stop();
      await leases.release(name, owner.token);
    },
  };
}

function busy(name: string, { owner }: Lease): LociError {
  return new LociError("SOURCE_BUSY", `'${name}' is being worked on by process ${owner.pid} on ${owner.host}`, {
    hint: step`wait until it has finished, or end it; ${operation("jobs")} shows it`,
    details: { lease: name, pid: owner.pid, host: owner.host },
  });
}

/**
 * What a lease is for. `source`: work on what is indexed of one. `job`: a run, beside those of its sources, so that others can tell whether it
 * still goes on. `watch`: keeping a source current, so that of several processes only one runs after each change. `cancel`: no right but
 * a wish, that the process which runs a job end it. `memory`: changing a `memory.md`. `capture`, `flush`: asking a model for notes, so that
 * nobody pays for the same ones.
 */
type LeaseKind = "source" | "job" | "watch" | "cancel" | "memory" | "capture" | "flush";

/**
 * The name of a lease.
 *
 * @param of the key of a source, or the id of a job
 * @example leaseName("source", "notes-0123456789ab") // "source:notes-0123456789ab"
 */
export function leaseName(kind: LeaseKind, of: string): string {
  return `${kind}:${of}`;
}
