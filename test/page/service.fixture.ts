import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, type TestContext } from "node:test";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { writePageCorpus } from "../../scripts/page-corpus.ts";
import { type TestService, testService } from "../e2e/service.fixture.ts";
import { CHROMIUM, watch, type Watched } from "./browser.fixture.ts";

/** A service with notes and a chat, and a browser to look at it with. */
export interface PageTest extends TestService {
  /** A browser context that ends with the test. */
  readonly newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

/** A page that the owner is signed in to. */
export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly watched: Watched;
  /** Goes to a place of the page and waits until its view is there. */
  readonly go: (place: string) => Promise<void>;
}

/**
 * What the browser leaves off: first the suggestions below its address bar, pages in processes of their own, which took half of the processor time
 * of a context. Then what Playwright leaves off, since the last list holds.
 */
const OFF = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];
/** Drawing without a process of its own, which a page without a screen needs none for. */
const FLAGS = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", `--disable-features=${OFF.join(",")}`];

let running: Promise<Browser> | null = null;
after(async () => await (await running)?.close());

/** The browser of a file's tests, started by the first that needs one: each test has contexts of its own, which share nothing. */
async function sharedBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error("no chromium was found: apt-get install chromium, or set LOCI_CHROMIUM");
  return await (running ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS }));
}

/** Starts a service, which ends with the test, with notes and a chat. */
export async function pageTest(
  t: Pick<TestContext, "after">,
  settings: NonNullable<Parameters<typeof testService>[1]>["settings"] = {},
): Promise<PageTest> {
  const started = await emptyPageTest(t, settings);
  const project = await started.loci.project("default");
  const { notes, chat } = writePageCorpus(started.docs);
  await project.index([notes], { scope: "kb" });
  await project.mine([chat], { scope: "kb", wing: "harbour" });
  return started;
}

/** The same as it is on the first day: no project is there. */
export async function emptyPageTest(
  t: Pick<TestContext, "after">,
  settings: NonNullable<Parameters<typeof testService>[1]>["settings"] = {},
): Promise<PageTest> {
  const contexts: BrowserContext[] = [];
  // Before the service stops: it waits for the connections that a browser keeps for a request to come.
  t.after(async () => await Promise.all(contexts.map((context) => context.close())));
  const service = await testService(t, { smallBatches: false, settings });
  const browser = await sharedBrowser();
  const newContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  };
  return { ...service, newContext };
}

/** Opens the page as the owner, by a one-time code, in a browser context of its own. */
export async function openPage(
  { newContext, service, url }: PageTest,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await newContext(options);
  const page = await context.newPage();
  const watched = watch(page, url);
  await page.goto(service.pageUrl());
  await page.locator("[data-search]").waitFor();
  return {
    page,
    context,
    watched,
    async go(place) {
      await page.goto(`${url}/#/${place}`);
      await page
        .locator(`main.view-${place.split("?")[0]} h1`)
        .first()
        .waitFor({ state: "attached" });
    },
  };
}

/** Waits until the view shows a text. */
export async function shows(page: Page, text: string | RegExp): Promise<void> {
  await page.locator("main").getByText(text).first().waitFor();
}

/** Writes a file and reads it in. */
export async function addNote({ docs, loci }: TestService, name: string, text: string): Promise<void> {
  writeFileSync(join(docs, name), text);
  await (await loci.project("default")).index([join(docs, name)], { scope: "kb" });
}

/** Waits until an expression holds on the page. The page's policy forbids it to evaluate texts itself, so it is asked again and again. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let left = 150; !(await page.evaluate(expression)); left--) {
    assert.ok(left > 0, `never true: ${expression}`);
    await page.waitForTimeout(100);
  }
}
