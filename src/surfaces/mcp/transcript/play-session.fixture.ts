import type { Client } from "@modelcontextprotocol/client";

/** A typical first session of an agent: browse, search, expand, tell, ask, and make one mistake. */
export async function playSession(client: Client): Promise<void> {
  const call = async (name: string, args: Record<string, unknown>): Promise<string> =>
    ((await client.callTool({ name, arguments: args })).content[0] as { readonly text: string }).text;
  await client.listTools();
  await client.listPrompts();
  await client.listResourceTemplates();
  await client.listResources();
  await call("wake_up", { budgetTokens: 200 });
  await call("browse", { view: "taxonomy" });
  await call("browse", { view: "closets", wing: "driftwood" });
  await call("browse", { view: "tunnels" });
  const found = await call("search", { query: "which port does staging of Driftwood use?", limit: 1 });
  const id = /\[([0-9a-f]{8})\]/.exec(found)?.[1] ?? "";
  await call("expand", { ids: [id], after: 1 });
  await client.readResource({ uri: `loci://drawer/${id}` });
  await client.getPrompt({
    name: "recall",
    arguments: { question: "how long did the migration of Orion take?", wing: "orion" },
  });
  await call("change_facts", {
    op: "tell",
    text: "My favorite fonts are 1) Garamond, 2) Futura",
    chat: "c",
    time: "2026-11-20",
  });
  await call("facts", { op: "ask", text: "What is my second favorite font?", chat: "c" });
  const words = { text: 'Kai said: "restart staging with ./up.sh --now".', wing: "driftwood", room: "staging" };
  const added = await call("add_drawer", words);
  await call("add_drawer", words);
  await call("delete_drawer", { id: /[0-9a-f]{32}/.exec(added)?.[0] ?? "" });
  await call("search", { query: "staging", wings: "driftwood" });
}
