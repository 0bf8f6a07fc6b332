import assert from "node:assert/strict";
import test from "node:test";
import { testService } from "../e2e/service.fixture.ts";
import { SKIP } from "./browser.fixture.ts";
import { openPage, pageTest, shows } from "./service.fixture.ts";

const json = { "Content-Type": "application/json" };

test("a code lets a browser in once, and its cookie is out of reach of scripts and other sites", async (t) => {
  const { url, service } = await testService(t);
  const code = new URL(service.pageUrl()).hash.slice("#code=".length);
  const body = JSON.stringify({ code });
  const first = await fetch(`${url}/v1/session`, { method: "POST", headers: json, body });
  assert.equal(first.status, 200);
  const cookie = first.headers.get("set-cookie") ?? "";
  assert.match(cookie, /; HttpOnly; SameSite=Strict; Max-Age=2592000$/);
  assert.equal((await fetch(`${url}/v1/session`, { method: "POST", headers: json, body })).status, 401, "used");
  const Cookie = cookie.split(";")[0] as string;
  const asked = await fetch(`${url}/v1/session`, { headers: { Cookie } });
  assert.equal(((await asked.json()) as { caller: string }).caller, "owner");
  for (const headers of [
    { Cookie, Origin: "http://evil.example" },
    { Cookie, "Sec-Fetch-Site": "cross-site" },
    { Cookie, "Sec-Fetch-Site": "same-site" },
  ])
    assert.equal((await fetch(`${url}/v1/session`, { headers })).status, 403, JSON.stringify(headers));
  for (const wrong of [
    `${Cookie}x`,
    Cookie.replace(/\.\d+\./, ".99999999999."),
    Cookie.replace(/=[0-9a-f]{10}/, "=0123456789"),
  ])
    assert.equal((await fetch(`${url}/v1/session`, { headers: { Cookie: wrong } })).status, 401, wrong);
  assert.equal((await fetch(`${url}/metrics`, { headers: { Cookie } })).status, 401, "the cookie is for the API alone");
});

test("a session is its token's: it sees what that sees, and ends with it", async (t) => {
  const { url, tokens } = await testService(t);
  const { token, issued } = tokens.issue("user:7", { projects: ["notes"] });
  const signedIn = await fetch(`${url}/v1/session`, { method: "POST", headers: json, body: JSON.stringify({ token }) });
  const Cookie = signedIn.headers.get("set-cookie")?.split(";")[0] as string;
  const session = await (await fetch(`${url}/v1/session`, { headers: { Cookie } })).json();
  assert.deepEqual(session, {
    schema: 1,
    caller: "user:7",
    projects: ["notes"],
    home: false,
    filled: [],
    project: "notes",
    version: "0.0.0-test",
  });
  assert.equal((await fetch(`${url}/v1/sources?project=notes`, { headers: { Cookie } })).status, 403);
  assert.equal((await fetch(`${url}/v1/status?project=default`, { headers: { Cookie } })).status, 403);
  tokens.revoke(issued.id);
  assert.equal((await fetch(`${url}/v1/session`, { headers: { Cookie } })).status, 401);
});

test("wrong codes and tokens are refused, and a flood of them is slowed", async (t) => {
  const { url } = await testService(t);
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const body = JSON.stringify(i % 2 === 0 ? { code: `wrong${i}` } : { token: `wrong${i}` });
      return (await fetch(`${url}/v1/session`, { method: "POST", headers: json, body })).status;
    }),
  );
  assert.deepEqual([...new Set(statuses)].sort(), [401, 429]);
});

test("files of the page are for everybody and hold no data; what is below them is not there", async (t) => {
  const { url } = await testService(t);
  const page = await fetch(url);
  const html = await page.text();
  assert.equal(page.status, 200);
  const policy = page.headers.get("content-security-policy") ?? "";
  for (const rule of [
    "default-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
    assert.ok(policy.includes(rule), rule);
  assert.doesNotMatch(html, /<script(?![^>]*src=)|\sstyle=|\son\w+=/, "nothing inline");
  const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
  assert.ok(files.length >= 4);
  for (const path of files) assert.equal((await fetch(url + path)).status, 200, path);
  for (const path of ["/assets/", "/assets/../index.html", "/assets/%2e%2e/index.html", "/assets/x/main.js"])
    assert.notEqual((await fetch(url + path)).status, 200, path);
  const compressed = await Promise.all(
    files.map(async (path) => {
      const response = await fetch(url + path, { headers: { "Accept-Encoding": "gzip" } });
      return [response.headers.get("content-encoding"), response.headers.get("cache-control")];
    }),
  );
  assert.ok(compressed.every(([encoding, kept]) => encoding === "gzip" && kept === "max-age=31536000, immutable"));
});

test(
  "in a browser: the code goes out of the address, the cookie stays, signing out ends it",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const { page, context, watched } = await openPage(service);
    assert.doesNotMatch(page.url(), /code/);
    assert.equal(await page.evaluate("document.cookie"), "");
    const [cookie] = await context.cookies();
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, "Strict"]);
    await page.reload();
    await shows(page, /passages of/);
    await page.getByRole("button", { name: "Sign out" }).click();
    await shows(page, "loci serve --open");
    await page.reload();
    await shows(page, "loci serve --open");
    await page.getByLabel(/token/).fill(service.tokens.owner());
    await page.keyboard.press("Enter");
    await shows(page, /passages of/);
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);

test(
  "in a browser: whoever comes in next sees nothing of what was asked, typed or opened before him, and the same person his drafts",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const project = await service.loci.project("default");
    await project.addDrawer({ text: "The mail worker uses the queue Kestrel.", scope: "admin" });
    const { page, go } = await openPage(service);
    await go("ask");
    await page.getByLabel("Question").fill("which queue does the mail worker use?");
    await page.keyboard.press("Enter");
    await shows(page, /Kestrel/);
    await go("memory");
    const dialog = page.getByRole("dialog");
    const words = dialog.getByLabel("The exact words");
    const remember = async (): Promise<void> => {
      await go("memory");
      await page.getByRole("button", { name: "Remember a passage…" }).click();
      await words.waitFor();
    };
    await remember();
    await words.fill("a draft of the owner's");
    await page.keyboard.press("Escape");
    const enter = async (token: string): Promise<void> => {
      await page.getByRole("button", { name: "Sign out" }).click();
      await shows(page, "loci serve --open");
      await page.getByLabel(/token/).fill(token);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Sign out" }).waitFor();
    };
    await enter(service.tokens.owner());
    await remember();
    assert.equal(await words.inputValue(), "a draft of the owner's");
    await page.keyboard.press("Escape");
    await go("ask?q=which+queue");
    await enter(service.tokens.issue("user:gina", { projects: "all" }).token);
    assert.doesNotMatch(page.url(), /queue/);
    for (const view of ["ask", "search", "memory"]) {
      await go(view);
      assert.doesNotMatch((await page.locator("body").textContent()) ?? "", /Kestrel|mail worker/);
    }
    await remember();
    assert.equal(await words.inputValue(), "");
  },
);

test("in a browser: no other page may show this one", { skip: SKIP }, async (t) => {
  const service = await pageTest(t);
  const page = await (await service.newContext()).newPage();
  await page.route("http://other.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${service.url}/"></iframe>` }),
  );
  await page.goto("http://other.example/");
  const frame = page.frames()[1];
  assert.doesNotMatch((await frame?.content().catch(() => "")) ?? "", /data-search|loci serve --open/);
});
