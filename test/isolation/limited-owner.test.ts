import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import { mcpMount, testService } from "../e2e/service.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { asksOf, dice } from "./generated-asks.ts";

const json = { "Content-Type": "application/json" };

test("an owner's token of one project rules that project alone: every route and tool, by token, cookie and code", async (t) => {
  const service = await testService(t, { mounts: [mcpMount("palace")] });
  const { url, loci, tokens } = service;
  const stored = async (name: string) =>
    (
      await (
        await loci.project(name)
      ).addDrawer({ text: `The ${name} harp is old.`, wing: `${name}-wing`, room: "harps" })
    ).id;
  const [own, others] = [await stored("mine"), await stored("zzother")];
  const guest = tokens.issue("user:5", { projects: ["zzother"] }).issued.id;
  writeFileSync(join(loci.home, "callers", "00000000ff.json"), "{");
  const { token } = tokens.issue("owner", { projects: ["mine"] });
  const Bearer = { Authorization: `Bearer ${token}` };
  const ask = async (path: string, method: string, headers: Readonly<Record<string, string>>, body?: object) =>
    await fetch(new URL(path, url), {
      method,
      // Without it MCP refuses, and with it a route may stream without end.
      headers: { ...json, Accept: path === "/mcp" ? "application/json, text/event-stream" : "*/*", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const signIn = async (body: object): Promise<{ readonly Cookie: string }> => {
    const signedIn = await ask("/v1/session", "POST", {}, body);
    return { Cookie: signedIn.headers.get("set-cookie")?.split(";")[0] as string };
  };
  const made = (await (await ask("/v1/session/codes", "POST", Bearer)).json()) as { readonly code: string };
  const identities = [Bearer, await signIn({ token }), await signIn({ code: made.code })];

  for (const headers of identities)
    for (const { method, path, access } of ROUTES) {
      if ("Cookie" in headers && !path.startsWith("/v1/")) continue;
      const filled = path.replace(/:\w+/g, "x");
      if (access === "home")
        assert.equal((await ask(filled, method.toUpperCase(), headers)).status, 403, `${method} ${path}`);
      if (access === "open" || path === "/v1/session") continue;
      for (const [query, header] of [
        ["?project=zzother", {}],
        ["", { "Loci-Project": "zzother" }],
      ] as const) {
        const refused = await ask(`${filled}${query}`, method.toUpperCase(), { ...headers, ...header });
        assert.equal(refused.status, 403, `${method} ${path} of another project`);
      }
    }

  const words = {
    ids: [own, others, guest],
    questions: ["harp", "http://elsewhere.example/v1"],
    names: ["harps", "mine-wing", "llm.base_url", "server.allowed_hosts"],
    roll: dice(7),
  };
  const asks = [
    { method: "GET", path: "/v1/session" },
    ...(await asksOf(words, rounds(12, 6), ["open", "caller", "owner", "home"])),
  ];
  const hidden = ["zzother", others, guest, "00000000ff"];
  let answered = 0;
  let kept = "";
  for (const { method, path, body } of asks as readonly { method: string; path: string; body?: object }[]) {
    const asked = `${method} ${path} ${JSON.stringify(body)}`;
    const response = await ask(path, method, Bearer, body);
    const text = await response.text();
    if (response.ok) answered++;
    // A message that he keeps under such an id is his own.
    if (path.includes("/messages")) kept += JSON.stringify(body ?? {});
    for (const word of hidden)
      assert.ok(kept.includes(word) || asked.includes(word) || !text.includes(word), `${asked}: ${text}`);
  }
  assert.ok(answered > asks.length / 3, `${answered} of ${asks.length} were answered`);
  assert.ok(!existsSync(join(loci.home, "config.toml")), "no setting was changed");
  assert.ok(tokens.byId(guest) !== null, "no token was ended");
  assert.equal((await (await loci.project("zzother")).status()).counts.drawers, 1);

  const all = { Authorization: `Bearer ${tokens.issue("owner", { projects: "all" }).token}` };
  for (const headers of [all, { Authorization: `Bearer ${tokens.owner()}` }])
    for (const { method, path, access } of ROUTES)
      if (access === "home")
        assert.notEqual((await ask(path.replace(/:\w+/g, "x"), method.toUpperCase(), headers)).status, 403, path);
});
