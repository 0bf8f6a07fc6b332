import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import type { Page } from "playwright-core";
import { rounds } from "../rounds.fixture.ts";
import { SKIP } from "./browser.fixture.ts";
import { misplaced } from "./geometry.fixture.ts";
import { addNote, answered, openPage, pageTest, shows, until } from "./service.fixture.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A place of the page for each view, and what it shows when it is ready. */
const PLACES: readonly (readonly [place: string, shows: string | RegExp])[] = [
  ["search", /passages of/],
  ["search?q=impeller", "Covered"],
  ["search?q=impeller&tab=agent", /Would be given|Silent/],
  ["search?q=impeller&tab=pipeline", "What was read in the question"],
  ["today", "remembered"],
  ["memory", /\d+ passages/],
  ["palace", "Wings"],
  ["palace?wing=harbour", "Rooms"],
  ["palace?room=engine", "Closets"],
  ["palace?hall=facts", "facts"],
  ["search?q=impeller&open=HIT", "Outline"],
  ["memory?open=HIT", "Outline"],
  ["facts?topic=font", "Sounded like a change"],
  ["search?q=zxqv+wobblefrick", "No passage holds"],
  ["search?q=%22wobblefrick+impeller%22", "Search without the quotes"],
  ["today?client=nobody", "Nothing yet today through nobody"],
  ["ask", "Ask your memory"],
  ["sources", "Past runs"],
  ["settings", "How it stands"],
];

/** Every rule of WCAG 2.2 A and AA and axe's best practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Violations of them, in short. */
async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  // What passes isn't read, so axe need not describe it.
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ["violations"] })`,
  )) as {
    violations: readonly { id: string; nodes: readonly { html: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Places that are opened over a view, and what is there when they are. */
const DIALOGS: readonly (readonly [place: string, button: string | RegExp])[] = [
  ["memory", "Remember a passage…"],
  ["sources", "Add a folder"],
  ["palace?wing=harbour", "Rename"],
  ["search", "Keys"],
  ["ask", "New chat…"],
  ["memory", /^Forget \d+…$/],
];

/** A name as long as people and programs make them. */
const LONG =
  "Which of the pumps that were ordered for the Kittiwake in February has come, and which is still in Rotterdam";

/** Widths of a phone, a tablet or half a screen, and a small screen. */
const WIDTHS = [360, 768, 1280] as const;

/** How each view is looked at with all rounds. Every day each is in one of these ways, and its neighbour in the next; the seed says in which the first. */
const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) => WIDTHS.map((width) => ({ colorScheme, width })));
const FIRST = Number(process.env["LOCI_TEST_SEED"] ?? 0);

test(
  `every view and dialog, light and dark, at ${WIDTHS.join(", ")} px${rounds(0, 1) === 1 ? ", each in one way of these" : ""}: nothing fails, leaves the service, lies over something, is too small or breaks WCAG`,
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const project = await service.loci.project("default");
    await project.addDrawer({ text: "The gate code is kept by Jonas.", wing: "harbour", room: "gate", scope: "kb" });
    await project.addDrawer({ text: `${LONG}?`, wing: "harbour", room: LONG, scope: "kb" });
    await addNote(service, "long.md", `# ${LONG}\n\nThe impeller of the pump is blue. See ${"x".repeat(90)}.\n`);
    await project.mine([twoYears(service.docs)], { scope: "kb", wing: "harbour" });
    const asked = (await project.search("impeller")).hits.map(({ id }) => id);
    await project.recordAccess("shown", asked, { query: "when is the impeller replaced?", client: "mcp" });
    await project.tellFacts("My favorite fonts are 1) Garamond, 2) Futura", { chat: "design" });
    await project.tellFacts("I've gone off Futura lately", { chat: "design" });
    const { page, watched, go } = await openPage(service, { reducedMotion: "reduce" });
    const found: string[] = [];
    let looked = 0;
    const look = async (name: string): Promise<void> => {
      const looks = LOOKS.filter((_, i) => i % rounds(1, LOOKS.length) === (FIRST + looked) % rounds(1, LOOKS.length));
      looked++;
      for (const { colorScheme, width } of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        // A table that has become narrow draws its rows anew.
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        const at = `${name}, ${colorScheme}, at ${width}`;
        found.push(...(await misplaced(page)).map((one) => `${at}: ${one}`));
        // Every view is led to, on a phone too.
        const ways = await page.getByRole("navigation", { name: "Views" }).getByRole("link").count();
        if (ways !== 8) found.push(`${at}: ${ways} of 8 views`);
        const wide = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
        if (wide > 0) found.push(`${at}: ${wide} px too wide`);
        const over = await page.evaluate(
          "Math.max(0, ...[...document.querySelectorAll('dialog')].map((one) => one.scrollWidth - one.clientWidth))",
        );
        if (over !== 0) found.push(`${at}: ${String(over)} px are cut off in the dialog`);
        found.push(...(await violations(page)).map((one) => `${at}: ${one}`));
      }
      // What leads to the next one is pressed on a whole screen.
      await page.setViewportSize({ width: WIDTHS[2], height: 800 });
    };
    const [hit] = (await project.search("impeller")).hits;
    for (const [named, text] of PLACES) {
      const place = named.replace("HIT", hit?.id ?? "");
      await go(place);
      await shows(page, text);
      await look(place);
    }
    for (const [place, button] of DIALOGS) {
      await go(place.replace("HIT", hit?.id ?? ""));
      // Of all, so that there is something to scroll.
      if (button instanceof RegExp) await page.locator("thead input[type=checkbox]").check();
      // A view that is still drawn anew gives the key to a button that is gone.
      for (let tries = 0, shown = 0; shown === 0; shown = await page.getByRole("dialog").count()) {
        assert.ok(tries++ < 100, `${String(button)} of ${place} opens nothing`);
        await page.getByRole("button", { name: button }).last().press("Enter");
        await page.waitForTimeout(200);
      }
      if (button === "Add a folder") {
        const name = "a".repeat(80);
        mkdirSync(join(service.docs, name, name), { recursive: true });
        const list = page.locator("dialog .tree li button");
        await list.first().click();
        await list.filter({ hasText: name }).click();
        await page.locator("dialog .tree p", { hasText: name }).waitFor();
        await list.filter({ hasText: name }).waitFor();
      }
      await look(`${String(button)} of ${place}`);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    assert.deepEqual(found, []);
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

/** A chat of a message a month. */
function twoYears(folder: string): string {
  const file = join(folder, "years.jsonl");
  const messages = Array.from({ length: 24 }, (_, month) => ({
    session: "log",
    id: `${month}`,
    role: "user",
    time: new Date(Date.UTC(2024, month, 3)).toISOString(),
    text: `Entry ${month} of the harbour log: the tide was ${month * 3} cm over the mark.`,
  }));
  writeFileSync(file, messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  return file;
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
  await answered(page);
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  const second = await page.evaluate("document.activeElement.closest('.hit').dataset.id");
  await keyboard.press("Enter");
  await page.locator(".passage [data-marked]").waitFor();
  assert.match(page.url(), new RegExp(`open=${String(second)}`));
  assert.equal(await page.evaluate("scrollY"), 0, "the question stays in sight");
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
  assert.match((await page.locator(".explained p[role=status]").textContent()) ?? "", /^Number 1: it holds .+\.$/);
  await answered(page);
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
    await page.locator(".card", { hasText: "kitchen" }).getByText("Files", { exact: true }).press("Enter");
    await page
      .getByText(/indexed, [\d.,]+ [kKMB]*B?.*, [0-9a-f]{8}, /)
      .first()
      .waitFor();

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
    const { items } = (await (await service.loci.project("default")).factList("tea")).list;
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
    await page.getByText("Kept in harbour / keys.").waitFor();
    await go("memory?text=spare+key");
    await page.getByText("The spare key hangs").first().waitFor();
    await page.getByLabel("Choose passage 1", { exact: true }).press("Space");
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

test(
  "what a room touches stands nearest first, each with what joins them, and a card of ask begins with a word",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { page, watched, go } = await openPage(service);
    await go("palace?wing=harbour&room=moorings");
    const rows = page.locator(".touches li");
    await rows.first().waitFor();
    const texts = (await rows.allTextContents()).map((text) => text.trim().replaceAll(/\s+/g, " "));
    assert.match(
      texts.slice(0, 3).toSorted().join("; "),
      /^storms shares documents with it; visitors shares .*; winter-berth/u,
    );
    assert.match(texts[3] ?? "", /^In the same wing, harbour: /u);
    await page.getByText(/nearest first\./u).waitFor();
    await go("ask");
    await page.getByLabel("Question").fill("when do we replace the impeller?");
    await page.keyboard.press("Enter");
    await page.locator(".said-there mark").first().waitFor();
    await page.locator(".answer[aria-busy=false]").waitFor();
    const [card = ""] = await page.locator(".said-there").allTextContents();
    assert.match(card, /^(?:…?\p{Lu}|…(?:the|pump|leaks|raw|shaft)\b)/u, card);
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test(
  "names that hold digits stand as they are written, and a message of a chat names the chat",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    await addNote(service, "scan-20240131.md", "The hull was scanned.\n");
    const { page, watched, go } = await openPage(service);
    await go("today");
    await shows(page, /scan-20240131\.md; files read: 1/u);
    await go("memory?wing=harbour&type=chat");
    const from = page.locator(".drawers tbody .source").first();
    // As its hits call the session, too.
    const [hit] = (await (await service.loci.project("default")).search("high water", { type: ["chat"] })).hits;
    assert.equal((await from.textContent())?.trim(), `${hit?.source.name} / ${hit?.title}`);
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test(
  "words stand as they were typed, a filter isn't called words, and what says the same stands together",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const project = await service.loci.project("default");
    for (const [id, text] of [
      ["a", "The quay light is switched on at dusk."],
      ["b", "The quay  light is switched on at dusk."],
    ] as const)
      await project.addMessage("quay", { id, role: "user", text });
    const { page, go } = await openPage(service);
    await go("search?q=replaced+impellers&tab=pipeline");
    await page.locator(".term").first().waitFor();
    assert.deepEqual(await page.locator(".term:not(.added) bdi").allTextContents(), ["replaced", "impellers"]);
    await go("search?q=before:2020+queue");
    await shows(page, "Nothing stored fits queue within before:2020");
    await go("memory?duplicates=true");
    await page.locator("tr[data-id]").first().waitFor();
    const same = page.locator("tr.again");
    assert.equal(await same.count(), 1);
    const row = "tr:has(+ tr.again)";
    assert.match((await page.locator(row).textContent()) ?? "", /quay +light/u);
  },
);
