// Records a session of the official client with a process of `loci mcp`, into session.jsonl. Run it when an answer has changed on purpose:
//   node src/surfaces/mcp/transcript/record-session.fixture.ts
import { writeFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { lociCommand } from "../process-client.fixture.ts";
import { type Ids, type RecordedLine, withoutVolatile } from "./recorded-line.fixture.ts";
import { sessionPalace } from "./session-palace.fixture.ts";
import { playSession } from "./play-session.fixture.ts";

const palace = await sessionPalace();
const ids: Ids = new Map();
const lines: RecordedLine[] = [];
const record = (from: RecordedLine["from"], message: unknown): void => {
  lines.push({ from, message: withoutVolatile(message, ids, palace.folder) as RecordedLine["message"] });
};
const transport = new StdioClientTransport({
  ...lociCommand(["mcp", "--home", palace.home, "--project", palace.name, "--profile", "palace"]),
  stderr: "inherit",
});
const client = new Client({ name: "loci-test", version: "1.0.0" });
const send = transport.send.bind(transport);
transport.send = async (message) => {
  record("client", message);
  await send(message);
};
const connecting = client.connect(transport);
// The client has put its own listener there by now; the record is made on the way.
const receive = transport.onmessage;
transport.onmessage = (message) => {
  record("server", message);
  receive?.(message);
};
await connecting;
await playSession(client);
await client.close();
await palace.close();
writeFileSync(new URL("session.jsonl", import.meta.url), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
