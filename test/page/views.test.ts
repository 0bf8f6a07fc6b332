import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import type { Page } from "playwright-core";
import { SKIP } from "./browser.fixture.ts";
import { addNote, openPage, pageTest, shows, until } from "./service.fixture.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A place of the page for each view, and what it shows when it is ready. */
const PLACES: readonly (readonly [place: string, shows: string | RegExp])[] = [
  ["search", /passages of/],
  ["search?q=impeller", "Covered"],
  ["search?q=impeller&tab=agent", /Would be given|Silent/],
  ["search?q=impeller&tab=pipeline", "What was read in the question"],
  ["memory", /\d+ passages/],
  ["palace", "Wings"],
  ["palace?wing=harbour", "Rooms"],
  ["palace?room=engine", "Closets"],
  ["facts", "No lists yet"],
  ["ask", "Ask your memory"],
  ["sources", "Past runs"],
  ["settings", "How it stands"],
];

/** Violations of WCAG 2.2 AA that axe finds, in short. */
async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  // What passes isn't read, so axe need not describe it.
  const found = (await page.evaluate(
    `axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] })`,
  )) as {
    violations: readonly { id: string; nodes: readonly { html: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

for (const [name, options] of [
  ["wide and light", { viewport: { width: 1440, height: 900 } }],
  ["360 px and dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" as const }],
] as const) {
  test(
    `every view is there, ${name}: nothing fails, leaves the service, overflows or breaks WCAG 2.2 AA`,
    { skip: SKIP },
    async (t) => {
      const service = await pageTest(t);
      const { page, watched, go } = await openPage(service, { ...options, reducedMotion: "reduce" });
      const found: string[] = [];
      for (const [place, text] of PLACES) {
        await go(place);
        await shows(page, text);
        found.push(...(await violations(page)).map((one) => `${place}: ${one}`));
        const [content, window] = (await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")) as [
          number,
          number,
        ];
        assert.ok(content <= window, `${place}: ${content} px in a window of ${window}`);
      }
      assert.deepEqual(found, []);
      assert.deepEqual(watched, { faults: [], requests: [] });
    },
  );
}

test("with the keyboard alone: search, open, walk, close, and go elsewhere", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const { page, watched } = await openPage(service);
  const { keyboard } = page;
  await keyboard.press("Escape");
  await page.evaluate("document.activeElement.blur()");
  await keyboard.press("/");
  await keyboard.type("impeller after 200 hours");
  await shows(page, "Covered");
  await until(page, "location.hash.includes('q=impeller')");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  const second = await page.evaluate("document.activeElement.closest('.hit').dataset.id");
  await keyboard.press("Enter");
  await page.locator(".passage [data-marked]").waitFor();
  assert.match(page.url(), new RegExp(`open=${String(second)}`));
  assert.deepEqual(await violations(page), []);
  await keyboard.press("Escape");
  await page.locator(".passage").waitFor({ state: "detached" });
  await until(page, `document.activeElement.closest('.hit')?.dataset.id === "${String(second)}"`);
  await keyboard.press("ArrowUp");
  await keyboard.press("ArrowUp");
  await until(page, "document.activeElement.matches('[data-search]')");
  await page.evaluate("document.activeElement.blur()");
  await keyboard.press("g");
  await keyboard.press("m");
  await shows(page, /\d+ passages/);
  await keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(await violations(page), []);
  await keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test("a score's bars add up to it, and going back leads to the question before", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const { page, go } = await openPage(service);
  await go("search?q=impeller");
  await page.locator(".why").first().click();
  await page.locator(".explained td.quiet").first().waitFor();
  const figures = await page.locator(".explained tr:not(.sum) td.figure:nth-child(3)").allTextContents();
  const sum = figures.map((text) => Number(text.replace("−", "-"))).reduce((a, b) => a + b, 0);
  const total = Number(await page.locator(".explained .sum .figure").textContent());
  assert.ok(Math.abs(sum - total) < 0.01, `${sum} and ${total}`);
  await page.locator(".hit a").first().click();
  await page.locator(".passage [data-marked]").waitFor();
  await page.goBack();
  await page.locator(".passage").waitFor({ state: "detached" });
  assert.match(page.url(), /q=impeller/);
});

test(
  "a newcomer: adds a folder, renames a room and takes it back, edits a list, forgets a drawer and sees the proof",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { page, watched, go } = await openPage(service);
    const { keyboard } = page;
    await addNote(service, "x.md", "# X\n");
    await go("sources?add=1");
    await page.getByLabel("Path of a folder or file").fill(`${service.docs}/notes/kitchen`);
    await keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator(".card", { hasText: "kitchen" }).getByText("up to date").waitFor();

    await go("palace?wing=harbour&room=moorings");
    await page.getByRole("button", { name: "Rename" }).press("Enter");
    await page.getByLabel(/New name/).fill("berths");
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "berths" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await page.getByRole("heading", { name: "moorings" }).waitFor();

    await go("facts");
    await page.getByLabel("Say or ask").fill("My favorite teas are 1) sencha, 2) oolong");
    await keyboard.press("Enter");
    const rows = page.locator(".list .item input");
    await rows.nth(1).waitFor();
    await page.locator("[data-handle]").nth(1).focus();
    await keyboard.press("ArrowUp");
    await until(page, "document.querySelector('.list .item input').value === 'oolong'");
    await rows.nth(0).fill("white tea");
    await keyboard.press("Enter");
    await page.getByText("oolong is white tea now.").waitFor();
    await page.getByRole("button", { name: "History" }).press("Enter");
    await page.locator(".history li").first().waitFor();
    const { items } = await (await service.loci.project("default")).facts.show("tea");
    assert.deepEqual(
      items.map(({ value }) => value),
      ["white tea", "sencha"],
    );

    await go("memory");
    await page.getByRole("button", { name: "Remember a passage…" }).press("Enter");
    await page.getByLabel("The exact words").fill("The spare key hangs behind the green door.");
    await page.getByLabel(/^Wing: a person/).fill("harbour");
    await page.getByLabel(/^Room: a concept/).fill("keys");
    await keyboard.press("Enter");
    await page.getByText("Kept in keys.").waitFor();
    await go("memory?text=spare+key");
    await page.getByText("The spare key hangs").first().waitFor();
    await page.getByLabel("Choose passage 1").press("Space");
    const more = page.getByText("Written by somebody else");
    await addNote(service, "y.md", "# Y\n\nWritten by somebody else, about a spare key.\n");
    await more.first().waitFor();
    await page.getByRole("button", { name: /Forget 1/ }).press("Enter");
    await page.getByRole("dialog").getByText("1 passage will go, for good").waitFor();
    await addNote(service, "y.md", "# Y\n");
    await more.first().waitFor({ state: "detached" });
    await page.getByRole("dialog").getByText("The spare key hangs").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Forget 1 passage" }).press("Enter");
    await page.getByText("No way of reading finds it any more.").waitFor();
    assert.ok((await page.locator(".proof li.good").count()) >= 3);
    await keyboard.press("Enter");
    await page.getByText("The spare key hangs").waitFor({ state: "detached" });
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);
