/**
 * What MCP costs over the library: `node bench/mcp.ts [questions] [rounds] [--write]`, on what was built (`npm run build`).
 *
 * Indexes the markdown sample, then asks the same questions of the library and, with the official client, of a process of `loci mcp`, in turn;
 * and measures how long a fresh `loci mcp` takes to its first answer. Budget of issue 4: a search within 3 ms of the library's at p50, a first
 * answer within 400 ms.
 */
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { anew } from "./measure/anew.ts";
import { Figures } from "./measure/figures.ts";

const ROOT = join(import.meta.dirname, "..");
const SAMPLE = join(ROOT, "..", "shared", "data", "docs", "markdown");
const bin = join(ROOT, "bin", "loci.js");
const built = join(ROOT, "dist", "index.js");
const numbers = process.argv
  .slice(2)
  .filter((one) => !one.startsWith("--"))
  .map(Number);
const questionCount = numbers[0] ?? 200;
const rounds = numbers[1] ?? 15;
const figures = new Figures("What MCP costs over the library");

/** Headings of the sample as questions, spread over its files. */
function questions(count: number): readonly string[] {
  const files = globSync("**/*.md", { cwd: SAMPLE }).sort();
  const headings = files.flatMap(
    (file) =>
      readFileSync(join(SAMPLE, file), "utf8")
        .match(/^#{1,3} \S+ \S+ \S+.*$/gm)
        ?.slice(0, 2) ?? [],
  );
  const step = Math.max(1, Math.floor(headings.length / count));
  return headings
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map((heading) => heading.replace(/^#+ /, ""));
}

async function firstAnswer(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } } })}\n`,
  );
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const time = performance.now() - start;
  child.stdin.end();
  await new Promise((resolve) => child.once("exit", resolve));
  return time;
}

if (!existsSync(built) || !existsSync(SAMPLE)) {
  console.error(
    existsSync(built) ? "the sample ../shared/data/docs/markdown is not there" : "run 'npm run build' first",
  );
  process.exit(1);
}
const { openLoci } = (await import(built)) as typeof import("../src/index.ts");
const home = mkdtempSync(join(tmpdir(), "loci-bench-mcp-"));
const loci = await openLoci({ home });
const project = await loci.project("bench");
const job = await project.index([SAMPLE], { scope: "kb" });
console.log(`${job.drawers.total} drawers, ${questionCount} questions`);

const args = [bin, "mcp", "--home", home, "--project", "bench"];
const client = new Client({ name: "bench", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
const asked = questions(questionCount);
// Once before: both sides open the index and the model, and compile what runs often.
for (const query of asked.slice(0, 50)) {
  await project.search(anew(query));
  await client.callTool({ name: "search", arguments: { query: anew(query) } });
}
const times = { library: [] as number[], mcp: [] as number[], cost: [] as number[] };
for (const query of asked) {
  const start = performance.now();
  await project.search(anew(query));
  const between = performance.now();
  await client.callTool({ name: "search", arguments: { query: anew(query) } });
  times.library.push(between - start);
  times.mcp.push(performance.now() - between);
  times.cost.push(performance.now() - between - (between - start));
}
await client.close();
await loci.close();
figures.add("search, library", times.library);
figures.add("search, MCP over stdio, official client", times.mcp);
figures.add("  what MCP adds, question by question", times.cost, 3);

const starts: number[] = [];
for (let round = 0; round < rounds; round++) starts.push(await firstAnswer(args));
figures.add("first answer of a fresh loci mcp", starts.slice(1), 400);
if (process.argv.includes("--write"))
  figures.write(
    "mcp.md",
    "node bench/mcp.ts",
    `${questionCount} questions to the Markdown sample (${job.drawers.total} drawers), each asked of the library and, with the official client, of a process of \`loci mcp\`, in turn; ${rounds - 1} fresh processes.`,
  );
rmSync(home, { recursive: true, force: true });
