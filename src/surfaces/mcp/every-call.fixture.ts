/** Calls that read something with every tool there is; a tool that is missing here fails a test. */
export const EVERY_CALL: readonly { readonly tool: string; readonly args: Record<string, unknown> }[] = [
  { tool: "search", args: { query: "which port does staging use?", explain: true } },
  { tool: "search", args: { query: "sencha tea", mode: "lexical" } },
  { tool: "search", args: { query: "what was decided yesterday?", mode: "semantic" } },
  { tool: "search", args: { query: "room:staging port", groupBy: "document" } },
  { tool: "expand", args: { ids: ["0123"] } },
  { tool: "facts", args: { op: "ask", text: "What is my second favorite font?" } },
  { tool: "facts", args: { op: "list" } },
  { tool: "facts", args: { op: "history", text: "font" } },
  { tool: "status", args: {} },
  { tool: "sync", args: {} },
];
