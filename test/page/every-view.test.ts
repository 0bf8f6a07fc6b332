import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import type { Page, Route } from "playwright-core";
import { SKIP } from "./browser.fixture.ts";
import { openPage, pageTest, shows, until } from "./service.fixture.ts";

const SESSION = "0d1f2a3b-4c5d-4e6f-8a9b-0c1d2e3f4a5b";
const BUSY = "document.getElementById('main').ariaBusy";

test("each view says that it waits, once that takes longer than an eye notices", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  await (await service.loci.project("default")).tellFacts("My favorite tea is sencha");
  const { page, watched } = await openPage(service);
  for (const [view, asked] of [
    ["memory", "drawers"],
    ["palace", "wings"],
    ["facts", "facts"],
    ["today", "today"],
    ["sources", "sources"],
    ["settings", "status"],
  ] as const) {
    const held: Route[] = [];
    const isAsked = (url: URL): boolean => url.pathname === `/v1/${asked}`;
    await page.route(isAsked, (route) => void held.push(route));
    await page.goto(`${service.url}/#/${view}`);
    await page.locator(".awaiting .looking", { hasText: "looking…" }).waitFor();
    await until(page, `${BUSY} === 'true'`);
    // What is asked for from now on isn't held any more.
    for (let route = held.pop(); route !== undefined; route = held.pop()) await route.continue();
    await page.unroute(isAsked);
    await until(page, `${BUSY} === 'false' && document.querySelector('.awaiting').textContent === ''`);
  }
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test("a chat is called by its title, its tool and its turn, nowhere by an id", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const said = [
    "How tall is the crane of the slipway?",
    "The crane is 14 metres tall.",
    "Then paint the crane orange.",
  ];
  const lines = said.map((text, i) =>
    JSON.stringify({
      session: SESSION,
      id: `0d1f2a3b-4c5d-4e6f-8a9b-0c1d2e3f4b0${i}`,
      role: i === 1 ? "assistant" : "user",
      time: `2026-05-03T09:0${i}:00Z`,
      text,
    }),
  );
  writeFileSync(join(service.docs, "tool.jsonl"), `${lines.join("\n")}\n`);
  const project = await service.loci.project("default");
  await project.mine([join(service.docs, "tool.jsonl")], { scope: "kb", wing: "yard" });
  const closets = await project.closets({ wing: "yard" });
  assert.match(closets.closets[0]?.document ?? "", /^How tall is the crane of the slipway\?.*, tool\.jsonl$/);
  const { text } = await project.ask("which colour should the crane be painted?");
  assert.match(text, /\] tool\.jsonl, 2026-05-03, turn 3 of 3/);
  const { page, watched, go } = await openPage(service);
  await go("palace?wing=yard");
  await page.locator(".rooms a").first().click();
  await page.locator(".closets strong", { hasText: "How tall is the crane" }).waitFor();
  await go("search?q=paint+the+crane+orange");
  const hit = page.locator(".hit", { hasText: "paint the crane orange" });
  await hit.getByText(/, turn 3 of 3$/).waitFor();
  await hit.locator("h2 a").click();
  await page.locator(".passage [data-marked]").waitFor();
  await page.getByRole("button", { name: "Forget" }).click();
  await page.locator("dialog .matches", { hasText: /How tall is .* › user, tool\.jsonl, .*turn 3 of 3/s }).waitFor();
  assert.ok(!(await page.locator("body").innerText()).includes(SESSION.slice(0, 8)));
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test("what was typed into a line's dialog stands there again, for that passage alone", { skip: SKIP }, async (t) => {
  const { page, watched, go } = await openPage(await pageTest(t));
  const dialog = page.locator("dialog[open]");
  const open = async (query: string): Promise<string> => {
    await dialog.waitFor({ state: "detached" });
    await go(`search?q=${query}`);
    // Not one that the question before has found.
    const [word = ""] = query.split("+");
    await page.locator(".hit").filter({ hasText: word }).first().locator("h2 a").click();
    await page.locator(".passage [data-marked]").filter({ hasText: word }).waitFor();
    await page.getByRole("button", { name: "Move" }).click();
    await dialog.locator("input:focus").waitFor();
    return await dialog.locator("input").inputValue();
  };
  await open("spare+impeller");
  await page.keyboard.type("workshop");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.notEqual(await open("winter+berth"), "workshop");
  await page.keyboard.press("Escape");
  assert.equal(await open("spare+impeller"), "workshop");
  await page.keyboard.press("Escape");
  await go("ask");
  await page.getByRole("button", { name: "New chat" }).click();
  await dialog.locator("input:focus").waitFor();
  await page.keyboard.type("keel");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New chat" }).click();
  assert.equal(await dialog.locator("input").inputValue(), "keel");
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test("of what isn't there, or isn't one's own, nothing is offered that could change it", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const { page, go } = await openPage(service);
  for (const [place, said] of [
    ["palace?room=gone", "There is no room gone"],
    ["palace?wing=gone", "There is no wing gone"],
  ] as const) {
    await go(place);
    await shows(page, said);
    assert.equal(await page.getByRole("button", { name: "Rename" }).count(), 0, place);
  }
  const project = await service.loci.project("default");
  const place = { wing: "harbour", room: "keels" } as const;
  const [shared, own] = [
    await project.addDrawer({ ...place, scope: "kb", text: "The keel of the Petrel is painted red." }),
    await project.addDrawer({ ...place, text: "My own boat is called Wren." }, { caller: "user:1" }),
  ];
  await project.tellFacts("My favorite knots are 1) bowline, 2) sheet bend", { scope: "kb" });
  const signedIn = async (caller: "user:1" | "public"): Promise<Page> => {
    const opened = await (await service.newContext()).newPage();
    await opened.goto(service.url);
    await opened.getByLabel(/token/).fill(service.tokens.issue(caller).token);
    await opened.keyboard.press("Enter");
    await opened.locator("[data-search]").waitFor();
    return opened;
  };
  const theirs = await signedIn("user:1");
  const button = (of: Page, name: RegExp): Promise<number> => of.getByRole("button", { name }).count();
  for (const [{ id }, offered] of [
    [shared, 0],
    [own, 1],
  ] as const) {
    await theirs.goto(`${service.url}/#/palace?open=${id}`);
    await theirs.locator(".passage .actions").first().waitFor();
    await theirs.locator(".passage [data-marked]").waitFor();
    for (const name of [/^Forget/, /^Change/])
      assert.equal(await button(theirs, name), offered, `${id} ${name.source}`);
  }
  // Of the table what is one's own can be chosen, and nothing else.
  await theirs.goto(`${service.url}/#/memory`);
  await theirs.locator(`tr[data-id="${own.id}"] input`).waitFor();
  assert.equal(await theirs.locator("tbody input[type=checkbox]").count(), 1);
  await theirs.locator(`tr[data-id="${shared.id}"] a`).press(" ");
  await theirs.getByLabel("Choose the 1 passage of yours loaded so far").check();
  await theirs.getByRole("button", { name: "Forget 1…" }).click();
  await theirs.getByText("1 passage will go, for good").waitFor();
  await theirs.getByRole("button", { name: "Keep all" }).click();
  // The public reads.
  const reads = await signedIn("public");
  for (const view of ["memory", "facts", "ask"]) {
    await reads.goto(`${service.url}/#/${view}`);
    await reads
      .locator(`main.view-${view}`)
      .getByText(view === "ask" ? "Ask your memory" : view === "facts" ? "bowline" : "Petrel")
      .or(reads.locator("main input[value=bowline]"))
      .first()
      .waitFor();
    for (const name of [/Remember/, /Forget/, /^Say/, /^Add/, /^Remove/, /New chat/])
      assert.equal(await button(reads, name), 0, `${view} ${name.source}`);
    assert.equal(
      await reads.locator("main input[type=checkbox]").count(),
      view === "memory" ? 1 : 0,
      "only duplicates",
    );
    assert.equal(await reads.locator(".item input:not([readonly])").count(), 0);
  }
  for (const view of ["sources", "today"]) {
    await theirs.goto(`${service.url}/#/${view}`);
    await shows(theirs, "This view is the owner's.");
    assert.equal(await theirs.locator("main button").count(), 0, view);
  }
});

test(
  "a list that was changed in words, a room's and a wing's name and a setting are taken back",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const project = await service.loci.project("default");
    await project.tellFacts("My favorite teas are 1) sencha, 2) assam");
    const teas = async (): Promise<string> =>
      (await project.factList("tea")).list.items.map(({ value }) => value).join();
    const { page, go } = await openPage(service);
    const undone = async (): Promise<void> => {
      await page.getByRole("button", { name: "Undo" }).click();
      await page.locator(".toast", { hasText: "Undone" }).waitFor();
    };
    await go("facts");
    await page.getByLabel("Say or ask").fill("Add oolong to my favorite teas");
    await page.keyboard.press("Enter");
    await page.locator(".toast button", { hasText: "Undo" }).waitFor();
    assert.equal(await teas(), "sencha,assam,oolong");
    await undone();
    assert.equal(await teas(), "sencha,assam");
    // What somebody else changed since is not taken back in its place.
    await page.getByLabel("Say or ask").fill("Add oolong to my favorite teas");
    await page.keyboard.press("Enter");
    await page.locator(".toast button", { hasText: "Undo" }).waitFor();
    await project.tellFacts("Add rooibos to my favorite teas");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".toast", { hasText: /was changed meanwhile/ }).waitFor();
    assert.equal(await teas(), "sencha,assam,oolong,rooibos");
    const dialog = page.locator("dialog[open]");
    for (const place of ["palace?wing=harbour&room=cooling", "palace?wing=harbour"]) {
      await go(place);
      await page.getByRole("button", { name: "Rename" }).click();
      await dialog.waitFor();
      await page.keyboard.type("pumps");
      await page.keyboard.press("Enter");
      await page.locator("h2", { hasText: "pumps" }).waitFor();
      await undone();
      await until(page, `location.hash.includes('${place.split("&").at(-1)?.split("?").at(-1)}')`);
    }
    const rooms = (await project.rooms({ wing: "harbour" })).rooms.map(({ room }) => room);
    assert.ok(rooms.includes("cooling") && !rooms.includes("pumps"));
    await go("settings");
    await page.getByLabel("Filter settings").fill("page.today");
    const setting = page.locator(".setting-list li", { hasText: "page.today" });
    await setting.getByRole("button", { name: "Change" }).click();
    await setting.locator("select").selectOption("true");
    await setting.getByRole("button", { name: "Save" }).click();
    await setting.locator("strong", { hasText: "true" }).waitFor();
    await undone();
    await setting.locator("strong", { hasText: "false" }).waitFor();
    // A value that is refused says so at its field, and is typed on there.
    await page.getByLabel("Filter settings").fill("server.port");
    const port = page.locator(".setting-list li", { hasText: "server.port" });
    await port.getByRole("button", { name: "Change" }).click();
    await page.getByLabel("Value of server.port").fill("ninety");
    await page.keyboard.press("Enter");
    await port
      .getByRole("alert")
      .filter({ hasText: /^server\.port must/ })
      .waitFor();
    await page.keyboard.type("1");
    await port.getByRole("alert").waitFor({ state: "detached" });
  },
);
