import { accessSync, constants, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "../../files/private-folder.ts";
import { restoresLeft, temporaryFiles } from "../../files/temporary-file.ts";
import { readKept } from "../../ingest/kept/kept-file.ts";
import { ForgottenTexts, isForgettingUnfinished, removedTexts } from "../palace/leave-no-trace.ts";
import type { OpenedProject } from "../opened-project.ts";
import { damagedCatalogs, type ProjectFolder } from "../project-folder.ts";
import type { Finding } from "../../operations/answers/status.ts";
import { LociError } from "../../model/error.ts";
import { example, step } from "../../model/next-step.ts";
import { fault, INDEX_AGAIN, sound, warning } from "./finding.ts";

/** Who can read the data folder, and what killed processes have left in it. @param pass see `letOthers` */
export async function checkFolder(
  { home, folder }: Pick<OpenedProject, "home" | "folder">,
  pass: () => Promise<void>,
): Promise<readonly Finding[]> {
  return [
    checkPermissions(home, folder.root),
    checkDisk(home),
    checkTemporary(home),
    checkDamaged(folder),
    checkForgotten(folder),
    ...(await checkKept(folder, pass)),
  ].filter((finding) => finding !== null);
}

/** Kept sessions that aren't what was written: what stands behind the damage is found by nothing. Cost: reads and unpacks them all. */
async function checkKept(
  { sessions }: Pick<ProjectFolder, "sessions">,
  pass: () => Promise<void>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const file of filesBelow(sessions)) {
    await pass();
    if (!file.endsWith(".kept") || readKept(file)?.damaged !== true) continue;
    findings.push(
      warning(
        "files",
        `a kept session is damaged: '${file}'; its messages behind the damage are lost here`,
        "the next run takes them from the agent's own history where it still has them; else put the file of a backup there",
      ),
    );
  }
  return findings;
}

/** Copies of a catalog or a record of facts that a repair has left: a forget erases them, nothing else does. */
function checkDamaged(folder: Pick<ProjectFolder, "root">): Finding | null {
  const left = damagedCatalogs(folder);
  if (left.length === 0) return null;
  const named = left.map((path) => `'${path}'`);
  return warning(
    "catalog",
    `a repair has kept what was damaged: ${named.join(", ")}`,
    `when nothing is missing: rm ${named.join(" ")}`,
  );
}

/** Whether what was forgotten can be known: until then no history is read. */
function checkForgotten({ root }: Pick<ProjectFolder, "root">): Finding | null {
  try {
    new ForgottenTexts(root);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof LociError)) throw thrown;
    return fault("files", thrown.message, thrown.hint);
  }
}

/** Whether something that was to be forgotten is gone. */
export async function checkForgetting(project: Pick<OpenedProject, "catalog">): Promise<Finding | null> {
  if (!(await isForgettingUnfinished(project))) return null;
  return warning(
    "index",
    "a forget was interrupted: traces of what was forgotten may still stand in the index",
    INDEX_AGAIN,
  );
}

/** Texts of files that were deleted or changed, in the index's own file. */
export async function checkRemoved(project: Pick<OpenedProject, "catalog">): Promise<Finding | null> {
  const removed = await removedTexts(project);
  if (removed === 0) return null;
  return warning(
    "index",
    `the texts of ${removed} removed ${removed === 1 ? "drawer" : "drawers"} may still be read ` +
      "in index.sqlite by who opens the file itself, until what held them is merged",
    step`${example("forget", "--compact")}`,
  );
}

/** What killed processes have begun to write: it may hold what was forgotten since. */
function checkTemporary(home: string): Finding | null {
  const left = [...temporaryFiles(home), ...restoresLeft(home)];
  if (left.length === 0) return null;
  const many = left.length === 1 ? "1 temporary file was" : `${left.length} temporary files were`;
  const named = [...left.slice(0, 3), ...(left.length > 3 ? ["…"] : [])].join(", ");
  return warning("files", `${many} left behind by processes that ended: ${named}`, "loci doctor --repair");
}

/** Whether only the owner can read a project's folder and its databases. Folders 0700, files 0600. */
function checkPermissions(home: string, folder: string): Finding {
  const open: string[] = [];
  for (const path of [home, folder]) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && (stat.mode & 0o077) !== 0) open.push(path);
  }
  // The folder itself keeps others out; its files are looked at in case it once did not.
  if (open.length > 0) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isFile() && (statSync(path).mode & 0o077) !== 0) open.push(path);
    }
  }
  if (process.platform === "win32" || open.length === 0)
    return sound("permissions", "only you can read the data folder");
  return warning("permissions", `others on this machine can read ${open.join(", ")}`, `chmod -R go-rwx '${home}'`);
}

/** What the smallest write takes at most for the logs of catalog, index and cache: with 300 kB one sentence fits, with 200 it doesn't. */
const LEAST_FREE_BYTES = 512 * 1024;
/** What a run over a few files takes; a disk that is small altogether is not nearly full for that. */
const RUN_BYTES = 4 * 1024 * 1024;
const LEAST_SHARE = 0.1;

/** Why nothing can be written into a folder, by the system's code; null where it can. */
function cannotWrite(folder: string): string | null {
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code ?? "unknown";
  }
}

function checkDisk(home: string): Finding | null {
  const { bavail, bsize, blocks } = statfsSync(home);
  const free = bavail * bsize;
  const cannot = cannotWrite(home);
  if (cannot !== null)
    return fault(
      "disk",
      `the data folder takes no writes (${cannot}), so what is there is read and nothing is written`,
      "make it writable, or move it to a disk that is",
    );
  const full = free < LEAST_FREE_BYTES;
  if (!full && (free >= RUN_BYTES || free >= blocks * bsize * LEAST_SHARE)) return null;
  const [finding, state, then] = full
    ? ([fault, "full", "what is there is read and nothing is written"] as const)
    : ([warning, "nearly full", "a run over many files may not fit"] as const);
  const left = `${Math.floor(free / 1024)} kB are left`;
  return finding(
    "disk",
    `the disk of the data folder is ${state}: ${left}, so ${then}`,
    "free some space on that disk",
  );
}
