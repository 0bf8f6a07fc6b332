import assert from "node:assert/strict";
import test from "node:test";
import type { Request, Route } from "playwright-core";
import { SKIP } from "./browser.fixture.ts";
import { answered, eventually, openPage, pageTest, shows, until } from "./service.fixture.ts";

const queryOf = (request: Request): string => (request.postDataJSON() as { query: string }).query;

test(
  "a slow service: answers to the beginning of a question are shown set back until the last one comes; another question gives them up",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { page, watched } = await openPage(service);
    const held: Route[] = [];
    const given: string[] = [];
    page.on("requestfailed", (request) => request.url().endsWith("/v1/search") && given.push(queryOf(request)));
    await page.route("**/v1/search", (route) => void held.push(route));
    const release = async (query: string): Promise<void> => {
      await eventually(`${query} is asked`, () => held.some((route) => queryOf(route.request()) === query));
      const [route] = held.splice(
        held.findIndex((one) => queryOf(one.request()) === query),
        1,
      );
      await route?.continue();
    };
    await page.keyboard.type("imp");
    await until(page, "document.querySelector('[aria-busy=true]') !== null");
    await release("imp");
    await page.locator(".hit").first().waitFor();
    await page.keyboard.type("eller");
    await page.getByText("looking…").waitFor();
    await page.locator(".answered[aria-busy=true]").waitFor();
    assert.ok(await page.locator(".hit").first().isVisible(), "the last answer stays");
    assert.ok(!given.includes("i"), "the earliest is nearest to its answer");
    await release("impeller");
    await until(page, "document.querySelector('.answered').ariaBusy === 'false'");
    await shows(page, "Covered");
    await page.getByText("looking…").waitFor({ state: "detached" });
    await release("im");
    await page.waitForTimeout(100);
    assert.equal(
      await page.locator(".answered").getAttribute("aria-busy"),
      "false",
      "an earlier answer changes nothing",
    );
    await page.locator(".search [data-search]").fill("gate");
    await until(page, "document.querySelector('[aria-busy=true]') !== null");
    await page.locator(".search [data-search]").fill("pontoon");
    await release("pontoon");
    await until(page, "document.querySelector('.answered').ariaBusy === 'false'");
    await eventually("the question before is given up", () => given.includes("gate"));
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test(
  "a hit that a longer question shows as before is the same element, and what filters offer isn't asked for before",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { page } = await openPage(service);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.keyboard.type("impeller");
    await shows(page, "Covered");
    await answered(page);
    await page.evaluate("document.querySelectorAll('.hit').forEach((row) => (row.drawn = 'once'))");
    await page.keyboard.type(" hours");
    await until(page, "document.querySelector('.hit mark:nth-of-type(1)') !== null && location.hash.includes('hours')");
    assert.ok(
      Number(await page.evaluate("[...document.querySelectorAll('.hit')].filter((row) => row.drawn).length")) > 0,
    );
    assert.ok(!asked.includes("/v1/taxonomy"));
    await page.getByLabel("Wing").focus();
    await page.locator("option", { hasText: "harbour" }).first().waitFor({ state: "attached" });
    assert.ok(asked.includes("/v1/taxonomy"));
  },
);

test("what is pressed while more hits come stays below the pointer until it is let go", { skip: SKIP }, async (t) => {
  const { page, go } = await openPage(await pageTest(t));
  const held: Route[] = [];
  await page.route("**/v1/search", async (route) => {
    if ((route.request().postDataJSON() as { limit: number }).limit === 10) await route.continue();
    else held.push(route);
  });
  // What was said after the day stands below all hits, so that each that comes moves it.
  await go("search?q=raw-water+pump+leaks&asOf=2026-04-01");
  const last = page.locator(".hits > li.hit").last();
  await answered(page);
  await last.scrollIntoViewIfNeeded();
  await eventually("more hits are asked for", () => held.length > 0);
  const button = last.getByRole("button", { name: /^Why hit/u });
  const { x, y, width, height } = (await button.boundingBox()) ?? assert.fail("the row has no place");
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const came = page.waitForResponse("**/v1/search");
  for (const route of held.splice(0)) await route.continue();
  await (await came).finished();
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  await page.mouse.up();
  await page.locator(".explained").waitFor();
  await answered(page);
});

test("a view whose request was cut off asks again by itself", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const { page, go } = await openPage(service);
  await (await service.loci.project("default")).tellFacts("My favorite tea is kukicha");
  for (const [view, asked, says] of [
    ["facts", /\/v1\/facts/u, "tea"],
    ["memory", /\/v1\/drawers/u, "impeller"],
  ] as const) {
    await page.route(asked, (route) => route.abort());
    await go(view);
    await page.getByText("does not answer").first().waitFor();
    await page.unroute(asked);
    await shows(page, says);
    await page.getByText("does not answer").first().waitFor({ state: "detached" });
  }
});

test(
  "a row that is pressed while a table comes is what is opened, and a filter that a link takes off stays off",
  { skip: SKIP },
  async (t) => {
    const { page, go } = await openPage(await pageTest(t));
    await go("memory?text=impeller");
    const row = page.locator("tr[data-id]").first();
    const id = await row.getAttribute("data-id");
    const held: Route[] = [];
    let holds = true;
    await page.route("**/v1/drawers?*", async (route) => (holds ? held.push(route) : await route.continue()));
    await go("memory?order=asc");
    await eventually("all passages are asked for", () => held.length > 0);
    await row.locator("[data-row]").hover();
    await page.mouse.down();
    const came = page.waitForResponse("**/v1/drawers?*");
    holds = false;
    for (const route of held) await route.continue();
    await (await came).finished();
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await page.mouse.up();
    await page.locator(".passage").waitFor();
    assert.ok(page.url().includes(`open=${id}`), page.url());
    await eventually("other rows are there", async () => (await row.getAttribute("data-id")) !== id);
    assert.equal(await page.getByLabel("Filter by words").inputValue(), "");
    await go("memory?text=impeller");
    await until(page, "document.querySelector('[data-search]').value === 'impeller'");
  },
);

test("what was asked before is shown as such, set back, until the answer is there", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const project = await service.loci.project("default");
  const place = { wing: "shipyard", scope: "kb" } as const;
  await project.addDrawer({ ...place, room: "staging", text: "The ladder of the staging has nine rungs." });
  const { page, watched } = await openPage(service);
  const held: Route[] = [];
  let path = "";
  await page.route("**/v1/**", async (route) => {
    if (path !== "" && new URL(route.request().url()).pathname.startsWith(path)) held.push(route);
    else await route.continue();
  });
  const hold = async (path_: string, work: () => Promise<unknown>): Promise<void> => {
    path = path_;
    await work();
    await eventually(`${path} is asked for`, () => held.length > 0);
    await page.locator(".old[aria-busy=true]").first().waitFor();
    await page.getByText("looking…").first().waitFor();
  };
  const release = async (): Promise<void> => {
    path = "";
    for (const route of held.splice(0)) await route.continue().catch(() => {});
    await until(page, "document.querySelector('.old') === null");
  };
  const at = async (place: string): Promise<void> => {
    await page.evaluate(`void (location.hash = "/${place}")`);
  };
  const told = async (where: string): Promise<string> => await page.locator(where).first().innerText();
  // A wing: the rooms of all wings stand below "Wings" meanwhile, and not below its name.
  await at("palace");
  await page.locator(".rooms").waitFor();
  await hold("/v1/wings", () => at("palace?wing=shipyard"));
  assert.match(await told(".palace-side.old"), /Wings/);
  assert.equal(await page.locator(".crumbs", { hasText: "shipyard" }).count(), 0);
  await release();
  assert.match(await told(".palace-side"), /shipyard[^]*1 passage in 1 room[^]*Rooms 1[^]*staging/);
  // From a room of one wing to one of another: it isn't said to be gone while nobody knows.
  await at("palace?wing=shipyard&room=staging");
  await page.locator(".room").waitFor();
  await hold("/v1/wings", () => at("palace?wing=harbour&room=cooling"));
  assert.equal(await told(".room h2"), "staging");
  await release();
  assert.equal(await told(".room h2"), "cooling");
  // Of a room what was known on a day, and two steps around it.
  await page.locator(".closets").waitFor();
  await hold("/v1/drawers", () => at("palace?wing=harbour&room=cooling&asOf=2020-01-01"));
  assert.doesNotMatch(await told("section.old"), /as they were known/);
  await release();
  await shows(page, "as they were known on 2020-01-01");
  await hold("/v1/traverse", () => page.getByRole("button", { name: "2 steps" }).click());
  await release();
  // The memory table, and what an agent would get.
  await at("memory");
  await page.locator("tbody tr[data-id]").first().waitFor();
  await hold("/v1/drawers", () => at("memory?wing=shipyard"));
  await release();
  assert.equal(await page.locator("tbody tr[data-id]").count(), 1);
  for (const [tab, asked] of [
    ["agent", "/v1/inject"],
    ["pipeline", "/v1/search"],
  ] as const) {
    await at(`search?q=ladder&tab=${tab}`);
    await page.locator(tab === "agent" ? ".agent .verdict" : ".steps").waitFor();
    await hold(asked, () => page.locator("[data-search]").fill("impeller"));
    await release();
  }
  assert.deepEqual(watched, { faults: [], requests: [] });
});
