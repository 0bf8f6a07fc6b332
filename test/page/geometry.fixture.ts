import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

const MEASURE = readFileSync(join(import.meta.dirname, "misplaced.js"), "utf8")
  .trim()
  .replace(/;$/, "");

/** What stands badly in the page's window, each with what it is: see `misplaced.js`. A column under 120 px, letters under 12. */
export async function misplaced(page: Page): Promise<readonly string[]> {
  return await page.evaluate(`(${MEASURE})(120, 12, 60)`);
}
