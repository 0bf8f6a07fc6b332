import type { AccessKind, Caller, Configuration, Loci, Note, Project, Waiting } from "../../index.ts";
import { LociError, parseCaller } from "../../index.ts";
import { errorBody, EXIT } from "../shared/error-table.ts";
import { type CliIo, progressDisplay } from "./io.ts";
import { createStyle, fit, oneLine, type Style } from "./output/style.ts";
import { existsSync, rmdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** A data folder that was opened for one command. */
export interface OpenHome {
  readonly loci: Loci;
  readonly configuration: Configuration;
  /** Of the project that the command is for. */
  readonly projectName: string;
}

export interface OpenProject extends OpenHome {
  readonly project: Project;
}

/** What a command works with: its environment, the global flags, and the ways to answer. */
export class Session {
  readonly io: CliIo;
  readonly options: () => GlobalOptions;
  /** The exit status so far; commands raise it, they never exit themselves. */
  status: number = EXIT.OK;

  /** @param options reads the global flags; known once the command line was parsed */
  constructor(io: CliIo, options: () => GlobalOptions) {
    this.io = io;
    this.options = options;
  }

  get caller(): Caller {
    return this.options().caller;
  }

  get style(): Style {
    return createStyle(this.io.out, this.io.environment);
  }

  /**
   * Reads the settings in force; what should be known of them goes to stderr.
   * @param folder where a `.loci.toml` is looked for; the current folder by default
   */
  async configuration(folder: string = this.io.cwd): Promise<Configuration> {
    const configuration = await this.readConfiguration(folder);
    await this.notes(configuration.notes);
    return configuration;
  }

  /** The same without notes on stderr, for a command that reads the settings again later. */
  async readConfiguration(folder: string = this.io.cwd): Promise<Configuration> {
    const { loadConfiguration } = await import("../shared/opening.ts");
    const { home, set } = this.options();
    return await loadConfiguration({ home, folder, environment: this.io.environment, flags: set });
  }

  /** Opens the data folder, works with it, closes it whatever happens. @param folder see `configuration` */
  async withHome<T>(work: (opened: OpenHome) => Promise<T>, folder?: string): Promise<T> {
    const { openLoci } = await import("../shared/opening.ts");
    const configuration = await this.configuration(folder);
    const { home } = this.options();
    const onLongWait: Waiting["onLongWait"] = ({ name, holder }) =>
      void this.remark(
        `waiting for '${name}', which ${holder === null ? "another program" : `process ${holder.pid} on ${holder.host}`} holds`,
        "Ctrl-C ends this",
      );
    const display = progressDisplay(this.io);
    const onRefill: Waiting["onRefill"] = (progress) =>
      void (progress === null ? display.end() : display.show(progress));
    const waiting = { onLongWait, onRefill, ending: this.io.signal };
    // Before a data folder is made: what git says of a repository is kept where one is.
    const projectName = await this.projectName();
    const loci = await openLoci({ home, settings: configuration.settings, waiting });
    try {
      return await work({ loci, configuration, projectName });
    } finally {
      await loci.close();
    }
  }

  /**
   * What the project is called that the command is for: the one that was named, else that of the current folder. The owner is told of projects that
   * may be the same one, of which nothing is read.
   */
  async projectName(): Promise<string> {
    const { home, project, caller } = this.options();
    const { currentName, candidateNote, projectOfFolder } = await import("../shared/opening.ts");
    if (project !== null) return currentName(home, project);
    const found = await projectOfFolder(this.io.cwd, { home, userHome: this.io.userHome });
    if (caller === "owner") await this.notes(candidateNote(found));
    return currentName(home, found.name);
  }

  /** Makes the project that the command is for, where it is the current folder's: no other folder of its name can be it then. */
  async claim(loci: Loci): Promise<Project> {
    return await loci.project(await this.claimName());
  }

  /** The same by its name, for who opens it himself. */
  async claimName(): Promise<string> {
    const { home, project } = this.options();
    const { claimProjectOf, currentName } = await import("../shared/opening.ts");
    if (project !== null) return currentName(home, project);
    return (await claimProjectOf(this.io.cwd, { home, userHome: this.io.userHome })).name;
  }

  async withProject<T>(work: (opened: OpenProject) => Promise<T>, folder?: string): Promise<T> {
    return await this.withHome(async (opened) => {
      const project = await this.claim(opened.loci);
      return await work({ ...opened, projectName: project.name, project });
    }, folder);
  }

  /**
   * The same for a command that changes what is there, and puts nothing in.
   * @throws LociError `PROJECT_NOT_FOUND` for one that was named: a misspelt name would look like an empty one
   */
  async readProject<T>(work: (opened: OpenProject) => Promise<T>): Promise<T> {
    return await this.lookIntoProject(work, (loci) => this.claim(loci));
  }

  /**
   * The same for a command that changes nothing: a project that isn't there is looked into as an empty one, and neither it nor the data folder
   * is made. The owner is told which others hold something.
   * @param open opens one that is there
   * @throws LociError `PROJECT_NOT_FOUND` for one that was named
   */
  async lookIntoProject<T>(
    work: (opened: OpenProject) => Promise<T>,
    open?: (loci: Loci) => Promise<Project>,
  ): Promise<T> {
    const { home, project, caller } = this.options();
    if (project !== null) (await import("../shared/opening.ts")).requireProject(home, project, caller);
    const absent = absentFolders(home);
    try {
      return await this.withHome(async (opened) => {
        const { emptyProjectNote, projectNames } = await import("../shared/opening.ts");
        const { loci, projectName } = opened;
        const isThere = projectNames(home).includes(projectName);
        if (absent.length > 0)
          await this.remark(`there is no data folder at '${home}' yet`, "what is first kept makes it");
        else if (caller === "owner" && !isThere) await this.notes(emptyProjectNote(home, projectName, "person"));
        const project = await (isThere && open !== undefined ? open(loci) : loci.project(projectName, { make: false }));
        return await work({ ...opened, projectName: project.name, project });
      });
    } finally {
      removeEmpty(absent);
    }
  }

  /** Answers: the object under `--json`, else the text for people. */
  async answer(result: object, text: () => string): Promise<void> {
    if (this.options().json) await this.json(result);
    else {
      const shown = fit(text(), this.style.columns);
      await this.io.out.write(shown === "" || shown.endsWith("\n") ? shown : `${shown}\n`);
    }
  }

  /** One line of JSON, with the version of its shape first; false when the reader has gone away. */
  async json(result: object): Promise<boolean> {
    return await this.io.out.write(`${JSON.stringify({ schema: 1, ...result })}\n`);
  }

  /** What the user should know beside the answer. */
  async notes(notes: readonly Note[]): Promise<void> {
    for (const { message, hint } of notes) await this.remark(message, hint);
  }

  async remark(message: string, hint: string): Promise<void> {
    const style = createStyle(this.io.err, this.io.environment);
    const next = hint === "" ? "" : style.dim(` (${oneLine(hint)})`);
    await this.aside(`${style.yellow("note:")} ${oneLine(message)}${next}`);
  }

  /** Lines beside the answer. */
  async aside(text: string): Promise<void> {
    await this.io.err.write(`${fit(text, createStyle(this.io.err, this.io.environment).columns)}\n`);
  }
}

/** Flags that every command has, as commander gives them. */
export interface RawGlobalOptions {
  readonly project?: string;
  readonly home?: string;
  readonly json?: boolean;
  readonly as?: string;
  readonly set?: readonly string[];
}

type GlobalOptions = ReturnType<typeof readGlobalOptions>;

/** Flags over variables over defaults. @throws LociError `CALLER_INVALID`, `USAGE` for a home that is empty */
export function readGlobalOptions(raw: RawGlobalOptions, io: CliIo) {
  // An empty --home usually comes from an unset variable; falling back to the default folder would be a surprise.
  if (raw.home === "")
    throw new LociError("USAGE", "--home is empty", { hint: "give a folder, or leave it out for ~/.loci" });
  const named = raw.home ?? io.environment["LOCI_HOME"] ?? "";
  const project = raw.project ?? io.environment["LOCI_PROJECT"] ?? "";
  return {
    // Null: the project that the current folder belongs to. An empty --project is passed on, to be refused; an empty variable counts as absent.
    project: raw.project === undefined && project === "" ? null : project,
    home: homeFolder(named, io),
    json: raw.json === true,
    caller: parseCaller(raw.as ?? "owner"),
    set: raw.set ?? [],
  };
}

/** The data folder, absolute. @param named by flag or variable, seen from `cwd`; `~` is the user's home; empty: `~/.loci` */
const homeFolder = (named: string, { userHome, cwd }: { readonly userHome: string; readonly cwd: string }): string =>
  named === "" ? resolve(userHome, ".loci") : resolve(cwd, named.replace(/^~(?=\/|$)/, userHome));

/** For what shows absolute paths or changes the project. @throws LociError `FORBIDDEN` for anybody but the owner */
export function requireOwner(session: Session): void {
  if (session.caller === "owner") return;
  throw new LociError("FORBIDDEN", "only the owner may do that", { hint: "leave out --as" });
}

/** @throws LociError `USAGE` where nothing was said: what is missing, and an example */
export function requireWords(words: string, what: string, hint: string): void {
  if (words.trim() === "") throw new LociError("USAGE", `${what} is missing`, { hint });
}

/** A note for the owner of a service that runs without one of its projects. @param thrown by opening it */
export function unopenedNote(project: string, thrown: unknown): Note {
  const { code, message, hint } = errorBody(thrown);
  return { code, message: `the project '${project}' can't be opened: ${message} [${code}]`, hint };
}

/** The folders of a path that aren't there, the innermost first. */
function absentFolders(path: string): readonly string[] {
  const absent: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) absent.push(folder);
  return absent;
}

/** Removes folders made by a read-only command, unless something was stored in them meanwhile. */
function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {
    // Never made, or somebody has put something into it.
  }
}

type Shown = Parameters<Project["recordAccess"]>[2];

/** Records that drawers were shown or opened, after the answer was given. A failure only adds a note. */
export async function recordShown(
  { session, project }: { readonly session: Session; readonly project: Project },
  { kind, drawers, ...about }: Shown & { kind: AccessKind; drawers: readonly { readonly id: string }[] },
): Promise<void> {
  try {
    const ids = drawers.map(({ id }) => id);
    await project.recordAccess(kind, ids, { caller: session.caller, client: "cli", ...about });
  } catch (thrown) {
    if (!(thrown instanceof LociError)) throw thrown;
    await session.notes([
      { code: thrown.code, message: `the access was not recorded: ${thrown.message}`, hint: thrown.hint },
    ]);
  }
}
