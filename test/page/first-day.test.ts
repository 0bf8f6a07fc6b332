import assert from "node:assert/strict";
import test from "node:test";
import { SKIP } from "./browser.fixture.ts";
import { emptyPageTest, openPage, pageTest, shows } from "./service.fixture.ts";

/** Every view, and what it says while no project is there. */
const FIRST: readonly (readonly [place: string, says: string])[] = [
  ["search", "Nothing is remembered yet"],
  ["search?q=port", "Nothing is remembered yet"],
  ["search?q=port&tab=agent", "Nothing is remembered yet"],
  ["search?q=port&tab=pipeline", "Nothing is remembered yet"],
  ["today", "Nothing is remembered yet"],
  ["memory", "Nothing is remembered yet"],
  ["palace", "Nothing is remembered yet"],
  ["facts", "No lists yet"],
  ["ask", "Ask your memory"],
  ["sources", "No sources yet"],
  ["settings", "Nothing is remembered yet"],
];

test(
  "before anything is indexed every view says what to do first, and none tells of an error",
  { skip: SKIP },
  async (t) => {
    const { page, go, watched } = await openPage(await emptyPageTest(t));
    for (const [place, says] of FIRST) {
      await go(place);
      await shows(page, says);
      assert.equal(await page.locator(".problem").count(), 0, place);
      assert.doesNotMatch(await page.locator("main").innerText(), /\/v1\/|_NOT_FOUND/u, place);
    }
    await go("ask");
    await page.getByLabel("Question").fill("which port?");
    await page.keyboard.press("Enter");
    await shows(page, "Nothing is remembered yet");
    // The first thing that is said makes the project, and every view follows.
    await go("facts");
    await page.getByPlaceholder("My favorite tea is sencha").fill("My favorite teas are 1) sencha, 2) assam");
    await page.keyboard.press("Enter");
    await page.getByText("assam").first().waitFor();
    await go("palace");
    await shows(page, "The palace is empty");
    assert.deepEqual(watched.faults, []);
  },
);

test("an empty project's page leads to those that hold something", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  await service.loci.project("blank");
  const { page, go, watched } = await openPage(service);
  for (const place of [
    "search",
    "search?q=impeller",
    "palace",
    "facts",
    "ask",
    "sources",
    "today",
    "memory?text=impeller",
    "memory",
  ]) {
    await go(place.includes("?") ? `${place}&project=blank` : `${place}?project=blank`);
    await shows(page, "Another project holds something: default.");
  }
  await page.locator("main").getByRole("link", { name: "default" }).click();
  // To the same view of it.
  await page.locator("tr[data-id]").first().waitFor();
  // A project that holds something leads nowhere else, whatever is empty in it.
  await go("facts?project=default");
  await shows(page, "No lists yet");
  assert.equal(await page.getByText(/holds? something/).count(), 0);
  // While its first folder is being read, none is asked for.
  await page.route(
    ({ pathname }) => pathname === "/v1/status",
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), running: [{}] } });
    },
  );
  for (const place of ["search", "search?q=impeller", "memory"]) {
    await go(`${place}${place.includes("?") ? "&" : "?"}project=blank`);
    await shows(page, "The first folder is being read");
    assert.equal(await page.getByText(/No passage holds/).count(), 0, place);
  }
  assert.deepEqual(watched.faults, []);
});
