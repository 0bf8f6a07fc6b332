import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { LociError } from "../../../index.ts";
import { flag } from "../../../model/requests/index.ts";
import { counted } from "../../shared/wording.ts";
import { EXIT } from "../../shared/error-table.ts";
import { type AgentAdapter, AGENTS } from "../../hooks/hook-event.ts";
import { disconnect, install, uninstall } from "../../hooks/install.ts";
import { planInstall, planMcp } from "../../hooks/plan-install.ts";
import { oneLine, printable } from "../output/style.ts";
import { plainCommand } from "../project-command.ts";
import type { Session } from "../session.ts";
import { agentNamed, installPlace, TAKEN_OUT } from "./hooks.ts";

interface Step {
  readonly step: "history" | "mcp" | "hooks" | "brief";
  readonly done: boolean;
  readonly what: string;
}

function historiesOf({ io }: Session, { histories }: AgentAdapter): { places: string[]; found: string[] } {
  const paths = histories.flatMap(([variable, path]) => {
    const base = variable === null ? io.userHome : io.environment[variable];
    return base === undefined || base === "" ? [] : { place: join(base, path), base, path };
  });
  const found = paths.flatMap(({ place, base, path }) =>
    path.includes("*") ? globSync(path, { cwd: base }).map((one) => join(base, one)) : existsSync(place) ? [place] : [],
  );
  return { places: [...new Set(paths.map(({ place }) => place))], found: [...new Set(found)].sort() };
}

/** `loci setup AGENT` */
export const command = plainCommand(
  {
    examples: [
      ["loci setup claude-code", "shows each step first, and asks"],
      ["loci setup codex --yes", "all of it at once: history, MCP, hooks; then what the agent will see"],
      ["loci setup claude-code --remove", "takes MCP and hooks out again; what was mined stays"],
    ],
    description:
      "Connect an agent: mine its history, each session into the project of its repository; connect the MCP server; " +
      "install the hooks; show the brief that its next session starts with. Each step is shown first. --remove " +
      "undoes it, byte for byte where nothing else changed since; what was mined stays until 'loci sources rm'.",
    takes: [["<agent>", AGENTS.join(", ")]],
    flags: { yes: flag("Don't ask before the steps"), remove: flag("Take it out again") },
    ownerOnly: true,
  },
  (session, { yes, remove: takesOut }, [agent]: readonly [string]) =>
    takesOut === true ? remove(session, agentNamed(agent)) : run(session, agentNamed(agent), yes === true),
);

async function run(session: Session, adapter: AgentAdapter, yes: boolean): Promise<void> {
  const place = installPlace(session);
  const mcp = planMcp(adapter, place);
  const { places, found: histories } = historiesOf(session, adapter);
  const hooks = planInstall(adapter, place);
  // Else its server would fill another memory than the hooks do.
  const isSaid = place.trailing.every((word) => word.startsWith("--") || mcp.before?.includes(word));
  const but = isSaid ? "" : `, but without ${place.trailing.join(" ")}: add that, else it opens another memory`;
  const plan = [
    histories.length === 0
      ? `history: none found in ${places.join(", ")}`
      : `history: mine ${histories.join(", ")}, seen by you alone`,
    mcp.after === mcp.before ? `MCP: connected already in ${mcp.file}${but}` : `MCP: add 'loci' to ${mcp.file}`,
    hooks.after === hooks.before
      ? `hooks: installed already in ${hooks.file}`
      : `hooks: ${hooks.events.join(", ")} in ${hooks.file}`,
    "then show what the agent will see at its start",
  ];
  if (!session.options().json) await session.answer({}, () => plan.map((one) => `  ${oneLine(one)}`).join("\n"));
  if (!yes && !(await confirmed(session))) {
    session.status = EXIT.NOTHING_OR_PARTIAL;
    return await session.answer(
      { agent: adapter.name, plan, steps: [] },
      () => "nothing was changed; --yes does it without asking",
    );
  }
  const steps: Step[] = [];
  const done = (step: Step["step"], what: string, ok = true): void => void steps.push({ step, done: ok, what });
  const { filled, what, isDone } = await mineHistories(session, adapter, histories);
  done("history", what, isDone);
  // Gemini's server and hooks stand in one file: planned anew after each step.
  const server = planMcp(adapter, place);
  if (server.after !== server.before) install(server, place.home, `mcp-${adapter.name}`);
  done("mcp", server.after === server.before ? `was connected already${but}` : `connected in ${server.file}`);
  const hooking = planInstall(adapter, place);
  if (hooking.after !== hooking.before) install(hooking, place.home);
  const { length } = hooking.events;
  done("hooks", `${counted(length, "hook")} in ${hooking.file}. ${adapter.afterInstall(length)}`);
  const brief = await firstBrief(session, filled);
  done(
    "brief",
    brief.text === "" ? `'${brief.project}' holds nothing yet` : `what a session in '${brief.project}' starts with`,
  );
  await session.answer({ agent: adapter.name, plan, steps, brief }, () =>
    [
      ...steps.map(
        ({ step, done: ok, what }) =>
          `${ok ? session.style.green("done") : session.style.red("failed")}  ${step}: ${oneLine(what)}`,
      ),
      "",
      ...(brief.text === ""
        ? ["Index something, and an agent that starts here is told what it is about: loci index . --scope kb"]
        : [session.style.bold("What the agent will see at its start:"), "", printable(brief.text)]),
      "",
      `undo: loci setup ${adapter.name} --remove`,
    ].join("\n"),
  );
  if (steps.some((one) => !one.done)) session.status = EXIT.NOTHING_OR_PARTIAL;
}

/** The brief of the project that one stands in; where that is empty, of the first that was filled. */
async function firstBrief(session: Session, filled: readonly string[]): Promise<{ project: string; text: string }> {
  return await session.withHome(async ({ loci, projectName }) => {
    const brief = async (name: string): Promise<{ project: string; text: string }> => {
      const { text } = await (await loci.project(name, { make: false })).wakeUp({ caller: session.caller });
      return { project: name, text };
    };
    const own = await brief(projectName);
    const [other] = filled.filter((name) => name !== projectName);
    return own.text !== "" || other === undefined ? own : await brief(other);
  });
}

/** @returns the projects that it filled, the fullest first, and what came of it */
async function mineHistories(
  session: Session,
  adapter: AgentAdapter,
  histories: readonly string[],
): Promise<{ readonly filled: readonly string[]; readonly what: string; readonly isDone: boolean }> {
  if (histories.length === 0)
    return { filled: [], what: "none found; the hooks keep what is said from now on", isDone: true };
  const { project } = session.options();
  try {
    const job = await session.withHome(async ({ loci, projectName }) => {
      // Beside its sessions Claude Code keeps what it remembers, and long results of tools; Cursor has several forms.
      const isMixed = adapter.name === "claude-code" || adapter.name === "cursor";
      const form = isMixed ? { exclude: ["**/tool-results/**"] } : { format: adapter.name };
      const options = { scope: "admin", ...form, signal: session.io.signal };
      if (project !== null) return await (await loci.project(project)).mine(histories, options);
      return await loci.mine(histories, { ...options, fallback: projectName });
    });
    const filled = [...(job.projects ?? [])].sort((a, b) => b.sessions - a.sessions).map((one) => one.project);
    const what = `${counted(job.messages?.added ?? 0, "message")} taken in from ${histories.join(", ")}`;
    return { filled, what, isDone: true };
  } catch (thrown) {
    if (!(thrown instanceof LociError)) throw thrown;
    // The rest of the set-up doesn't depend on it.
    return { filled: [], what: `${thrown.message} (${thrown.hint})`, isDone: false };
  }
}

async function confirmed(session: Session): Promise<boolean> {
  const { io } = session;
  if (io.input.isTTY !== true || session.options().json) return false;
  const prompt = createInterface({ input: io.input, output: process.stderr });
  try {
    return /^\s*y(?:es)?\s*$/iu.test(await prompt.question("Go on? [y/N] "));
  } finally {
    prompt.close();
  }
}

async function remove(session: Session, adapter: AgentAdapter): Promise<void> {
  const place = installPlace(session);
  // In reverse order of installation, so that the first state is restored.
  const removed = [uninstall(adapter, place), disconnect(adapter, place)];
  const { file, before, after } = planMcp(adapter, place);
  await session.answer({ agent: adapter.name, removed }, () =>
    [
      ...new Set(removed.map((one) => `${oneLine(one.file)} ${TAKEN_OUT[one.how]}`)),
      ...(before === after
        ? [`${oneLine(file)} still names a server 'loci', which setup didn't put in: remove it there`]
        : []),
      "what was mined stays: 'loci sources' lists it",
    ].join("\n"),
  );
}
