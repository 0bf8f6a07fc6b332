import type { ProjectStatus } from "../../../index.ts";
import { AUDIT } from "../../../model/requests/index.ts";
import { addFlags } from "../request-flags.ts";
import type { CommandModule } from "../command.ts";
import { bytes, fields, localMinute, table } from "../output/table.ts";
import type { Style } from "../output/style.ts";
import { requireOwner, type Session } from "../session.ts";

interface Flags {
  readonly audit?: boolean;
  readonly limit?: number;
}

/** Entries of the audit trail that fit a screen. */
const SHOWN_ENTRIES = 20;

/** `loci status` */
export const command: CommandModule = {
  examples: [
    ["loci status", "how the current folder's project stands"],
    ["loci status --audit", "who did what lately"],
    ["loci status --project notes --json", "another one, for a script"],
  ],
  define(command, session) {
    command
      .description("Say how the project stands: what it holds, its model, what leaves the machine, what runs.")
      .option("--audit", "who did what instead, the latest first");
    addFlags(command, AUDIT);
    command.action(({ audit, limit }: Flags) => (audit === true ? trail(session, limit) : run(session)));
  },
};

async function trail(session: Session, limit = SHOWN_ENTRIES): Promise<void> {
  requireOwner(session);
  await session.lookIntoProject(async ({ project }) => {
    const entries = await project.audit({ limit });
    await session.answer({ entries }, () =>
      table(
        [{ heading: "time" }, { heading: "caller" }, { heading: "action" }, { heading: "object" }],
        entries.map(({ time, caller, action, object }) => [localMinute(time), caller, action, object]),
        session.style,
      ),
    );
  });
}

async function run(session: Session): Promise<void> {
  await session.lookIntoProject(async ({ project, loci }) => {
    const status = await project.status({ caller: session.caller });
    await session.notes(status.notes);
    // Only the owner is told which projects there are.
    await session.answer(status, () =>
      render(status, session.caller === "owner" ? loci.projects() : [], session.style),
    );
  });
}

function render(status: ProjectStatus, projects: readonly string[], style: Style): string {
  const { index, caches, counts, cleaned, running, lastJob } = status;
  const others = projects.filter((name) => name !== status.project);
  return fields(
    [
      ["project", status.project],
      ["home", status.home ?? ""],
      index.state === "ready"
        ? ["index", `ready, ${bytes(index.bytes)}`]
        : ["index", `${index.state}: ${index.detail}; the next search makes it again`, style.red],
      [
        "caches",
        caches.parsed + caches.vectors === 0
          ? ""
          : `${bytes(caches.parsed)} of parsed documents, ${bytes(caches.vectors)} of vectors`,
      ],
      ["sources", String(status.sources)],
      [
        "watched",
        status.watch.watched.length === 0
          ? "no: 'loci serve' or 'loci watch' keeps sources current"
          : `${status.watch.watched.length} of ${status.sources}`,
      ],
      [
        "away",
        status.watch.away.length === 0
          ? ""
          : `${status.watch.away.join(", ")}: not at its place; what was indexed stays`,
        style.yellow,
      ],
      ["documents", String(counts.documents)],
      ["drawers", `${counts.drawers}, ${bytes(counts.textBytes)} of text`],
      ["vectors", `${counts.vectors}${status.modelIdentity === null ? "" : ` of ${status.modelIdentity}`}`],
      ["leaves", status.leaves.length === 0 ? "nothing leaves this machine" : status.leaves.join("; ")],
      ...(status.llm === null ? [] : [["language model", renderModel(status.llm)] as const]),
      ["cleaned", cleaned === null ? "" : `what was kept for long enough, last ${localMinute(cleaned.at)}`],
      ["running", running.map(({ kind, id }) => `${kind} ${id}`).join(", ")],
      ["last job", lastJob === null ? "none" : `${lastJob.kind} ${lastJob.status}, ${lastJob.startedAt}`],
      ["others", others.join(", ")],
    ],
    style,
  );
}

function renderModel({ provider, model, fault, today, limits }: NonNullable<ProjectStatus["llm"]>): string {
  const most = limits.dailyTokens === 0 ? "" : ` of ${limits.dailyTokens}`;
  const cost = today.cost === 0 ? "" : `, cost ${today.cost.toFixed(4)}`;
  return `${provider}${model === "" ? "" : ` ${model}`}; today ${today.tokens}${most} tokens in ${today.calls} calls${cost}${fault === "" ? "" : `; ${fault}`}`;
}
