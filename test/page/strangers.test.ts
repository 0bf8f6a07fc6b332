import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { loadConfiguration, openServiceTokens } from "../../src/index.ts";
import { startService } from "../../src/surfaces/http/start-service.ts";
import { freePort } from "../free-port.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { SKIP, watch } from "./browser.fixture.ts";
import { addNote, eventually, openPage, pageTest, settled, shows, until } from "./service.fixture.ts";

const SCRIPT = `<script>window.broken = true</script><img src=x onerror="window.broken = true">`;

test(
  "text of others is never markup: scripts, other directions, a line of a megabyte, in texts, headings, rooms and names",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const project = await service.loci.project("default");
    await addNote(
      service,
      "<img src=x onerror=window.broken=1>.md",
      `# ${SCRIPT}\n\nThe hostile walrus says ${SCRIPT}\n\n[link](javascript:window.broken=1)\n`,
    );
    await addNote(service, "rtl.md", "# \u202eevil\n\nהסירה של Kittiwake \u202e walrus gnp.exe\n");
    writeFileSync(join(service.docs, "long.txt"), `walrus ${"lorem ipsum ".repeat(90_000)}`);
    await project.index([join(service.docs, "long.txt")], { scope: "kb" });
    await project.mine([hostileChat(service.docs)], { scope: "kb", wing: `<b onclick="window.broken=1">` });
    await project.addDrawer({
      wing: "harbour",
      room: `room ${SCRIPT}`,
      scope: "kb",
      force: true,
      text: `walrus drawer ${SCRIPT}`,
    });
    await project.tellFacts(`My favorite walrus names are 1) ${SCRIPT}, 2) "Ann"`, { chat: SCRIPT });
    const { page, watched, go } = await openPage(service);
    for (const place of [
      "search?q=walrus",
      "search?q=walrus&tab=pipeline",
      "search?q=walrus&tab=agent",
      "memory?text=walrus",
      "palace",
      "facts",
      "ask",
      "sources",
    ]) {
      await go(place);
      await settled(page);
      const [content, window] = (await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")) as [
        number,
        number,
      ];
      assert.ok(content <= window, `${place}: ${content} px in a window of ${window}`);
    }
    await go("search?q=walrus");
    await page.locator(".hit").first().waitFor();
    for (const link of await page.locator(".hit a").all()) {
      await link.click();
      await page.locator(".passage [data-marked]").waitFor();
      await page.getByRole("button", { name: "Close the passage" }).click();
    }
    assert.equal(await page.evaluate("window.broken"), undefined);
    assert.equal(await page.locator("main img, main script, main iframe, main b[onclick]").count(), 0);
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

function hostileChat(folder: string): string {
  const file = join(folder, "hostile.jsonl");
  writeFileSync(
    file,
    `${JSON.stringify({ session: SCRIPT, id: "1", role: "user", author: SCRIPT, time: "2026-06-20T18:02:00Z", text: `walrus ${SCRIPT}` })}\n`,
  );
  return file;
}

test("two users in two browsers: neither sees what is the other's or the owner's", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const project = await service.loci.project("default");
  for (const user of ["user:1", "user:2"] as const)
    await project.addDrawer(
      { wing: "private", room: "diary", text: `The narwhal of ${user} is blue.`, scope: user },
      { caller: user },
    );
  await project.addDrawer({ wing: "owners", room: "vault", text: "The narwhal of the owner is gold.", scope: "admin" });
  for (const [user, other] of [
    ["user:1", "user:2"],
    ["user:2", "user:1"],
  ] as const) {
    const context = await service.newContext();
    const page = await context.newPage();
    const watched = watch(page, service.url);
    await page.goto(service.url);
    await page.getByLabel(/token/).fill(service.tokens.issue(user).token);
    await page.keyboard.press("Enter");
    await page.locator("[data-search]").fill("narwhal");
    await shows(page, `The narwhal of ${user} is blue.`);
    for (const place of [
      "search?q=narwhal",
      "search?q=narwhal&tab=pipeline",
      "memory",
      "palace",
      "palace?wing=private",
      "facts",
      "ask",
      "settings",
      "sources",
    ]) {
      await page.goto(`${service.url}/#/${place}`);
      await settled(page);
      const text = (await page.locator("body").textContent()) ?? "";
      assert.ok(
        !text.includes(other) && !text.includes("gold") && !text.includes("owners") && !text.includes(service.folder),
        `${user} at ${place}`,
      );
    }
    assert.equal(await page.getByRole("link", { name: "Sources" }).count(), 0);
    assert.deepEqual(watched.requests, []);
  }
});

test(
  "a service that is restarted in the middle: said, and gone on with, still signed in",
  { skip: SKIP },
  async (t) => {
    const port = await freePort();
    const service = await pageTest(t, { server: { port } });
    const { page, go } = await openPage(service);
    await go("search?q=impeller");
    await shows(page, "Covered");
    await service.service.stop();
    await page.locator("[data-search]").fill("rye bread");
    await page.getByText("does not answer").first().waitFor();
    // Once, whatever was asked; and of what was to be changed, that it wasn't.
    await page.locator(".away-note").waitFor();
    await page.getByRole("button", { name: "Sign out" }).press("Enter");
    await page.locator(".toast", { hasText: "That did not reach the service." }).waitFor();
    assert.equal((await page.locator("body").innerText()).match(/does not answer/g)?.length, 1);
    const home = service.loci.home;
    const configuration = async (): ReturnType<typeof loadConfiguration> =>
      await loadConfiguration({ home, folder: home, environment: {}, flags: [] });
    const { settings } = await configuration();
    const again = await startService({
      loci: service.loci,
      tokens: openServiceTokens(home),
      settings: { ...settings, server: { ...settings.server, port } },
      configuration,
      version: "0.0.0-test",
      defaultProject: "default",
      roots: [service.docs],
      watch: false,
      mounts: [],
      log: () => {},
      clock: Date.now,
      timer: () => performance.now(),
    });
    t.after(async () => await again.stop());
    await page.locator("[data-search]").fill("rye bread starter");
    await page.locator(".hit", { hasText: "starter" }).first().waitFor();
    await page.locator(".away-note").waitFor({ state: "detached" });
  },
);

/** Forty times what is laid out at once, or a hundred and twenty times. */
const ROWS = rounds(10_000, 1_500);

test(
  "thousands of rows are scrolled: only what is in sight is laid out, to the last one",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const lines = Array.from({ length: ROWS }, (_, i) =>
      JSON.stringify({
        session: `s${Math.floor(i / 500)}`,
        id: `m${i}`,
        role: "user",
        time: new Date(1_700_000_000_000 + i * 60_000).toISOString(),
        text: `Row ${i} tells of the albatross.`,
      }),
    );
    writeFileSync(join(service.docs, "many.jsonl"), `${lines.join("\n")}\n`);
    const project = await service.loci.project("default");
    await project.mine([join(service.docs, "many.jsonl")], { scope: "kb", wing: "many" });
    const { page, watched, go } = await openPage(service);
    await go("memory?wing=many");
    await shows(page, `${ROWS.toLocaleString("en-US")} passages`);
    for (const share of [0.25, 0.5, 0.75, 1]) {
      await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
      await page.locator("tbody tr[data-id]").first().waitFor();
      await until(page, "document.querySelectorAll('tr.waiting').length === 0");
      assert.ok((await page.locator("tbody tr").count()) < 120);
    }
    await page.locator("td.text").getByText("Row 0 tells of the albatross.").waitFor();
    await go("search?q=albatross");
    await page.locator(".hit").first().waitFor();
    await eventually("a thousand hits are shown", async () => {
      await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
      return (await page.locator(".hit").count()) >= 1000;
    });
    assert.equal(await page.locator(".hit").count(), 1000);
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test(
  "a token that is ended leads to the sign-in, which says so, whatever is shown, without a key",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { token, issued } = service.tokens.issue("user:9", { projects: ["default"] });
    const context = await service.newContext();
    const page = await context.newPage();
    await page.goto(service.url);
    await shows(page, "loci serve --open");
    const ended = page.getByRole("alert").filter({ hasText: "Your sign-in has ended" });
    assert.equal(await ended.count(), 0, "nobody was in");
    await page.getByLabel(/token/).fill(token);
    await page.keyboard.press("Enter");
    await shows(page, /passages of/);
    service.tokens.revoke(issued.id);
    await shows(page, "loci serve --open");
    await ended.waitFor();
    await page.reload();
    await ended.waitFor();
  },
);

test(
  "a link to a project that isn't there, or isn't one's own, is never answered from another one",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const first = await service.loci.project("default");
    await first.addDrawer({ text: "The narwhal of the harbour is gold.", scope: "kb" });
    await (await service.loci.project("whalers")).addDrawer({ text: "The narwhal at sea is grey.", scope: "kb" });
    const { token } = service.tokens.issue("user:9", { projects: ["default"] });
    const page = await (await service.newContext()).newPage();
    await page.goto(`${service.url}/#/search?project=whalers&q=narwhal`);
    await page.getByLabel(/token/).fill(token);
    await page.keyboard.press("Enter");
    const refused = page.getByRole("heading", { name: "There is no project whalers here that you may use" });
    await refused.waitFor();
    for (const view of ["memory", "ask", "palace", "search"]) {
      await page.goto(`${service.url}/#/${view}?project=whalers&q=narwhal`);
      await refused.waitFor();
      assert.equal(await page.getByText(/of the harbour|at sea/).count(), 0, view);
    }
    await page.getByRole("link", { name: "Go on in default" }).click();
    await shows(page, /narwhal of the harbour/i);
  },
);

test("a project that was made while the page is open is shown by a link to it", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const { page } = await openPage(service);
  await (await service.loci.project("whalers")).addDrawer({ text: "The narwhal at sea is grey.", scope: "kb" });
  await page.goto(`${service.url}/#/search?project=whalers&q=narwhal`);
  await shows(page, /narwhal at sea/i);
});

test(
  "a link that was used leaves who is signed in as he is, and signing out is no end that is explained",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { page } = await openPage(service);
    await page.goto("about:blank");
    await page.goto(`${service.url}/#code=used-before`);
    await shows(page, /passages of/);
    await page
      .getByText(/used or old/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await shows(page, "loci serve --open");
    assert.equal(await page.getByText("Your sign-in has ended").count(), 0);
  },
);

test(
  "a view that was never opened says that the service is away, and comes when it is back; its next steps are the page's",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { page, go } = await openPage(service);
    await page.route("**/assets/**", (route) => void route.abort());
    await page.evaluate("location.hash = '#/facts'");
    await shows(page, /comes by itself/);
    await page.unroute("**/assets/**");
    await page.getByLabel("Say or ask").waitFor();
    await page.route("**/v1/sources", async (route) => {
      const answer = await route.fetch();
      assert.doesNotMatch(await answer.text(), /\/v1\/|header/);
      await route.fulfill({ response: answer });
    });
    await go("sources?add=1");
    await page.getByLabel("Path of a folder or file").fill("/nowhere");
    await page.keyboard.press("Enter");
    await page.locator("dialog .problem").waitFor();
    assert.doesNotMatch((await page.locator("dialog .problem").textContent()) ?? "", /POST|\/v1|header|Authorization/);
  },
);

test(
  "a bare address shows the project seen last, and what is looked for in vain is set back",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const other = await service.loci.project("orchard");
    const note =
      "---\ntitle: Grafts are kept cool\n---\n# ADR 3: grafts are kept cool\n\n## Why\n\nThe cellar keeps grafts at four degrees.\n";
    writeFileSync(join(service.docs, "grafts.md"), note);
    await other.index([join(service.docs, "grafts.md")], { scope: "kb" });
    const { page, watched, go } = await openPage(service);
    await go("search?project=orchard&q=what+keeps+the+grafts+cool");
    // The title of the note stands in its first heading, and is said once.
    await page.locator(".hit h2", { hasText: /^\s*ADR 3: grafts are kept cool › Why\s*$/u }).waitFor();
    await other.addDrawer({ text: "The wax pot stands in the shed.", wing: "orchard", room: "tools" });
    // Alone in its file: nothing around it speaks of anything.
    await go("search?project=orchard&q=where+does+the+wax+pot+stand");
    await page.locator(".hit", { hasText: "wax pot" }).waitFor();
    await page.locator(".why").first().click();
    await shows(page, "Number 1:");
    assert.doesNotMatch(await page.locator(".explained p").first().innerText(), /whole document|around it/u);
    await page.goto(service.url);
    await page.locator("[data-search]").waitFor();
    await until(page, "location.hash.includes('project=orchard')");
    await go("search?project=orchard&q=quantum+teleporter+warranty");
    await page.locator(".uncovered").waitFor();
    assert.equal(await page.locator(".hit:not(.weak)").count(), 0);
    assert.equal(await page.locator(".weaker").count(), 0);
    await go(`memory?project=orchard&open=${"0".repeat(32)}`);
    await shows(page, "Not there any more");
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
    await go("ask?project=orchard");
    await page.getByRole("button", { name: "New chat" }).click();
    await page.locator("dialog[open] input:focus").waitFor();
    await page.keyboard.type("grafting");
    await page.keyboard.press("Enter");
    await page.locator(".view-ask textarea:focus").waitFor();
    assert.deepEqual(watched.faults, []);
  },
);
