import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
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

/** How long anything on a page may take, milliseconds: a busy machine starts a browser and draws a page in a hundred times of what an idle one does. */
const PATIENCE_MS = 90_000;
/** Between two looks, milliseconds. */
const LOOK_MS = 50;
/** Characters of what a page showed that a failed test tells. */
const TOLD = 3_000;

let running: Promise<Browser> | null = null;
after(async () => await (await running)?.close());

/** The browser of a file's tests, started by the first that needs one: each test has contexts of its own, which share nothing. */
async function sharedBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error("no chromium was found: apt-get install chromium, or set LOCI_CHROMIUM");
  return await (running ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE_MS }));
}

/** Starts a service, which ends with the test, with notes and a chat. */
export async function pageTest(
  t: TestContext,
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
  t: TestContext,
  settings: NonNullable<Parameters<typeof testService>[1]>["settings"] = {},
): Promise<PageTest> {
  const contexts: BrowserContext[] = [];
  const console: string[] = [];
  // Before the service stops: it waits for the connections that a browser keeps for a request to come.
  t.after(async () => {
    // Declared by Node, and not by its types.
    const { passed } = t as { readonly passed?: boolean };
    const pages = contexts.flatMap((context) => context.pages());
    if (passed === false) {
      for (const page of pages) t.diagnostic(await shown(page));
      t.diagnostic(`its console: ${console.join("\n")}`);
    }
    // What a page still asks for has nobody to answer it any more.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
    await Promise.all(contexts.map((context) => context.close()));
  });
  const service = await testService(t, { smallBatches: false, settings });
  const browser = await sharedBrowser();
  const newContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    context.on("console", (message) => console.push(message.text()));
    contexts.push(context);
    return context;
  };
  return { ...service, newContext };
}

/** Where a page is, what has the focus in it, and what it shows. */
async function shown(page: Page): Promise<string> {
  try {
    const told = (await page.evaluate(
      "[document.activeElement?.outerHTML.slice(0, 200), ...[...document.querySelectorAll('main, dialog, .away-note, .toast')].map((part) => part.innerText)]",
    )) as readonly string[];
    return `the page at ${page.url()}, with the focus on ${told.join("\n").slice(0, TOLD)}`;
  } catch (thrown) {
    return `the page at ${page.url()} tells nothing: ${String(thrown)}`;
  }
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
  // The field takes keys only when it has the focus, which is after it is drawn.
  await page.locator("[data-search]:focus").waitFor();
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

/** Waits until the search shows the answer to what stands in its field, and no row moves any more. */
export async function answered(page: Page): Promise<void> {
  await page.locator(".answered[aria-busy=false]").waitFor();
  await page.locator(".looking").waitFor({ state: "detached" });
}

/** Waits until something holds, asked again and again: a single look may come too early. */
export async function eventually(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let left = PATIENCE_MS / LOOK_MS; !(await holds()); left--) {
    assert.ok(left > 0, `never true: ${what}`);
    await sleep(LOOK_MS);
  }
}

/** What a view shows once it has come to rest: the same twice, and nothing that is still asked for. */
export async function settled(page: Page): Promise<string> {
  let before = "";
  await eventually("the view stands still", async () => {
    await page.waitForTimeout(150);
    const now = await page.locator("main").innerText();
    const waits = /^…$/mu.test(now) || (await page.locator("main [aria-busy=true]").count()) > 0;
    const isStill = now === before && now.trim() !== "" && !waits;
    before = now;
    return isStill;
  });
  return before;
}

/** Waits until an expression holds on the page. The page's policy forbids it to evaluate texts itself, so it is asked again and again. */
export async function until(page: Page, expression: string): Promise<void> {
  await eventually(expression, async () => Boolean(await page.evaluate(expression)));
}
