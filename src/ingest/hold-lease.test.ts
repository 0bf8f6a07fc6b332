import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryCatalog } from "../../test/contract/reference/open-catalog.ts";
import type { LeaseStore } from "../storage/ports/catalog.ts";
import { holdLease, isStale, type LeaseSurroundings, LeaseSilence } from "./hold-lease.ts";

/** A lease that is not confirmed for so long is free, whoever holds it. */
const LAPSES_MS = 30_000;

/** A machine whose timer moves only when somebody sleeps; clocks of its processes may go wrong by any amount. */
class Machine {
  now = 1_000_000;
  readonly alive = new Set<number>();
  readonly timers = new Set<() => void>();

  /** @param wrong milliseconds by which its clock is */
  process(pid: number, host = "here", wrong: () => number = () => 0): LeaseSurroundings {
    this.alive.add(pid);
    return {
      owner: { pid, host, token: `token-${pid}-${host}` },
      clock: () => this.now + wrong(),
      silence: new LeaseSilence(() => this.now),
      sleep: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        this.now += milliseconds;
      },
      isAlive: ({ pid: other }) => this.alive.has(other),
      repeat: (_milliseconds, work) => {
        this.timers.add(work);
        return () => this.timers.delete(work);
      },
    };
  }

  beat(): void {
    for (const work of this.timers) work();
  }
}

const leases = (): LeaseStore => openMemoryCatalog().leases;

test("a free lease is taken at once, and free again when given back", async () => {
  const machine = new Machine();
  const store = leases();
  const held = await holdLease({ leases: store, name: "source:s" }, machine.process(1), { patience: 0 });
  await assert.rejects(holdLease({ leases: store, name: "source:s" }, machine.process(2), { patience: 0 }), {
    code: "SOURCE_BUSY",
  });
  await held.release();
  assert.equal(machine.timers.size, 0);
  await (await holdLease({ leases: store, name: "source:s" }, machine.process(2), { patience: 0 })).confirm();
});

test("a dead process is taken over from at once; a living silent one after 30 s", async () => {
  const machine = new Machine();
  const store = leases();
  const first = await holdLease({ leases: store, name: "source:s" }, machine.process(1), { patience: 0 });
  machine.alive.delete(1);
  const second = await holdLease({ leases: store, name: "source:s" }, machine.process(2), { patience: 0 });
  await assert.rejects(first.confirm(), { code: "SOURCE_BUSY" });
  let waits = 0;
  const started = machine.now;
  await holdLease({ leases: store, name: "source:s" }, machine.process(3), {
    patience: 10 * LAPSES_MS,
    onWait: () => waits++,
  });
  assert.ok(machine.now - started >= LAPSES_MS && machine.now - started < LAPSES_MS + 1_000);
  assert.equal(waits, 1);
  await assert.rejects(second.confirm(), { code: "SOURCE_BUSY" });
});

test("a holder whose timer beats is never taken over", async () => {
  const machine = new Machine();
  const store = leases();
  const held = await holdLease({ leases: store, name: "source:s" }, machine.process(1), { patience: 0 });
  const beating: LeaseSurroundings = {
    ...machine.process(2),
    sleep: async (milliseconds) => {
      machine.now += milliseconds;
      machine.beat();
    },
  };
  await assert.rejects(holdLease({ leases: store, name: "source:s" }, beating, { patience: 5 * LAPSES_MS }), {
    code: "SOURCE_BUSY",
  });
  await held.confirm();
});

test("clocks that are hours apart, or go backwards: no living holder is taken over, and no silent one stays", async () => {
  const machine = new Machine();
  const store = leases();
  let wrong = 5 * 3_600_000;
  const held = await holdLease(
    { leases: store, name: "source:s" },
    machine.process(1, "here", () => wrong),
    { patience: 0 },
  );
  for (const wrongBy of [0, -20 * 3_600_000]) {
    const other = machine.process(2, "here", () => wrongBy);
    await assert.rejects(holdLease({ leases: store, name: "source:s" }, other, { patience: 0 }), {
      code: "SOURCE_BUSY",
    });
    await held.confirm();
  }
  // A clock that stands still or runs back makes beats that differ all the same.
  const sights = new Set<number>();
  for (let i = 0; i < 4; i++, wrong -= 60_000) {
    await held.confirm();
    sights.add((await store.list())[0]?.beatAt ?? 0);
  }
  assert.equal(sights.size, 4);
  const started = machine.now;
  await holdLease(
    { leases: store, name: "source:s" },
    machine.process(3, "here", () => -wrong),
    { patience: 10 * LAPSES_MS },
  );
  assert.ok(machine.now - started >= LAPSES_MS);
  await assert.rejects(held.confirm(), { code: "SOURCE_BUSY" });
});

test("a holder on another host is gone after 30 s in which this process saw no beat, whatever times he names", async () => {
  const machine = new Machine();
  const here = machine.process(2);
  const lease = { name: "source:s", owner: { pid: 99, host: "there", token: "t" }, takenAt: 0, beatAt: 0 };
  assert.equal(isStale(lease, here), false);
  machine.now += LAPSES_MS + 1;
  assert.equal(isStale({ ...lease, beatAt: 1 }, here), false, "it has beaten since");
  machine.now += LAPSES_MS + 1;
  assert.equal(isStale({ ...lease, beatAt: 1 }, here), true);
  assert.equal(
    isStale({ ...lease, owner: { ...lease.owner, host: "here" }, beatAt: 2 }, here),
    true,
    "no such process",
  );
});

test("who waits gets the lease in the order of coming; whoever is gone from the queue holds nobody up", async () => {
  const machine = new Machine();
  const store = leases();
  const held = await holdLease({ leases: store, name: "source:s" }, machine.process(1), { patience: 0 });
  const order: number[] = [];
  const sleeping: (() => void)[] = [];
  // Each look is a turn that the test gives, last come first, so that speed decides nothing.
  const turns = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) {
      await new Promise(setImmediate);
      for (const wake of sleeping.splice(0).reverse()) wake();
    }
  };
  const waiting = [2, 3, 4, 5].map(async (pid) => {
    for (let i = 0; i < 20 * pid; i++) await Promise.resolve();
    const surroundings = { ...machine.process(pid), sleep: () => new Promise<void>((wake) => sleeping.push(wake)) };
    const lease = await holdLease({ leases: store, name: "source:s" }, surroundings, { patience: 1_000 * LAPSES_MS });
    order.push(pid);
    return lease;
  });
  await turns();
  machine.alive.delete(3);
  await held.release();
  const tried = await holdLease({ leases: store, name: "source:s" }, machine.process(6), { patience: 1 }).catch(
    (thrown: unknown) => thrown,
  );
  assert.equal((tried as { code?: string }).code, "SOURCE_BUSY", "the lease is free, and others came before");
  for (const i of [0, 2, 3]) {
    await turns();
    await (await (waiting[i] as (typeof waiting)[number])).release();
  }
  assert.deepEqual(order, [2, 4, 5]);
  await turns();
  await (await (waiting[1] as (typeof waiting)[number])).release();
  assert.deepEqual(await store.list(), [], "no ticket stays behind");
});

test("waiting ends when the signal aborts", async () => {
  const machine = new Machine();
  const store = leases();
  await holdLease({ leases: store, name: "source:s" }, machine.process(1), { patience: 0 });
  const controller = new AbortController();
  const waiting = holdLease({ leases: store, name: "source:s" }, machine.process(2), {
    patience: LAPSES_MS,
    onWait: () => controller.abort(new Error("enough")),
    signal: controller.signal,
  });
  await assert.rejects(waiting, /enough/);
});

test("a lease that can't be given up at once is tried again, and is no fault of the work that is done", async () => {
  const machine = new Machine();
  const store = leases();
  let refusals = 1;
  const refusing: LeaseStore = {
    ...store,
    async release(name, token) {
      if (refusals-- > 0) throw new Error("disk I/O error");
      await store.release(name, token);
    },
  };
  await (await holdLease({ leases: refusing, name: "source:s" }, machine.process(1), { patience: 0 })).release();
  assert.deepEqual(await store.list(), []);
  refusals = Infinity;
  await (await holdLease({ leases: refusing, name: "source:s" }, machine.process(1), { patience: 0 })).release();
  const started = machine.now;
  await holdLease({ leases: store, name: "source:s" }, machine.process(2), { patience: 10 * LAPSES_MS });
  assert.ok(machine.now - started >= LAPSES_MS - 1_000, "silence ends it");
});
