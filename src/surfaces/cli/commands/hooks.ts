import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, homedir } from "node:os";
import { join } from "node:path";
import { ifThere } from "../../../files/plain-file.ts";
import { projectOfFolder, projectRoot, LociError } from "../../../index.ts";
import { counted } from "../../shared/wording.ts";
import { EXIT } from "../../shared/error-table.ts";
import { type FiredHook, fireHooks } from "../../hooks/check-hooks.ts";
import { type AgentAdapter, AGENTS } from "../../hooks/hook-event.ts";
import { install, installedEvents, uninstall } from "../../hooks/install.ts";
import { configFile, planInstall, type InstallPlace } from "../../hooks/plan-install.ts";
import { spoolFolder } from "../../hooks/local-context.ts";
import type { CommandModule } from "../command.ts";
import { oneLine } from "../output/style.ts";
import { requireOwner, type Session } from "../session.ts";
import { fileURLToPath } from "node:url";
import { adapterOf } from "../../hooks/agents.ts";

interface Flags {
  readonly folder?: boolean;
  readonly dryRun?: boolean;
}

/** `loci hooks install|uninstall|status AGENT` */
export const command: CommandModule = {
  examples: [
    ["loci hooks install claude-code --dry-run", "show what would be written, and where"],
    ["loci hooks install codex", "remember every session, and answer from them"],
    ["loci hooks status claude-code", "fire each installed hook"],
    ["loci hooks uninstall cursor", "put the file back as it was, byte for byte"],
  ],
  define(command, session) {
    command.description(
      "Hooks by which agents remember without being told: a brief when a session starts, passages " +
        "where a prompt asks for something that was said, and every turn kept as it was said. Where " +
        "memory fails the agent goes on, with one visible line.",
    );
    const sub = (
      name: string,
      description: string,
      work: (adapter: AgentAdapter, flags: Flags) => Promise<void>,
    ): ReturnType<typeof command.command> =>
      command
        .command(name)
        .description(description)
        .argument("<agent>", AGENTS.join(", "))
        .option("--folder", "in the settings of the current folder rather than your own")
        .action((agent: string, flags: Flags) => work(agentNamed(agent), flags));
    sub("install", "Write the agent's own hook configuration.", (adapter, flags) =>
      runInstall(session, adapter, flags),
    ).option("--dry-run", "only show what would be written");
    sub("uninstall", "Take the hooks out again.", (adapter, flags) => runUninstall(session, adapter, flags));
    sub("status", "Say which hooks are installed, and try each.", (adapter, flags) =>
      runStatus(session, adapter, flags),
    );
  },
};

async function runInstall(session: Session, adapter: AgentAdapter, flags: Flags): Promise<void> {
  requireOwner(session);
  const place = installPlace(session, flags);
  const plan = planInstall(adapter, place);
  const changes = plan.after !== plan.before;
  const steps = changes ? [adapter.afterInstall(plan.events.length)] : [];
  if (flags.dryRun !== true && changes) install(plan, place.home);
  const { agent, file, events, after } = plan;
  const dryRun = flags.dryRun === true;
  const result = { agent, file, events, changed: changes && !dryRun, next: steps };
  await session.answer(dryRun ? { ...result, after } : result, () => {
    if (!changes) return `${oneLine(file)} has these hooks already`;
    if (dryRun) return `${session.style.dim(`${oneLine(file)} would be:`)}\n${after}`;
    return [`${counted(events.length, "hook")} in ${oneLine(file)}: ${events.join(", ")}`, ...steps].join("\n");
  });
}

async function runUninstall(session: Session, adapter: AgentAdapter, flags: Flags): Promise<void> {
  requireOwner(session);
  const { file, how } = uninstall(adapter, installPlace(session, flags));
  const words = {
    restored: "is as it was before, byte for byte",
    removed: "was changed since the hooks were installed; only they were taken out",
    deleted: "held nothing else, and is gone",
    absent: "holds no hooks of Loci",
  };
  await session.answer({ agent: adapter.name, file, how }, () => `${oneLine(file)} ${words[how]}`);
  if (how === "absent") session.status = EXIT.NOTHING_OR_PARTIAL;
}

async function runStatus(session: Session, adapter: AgentAdapter, flags: Flags): Promise<void> {
  requireOwner(session);
  const place = installPlace(session, flags);
  const events = installedEvents(adapter, place);
  const scratch = mkdtempSync(join(tmpdir(), "loci-hooks-"));
  let fired: readonly FiredHook[];
  try {
    fired = await fireHooks(adapter, place, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const name =
    session.options().project ?? (await projectOfFolder(session.io.cwd, { ...session.io, home: place.home })).name;
  const waiting = waitingIn(spoolFolder(projectRoot(place.home, name)));
  // Codex runs none of them before somebody has trusted it, and doesn't say whether somebody did.
  const trust =
    adapter.name === "codex" && events.length > 0
      ? "installed, not yet trusted as far as can be known: open Codex, /hooks"
      : null;
  const missing = adapter.events.filter(({ name: event }) => !events.includes(event)).map(({ name: event }) => event);
  const status = {
    agent: adapter.name,
    file: configFile(adapter, place),
    installed: events,
    missing,
    fired,
    waiting,
    trust,
  };
  await session.answer(status, () => {
    if (events.length === 0) return `${adapter.title} has no hooks of Loci: loci hooks install ${adapter.name}`;
    const lines = fired.map(
      ({ event, ok, milliseconds, fault }) =>
        `${ok ? session.style.green("works") : session.style.red("fails")}  ${event}  ` +
        `${session.style.dim(`${milliseconds} ms`)}${fault === "" ? "" : `  ${oneLine(fault)}`}`,
    );
    return [
      `${oneLine(status.file)}`,
      ...lines,
      ...missing.map((event) => `${session.style.yellow("missing")}  ${event}`),
      ...(waiting > 0 ? [`${counted(waiting, "turn")} wait to be recorded in '${name}'`] : []),
      ...(trust === null ? [] : [trust]),
    ].join("\n");
  });
  if (events.length === 0 || missing.length > 0 || fired.some(({ ok }) => !ok))
    session.status = EXIT.NOTHING_OR_PARTIAL;
}

function waitingIn(folder: string): number {
  return (ifThere(() => readdirSync(folder)) ?? []).filter((name) => name.endsWith(".json")).length;
}

/** Where hooks go and how they start Loci: this very program, with the data folder and project that were named. */
export function installPlace(session: Session, { folder = false }: { readonly folder?: boolean } = {}): InstallPlace {
  const { home, project } = session.options();
  const bin = fileURLToPath(new URL("../../../../bin/loci.js", import.meta.url));
  const usual = home === join(homedir(), ".loci");
  return {
    home,
    userHome: session.io.userHome,
    folder: folder ? session.io.cwd : null,
    launch: { program: process.execPath, args: [bin] },
    trailing: [...(usual ? [] : ["--home", home]), ...(project === null ? [] : ["--project", project])],
  };
}

/** The agent of that name. @throws LociError `USAGE` */
export function agentNamed(agent: string): AgentAdapter {
  const adapter = adapterOf(agent);
  if (adapter !== null) return adapter;
  throw new LociError("USAGE", `there is no agent '${agent.slice(0, 40)}'`, {
    hint: `use one of ${AGENTS.join(", ")}`,
  });
}
