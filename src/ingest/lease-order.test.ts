import assert from "node:assert/strict";
import { test } from "node:test";
import { outsideLeases, requireLeaseOrder, whileHolding } from "./lease-order.ts";

test("under a lease only those further down may be waited for", async () => {
  await whileHolding("index-file", async () => {
    requireLeaseOrder("source:a");
    await whileHolding("source:a", async () => {
      requireLeaseOrder("source:b");
      requireLeaseOrder("catalog-record");
      for (const name of ["index-file", "source:a", "source:0", "palace-correct", "run:z"])
        assert.throws(() => requireLeaseOrder(name), /was asked for under/);
    });
    requireLeaseOrder("source:0");
  });
  requireLeaseOrder("flush:p");
  assert.throws(() => requireLeaseOrder("something"), /no place/);
});

test("other work of the same process, and who is called back, hold nothing", async () => {
  let later = (): void => {};
  await whileHolding("source:a", async () => {
    outsideLeases(() => requireLeaseOrder("index-file"));
    // Begun under the lease, and going on after it.
    later = await new Promise<() => void>((resolve) => {
      setTimeout(() => resolve(() => requireLeaseOrder("index-file")), 1);
    });
  });
  later();
  await Promise.all([
    whileHolding("source:a", () => new Promise((resolve) => setTimeout(resolve, 2))),
    (async () => requireLeaseOrder("index-file"))(),
  ]);
});
