import { existsSync } from "node:fs";
import type { Page } from "playwright-core";

/** Where Debian's packages and others put it; first the browser without a window of its own, which takes a quarter less of the processor. */
const PLACES = [
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The browser that tests drive: `LOCI_CHROMIUM`, or where a package put it; null where there is none. */
export const CHROMIUM =
  [process.env["LOCI_CHROMIUM"], ...PLACES].find((path) => path !== undefined && existsSync(path)) ?? null;

/** Why tests of the page don't run here. In CI they run, or fail. */
export const SKIP =
  CHROMIUM === null && process.env["CI"] === undefined ? "no chromium: apt-get install chromium" : false;

/** What must not happen on a page, noted as it does: errors, refusals by its policy, requests that leave the service. */
export interface Watched {
  readonly faults: string[];
  readonly requests: string[];
}

/** Notes what goes wrong on a page from now on. */
export function watch(page: Page, origin: string): Watched {
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:") && !url.startsWith("blob:")) requests.push(url);
  });
  return { faults, requests };
}
