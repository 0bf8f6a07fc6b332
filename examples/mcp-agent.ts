// What an agent does: starts loci mcp, lists its tools, calls search. Run: node examples/mcp-agent.ts HOME PROJECT "QUESTION"
// Outside of the checkout, copy it beside your package.json and run: npm install @modelcontextprotocol/client
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [home = "", project = "default", question = "which port does staging use?"] = process.argv.slice(2);
const loci = fileURLToPath(new URL("bin/loci.js", import.meta.resolve("loci/package.json")));
const args = [loci, "mcp", "--project", project, ...(home === "" ? [] : ["--home", home])];
const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: process.execPath, args }));
const { tools } = await client.listTools();
console.log(`tools: ${tools.map(({ name }) => name).join(", ")}`);
const { content } = await client.callTool({ name: "search", arguments: { query: question, limit: 3 } });
for (const part of content as { type: string; text?: string }[]) if (part.type === "text") console.log(part.text);
await client.close();
