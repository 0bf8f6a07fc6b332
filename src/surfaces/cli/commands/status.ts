import type { Job, ProjectStatus } from "../../../index.ts";
import { AUDIT, flag, SPEND } from "../../../model/requests/index.ts";
import { type Style, bytes, fields, table } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";
import { requireOwner } from "../session.ts";
import { localMinute, stateOfRun } from "../../shared/wording.ts";

/** Entries of the audit trail that fit a screen. */
const SHOWN_ENTRIES = 20;

/** `loci status` */
const status = projectCommand({
  examples: [
    ["loci status", "how the current folder's project stands"],
    ["loci status --audit", "who did what lately"],
    ["loci status --project notes --json", "another one, for a script"],
  ],
  description: "Show how the project stands: what it holds, its model, what leaves the machine, what runs.",
  flags: { audit: flag("Who did what instead, the latest first"), ...AUDIT },
  opens: "looks",
  async ask({ project, session, caller }, { audit, limit = SHOWN_ENTRIES }) {
    if (audit !== true) return await project.status({ caller });
    requireOwner(session);
    return { entries: await project.audit({ limit }) };
  },
  text(answer, style, { loci, caller }) {
    // Only the owner is told which projects there are.
    if (!("entries" in answer)) return render(answer, caller === "owner" ? loci.projects() : [], style);
    const rows = answer.entries.map((one) => [localMinute(one.time), one.caller, one.action, one.object]);
    return table(["time", "caller", "action", "object"], rows, style);
  },
});

function render(status: ProjectStatus, projects: readonly string[], style: Style): string {
  const { index, caches, counts, cleaned, running, lastJob } = status;
  const others = projects.filter((name) => name !== status.project);
  const isMade = status.home === null || projects.includes(status.project);
  return fields(
    [
      ["project", status.project],
      ["home", status.home ?? ""],
      index.state === "ready"
        ? ["index", isMade ? `ready, ${bytes(index.bytes)}` : "not made yet: 'loci index FOLDER --scope kb' makes it"]
        : ["index", `${index.state}: ${index.detail}; the next search makes it again`, style.red],
      ["caches", caches.vectors === 0 ? "" : `${bytes(caches.vectors)} of vectors`],
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
      ["passages", `${counts.drawers}, ${bytes(counts.textBytes)} of text`],
      ["vectors", `${counts.vectors}${status.modelIdentity === null ? "" : ` of ${status.modelIdentity}`}`],
      ["leaves", status.leaves.length === 0 ? "nothing leaves this machine" : status.leaves.join("; ")],
      ...(status.llm === null ? [] : [["language model", renderModel(status.llm)] as const]),
      ["cleaned", cleaned === null ? "" : `what was kept for long enough, last ${localMinute(cleaned.at)}`],
      ["running", running.map(({ kind, id }) => `${kind} ${id}`).join(", ")],
      ["last job", lastJob === null ? "none" : renderLast(lastJob)],
      ["others", others.join(", ")],
    ],
    style,
  );
}

function renderLast(job: Job): string {
  const last = `${job.kind} ${stateOfRun(job)}, ${localMinute(job.startedAt)}`;
  return stateOfRun(job) === "stopped" ? `${last}: its process is gone; 'loci index' goes on with it` : last;
}

function renderModel({ provider, model, fault, today, limits }: NonNullable<ProjectStatus["llm"]>): string {
  const most = limits.dailyTokens === 0 ? "" : ` of ${limits.dailyTokens}`;
  const cost = today.cost === 0 ? "" : `, cost ${today.cost.toFixed(4)}`;
  return `${provider}${model === "" ? "" : ` ${model}`}; today ${today.tokens}${most} tokens in ${today.calls} calls${cost}${fault === "" ? "" : `; ${fault}`}`;
}

/** `loci spend` */
const spend = projectCommand({
  examples: [
    ["loci spend", "who used how much of the language model in the last week"],
    ["loci spend --days 1", "today"],
  ],
  description:
    "Show what calls of the language model came to, by day, caller and job. What each caller may use a day: " +
    "llm.daily_token_limit, llm.user_token_limit, llm.public_token_limit.",
  flags: SPEND,
  ownerOnly: true,
  opens: "looks",
  ask: ({ project }, { days }) => project.spend({ days }),
  text: ({ spend }, style) =>
    spend.length === 0
      ? "nothing was asked of a language model"
      : table(
          ["day", "caller", "job", "#calls", "#tokens", "#cost"],
          spend.map(({ day, caller, job, calls, tokens, cost }) => [
            day,
            caller,
            job,
            calls,
            tokens,
            cost === 0 ? "" : cost.toFixed(4),
          ]),
          style,
        ),
});

export const commands = { status, spend };
