import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ifThere } from "../../../files/plain-file.ts";
import { nearestName, projectOfFolder, projectRoot, LociError } from "../../../index.ts";
import { counted } from "../../shared/wording.ts";
import { EXIT } from "../../shared/error-table.ts";
import { type AgentAdapter, AGENTS } from "../../hooks/hook-event.ts";
import { install, installedEvents, uninstall } from "../../hooks/install.ts";
import { configFile, planInstall, type InstallPlace } from "../../hooks/plan-install.ts";
import { spoolFolder } from "../../hooks/local-context.ts";
import { flag } from "../../../model/requests/index.ts";
import { oneLine, verbatim } from "../output/style.ts";
import { ownCommand, type Taken, withParts } from "../project-command.ts";
import type { Session } from "../session.ts";
import { fileURLToPath } from "node:url";
import { adapterOf } from "../../hooks/agents.ts";

const AGENT: readonly Taken[] = [["<agent>", AGENTS.join(", ")]];

const installCommand = ownCommand({
  description: "Write the agent's own hook configuration.",
  takes: AGENT,
  flags: { dryRun: flag("Only show what would be written") },
  async ask(session, { dryRun = false }, [agent]: readonly [string]) {
    const adapter = agentNamed(agent);
    const place = installPlace(session);
    const plan = planInstall(adapter, place);
    const changes = plan.after !== plan.before;
    if (!dryRun && changes) install(plan, place.home);
    const { agent: name, file, events, after } = plan;
    const next = changes ? [adapter.afterInstall(events.length)] : [];
    return { agent: name, file, events, changed: changes && !dryRun, next, ...(dryRun && { after }) };
  },
  text({ file, events, changed, next, after }, style) {
    if (!changed && next.length === 0) return `${oneLine(file)} has these hooks already`;
    if (after !== undefined) return `${style.dim(`${oneLine(file)} would be:`)}\n${verbatim(after)}`;
    return [`${counted(events.length, "hook")} in ${oneLine(file)}: ${events.join(", ")}`, ...next].join("\n");
  },
});

const uninstallCommand = ownCommand({
  description: "Take the hooks out again.",
  takes: AGENT,
  async ask(session, _flags, [agent]: readonly [string]) {
    const adapter = agentNamed(agent);
    const { file, how } = uninstall(adapter, installPlace(session));
    if (how === "absent") session.status = EXIT.NOTHING_OR_PARTIAL;
    return { agent: adapter.name, file, how };
  },
  text: ({ file, how }) => `${oneLine(file)} ${TAKEN_OUT[how]}`,
});

/** What undoing did to an agent's file, behind its name. */
export const TAKEN_OUT = {
  restored: "is as it was before, byte for byte",
  removed: "keeps what else it holds; only what Loci had put in was taken out",
  deleted: "held nothing else, and is gone",
  absent: "holds nothing that Loci put in",
};

const statusCommand = ownCommand({
  description:
    "Say which hooks of an agent are installed, and which are missing; install them, or take them out. By hooks agents remember without " +
    "being told: a brief when a session starts, passages where a prompt asks for something that was said, and every turn kept as " +
    "it was said. Where memory fails the agent goes on, with one visible line.",
  examples: [
    ["loci hooks install claude-code --dry-run", "show what would be written, and where"],
    ["loci hooks install codex", "remember every session, and answer from them"],
    ["loci hooks claude-code", "which hooks are installed, and where"],
    ["loci hooks uninstall cursor", "put the file back as it was, byte for byte"],
  ],
  takes: AGENT,
  async ask(session, _flags, [agent]: readonly [string]) {
    const adapter = agentNamed(agent);
    const place = installPlace(session);
    const installed = installedEvents(adapter, place);
    const missing = adapter.events.map(({ name }) => name).filter((event) => !installed.includes(event));
    if (missing.length > 0) session.status = EXIT.NOTHING_OR_PARTIAL;
    // Codex runs none of them before somebody has trusted it, and doesn't say whether somebody did.
    const trust =
      adapter.name === "codex" && installed.length > 0
        ? "installed, not yet trusted as far as can be known: open Codex, /hooks"
        : null;
    const project =
      session.options().project ?? (await projectOfFolder(session.io.cwd, { ...session.io, home: place.home })).name;
    const waiting = waitingIn(spoolFolder(projectRoot(place.home, project)));
    const file = configFile(adapter, place);
    return { agent: adapter.name, file, installed, missing, waiting, trust, project };
  },
  text({ agent, file, installed, missing, waiting, trust, project }, style) {
    if (installed.length === 0) return `${agentNamed(agent).title} has no hooks of Loci: loci hooks install ${agent}`;
    return [
      oneLine(file),
      ...installed.map((event) => `${style.green("installed")}  ${event}`),
      ...missing.map((event) => `${style.yellow("missing")}    ${event}`),
      ...(waiting > 0 ? [`${counted(waiting, "turn")} wait to be recorded in '${project}'`] : []),
      ...(trust === null ? [] : [trust]),
    ].join("\n");
  },
});

/** `loci hooks AGENT`, `loci hooks install|uninstall AGENT` */
export const command = withParts(statusCommand, { install: installCommand, uninstall: uninstallCommand });

const waitingIn = (folder: string): number =>
  (ifThere(() => readdirSync(folder)) ?? []).filter((name) => name.endsWith(".json")).length;

/** Where hooks go and how they start Loci: this very program, with the data folder and project that were named. */
export function installPlace(session: Session): InstallPlace {
  const { home, project } = session.options();
  const bin = fileURLToPath(new URL("../../../../bin/loci.js", import.meta.url));
  const usual = home === join(homedir(), ".loci");
  return {
    home,
    userHome: session.io.userHome,
    environment: session.io.environment,
    launch: { program: process.execPath, args: [bin] },
    trailing: [...(usual ? [] : ["--home", home]), ...(project === null ? [] : ["--project", project])],
  };
}

/** The agent of that name. @throws LociError `USAGE` */
export function agentNamed(agent: string): AgentAdapter {
  const adapter = adapterOf(agent);
  if (adapter !== null) return adapter;
  const near = AGENTS.find((one) => one.startsWith(agent.toLowerCase())) ?? nearestName(agent, AGENTS);
  throw new LociError("USAGE", `there is no agent '${agent.slice(0, 40)}'`, {
    hint: near === null ? `use one of ${AGENTS.join(", ")}; others start 'loci mcp'` : `did you mean ${near}?`,
  });
}
