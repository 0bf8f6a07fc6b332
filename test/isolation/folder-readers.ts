import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { adapterOf } from "../../src/surfaces/hooks/agents.ts";
import { AGENTS } from "../../src/surfaces/hooks/hook-event.ts";
import { localHookContext } from "../../src/surfaces/hooks/local-context.ts";
import { RECORDED_PAYLOADS } from "../../src/surfaces/hooks/recorded-payloads.fixture.ts";
import { runHook } from "../../src/surfaces/hooks/run-hook.ts";
import { lociCommand } from "../../src/surfaces/mcp/process-client.fixture.ts";
import { ended } from "../ended.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { type LeakAnswer, leakAnswer, type LeakReader, type LeakTargets } from "./leak-reader.ts";
import { askEverything, type McpCall } from "./mcp-reader.ts";

/*
 * What an agent is answered for the folder that it works in. Whoever calls is the owner.
 */

/** A process of `loci mcp`, as an agent starts it. */
export const stdioReader: LeakReader = {
  name: "MCP on stdio",
  open: async (loci) => ({
    async ask(_caller, targets) {
      const { call, close } = started(loci.home, folderOf(targets));
      try {
        return await askEverything(call, targets);
      } finally {
        await close();
      }
    },
    close: async () => {},
  }),
};

function folderOf({ folder }: LeakTargets): string {
  if (folder === undefined) throw new TypeError("this way reads a folder's project");
  return folder;
}

function started(home: string, cwd: string): { readonly call: McpCall; readonly close: () => Promise<void> } {
  const { command, args } = lociCommand(["mcp", "--home", home, "--profile", "palace"]);
  const child = spawn(command, args, {
    cwd,
    stdio: ["pipe", "pipe", "ignore"],
    env: { PATH: process.env["PATH"], HOME: dirname(cwd) },
  });
  const waiting = new Map<number, (answer: unknown) => void>();
  child.once("close", () => waiting.forEach((answer) => answer({ error: "the process ended" })));
  createInterface(child.stdout).on("line", (line) => {
    const { id, result, error } = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown };
    if (id !== undefined) waiting.get(id)?.(result ?? { error });
  });
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let id = 0;
  return {
    async call(method, params) {
      const answer = await new Promise((resolve) => {
        waiting.set(++id, resolve);
        send({ id, method, params });
      });
      if (method === "initialize") send({ method: "notifications/initialized" });
      return answer;
    },
    async close() {
      child.stdin.end();
      await ended(child);
    },
  };
}

/** Every event of every agent, with a prompt for one or two of the things that are looked for. Records what the agent says it was told. */
export const hooksReader: LeakReader = {
  name: "hooks",
  open: async (loci) => ({
    async ask(_caller, targets) {
      const cwd = folderOf(targets);
      const place = { home: loci.home, userHome: dirname(cwd), project: null, cwd, environment: {}, drainer: null };
      const prompts = targets.baits
        .slice(0, rounds(2, 1))
        .map((bait) => `What did we decide about the vault code ${bait}?`);
      const answers: LeakAnswer[] = [];
      for (const agent of AGENTS)
        for (const [event, recorded] of Object.entries(RECORDED_PAYLOADS[agent]))
          for (const [nth, prompt] of prompts.entries()) {
            const payload = {
              ...recorded,
              ...("transcript_path" in recorded && { transcript_path: null }),
              ...("workspace_roots" in recorded ? { workspace_roots: [cwd] } : { cwd }),
              ...("prompt" in recorded && { prompt }),
            };
            // An event without a prompt asks the same each time.
            if (nth > 0 && !("prompt" in recorded)) continue;
            answers.push(
              await leakAnswer(`${agent} ${event} ${prompt}`, async () => {
                const context = localHookContext(place);
                const adapter = adapterOf(agent);
                if (adapter === null) throw new TypeError(`no agent ${agent}`);
                const answer = await runHook(adapter, { event, payload }, context);
                await context.close();
                return answer;
              }),
            );
          }
      return answers;
    },
    close: async () => {},
  }),
};
