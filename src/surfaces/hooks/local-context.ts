import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ifThere } from "../../files/plain-file.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { AgentSession, Loci, Project, RedactText, Settings } from "../../index.ts";
import { type HookContext, projectExists } from "./run-hook.ts";

export interface HookPlace {
  /** The data folder, absolute. */
  readonly home: string;
  readonly userHome: string;
  /** The project that was named; null: that of the folder which the agent works in. */
  readonly project: string | null;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Starts a process that records the spooled events; null: they are recorded here, before the hook answers. */
  readonly drainer: ((project: string) => void) | null;
}

/** The context of a hook that runs as a process of its own. `close` closes what was opened. */
export interface LocalHookContext extends HookContext {
  close(): Promise<void>;
}

export function localHookContext(place: HookPlace): LocalHookContext {
  const { home } = place;
  let loci: Loci | null = null;
  const redaction = async (): Promise<RedactText> => {
    const { openProjectRedaction } = await import("../shared/opening.ts");
    return openProjectRedaction(await settingsOf(place)).chats;
  };
  const nameOf = async (cwd: string | null): Promise<string> => {
    if (place.project !== null) return place.project;
    const { folderOfHook, projectOfFolder } = await import("../shared/opening.ts");
    return (await projectOfFolder(await folderOfHook(cwd ?? place.cwd, place), place)).name;
  };
  const rootOf = async (name: string): Promise<string> => {
    const { projectRoot } = await import("../shared/opening.ts");
    return projectRoot(home, name);
  };
  const open = async (name: string): Promise<Project> => {
    loci ??= await openHome(place);
    return await loci.project(name);
  };
  return {
    async project(cwd, make) {
      const name = await nameOf(cwd);
      return make || projectExists(await rootOf(name)) ? await open(name) : null;
    },
    async record(session, cwd) {
      const { sessionProjects } = await import("../shared/opening.ts");
      const names =
        place.project === null
          ? await sessionProjects(session.transcript ?? null, cwd ?? place.cwd, place)
          : [place.project];
      const safe = { ...(await withoutSecrets(session, redaction)), routed: place.project === null };
      for (const name of names) {
        const folder = spoolFolder(await rootOf(name));
        spool(folder, safe, Date.now());
        if (place.drainer !== null) place.drainer(name);
        else await drain(await open(name), folder);
      }
    },
    summaries: summaryFiles(home, redaction),
    staysOpen: false,
    cursorHasOwn: () => existsSync(join(home, "hooks", "cursor.json")),
    // Who records before the answer has asked to wait: a deadline would end the process in the middle, as if it were done.
    sleep: async (milliseconds) =>
      place.drainer === null
        ? await new Promise<never>(() => undefined)
        : void (await sleep(milliseconds, undefined, { ref: false })),
    async close() {
      await loci?.close();
    },
  };
}

async function openHome(place: HookPlace): Promise<Loci> {
  const { openLoci } = await import("../shared/opening.ts");
  return await openLoci({ home: place.home, settings: await settingsOf(place) });
}

async function settingsOf({ home, cwd, environment }: HookPlace): Promise<Settings> {
  const { loadConfiguration } = await import("../shared/opening.ts");
  return (await loadConfiguration({ home, folder: cwd, environment, flags: [] })).settings;
}

/** Messages of a payload are spooled to a file before they are recorded, so secrets are removed first. A transcript's messages aren't spooled. */
async function withoutSecrets(session: AgentSession, redact: () => Promise<RedactText>): Promise<AgentSession> {
  const { messages } = session;
  if (messages === undefined || messages.length === 0) return session;
  const replace = await redact();
  const safe = messages.map(async (message) => ({ ...message, text: (await replace(message.text)).text }));
  return { ...session, messages: await Promise.all(safe) };
}

/**
 * Records spooled events, oldest first. An event is removed only after it was recorded, so a killed process loses none; one that can't be
 * recorded stays, with the events after it.
 * @returns how many messages were added
 */
export async function drain(project: Project, folder: string): Promise<number> {
  let added = 0;
  for (let left = spooled(folder); left.length > 0; left = spooled(folder)) {
    for (const one of left) {
      added += (await project.recordSession(one.event)).added;
      done(one);
    }
  }
  return added;
}

/** Starts `loci hook --drain` as a process that outlives this one. */
export function detachedDrainer(bin: string, home: string): (project: string) => void {
  return (project) => {
    const child = spawn(process.execPath, [bin, "hook", "--drain", "--home", home, "--project", project], {
      detached: true,
      stdio: "ignore",
    });
    // If it can't be started, the next hook records the events.
    child.on("error", () => undefined);
    child.unref();
  };
}

/** Summaries between two hooks of one session. */
function summaryFiles(home: string, redact: () => Promise<RedactText>): HookContext["summaries"] {
  const fileOf = (session: string): string =>
    join(home, "hooks", "summaries", `${createHash("sha256").update(session).digest("hex").slice(0, 20)}.txt`);
  return {
    async keep(session, summary) {
      mkdirSync(join(home, "hooks", "summaries"), { recursive: true, mode: 0o700 });
      writeFileSync(fileOf(session), (await (await redact())(summary)).text, { mode: 0o600 });
    },
    async take(session) {
      const file = fileOf(session);
      if (!existsSync(file)) return null;
      const summary = readFileSync(file, "utf8");
      rmSync(file, { force: true });
      return summary;
    },
  };
}

interface Spooled {
  readonly file: string;
  readonly event: AgentSession;
}

/** The folder where hooks of a project spool events. @param project its folder */
export const spoolFolder = (project: string): string => join(project, "hooks", "spool");

/**
 * Spools an event: it is complete on disk when this returns, so that the hook can answer at once while another process records it.
 * Events that can't be recorded now stay for the next time.
 * @param now milliseconds; names order the events
 */
function spool(folder: string, event: AgentSession, now: number): void {
  const name = `${now.toString(36).padStart(9, "0")}-${process.pid}-${randomBytes(4).toString("hex")}`;
  replaceFile(join(folder, `${name}.json`), JSON.stringify(event), { durable: true });
}

/** The spooled events, oldest first. An unreadable file is renamed to `.bad`, not deleted. */
function spooled(folder: string): readonly Spooled[] {
  const names = ifThere(() => readdirSync(folder)) ?? [];
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => {
      const file = join(folder, name);
      try {
        return [{ file, event: JSON.parse(readFileSync(file, "utf8")) as AgentSession }];
      } catch (thrown) {
        // Another process recorded it meanwhile.
        if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") renameSync(file, `${file}.bad`);
        return [];
      }
    });
}

/** Removes a recorded event. */
function done({ file }: Spooled): void {
  rmSync(file, { force: true });
}
