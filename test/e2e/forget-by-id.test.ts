import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";
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

test("digits that begin an id by chance are words first", async (t) => {
  const loci = await openLoci({ home: join(temporaryFolder(t), "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const other = await project.addDrawer({
    text: "Oil for the shed stands under the bench.",
    wing: "home",
    room: "shed",
  });
  // As a locker's number would, it has a figure.
  const pin = [4, 5, 6, 7].map((length) => other.id.slice(0, length)).find((one) => /\d/u.test(one)) ?? "";
  const { id } = await project.addDrawer({
    text: `The locker of the gym is number ${pin}.`,
    wing: "home",
    room: "gym",
  });
  const { matches } = await project.forget(pin);
  assert.deepEqual(
    matches.map((match) => match.id),
    [id],
  );
  await project.forget(pin, { yes: true });
  assert.deepEqual(
    (await project.forget(pin)).matches.map((match) => match.id),
    [other.id],
    "where no words are so, it is the beginning of an id",
  );
});

test("what is no id lists nobody's passages; words that were nearly said list theirs", async (t) => {
  const loci = await openLoci({ home: join(temporaryFolder(t), "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const { id } = await project.addDrawer({
    text: "The deploy key is rotated every March.",
    wing: "ops",
    room: "keys",
  });
  await project.addDrawer({ text: "Oil for the shed stands under the bench.", wing: "home", room: "shed" });
  for (const stranger of ["nonexistent-id", "abc", "node_modules", "a1b2-c3d4", "7f3e:9", "zebra unicorns"])
    assert.deepEqual((await project.forget(stranger)).matches, [], stranger);
  const { matches } = await project.forget("the deploy keys are rotated in March");
  assert.deepEqual(
    matches.map((match) => [match.id, match.goes]),
    [[id, false]],
  );
});

test("words that nothing holds show only what has half of them, and are no find", async (t) => {
  const folder = temporaryFolder(t);
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const text of [
    "Never deploy on Fridays.",
    "The roses of the garden are pruned in March.",
    "Wren keeps the keys.",
  ])
    await project.addDrawer({ text, wing: "home", room: "rules", force: true });
  for (const query of [
    "xyzzy nothing",
    "quetzal feathers",
    "the of in",
    "feathers of Quetzalcoatl in gardens",
    "blue garden feathers",
  ])
    assert.deepEqual((await project.forget(query)).matches, [], query);
  const near = await project.forget("garden roses, in March");
  assert.deepEqual(
    near.matches.map(({ text, goes, sure }) => [text, goes, sure]),
    [["The roses of the garden are pruned in March.", false, false]],
  );
  assert.deepEqual(
    (await project.forget("deploy on Fridays")).matches.map(({ goes, sure }) => [goes, sure]),
    [[true, true]],
  );
});

test("what stood in a file or folder that is gone names the step that takes it out", async (t) => {
  const folder = temporaryFolder(t);
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const notes = join(folder, "notes");
  mkdirSync(notes);
  for (const name of ["heron", "swift"])
    writeFileSync(join(notes, `${name}.md`), `The ${name} service deploys at noon.\n`);
  await project.index([notes], { scope: "kb" });
  const why = async (): Promise<string> => (await project.forget("heron service")).matches[0]?.why ?? "";
  assert.match(await why(), /delete it there/u);
  rmSync(join(notes, "heron.md"));
  assert.match(await why(), /which is gone: loci index takes it out/u);
  rmSync(notes, { recursive: true });
  assert.match(await why(), /is gone: loci sources rm /u);
});
