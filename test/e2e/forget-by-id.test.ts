import assert from "node:assert/strict";
import { test } from "node:test";
import { testService } from "./service.fixture.ts";

test("over HTTP drawers are forgotten by their ids, never by a word that they hold", async (t) => {
  const { client } = await testService(t);
  const owner = client();
  const { id } = await owner.addDrawer({
    text: "The cellar door sticks in winter; lift it while you push.",
    wing: "home",
    room: "house",
  });
  const other = await owner.addDrawer({
    text: "Oil for the door of the shed stands under the bench.",
    wing: "home",
    room: "house",
  });
  for (const ids of [["door"], ["zorblax"], [id, "door"]])
    await assert.rejects(owner.forget({ ids }), { code: "DRAWER_NOT_FOUND" }, JSON.stringify(ids));
  assert.equal(
    (await owner.search({ query: "door" })).hits.length,
    2,
    "nothing went, not even what was named before the fault",
  );
  const forgotten = await owner.forget({ ids: [id, other.id.slice(0, 12)] });
  assert.deepEqual([...forgotten.removed].sort(), [id, other.id].sort());
});
