import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { csv } from "../../web/lib/csv.ts";
import { SKIP } from "./browser.fixture.ts";
import { openPage, pageTest, shows } from "./service.fixture.ts";

const SESSION = "db5b5fab-8f4d-4e27-9da1-494c73cf256d";

/** What a button of a table hands out, with the file's name. */
async function exported(page: Page, kind: "CSV" | "JSON"): Promise<readonly [name: string, text: string]> {
  const coming = page.waitForEvent("download");
  await page
    .getByRole("button", { name: `Save ${kind} of this table` })
    .first()
    .click();
  const download = await coming;
  return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
}

test("a cell that a spreadsheet would take for a formula is text; quotes, commas and lines are kept", () => {
  assert.equal(
    csv([
      { a: "=1+1", b: 'say "no", twice', c: -5 },
      { a: "two\nlines", b: "@x", d: ["one", "two"] },
    ]),
    '\u{feff}a,b,c,d\r\n\'=1+1,"say ""no"", twice",-5,\r\n"two\nlines",\'@x,,one; two\r\n',
  );
});

test("tokens are listed with their last use, exported and ended", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const { token, issued } = service.tokens.issue("user:ada", { days: 90 });
  const ask = async (): Promise<number> =>
    (await fetch(`${service.url}/v1/session`, { headers: { Authorization: `Bearer ${token}` } })).status;
  const { page, watched, go } = await openPage(service);
  await go("settings");
  await shows(page, "Last used: never");
  assert.equal(await ask(), 200);
  // An open view learns of what a terminal and others do.
  await shows(page, /Last used: (?!never)/);
  const bob = service.tokens.issue("user:bob").issued;
  await shows(page, "user:bob");
  service.tokens.revoke(bob.id);
  await page.locator("main").getByText("user:bob").waitFor({ state: "detached" });
  const [name, text] = await exported(page, "JSON");
  assert.equal(name, "tokens.json");
  assert.deepEqual(
    (JSON.parse(text) as { readonly id: string; readonly caller: string }[]).map(({ id, caller }) => [id, caller]),
    [[issued.id, "user:ada"]],
  );
  await page.getByRole("button", { name: /^End the token/ }).click();
  await page.getByRole("button", { name: "End it, for good" }).click();
  await shows(page, "Only you have access.");
  assert.equal(await ask(), 401);
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test("memory is exported whole, also what never came into sight, as it is filtered", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const project = await service.loci.project("default");
  const folder = join(service.docs, "projects", "-home-mia-barn");
  mkdirSync(folder, { recursive: true });
  const said = {
    type: "user",
    uuid: "m1",
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    sessionId: SESSION,
  };
  const line = {
    ...said,
    timestamp: "2026-11-25T10:01:00Z",
    message: { role: "user", content: "Which fuse has the door?" },
  };
  writeFileSync(join(folder, `${SESSION}.jsonl`), JSON.stringify(line));
  await project.mine([join(service.docs, "projects")], { scope: "kb", wing: "barn" });
  const { page, watched, go } = await openPage(service);
  await go("memory");
  await shows(page, /\d+ passages/);
  const [, all] = await exported(page, "JSON");
  const { total } = await project.drawers({ limit: 1 });
  assert.equal((JSON.parse(all) as unknown[]).length, total);
  await go("memory?wing=harbour");
  const ofWing = (await project.drawers({ wing: ["harbour"], limit: 1 })).total;
  await shows(page, `${ofWing} passages`);
  const [name, text] = await exported(page, "CSV");
  const [head = "", ...rows] = text.trimEnd().split("\r\n");
  assert.equal(name, "memory.csv");
  assert.match(head, /^\u{feff}id,beginning,wing,/u);
  assert.ok(rows.length > 0 && rows.length === ofWing, `${rows.length}`);
  // The path of a session is a file's, and stands as it is.
  await go("memory?wing=barn");
  await shows(page, "1 passage");
  const [, ofBarn] = await exported(page, "CSV");
  assert.match(ofBarn, new RegExp(`,\\./-home-mia-barn/${SESSION}\\.jsonl,`, "u"));
  assert.deepEqual(watched, { faults: [], requests: [] });
});

test(
  "lists are exported, a row for each item, with ranks where the order means something",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const project = await service.loci.project("default");
    await project.tellFacts("My favorite fonts are 1) Garamond, 2) Futura");
    await project.tellFacts("My gym code is 2208");
    const { page, watched, go } = await openPage(service);
    await go("facts");
    await page.locator(".list .item input").nth(1).waitFor();
    const [name, text] = await exported(page, "JSON");
    assert.equal(name, "lists.json");
    const rows = JSON.parse(text) as readonly {
      readonly topic: string;
      readonly rank: number | null;
      readonly value: string;
    }[];
    assert.deepEqual(
      rows.filter(({ rank }) => rank !== null).map(({ topic, rank, value }) => [topic, rank, value]),
      [
        ["font", 1, "Garamond"],
        ["font", 2, "Futura"],
      ],
    );
    assert.ok(rows.some(({ rank, value }) => rank === null && value === "2208"));
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test("rooms and what happened today are exported as they are shown", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const project = await service.loci.project("default");
  const { page, watched, go } = await openPage(service);
  await go("palace?wing=harbour");
  await page.getByLabel("Filter rooms").fill("moor");
  await page.locator(".rooms li").first().waitFor();
  const [name, text] = await exported(page, "JSON");
  assert.equal(name, "rooms.json");
  assert.deepEqual(
    JSON.parse(text),
    (await project.rooms({ wing: "harbour" })).rooms.filter(({ room }) => room.includes("moor")),
  );
  await go("today");
  await page.locator(".feed li").first().waitFor();
  const [, today] = await exported(page, "CSV");
  const [head = "", ...rows] = today.trimEnd().split("\r\n");
  assert.ok(head.split(",").includes("kind") && rows.some((row) => /(?:^|,)read(?:,|$)/u.test(row)), today);
  assert.deepEqual(watched, { faults: [], requests: [] });
});
