import type { ComposedProject, Engines, System } from "../app/opened-project.ts";
import { option, step } from "../model/next-step.ts";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makePrivateFolder } from "../files/private-folder.ts";
import { type Settings, type PartialSettings, settingsInForce } from "../config/configuration.ts";
import { LociError } from "../model/error.ts";
import { options as optionsOf } from "../app/arguments/project-calls.ts";
import { checkRequest, choice, given, NEEDED_TEXT } from "../model/requests/index.ts";
import { DEFAULT_ENGINES } from "./engines.ts";
import type { MinePathsOptions } from "../app/documents/sources-of.ts";
import type { Job } from "../operations/answers/run.ts";
import type { MineEverywhere } from "../app/documents/mine-everywhere.ts";
import { openProject } from "./open-project.ts";
import type { Project } from "../operations/project.ts";
import { createProject } from "./project.ts";
import { recordHomeAudit } from "../app/audit.ts";
import { requireKey } from "../app/projects/manage-projects.ts";
import type { MergedProjects } from "../app/projects/merge-projects.ts";
import type { SplitOff } from "../app/projects/split-project.ts";
import { currentName } from "../app/projects/identity.ts";
import { parseProjectName, projectNames } from "../app/projects/project-name.ts";
import type { Waiting } from "../storage/ports/catalog.ts";
import { thisSystem } from "./system.ts";

/**
 * Some 200 ms of work, so that writing one batch goes on while the next is read; 512 costs 3 % more time in all, for more merging
 * (1,873 files of `til`).
 */
const DEFAULT_BATCH = { drawers: 1_024, bytes: 4_000_000 };

export interface LociOptions {
  /** The data folder, made when it isn't there. Relative ones are seen from the process's folder. */
  readonly home: string;
  /** Settings over the defaults. The library reads no file and no environment: that is the command line's work. */
  readonly settings?: PartialSettings | Settings;
  /** Engines of your own in place of those that come along; see CONTRIBUTING, "An engine of your own". */
  readonly engines?: Partial<Engines>;
  /** Another clock, other ids; for tests. */
  readonly system?: Partial<System>;
  /** Drawers and characters of text that one transaction of an index run holds; smaller ones lose less when a run is killed, and take longer. */
  readonly batch?: { readonly drawers: number; readonly bytes: number };
  /**
   * Where runs of a queue and large runs of a watch go on: `here` (default), or in a `process` of lower priority, so that a service answers
   * meanwhile. That process uses the engines and the system of every day.
   */
  readonly background?: "here" | "process";
  /** How waiting for other processes is told, and ended. */
  readonly waiting?: Waiting;
}

/** A data folder with its projects. */
export interface Loci {
  /** Absolute. */
  readonly home: string;
  /**
   * Opens a project, which is made when it isn't there.
   * @param options `make: false`: one that isn't there is opened as an empty one, and the data folder stays as it is; what is written to it is
   *   gone when it is closed
   * @throws LociError `PROJECT_INVALID` for a name that is none, `STORAGE_FAILED` (also after `close`), `INDEX_FORMAT`
   */
  project(name: string, options?: { readonly make?: boolean }): Promise<Project>;
  /**
   * Mines transcripts of other tools into the projects that their sessions worked in: one session, one document of the project of its
   * repository (worktrees and subfolders are one; a folder that is gone is judged by its path).
   * @param fallback the project of what says no folder, such as an export of chats
   * @returns one job over all projects; its `projects` say what went where
   * @throws as `Project.mine`
   * @example await loci.mine(["/home/me/.claude/projects"], { scope: "admin", fallback: "default" });
   */
  mine(paths: readonly string[], options: MinePathsOptions & { readonly fallback: string }): Promise<Job>;
  /**
   * Makes one project of two, which keeps the name of the second; ids, history and provenance of both stay, and the other's names lead to it.
   * @throws LociError `PROJECT_NOT_FOUND`, `USAGE`, storage errors; begun again, it goes on
   * @example await loci.merge("web-old", "web");
   */
  merge(from: string, into: string): Promise<MergedProjects>;
  /**
   * Gives each repository of a project but its first a project of its own, with its sessions and folders.
   * @throws LociError `PROJECT_NOT_FOUND`, storage errors; begun again, it goes on
   */
  split(project: string): Promise<readonly SplitOff[]>;
  /** Names of the projects that there are, sorted, those that can't be opened among them. @throws LociError `STORAGE_FAILED` */
  projects(): readonly string[];
  /** Closes every project that was opened here. */
  close(): Promise<void>;
}

const OPTIONS = optionsOf<LociOptions>({
  home: NEEDED_TEXT,
  settings: given("object"),
  engines: given("object"),
  system: given("object"),
  batch: given("object"),
  background: choice(["here", "process"], ""),
  waiting: given("object"),
});

/**
 * Opens a data folder.
 * @throws LociError `STORAGE_FAILED` when the folder can't be made, `USAGE` for options that are none, `UNAVAILABLE` under a Node that is too old
 * @example
 * const loci = await openLoci({ home: "/home/me/.loci" });
 * const project = await loci.project("notes");
 * await project.index(["/home/me/notes"], { scope: "kb" });
 * const { hits } = await project.search("which port does staging use?");
 * await loci.close();
 */
export async function openLoci(options: LociOptions): Promise<Loci> {
  requireNode(process.versions.node);
  checkRequest(OPTIONS, options, { what: "options" });
  // It would be the current folder.
  if (options.home === "")
    throw new LociError("USAGE", "home is empty", { hint: "give the data folder, for example /home/me/.loci" });
  const home = resolve(options.home);
  try {
    if (makePrivateFolder(home)) chmodSync(home, 0o700);
  } catch (thrown) {
    throw new LociError(
      "STORAGE_FAILED",
      `the data folder '${home}' can't be made (${(thrown as NodeJS.ErrnoException).code ?? "unknown"})`,
      { hint: step`check its permissions, or give another one with ${option("home")} or LOCI_HOME`, cause: thrown },
    );
  }
  const settings = settingsInForce(options.settings);
  const engines = { ...DEFAULT_ENGINES, ...options.engines };
  const machine = { ...thisSystem(), ...options.system };
  const system = { ...machine, lease: { ...machine.lease, ...options.waiting } };
  const batch = options.batch ?? DEFAULT_BATCH;
  const opened = new Set<Project>();
  let closed = false;
  const requireOpen = (): void => {
    if (closed)
      throw new LociError("STORAGE_FAILED", "the data folder is closed", { hint: "open it again with openLoci" });
  };
  const { background = "here" } = options;
  const open = (name: string, folder = home): Promise<ComposedProject> =>
    openProject({ home: folder, name, settings, engines, system, batch, background });
  return {
    home,
    async project(name, { make = true } = {}) {
      requireOpen();
      const checked = currentName(home, parseProjectName(name));
      const temporaryHome =
        make || projectNames(home).includes(checked) ? null : mkdtempSync(join(tmpdir(), "loci-empty-"));
      const parts = await open(checked, temporaryHome ?? home);
      const close = async (): Promise<void> => {
        await parts.close();
        if (temporaryHome !== null) rmSync(temporaryHome, { recursive: true, force: true });
        opened.delete(project);
      };
      // Determined from this folder, wherever it is.
      const project = createProject({ ...parts, home, close });
      opened.add(project);
      if (parts.killed) {
        const { finishForgotten } = await import("../app/documents/index-now.ts");
        try {
          await finishForgotten(parts);
        } catch (thrown) {
          // A full disk: reading needs none of it, the doctor names it, and whoever opens the project next goes on.
          if (!(thrown instanceof LociError && thrown.code === "STORAGE_FULL")) throw thrown;
        }
      }
      // Closed while it was being opened.
      if (closed) await project.close();
      requireOpen();
      return project;
    },
    async mine(paths, { fallback, ...given }) {
      requireOpen();
      const { mineEverywhere } = await import("../app/documents/mine-everywhere.ts");
      const { minePaths } = await import("../app/documents/index-now.ts");
      const mine: MineEverywhere["mine"] = async (name, own, { home: folder = home, ...routed }) => {
        // Files without a transcript leave no project behind: the run over an empty one tells of them, as far as the first that is one.
        if (folder === home && routed.route === "rest" && !projectNames(home).includes(currentName(home, name))) {
          const found = new AbortController();
          const signal = AbortSignal.any([found.signal, ...(routed.signal === undefined ? [] : [routed.signal])]);
          const onProgress: typeof routed.onProgress = ({ drawers }) => drawers > 0 && found.abort();
          const empty = mkdtempSync(join(tmpdir(), "loci-empty-"));
          const run = await mine(name, own, { ...routed, signal, onProgress, home: empty }).finally(() =>
            rmSync(empty, { recursive: true, force: true }),
          );
          if (run.job.drawers.total === 0) return run;
        }
        const parts = await open(name, folder);
        try {
          const job = await minePaths(parts, { paths: own, ...routed });
          const sources = await parts.catalog.sources.list();
          const mined = sources.filter(({ key }) => job.sources.includes(key));
          return { job, sessions: mined.reduce((sum, { documents = 0 }) => sum + documents, 0) };
        } finally {
          await parts.close();
        }
      };
      return await mineEverywhere(
        { home, system, settings, mine },
        { paths, fallback: parseProjectName(fallback) },
        given,
      );
    },
    async merge(from, into) {
      requireOpen();
      const { mergeProjects, removeMerged } = await import("../app/projects/merge-projects.ts");
      const keys = [requireKey(home, into), requireKey(home, from)] as const;
      const ours = await open(currentName(home, into));
      try {
        const theirs = await open(currentName(home, from));
        try {
          const merged = await mergeProjects({ from: theirs, into: ours });
          await theirs.close();
          removeMerged(home, keys[1]);
          recordHomeAudit(home, { action: "project.merge", object: keys[0] }, system.clock());
          return merged;
        } finally {
          await theirs.close();
        }
      } finally {
        await ours.close();
      }
    },
    async split(name) {
      requireOpen();
      const { splitProject } = await import("../app/projects/split-project.ts");
      const object = requireKey(home, name);
      const from = await open(currentName(home, name));
      try {
        const split = await splitProject(from, system.userHome, (other) => open(other));
        recordHomeAudit(home, { action: "project.split", object }, system.clock());
        return split;
      } finally {
        await from.close();
      }
    },
    projects: () => projectNames(home),
    async close() {
      closed = true;
      for (const project of opened) await project.close();
    },
  };
}

/** Node's oldest major version that everything works on. */
const NEEDED_NODE = 24;

/**
 * Said before anything is opened: an older Node lacks SQLite, and fails far inside with words that name a module of its own. The command line
 * brings a Node along; a program that imports the library chooses its own.
 * @param version such as `24.9.0`
 * @throws LociError `UNAVAILABLE`
 */
export function requireNode(version: string): void {
  if (Number(version.split(".")[0]) >= NEEDED_NODE) return;
  throw new LociError("UNAVAILABLE", `Loci needs Node ${NEEDED_NODE} or newer, and this is Node ${version}`, {
    hint: `run the program with Node ${NEEDED_NODE}; in a checkout, npx and the scripts of package.json find the one that npm ci brought along`,
  });
}
