import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { loadConfiguration, openLoci, openServiceTokens } from "../src/index.ts";
import { startService } from "../src/surfaces/http/start-service.ts";
import { CHROMIUM } from "../test/page/browser.fixture.ts";
import { writePageCorpus } from "./page-corpus.ts";

/** What is pictured: a name, the address, and what is done there first. */
const VIEWS: readonly (readonly [name: string, address: string, first?: (page: Page) => Promise<void>])[] = [
  ["start", "#/search"],
  ["search", "#/search?q=when+do+we+replace+the+impeller"],
  ["why", "#/search?q=when+do+we+replace+the+impeller", async (page) => await page.locator(".why").first().click()],
  [
    "passage",
    "#/search?q=when+do+we+replace+the+impeller",
    async (page) => await page.locator(".hit a").first().click(),
  ],
  ["agent", "#/search?q=when+do+we+replace+the+impeller&tab=agent"],
  ["pipeline", "#/search?q=when+do+we+replace+the+impeller&tab=pipeline"],
  ["today", "#/today"],
  ["memory", "#/memory"],
  [
    "change",
    "#/memory?text=pontoon",
    async (page) => {
      await page.locator("[data-row]").first().click();
      await page.getByRole("button", { name: "Change", exact: true }).click();
    },
  ],
  [
    "forget",
    "#/memory?sort=source",
    async (page) => {
      for (const box of await page.locator("tbody input[type=checkbox]").all()) await box.check();
      await page.getByRole("button", { name: /Forget/ }).click();
      await page
        .getByRole("button", { name: /^Forget \d+/ })
        .last()
        .waitFor();
    },
  ],
  ["palace", "#/palace"],
  ["room", "#/palace?room=moorings"],
  ["wing", "#/palace?wing=harbour"],
  ["lists", "#/facts"],
  [
    "ask",
    "#/ask",
    async (page) => {
      await page.getByLabel("Question").fill("when do we replace the impeller?");
      await page.keyboard.press("Enter");
      await page.locator(".answer[aria-busy=false]").waitFor();
    },
  ],
  ["sources", "#/sources"],
  ["add-source", "#/sources?add=1"],
  [
    "settings",
    "#/settings",
    async (page) => {
      await page.getByRole("button", { name: "Check everything" }).click();
      await page.locator(".findings").waitFor();
    },
  ],
];

/** The pictures that the docs show, by view and size: `npm run docs:images` takes them anew. */
const IN_DOCS: Readonly<Record<string, string>> = {
  "passage-light": "page-search",
  "agent-light": "page-agent",
  "room-dark": "page-room",
};

const forDocs = process.argv[2] === "--docs";
const out = forDocs ? join("docs", "images") : (process.argv[2] ?? join("tmp", "screenshots"));
const only = new Set(process.argv.slice(3));
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "loci-page-"));
const { notes, chat } = writePageCorpus(folder);
const home = join(folder, "home");
const configuration = async (): ReturnType<typeof loadConfiguration> =>
  await loadConfiguration({ home, folder: home, environment: {}, flags: [] });
const { settings: defaults } = await configuration();
const settings = { ...defaults, page: { today: true } };
const loci = await openLoci({ home, settings });
const project = await loci.project("default");
await project.index([notes], { scope: "kb" });
await project.mine([chat], { scope: "kb", wing: "harbour" });
await project.addDrawer({
  wing: "harbour",
  room: "gate-code",
  scope: "admin",
  text: "The gate code of the eastern pontoon is kept by Jonas.",
});
await project.tellFacts("My favorite fonts are 1) Garamond, 2) Futura, 3) Optima", { chat: "design" });
await project.tellFacts("My favorite anchorage is the bay behind the lighthouse", { chat: "crew" });
await project.tellFacts("My favorite breads are 1) rye, 2) spelt", { chat: "kitchen" });
await project.recordAccess(
  "shown",
  (await project.search("impeller")).hits.map(({ id }) => id),
  { query: "when is the impeller replaced?", client: "mcp" },
);
const tokens = openServiceTokens(home);
tokens.issue("user:ada", { days: 90 });
const service = await startService({
  loci,
  tokens,
  settings: { ...settings, server: { ...settings.server, port: 0 } },
  configuration,
  version: "0.1.0",
  defaultProject: "default",
  roots: [folder],
  watch: true,
  mounts: [],
  log: () => {},
  clock: Date.now,
  timer: () => performance.now(),
});
if (CHROMIUM === null) throw new Error("no chromium was found");
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

async function picture(context: BrowserContext, suffix: string): Promise<void> {
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`page: ${error.stack}`));
  page.on("console", (message) => message.type() === "error" && console.error(`console: ${message.text()}`));
  await page.goto(service.pageUrl());
  await page.locator("[data-search]").waitFor();
  for (const [name, address, first] of VIEWS) {
    const called = forDocs ? IN_DOCS[`${name}-${suffix}`] : `${name}-${suffix}`;
    if (called === undefined || (only.size > 0 && !only.has(name))) continue;
    await page.goto(`${service.url}/${address}`);
    await page.reload();
    await page.locator("main h1").first().waitFor({ state: "attached" });
    await page.waitForTimeout(700);
    await first?.(page).catch((thrown: unknown) => console.error(name, String(thrown).slice(0, 300)));
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(out, `${called}.png`) });
  }
  await page.close();
}

try {
  for (const [suffix, options] of [
    ["light", { viewport: { width: 1280, height: 800 }, colorScheme: "light" as const }],
    ["dark", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" as const }],
    ["tablet", { viewport: { width: 768, height: 1024 }, colorScheme: "dark" as const }],
    ["phone", { viewport: { width: 360, height: 740 }, colorScheme: "light" as const }],
  ] as const) {
    const context = await browser.newContext(options);
    await picture(context, suffix);
    await context.close();
  }
} finally {
  await browser.close();
  await service.stop();
  await loci.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`screenshots in ${out}`);
