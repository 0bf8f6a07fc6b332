import test from "node:test";
import { SKIP } from "./browser.fixture.ts";
import { eventually, openPage, pageTest } from "./service.fixture.ts";

test("what was said after the day as of which is asked stands below what was true then", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const project = await service.loci.project("default");
  const said = [
    ["2026-03-01", "The kiln opening is planned for 20 May."],
    ["2026-05-11", "The kiln opening slips to 3 June."],
  ] as const;
  for (const [n, [day, text]] of said.entries())
    await project.addMessage("kiln", { id: `m${n}`, role: "user", text, time: `${day}T09:00:00Z` });
  const { page, go } = await openPage(service);
  await go("search?q=when+is+the+kiln+opening&asOf=2026-04-01");
  await page.getByText("Said later").waitFor();
  await eventually("what was said later stands behind its heading, below what was true then", async () => {
    const rows = await page.locator(".hits > li").allTextContents();
    const at = (words: string): number => rows.findIndex((row) => row.includes(words));
    return at("20 May") === 0 && at("Said later") > 0 && at("Said later") < at("3 June");
  });
  // It says why it is there as any hit does.
  const later = page.locator(".hits > li", { hasText: "3 June" });
  await later.getByRole("button", { name: /^Why hit/u }).click();
  await later.locator(".explained").waitFor();
});
