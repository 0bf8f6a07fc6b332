import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { SKIP } from "./browser.fixture.ts";
import { answered, eventually, openPage, pageTest, until } from "./service.fixture.ts";

/** What has the focus, as a screen reader would name it. */
const FOCUSED = `(({ ariaLabel, labels, textContent }) => (ariaLabel ?? labels?.[0]?.textContent ?? textContent ?? "").trim())(document.activeElement)`;

/** Tabs that anything may be away from where one stands. */
const FAR = 40;

/** Presses Tab until something has the focus whose name begins so. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let left = FAR; left > 0; left--) {
    await page.keyboard.press("Tab");
    const focused = String(await page.evaluate(FOCUSED));
    if (typeof name === "string" ? focused.startsWith(name) : name.test(focused)) return;
    passed.push(focused.slice(0, 30));
  }
  assert.fail(`${name} is not within ${FAR} Tabs: ${passed.join(" | ")}`);
}

test("keys in a dialog are no keys of what is behind it, and going back closes it", { skip: SKIP }, async (t) => {
  const { page, watched, go } = await openPage(await pageTest(t));
  const { keyboard } = page;
  await go("palace");
  await go("search?q=impeller");
  await answered(page);
  await page.locator("[data-search]:focus").waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await page.locator(".passage [data-marked]").waitFor();
  const dialog = page.getByRole("dialog");
  for (const name of ["Move", "Forget"]) {
    await tabTo(page, name);
    for (const leave of ["Escape", "g p"]) {
      await keyboard.press("Enter");
      await dialog.waitFor();
      if (leave !== "Escape") await tabTo(page, /^(?:Cancel|Keep all)/u);
      for (const key of leave.split(" ")) await keyboard.press(key);
      assert.match(page.url(), /#\/search.*open=/, `${leave} in ${name}`);
      if (leave !== "Escape") await keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      assert.equal(await page.locator(".passage [data-marked]").count(), 1, `${leave} in ${name} closes the passage`);
      await until(page, `document.activeElement.textContent.trim() === "${name}"`);
    }
  }
  await keyboard.press("Enter");
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test("eight everyday tasks by keys alone, no pointer and no address", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const project = await service.loci.project("default");
  await project.tellFacts("My favorite fonts are 1) Garamond, 2) Futura", { chat: "design" });
  const folder = join(service.docs, "tides");
  mkdirSync(folder);
  writeFileSync(join(folder, "tides.md"), "# Tides\n\nHigh tide is at noon.\n");
  const { page, watched } = await openPage(service);
  const { keyboard } = page;
  const dialog = page.getByRole("dialog");
  const done = async (): Promise<void> => await dialog.waitFor({ state: "detached" });
  /** Leaves whatever field has the focus, and goes to a view by its two keys. */
  const go = async (key: string, ready: string): Promise<void> => {
    await page.evaluate("document.activeElement.blur()");
    await keyboard.press("g");
    await keyboard.press(key);
    await page.locator(ready).first().waitFor();
  };

  await t.test("find and open", async () => {
    await page.evaluate("document.activeElement.blur()");
    await keyboard.press("/");
    await keyboard.type("impeller after 200 hours");
    await page.locator(".hit").first().waitFor();
    await answered(page);
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await page.locator(".passage [data-marked]").waitFor();
    await keyboard.press("Escape");
    await page.locator(".passage").waitFor({ state: "detached" });
  });

  await t.test("see why", async () => {
    await tabTo(page, /why|explain/iu);
    await keyboard.press("Enter");
    await page.locator(".explained .sum").first().waitFor();
  });

  await t.test("filter", async () => {
    await page.evaluate("document.activeElement.blur()");
    await keyboard.press("/");
    await tabTo(page, "Wing");
    await until(page, "document.activeElement.options.length > 2");
    await keyboard.press("ArrowDown");
    await until(page, "location.hash.includes('wing=')");
    await page.locator(".hit").first().waitFor();
    await answered(page);
  });

  await t.test("move, and undo it", async () => {
    await page.evaluate("document.activeElement.blur()");
    await keyboard.press("/");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await page.locator(".passage [data-marked]").waitFor();
    await tabTo(page, "Move");
    await keyboard.press("Enter");
    await dialog.waitFor();
    // The name that stands there is marked, so that what is typed takes its place.
    await keyboard.type("workshop");
    await keyboard.press("Enter");
    await page.locator(".toast", { hasText: "Moved to workshop" }).waitFor();
    const moved = async (): Promise<number> => (await project.drawers({ room: ["workshop"] })).total;
    assert.equal(await moved(), 1);
    await until(page, "document.activeElement.textContent.trim() === 'Move'");
    await keyboard.press("u");
    await page.locator(".toast", { hasText: "Undone" }).waitFor();
    assert.equal(await moved(), 0);
  });

  await t.test("add a note", async () => {
    await go("m", ".drawers");
    await tabTo(page, "Remember a passage");
    await keyboard.press("Enter");
    await dialog.waitFor();
    await keyboard.type("The spare key hangs behind the boiler.");
    await tabTo(page, "Wing: a person");
    await keyboard.type("harbour");
    await tabTo(page, "Room: a concept");
    await keyboard.type("keys");
    await keyboard.press("Enter");
    await done();
    assert.equal((await project.drawers({ room: ["keys"] })).total, 1);
  });

  await t.test("forget", async () => {
    await page.evaluate("document.activeElement.blur()");
    await tabTo(page, "Filter by words");
    await keyboard.type("spare key");
    await until(page, "document.querySelectorAll('tr[data-id]').length === 1");
    await tabTo(page, /^Choose passage 1$/u);
    await keyboard.press("Space");
    for (let left = FAR; left > 0 && !/^Forget 1/u.test(String(await page.evaluate(FOCUSED))); left--)
      await keyboard.press("Shift+Tab");
    await keyboard.press("Enter");
    await dialog.waitFor();
    await tabTo(page, "Forget 1 passage");
    // At each frame from here on.
    await page.evaluate(
      "(function look() { if (document.activeElement === document.body) window.lost = true; requestAnimationFrame(look); })()",
    );
    await keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Done" }).waitFor();
    await until(page, "document.activeElement.textContent.trim() === 'Done'");
    assert.equal(await page.evaluate("window.lost"), undefined, "the focus stays in the dialog");
    await keyboard.press("Enter");
    await done();
    await until(page, "document.activeElement.textContent.trim() === 'Forget…'");
    assert.equal((await project.drawers({ room: ["keys"] })).total, 0);
    // What was changed before it isn't taken back instead.
    await keyboard.press("u");
    await page.getByText("What was forgotten can't be brought back.").waitFor();
  });

  await t.test("add a folder", async () => {
    await go("f", ".source-cards");
    await tabTo(page, "Add a folder");
    await keyboard.press("Enter");
    await dialog.waitFor();
    await keyboard.type(folder);
    await keyboard.press("Enter");
    await done();
    await page.locator(".source-cards", { hasText: "tides" }).waitFor();
    await eventually(
      "the folder is read",
      async () => (await project.search("when is high tide?")).hits[0]?.text.includes("noon") === true,
    );
  });

  await t.test("change a list", async () => {
    await go("l", "main.view-facts h1");
    await tabTo(page, /^Garamond, number 1/u);
    await keyboard.press("ArrowDown");
    const items = async (): Promise<readonly string[]> =>
      (await project.factList("font")).list.items.map(({ value }) => value);
    await eventually("the item is moved", async () => (await items())[0] === "Futura");
    // The list is changed before the page knows of it, and only then there is a way back.
    await page.locator(".toast", { hasText: "Garamond is number 2 now." }).waitFor();
    await keyboard.press("u");
    await eventually("it is taken back", async () => (await items())[0] === "Garamond");
  });
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test("arrow keys begin at the first row, wherever one stands", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  await (await service.loci.project("default")).addDrawer({ text: "The slipway is closed on Mondays." });
  const { page, watched } = await openPage(service);
  const { keyboard } = page;
  const go = async (key: string, ready: string): Promise<void> => {
    await page.evaluate("document.activeElement.blur()");
    for (const one of ["g", key]) await keyboard.press(one);
    await page.locator(ready).first().waitFor();
  };
  for (const [key, view] of [
    ["m", "memory"],
    ["p", "palace"],
    ["t", "today"],
  ] as const) {
    await go(key, `.view-${view} [data-row]`);
    await until(page, `document.querySelector('.view-${view} [aria-busy="true"]') === null`);
    await keyboard.press("ArrowDown");
    await until(page, `document.activeElement === document.querySelector('.view-${view} [data-row]')`);
  }
  await go("a", ".view-ask [data-search]");
  await until(page, "document.activeElement.matches('.view-ask [data-search]')");
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test("closing a passage leads back to its link, and what it covers takes no focus", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  await (await service.loci.project("default")).addDrawer({ text: "The slipway is closed on Mondays." });
  const { page, watched, go } = await openPage(service);
  const { keyboard } = page;
  const open = async (link: string): Promise<void> => {
    const opener = page.locator(link).first();
    await opener.focus();
    await opener.evaluate((element) => element.setAttribute("id", "opener"));
    await keyboard.press("Enter");
    await page.locator(".passage [data-marked]").waitFor();
    await until(page, "document.activeElement.closest('.passage') !== null");
  };
  // At both widths: beside the view, and over it.
  for (const width of [1280, 360])
    for (const [place, link] of [
      ["today", "[data-passage]"],
      ["palace?room=lighthouse", ".passages a[data-row]"],
      ["memory", "tr[data-id] [data-row]"],
      ["search?q=impeller", ".hit [data-row]"],
      ["search?q=impeller&tab=pipeline", ".search-side a[href*='open=']"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await go(place);
      await open(link);
      const covered = "document.activeElement.closest('[class$=side], .bar, .skip') !== null";
      for (let tabs = 0; width === 360 && tabs < FAR; tabs++) {
        await keyboard.press("Tab");
        assert.equal(await page.evaluate(covered), false, `${place}, Tab ${tabs}`);
      }
      await page.getByRole("button", { name: "Close the passage" }).focus();
      await keyboard.press("Escape");
      await until(page, "document.activeElement.id === 'opener'");
      // Closed by the way back, too.
      await open("#opener");
      await page.goBack();
      await until(page, "document.activeElement.id === 'opener'");
    }
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test("on a phone nothing that has the focus stands under the bar at the bottom", { skip: SKIP }, async (t) => {
  const { page, go } = await openPage(await pageTest(t), { viewport: { width: 360, height: 740 } });
  // What comes above a field that has the focus already moves it: each view is looked at when it is there.
  for (const place of ["search?q=impeller .hit", "memory tr[data-id]", "palace a[href*='room=']", "settings dd"]) {
    const [view = "", there = ""] = place.split(" ");
    await go(view);
    await page.locator("main").locator(there).first().waitFor();
    for (let left = FAR; left > 0; left--) {
      await page.keyboard.press("Tab");
      const under = await page.evaluate(
        `(({ top }, bar) => top >= bar.top && !document.activeElement.closest(".bar nav, .toast"))(document.activeElement.getBoundingClientRect(), document.querySelector(".bar nav").getBoundingClientRect())`,
      );
      assert.equal(under, false, `${view}: ${String(await page.evaluate(FOCUSED))}`);
    }
  }
});
