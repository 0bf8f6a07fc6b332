import type { Job } from "../../../index.ts";
import { counted, stateOfRun } from "../../shared/wording.ts";
import { bytes, oneLine, type Style } from "../output/style.ts";

/** Skipped files that are named one by one; more are counted by reason. */
const NAMED = 10;
/** A message of a transcript, by the line that it stands in. */
const LINE = /:\d+$/;

/** The reason of files whose names say nothing that is read. */
const UNKNOWN = "unknown type";
/** The reason of what an agent's transcript brings back of Loci. */
const OWN = "Loci's own words";
const CODE = /\.(?:py|[cm]?[jt]sx?|rs|go|java|kt|swift|rb|php|cs|c|h|cc|cpp|hpp|sh|sql|lua|pl|r|scala|ex|hs|css)$/iu;
/** Kinds of unknown files that are named. */
const KINDS = 4;

/** Files of unknown type in one line: no failure, but nothing silent either. None: null. */
function leftOutLine({ skipped, messages }: Pick<Job, "skipped" | "messages">, style: Style): string | null {
  const unknown = skipped.filter(({ reason }) => reason === UNKNOWN).map(({ path }) => path);
  if (unknown.length === 0) return null;
  const counts = new Map<string, number>();
  for (const path of unknown) {
    const kind = /\.[\p{L}\p{N}_+-]+$/u.exec(path)?.[0].toLowerCase() ?? "without extension";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const others = kinds.slice(KINDS).reduce((sum, [, count]) => sum + count, 0);
  const most = kinds.slice(0, KINDS).map(([kind, count]) => `${count} ${oneLine(kind)}`);
  const named = unknown.length < KINDS ? unknown.map(oneLine) : [...most, ...(others === 0 ? [] : [`${others} more`])];
  const code = messages === undefined ? kinds.map(([kind]) => kind).find((kind) => CODE.test(kind)) : undefined;
  const kind = messages === undefined ? "document" : "transcript";
  const are = unknown.length === 1 ? `that is no ${kind}` : `that are no ${kind}s`;
  const what = `${counted(unknown.length, "file")} ${are} (${named.join(", ")})`;
  return `  left out ${what}${code === undefined ? "" : style.dim(`; code is read by --include '**/*${code}'`)}`;
}

const NO_CHATS = "  documents are read by 'loci index PATH --scope SCOPE'";
const MOVED = "  where it has moved: 'loci index NEW-PLACE', then 'loci sources rm OLD-PLACE --yes'";
const STAYS = "what was stored stays, and the next run goes on from there";

/** Files that are named beside a reason where more than a few were skipped. */
const EXAMPLES = 2;

/** A finished run as people read it. */
export function renderJob(job: Job, style: Style): string {
  const { files, drawers, embeddings, messages } = job;
  const stays = drawers.added + drawers.kept + (messages?.added ?? 0) + (messages?.kept ?? 0) > 0;
  const status = job.status === "done" ? style.green("done") : style.red(stateOfRun(job));
  const unknown = job.skipped.filter(({ reason }) => reason === UNKNOWN).length;
  const { projects = [] } = job;
  const where = projects.length > 1 ? `all ${projects.length} projects` : "the project";
  const lines = [
    `${status} in ${job.seconds.toFixed(job.seconds < 10 ? 2 : 0)} s: ${counted(files.seen - unknown, "file")}, ${bytes(job.bytes)} read`,
    `  files    ${files.indexed} indexed, ${files.unchanged} unchanged, ${files.skipped - unknown} skipped, ${files.removed} removed, ${files.failed} failed`,
    ...(messages === undefined
      ? []
      : [`  messages ${messages.added} added, ${messages.kept} kept, ${messages.skipped} skipped`]),
    ...projects.map(
      ({ project, sessions, messages: { added } }) =>
        `  ${style.bold(project)}  ${counted(sessions, "session")}, ${counted(added, "new message")}`,
    ),
    `  passages ${drawers.added} added, ${drawers.kept} kept, ${drawers.removed} removed; ${drawers.total} in ${where}`,
    `  vectors  ${embeddings.computed} computed, ${embeddings.reused} reused`,
    ...skippedLines(job, style),
    ...job.failed.map(
      ({ path, code, message }) =>
        `  ${style.red("failed")}   ${oneLine(path)}: ${oneLine(message)} ${style.dim(`[${code}]`)}`,
    ),
    ...(job.failed.some(({ code }) => code === "PATH_NOT_FOUND") ? [MOVED] : []),
    ...(messages !== undefined && files.seen > 0 && files.skipped + files.failed === files.seen ? [NO_CHATS] : []),
    ...(job.status === "done" ? [] : [style.dim(`  job ${job.id}; ${stays ? STAYS : "nothing was stored"}`)]),
  ];
  return lines.join("\n");
}

function skippedLines(job: Job, style: Style): readonly string[] {
  const { skipped, messages } = job;
  const leftOut = leftOutLine(job, style);
  const own = skipped.filter(({ reason }) => reason === OWN).length;
  const named = skipped.filter(({ reason }) => reason !== UNKNOWN && reason !== OWN);
  const line = (what: string): string => `  ${style.yellow("skipped")}  ${what}`;
  const reasons = new Map<string, { readonly what: string; readonly reason: string; readonly paths: string[] }>();
  for (const { path, reason } of named) {
    const what = messages !== undefined && LINE.test(path) ? "line" : "file";
    const alike = reasons.get(`${what} ${reason}`) ?? { what, reason, paths: [] };
    alike.paths.push(oneLine(path));
    reasons.set(`${what} ${reason}`, alike);
  }
  const sorted = [...reasons.values()].sort(
    (a, b) => b.paths.length - a.paths.length || (a.reason < b.reason ? -1 : 1),
  );
  const first = (paths: readonly string[]): string =>
    paths.slice(0, EXAMPLES).join(", ") + (paths.length > EXAMPLES ? ", …" : "");
  const lines =
    named.length <= NAMED
      ? named.map(({ path, reason }) => line(`${oneLine(path)}: ${oneLine(reason)}`))
      : sorted.map(({ what, reason, paths }) =>
          line(`${counted(paths.length, what)}: ${oneLine(reason)} ${style.dim(`(${first(paths)})`)}`),
        );
  return [
    ...lines,
    ...(leftOut === null ? [] : [leftOut]),
    ...(own === 0 ? [] : [`  left out ${counted(own, "place")} where an agent's transcript repeats Loci's own words`]),
  ];
}
