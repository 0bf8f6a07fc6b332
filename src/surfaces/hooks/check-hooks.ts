import { spawn } from "node:child_process";
import type { AgentAdapter, Launch } from "./hook-event.ts";
import { installedEvents } from "./install.ts";
import { installedLaunch, type InstallPlace } from "./plan-install.ts";
import { jsonFields } from "../../text/fields.ts";

export interface FiredHook {
  readonly event: string;
  readonly ok: boolean;
  readonly milliseconds: number;
  /** The fault; empty when there was none. */
  readonly fault: string;
}

/** No hook takes longer; milliseconds. */
const LONGEST_MS = 10_000;
/** What every agent says of an event, and a prompt that asks for something. */
const PAYLOAD = { session_id: "loci-hooks-status", prompt: "which port did we choose for staging?" };

/**
 * Proves a round trip: starts each installed hook as its agent would, in a data folder of its own, and looks at what it answers.
 * @param scratch an empty folder that stands for the data folder, so that nothing of the payloads is kept
 */
export async function fireHooks(
  adapter: AgentAdapter,
  place: InstallPlace,
  scratch: string,
): Promise<readonly FiredHook[]> {
  const fired: FiredHook[] = [];
  for (const event of installedEvents(adapter, place)) {
    const payload = { ...PAYLOAD, hook_event_name: event, cwd: scratch };
    const started = performance.now();
    const fault = faultOf(adapter, await run(installedLaunch(adapter, place, event), JSON.stringify(payload), scratch));
    fired.push({ event, ok: fault === "", milliseconds: Math.round(performance.now() - started), fault });
  }
  return fired;
}

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function faultOf(adapter: AgentAdapter, { status, out, err }: Ended): string {
  if (status !== 0) return `ended with ${status ?? "a signal"}${err === "" ? "" : `: ${err.split("\n")[0]}`}`;
  if (out === "") return adapter.alwaysAnswers ? "answered nothing where JSON is expected" : "";
  const answer = jsonFields(out);
  if (answer === null) return "answered something else than JSON";
  return String(answer["systemMessage"] ?? answer["user_message"] ?? answer["notice"] ?? "");
}

async function run({ program, args }: Launch, input: string, scratch: string): Promise<Ended> {
  return await new Promise((resolve) => {
    // What is installed may name a data folder itself; the last one counts.
    const child = spawn(program, [...args, "--home", scratch], {
      cwd: scratch,
      env: { ...process.env, LOCI_HOME: scratch },
      timeout: LONGEST_MS,
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.stdin.on("error", () => undefined);
    child.on("error", ({ message }) => resolve({ status: null, out, err: message }));
    child.on("close", (status) => resolve({ status, out, err }));
    child.stdin.end(input);
  });
}
