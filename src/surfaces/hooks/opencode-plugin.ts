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
  /** What each session begins with, asked for once, before its first prompt is recorded. */
  const briefs = new Map();
  /** The session that was spoken in last: not every version says whose request it is. */
  let latest;
  const toast = async (notice) => {
    if (notice) await client.tui?.showToast?.({ body: { message: "Loci: " + notice, variant: "warning" } })?.catch?.(() => {});
  };
  const messages = async (session) => {
    const listed = await client.session.messages({ path: { id: session } });
    return listed?.data ?? listed ?? [];
  };
  const base = (session) => ({ session_id: session, cwd: directory });
  const brief = (session) => {
    if (!briefs.has(session)) briefs.set(session, ask("session.start", { ...base(session), source: "startup" }).then(async ({ context, notice }) => {
      await toast(notice);
      return context;
    }));
    return briefs.get(session);
  };
  return {
    "experimental.chat.system.transform": async (input, output) => {
      // The same session is asked for its title, which needs no memory.
      const session = input?.sessionID ?? latest;
      if (!session || output.system.some((text) => /title generator/i.test(String(text)))) return;
      const context = await brief(session);
      if (context) output.system.push(context);
    },
    "chat.message": async (input, output) => {
      const parts = output.parts ?? [];
      const prompt = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\\n");
      if (!prompt) return;
      latest = input.sessionID;
      await brief(latest);
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
      if (event?.type === "session.deleted") briefs.delete(session);
    },
  };
};
`;
}
