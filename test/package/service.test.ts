import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { chromium } from "playwright-core";
import { CHROMIUM, SKIP as NO_BROWSER, watch } from "../page/browser.fixture.ts";
import { newUser, serve, type Service, SKIP, type User } from "./installed.fixture.ts";

interface Served extends Service {
  readonly user: User;
  readonly get: (path: string) => Promise<Response>;
}

async function served(t: TestContext): Promise<Served> {
  const user = newUser(t);
  assert.equal((await user.loci(["index", "notes", "--scope", "kb"])).status, 0);
  const service = await serve(user);
  const get = (path: string): Promise<Response> =>
    fetch(service.url + path, { headers: { authorization: `Bearer ${service.token}` } });
  return { ...service, user, get };
}

describe("the service of the packed product", { skip: SKIP }, () => {
  it("answers every route that reads and needs no argument, and describes all of them", async (t) => {
    const { url, get } = await served(t);
    assert.equal(((await (await fetch(`${url}/healthz`)).json()) as { status: string }).status, "ok");
    const { paths } = (await (await get("/openapi.json")).json()) as {
      paths: Record<string, Record<string, { parameters?: readonly { required?: boolean; in: string }[] }>>;
    };
    const plain = Object.entries(paths).filter(
      ([path, { get: read }]) =>
        read !== undefined && !path.includes("{") && !(read.parameters ?? []).some(({ required }) => required),
    );
    assert.ok(plain.length > 10);
    for (const [path] of plain.filter(([one]) => !/changes|events/u.test(one))) {
      const { status, body } = await get(path);
      await body?.cancel();
      assert.ok(status < 400, `GET ${path}: ${status}`);
    }
  });

  it("serves its tools to an agent over both transports", async (t) => {
    const { url, token, user } = await served(t);
    const env = Object.fromEntries(
      Object.entries(user.environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const transports = [
      new StdioClientTransport({ command: "loci", args: ["mcp"], cwd: user.folder, env, stderr: "ignore" }),
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    ];
    for (const transport of transports) {
      const client = new Client({ name: "package-test", version: "1" });
      await client.connect(transport);
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === "search"));
      const found = await client.callTool({ name: "search", arguments: { query: "staging gateway port" } });
      assert.match(JSON.stringify(found.content), /port 8443/u);
      await client.close();
    }
  });

  it("shows its page, which finds a passage", { skip: NO_BROWSER }, async (t) => {
    const { url, token } = await served(t);
    const browser = await chromium.launch({ executablePath: CHROMIUM as string, args: ["--no-sandbox"] });
    t.after(() => browser.close());
    const page = await browser.newPage();
    const { faults, requests } = watch(page, url);
    await page.goto(url);
    await page.getByLabel(/token/iu).first().fill(token);
    await page.keyboard.press("Enter");
    await page.locator("[data-search]").fill("staging gateway port");
    await page.getByText("8443").first().waitFor({ timeout: 90_000 });
    assert.deepEqual([faults, requests], [[], []]);
  });
});
