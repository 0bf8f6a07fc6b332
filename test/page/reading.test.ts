import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { SKIP } from "./browser.fixture.ts";
import { addNote, answered, openPage, pageTest, shows, until } from "./service.fixture.ts";

const NOTE = `---
status: active
tags: [ports]
---
# Ports of the walrus pool

The **walrus** pool listens on \`8443\`; [see](javascript:window.broken=1) and [[other note]].

The walrus pool was wrapped by an *editor
that breaks* its lines; here a line\\
is meant to end.

**Set \`TIDE\`** by [\`tide --set\`](tide.md), _as [Ines](ines.md) says_ in [her log][log] [![build](b.svg)](c.md).

| service | port |
|---|---|
| walrus  | 8443 |
| seal    | 8444 |

- first step
  - nested step

\`\`\`sh
walrus --port 8443 <script>window.broken = 1</script>
\`\`\`
`;

test(
  "a passage is read rendered and word for word, with the question's words marked and its settings folded",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    await addNote(service, "ports.md", NOTE);
    const { page, watched, go } = await openPage(service);
    await go("search?q=walrus+port");
    await page.locator(".hit", { hasText: "walrus" }).first().waitFor();
    await answered(page);
    assert.doesNotMatch((await page.locator(".hit .snippet").first().textContent()) ?? "", /status: active/);
    await page.locator(".hit a").first().click();
    const document = page.locator(".passage .document");
    await document.locator("table").waitFor();
    assert.deepEqual(await document.locator("td").allTextContents(), ["walrus", "8443", "seal", "8444"]);
    // As it is seen: a wrapped line goes on, one that is meant ends.
    const wrapped = document.locator("p", { hasText: "was wrapped" });
    assert.equal(
      await wrapped.innerText(),
      "The walrus pool was wrapped by an editor that breaks its lines; here a line\nis meant to end.",
    );
    assert.equal(await wrapped.locator("em").textContent(), "editor\nthat breaks");
    const nested = document.locator("p", { hasText: "TIDE" });
    assert.equal(await nested.innerText(), "Set TIDE by tide --set, as Ines says in her log build.");
    assert.deepEqual(await nested.locator("strong code, .to code").allTextContents(), ["TIDE", "tide --set"]);
    assert.ok((await document.locator("mark", { hasText: /^walrus$/i }).count()) >= 3);
    assert.equal(await document.locator("details.front-matter").getAttribute("open"), null);
    assert.match((await document.locator("pre code").textContent()) ?? "", /<script>window\.broken = 1<\/script>/);
    assert.equal(
      await document.locator("a, script, img").count(),
      0,
      "nothing that was written leads or loads anywhere",
    );
    await page.getByRole("button", { name: "Word for word" }).click();
    await document.locator("table").waitFor({ state: "detached" });
    assert.equal(
      (await document.locator(".verbatim").allTextContents()).join(""),
      NOTE,
      "every character as it stands",
    );
    assert.ok((await document.locator(".verbatim mark").count()) >= 3);
    await page.reload();
    await document.locator(".verbatim").first().waitFor();
    assert.equal(await page.evaluate("window.broken"), undefined);
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test("a chat's passage is called by its session, and is told by when it was said", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const { page, go } = await openPage(service);
  await go("search?q=impeller+hours");
  const hit = page.locator(".hit", { hasText: "196" }).first();
  await hit.waitFor();
  assert.match((await page.locator(".hit h2").allTextContents()).join("\n"), / › /);
  assert.doesNotMatch((await page.locator(".hits").textContent()) ?? "", /crew\.jsonl/);
  const said = ["user_004", "msg-12", "D2:10", "m2"].map((id, i) =>
    JSON.stringify({
      session: "ids",
      id,
      role: "user",
      time: `2026-05-0${i + 1}T09:00:00Z`,
      text: `Quokka number ${i} was seen.`,
    }),
  );
  const file = join(service.docs, "ids.jsonl");
  writeFileSync(file, `${said.join("\n")}\n`);
  await (await service.loci.project("default")).mine([file], { scope: "kb" });
  await go("search?q=quokka+seen");
  for (const n of [0, 1, 2, 3]) await page.locator(".hit .snippet", { hasText: `Quokka number ${n}` }).waitFor();
  const turns = await page.locator(".hit", { hasText: "Quokka" }).locator(".path").allTextContents();
  assert.deepEqual(
    turns.map((text) => text.replace(/^.*, /, "").trim()).toSorted(),
    ["turn 1 of 4", "turn 2 of 4", "turn 3 of 4", "turn 4 of 4"],
    "whatever ids its program gave them",
  );
  await go("search?q=tag:engine+impeller");
  await shows(page, /No filter is called so/);
});

test(
  "a row of the table says where its passage stands once it was moved, and once that was taken back",
  { skip: SKIP },
  async (t) => {
    const { page, watched, go } = await openPage(await pageTest(t));
    await go("memory?text=eastern+pontoon");
    await page.locator("[data-row]").first().click();
    await page.locator(".passage [data-marked]").waitFor();
    const place = page.locator("tr.on .place");
    const before = await place.textContent();
    await page.getByRole("button", { name: "Move" }).press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("pontoons");
    await page.keyboard.press("Enter");
    await page.locator("tr.on .place", { hasText: "harbour / pontoons" }).waitFor();
    await page.locator(".passage header", { hasText: "harbour / pontoons" }).waitFor();
    await page.keyboard.press("u");
    await page.locator("tr.on .place", { hasText: before ?? "" }).waitFor();
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test(
  "the graph draws no room whose step between isn't drawn, and says the rest in words",
  { skip: SKIP },
  async (t) => {
    const { page, watched, go } = await openPage(await pageTest(t));
    // Of two steps half of those drawn come from each: the thirteenth direct room isn't drawn, nor what only it leads to.
    const direct = Array.from({ length: 13 }, (_, i) => ({
      room: `near-${i}`,
      hops: 1,
      weight: 1 - i / 20,
      via: ["link:engine"],
    }));
    const far = [0, 12].map((i) => ({ room: `behind-${i}`, hops: 2, weight: 0.3, via: [`about:near-${i}`] }));
    const asked = new Set<string>();
    await page.route("**/v1/traverse**", async (route) => {
      const { pathname, search } = new URL(route.request().url());
      asked.add(pathname.split("/").at(-1) as string);
      const rooms = search.includes("hops=2") ? [...direct, ...far] : direct;
      await route.fulfill({
        json: { ...((await (await route.fetch()).json()) as object), rooms, total: rooms.length },
      });
    });
    const last = page.waitForResponse(/traverse\/near-9/u);
    await go("palace?room=engine");
    const touched = page.locator(".touches a");
    await until(page, "document.querySelectorAll('.touches a').length === 13");
    // The nearest are asked for what joins them with each other.
    await last;
    assert.deepEqual([...asked], ["engine", ...direct.slice(0, 10).map(({ room }) => room)]);
    await page.getByRole("button", { name: "2 steps" }).click();
    await page.locator(".touches a", { hasText: "behind-0" }).waitFor();
    const names = await touched.allTextContents();
    assert.deepEqual(
      names,
      [...direct.slice(0, 12), far[0]].map((one) => one?.room),
    );
    await shows(page, "The 13 nearest of 15, nearest first.");
    await shows(page, "speaks of near-0");
    await page
      .getByRole("img", { name: "Drawing of engine and 13 rooms that it touches; the list below says the same" })
      .waitFor();
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);
