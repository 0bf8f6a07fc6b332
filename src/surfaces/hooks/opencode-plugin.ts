import type { Launch } from "./hook-event.ts";

/**
 * The plugin module for opencode, as text: it calls the hook and puts what it answers where opencode wants it. It has no dependency, starts
 * no shell, waits 1.5 s at most, and goes on without memory where that fails.
 */
export function opencodePlugin({ program, args }: Launch, trailing: readonly string[]): string {
  return `// Written by 'loci hooks install opencode'; 'loci hooks uninstall opencode' removes it. Changes are overwritten.
import { spawn } from "node:child_process";

const PROGRAM = ${JSON.stringify(program)};
const ARGS = ${JSON.stringify(args)};
const FLAGS = ${JSON.stringify(trailing)};
const WAIT_MS = 1500;

function ask(event, payload) {
  return new Promise((resolve) => {
    let out = "";
    let child;
    const end = (answer) => { clearTimeout(timer); resolve(answer); };
    const timer = setTimeout(() => { child?.kill(); end({ context: null, notice: "memory unavailable: no answer in time" }); }, WAIT_MS);
    try {
      child = spawn(PROGRAM, [...ARGS, event, ...FLAGS], { stdio: ["pipe", "pipe", "ignore"] });
      child.on("error", (error) => end({ context: null, notice: "memory unavailable: " + error.message }));
      child.stdout.on("data", (part) => { out += part; });
      child.stdin.on("error", () => {});
      child.on("close", () => {
        try { end(JSON.parse(out)); } catch { end({ context: null, notice: "memory unavailable: no answer" }); }
      });
      child.stdin.end(JSON.stringify(payload));
    } catch (error) {
      end({ context: null, notice: "memory unavailable: " + error.message });
    }
  });
}

export const Loci = async ({ client, directory }) => {
  const started = new Set();
  const toast = async (notice) => {
    if (notice) await client.tui?.showToast?.({ body: { message: "Loci: " + notice, variant: "warning" } })?.catch?.(() => {});
  };
  const messages = async (session) => {
    const listed = await client.session.messages({ path: { id: session } });
    return listed?.data ?? listed ?? [];
  };
  const base = (session) => ({ session_id: session, cwd: directory });
  return {
    "experimental.chat.system.transform": async (input, output) => {
      const session = input?.sessionID ?? "unknown";
      if (started.has(session)) return;
      started.add(session);
      const { context, notice } = await ask("session.start", { ...base(session), source: "startup" });
      if (context) output.system.push(context);
      await toast(notice);
    },
    "chat.message": async (input, output) => {
      const parts = output.parts ?? [];
      const prompt = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\\n");
      if (!prompt) return;
      const agent_id = input.agent === "subagent" ? input.agent : undefined;
      const asked = { ...base(input.sessionID), prompt, prompt_id: output.message?.id, agent_id };
      const { context, notice } = await ask("chat.message", asked);
      if (context) parts.push({ ...parts[0], id: (parts[0]?.id ?? "prt") + "-loci", type: "text", text: context, synthetic: true });
      await toast(notice);
    },
    "experimental.session.compacting": async (input, output) => {
      const { context, notice } = await ask("session.compacting", { ...base(input.sessionID), messages: await messages(input.sessionID) });
      if (context) output.context.push(context);
      await toast(notice);
    },
    event: async ({ event }) => {
      const session = event?.properties?.sessionID ?? event?.properties?.info?.id;
      if (event?.type === "session.idle") await toast((await ask("session.idle", { ...base(session), messages: await messages(session) })).notice);
      if (event?.type === "session.deleted") started.delete(session);
    },
  };
};
`;
}
