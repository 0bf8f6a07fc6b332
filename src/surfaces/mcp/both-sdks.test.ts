import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client as ClientOfOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioOfOne } from "@modelcontextprotocol/sdk/client/stdio.js";
import { testPalace, type TestPalace } from "./palace.fixture.ts";
import { connectProcess, lociCommand } from "./process-client.fixture.ts";

/** What both lines of the TypeScript SDK have in common, as far as it is used here. */
interface AnyClient {
  readonly listTools: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  readonly callTool: (call: { readonly name: string; readonly arguments: Record<string, unknown> }) => Promise<object>;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

let palace: TestPalace;
const clients = new Map<string, AnyClient>();

before(async () => {
  palace = await testPalace();
  const one = new ClientOfOne({ name: "loci-test", version: "1.0.0" });
  await one.connect(
    new StdioOfOne({ ...lociCommand(["mcp", "--home", palace.home, "--project", "test"]), stderr: "ignore" }),
  );
  clients.set("1.x", one as unknown as AnyClient);
  clients.set("2.x", (await connectProcess(palace.home)).client as unknown as AnyClient);
});
after(async () => {
  for (const client of clients.values()) await client.close();
  await palace?.close();
});

/** Clients check answers against the schemas once they have listed the tools. */
async function listed(line: string): Promise<AnyClient> {
  const client = clients.get(line) as AnyClient;
  await client.listTools();
  return client;
}

for (const line of ["1.x", "2.x"]) {
  test(`SDK ${line}: an error says its code and what to do, not that it breaks a schema`, async () => {
    const client = await listed(line);
    const call = async (name: string, args: Record<string, unknown>): Promise<Answer> =>
      (await client.callTool({ name, arguments: args })) as Answer;
    const text = "A drawer that both clients add, about the lighthouse keeper.";
    await call("add_drawer", { text, wing: "a", room: "b", force: true });
    const duplicate = await call("add_drawer", { text, wing: "a", room: "b" });
    assert.equal(duplicate.isError, true);
    assert.match(duplicate.content[0]?.text ?? "", /DUPLICATE/);
    const wing = await call("browse", { view: "rooms", wing: "nowhere-at-all" });
    assert.match(wing.content[0]?.text ?? "", /nowhere-at-all|no wing/);
    const missing = await call("expand", { ids: ["ffffffffffff"] });
    assert.match(missing.content[0]?.text ?? "", /DRAWER_NOT_FOUND/);
  });

  test(`SDK ${line}: an agent forgets a few passages at once, not all that hold a word`, async () => {
    const client = await listed(line);
    const call = async (name: string, args: Record<string, unknown>): Promise<Answer> =>
      (await client.callTool({ name, arguments: args })) as Answer;
    for (let n = 0; n < 11; n++)
      await call("add_drawer", { text: `Zephyr${n} moors at quay ${n}.`, wing: "a", room: "b", force: true });
    const refused = await call("forget", { query: "moors at quay", yes: true });
    assert.equal(refused.isError, true);
    assert.match(refused.content[0]?.text ?? "", /11 passages hold that; an agent forgets at most 10/u);
    for (let n = 0; n < 11; n++)
      assert.match(
        (await call("forget", { query: `Zephyr${n} moors`, yes: true })).content[0]?.text ?? "",
        /1 passage found.*gone.*Nothing finds it any more/su,
      );
  });

  test(`SDK ${line}: every default tool answers in text`, async () => {
    const client = await listed(line);
    const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
      const answer = (await client.callTool({ name, arguments: args })) as Answer;
      const text = answer.content[0]?.text ?? "";
      assert.notEqual(answer.isError, true, `${name}: ${text}`);
      return text;
    };
    const found = await call("search", { query: "which port does staging use?", limit: 3 });
    const id = /\[([0-9a-f]{8})\]/.exec(found)?.[1] ?? "";
    await call("wake_up", {});
    await call("browse", { view: "taxonomy" });
    await call("facts", { op: "list" });
    assert.match(await call("change_facts", { op: "put", topic: "lamp", value: "red" }), /lamp/);
    assert.match(await call("forget", { query: "the lighthouse keeper" }), /would go/);
    const opened = await call("expand", { ids: [id], document: true, budgetTokens: 80 });
    const cursor = /go on with cursor "(\d+)"/.exec(opened)?.[1];
    assert.ok(cursor !== undefined, opened);
    await call("expand", { ids: [id], document: true, cursor });
  });
}
