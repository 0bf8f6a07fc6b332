import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryCatalog } from "../storage/memory/catalog/open-catalog.ts";
import type { LeaseStore } from "../storage/ports/catalog.ts";
import { holdLease, isStale, type LeaseSurroundings } from "./hold-lease.ts";

/** A lease that is not confirmed for so long is free, whoever holds it. */
const LAPSES_MS = 30_000;

/** A machine whose clock moves only when somebody sleeps. */
class Machine {
  now = 1_000_000;
  readonly alive = new Set<number>();
  readonly timers = new Set<() => void>();

  process(pid: number, host = "here"): LeaseSurroundings {
    this.alive.add(pid);
    return {
      owner: { pid, host, token: `token-${pid}-${host}` },
      clock: () => this.now,
      sleep: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        this.now += milliseconds;
      },
      isAlive: (other) => this.alive.has(other),
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
  const held = await holdLease(store, "s", machine.process(1), { patience: 0 });
  await assert.rejects(holdLease(store, "s", machine.process(2), { patience: 0 }), { code: "SOURCE_BUSY" });
  await held.release();
  assert.equal(machine.timers.size, 0);
  await (await holdLease(store, "s", machine.process(2), { patience: 0 })).confirm();
});

test("a dead process is taken over from at once; a living silent one after 30 s", async () => {
  const machine = new Machine();
  const store = leases();
  const first = await holdLease(store, "s", machine.process(1), { patience: 0 });
  machine.alive.delete(1);
  const second = await holdLease(store, "s", machine.process(2), { patience: 0 });
  await assert.rejects(first.confirm(), { code: "SOURCE_BUSY" });
  let waits = 0;
  const started = machine.now;
  await holdLease(store, "s", machine.process(3), { patience: 10 * LAPSES_MS, onWait: () => waits++ });
  assert.ok(machine.now - started >= LAPSES_MS && machine.now - started < LAPSES_MS + 1_000);
  assert.equal(waits, 1);
  await assert.rejects(second.confirm(), { code: "SOURCE_BUSY" });
});

test("a holder whose timer beats is never taken over", async () => {
  const machine = new Machine();
  const store = leases();
  const held = await holdLease(store, "s", machine.process(1), { patience: 0 });
  const beating: LeaseSurroundings = {
    ...machine.process(2),
    sleep: async (milliseconds) => {
      machine.now += milliseconds;
      machine.beat();
    },
  };
  await assert.rejects(holdLease(store, "s", beating, { patience: 5 * LAPSES_MS }), { code: "SOURCE_BUSY" });
  await held.confirm();
});

test("a clock that went backwards: the holder's next beat saves him, silence doesn't", async () => {
  const machine = new Machine();
  const store = leases();
  const held = await holdLease(store, "s", machine.process(1), { patience: 0 });
  machine.now -= 10 * LAPSES_MS;
  await held.confirm();
  await assert.rejects(holdLease(store, "s", machine.process(2), { patience: 0 }), { code: "SOURCE_BUSY" });
  machine.now -= 10 * LAPSES_MS;
  await holdLease(store, "s", machine.process(2), { patience: 0 });
});

test("a process of another host is judged by its beats only", () => {
  const machine = new Machine();
  const here = machine.process(2);
  const lease = { name: "s", owner: { pid: 99, host: "there", token: "t" }, takenAt: machine.now, beatAt: machine.now };
  assert.equal(isStale(lease, here), false);
  assert.equal(isStale({ ...lease, owner: { ...lease.owner, host: "here" } }, here), true);
  assert.equal(isStale({ ...lease, beatAt: machine.now - LAPSES_MS - 1 }, here), true);
});

test("waiting ends when the signal aborts", async () => {
  const machine = new Machine();
  const store = leases();
  await holdLease(store, "s", machine.process(1), { patience: 0 });
  const controller = new AbortController();
  const waiting = holdLease(store, "s", machine.process(2), {
    patience: LAPSES_MS,
    onWait: () => controller.abort(new Error("enough")),
    signal: controller.signal,
  });
  await assert.rejects(waiting, /enough/);
});
