import type { Caller, Configuration, Loci, Note, Project } from "../../index.ts";
import { EXIT } from "../shared/error-table.ts";
import type { GlobalOptions } from "./global-options.ts";
import type { CliIo } from "./io.ts";
import { oneLine } from "./output/one-line.ts";
import { createStyle, type Style } from "./output/style.ts";
import { requireProject } from "./require-project.ts";

/** A data folder that was opened for one command. */
export interface OpenHome {
  readonly loci: Loci;
  readonly configuration: Configuration;
  /** Of the project that the command is for. */
  readonly projectName: string;
}

/** The same, with the project opened. */
export interface OpenProject extends OpenHome {
  readonly project: Project;
}

/** What a command works with: the world, the global flags, and the ways to answer. */
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

  /** How to write on standard output. */
  get style(): Style {
    return createStyle(this.io.out, this.io.environment);
  }

  /**
   * Reads the settings in force; what should be known of them goes to stderr.
   *
   * @param folder where a `.loci.toml` is looked for; the current folder by default
   */
  async configuration(folder: string = this.io.cwd): Promise<Configuration> {
    const configuration = await this.readConfiguration(folder);
    await this.notes(configuration.notes);
    return configuration;
  }

  /** The same without a word on stderr: for a command that reads it again and says it then. */
  async readConfiguration(folder: string = this.io.cwd): Promise<Configuration> {
    const { loadConfiguration } = await import("../../index.ts");
    const { home, set } = this.options();
    return await loadConfiguration({ home, folder, environment: this.io.environment, flags: set });
  }

  /** Opens the data folder, works with it, closes it whatever happens. @param folder see `configuration` */
  async withHome<T>(work: (opened: OpenHome) => Promise<T>, folder?: string): Promise<T> {
    const { openLoci, defaultProject } = await import("../../index.ts");
    const configuration = await this.configuration(folder);
    const { home, project } = this.options();
    const loci = await openLoci({ home, settings: configuration.settings });
    try {
      return await work({ loci, configuration, projectName: project ?? defaultProject(this.io.cwd, this.io.userHome) });
    } finally {
      await loci.close();
    }
  }

  /** The same with the project. */
  async withProject<T>(work: (opened: OpenProject) => Promise<T>, folder?: string): Promise<T> {
    return await this.withHome(async (opened) => await work({ ...opened, project: await opened.loci.project(opened.projectName) }), folder);
  }

  /**
   * The same for a command that puts nothing in: a project that was named must be there, since a misspelt name would look like an empty one.
   *
   * @throws LociError `PROJECT_NOT_FOUND` with those that are there
   */
  async readProject<T>(work: (opened: OpenProject) => Promise<T>): Promise<T> {
    const { home, project, caller } = this.options();
    if (project !== null) await requireProject(home, project, caller);
    return await this.withProject(work);
  }

  /** Answers: the object under `--json`, else the text for people. */
  async answer(result: object, text: () => string): Promise<void> {
    if (this.options().json) await this.json(result);
    else {
      const shown = text();
      await this.io.out.write(shown === "" || shown.endsWith("\n") ? shown : `${shown}\n`);
    }
  }

  /** One line of JSON, with the version of its shape first; false when the reader has gone away. */
  async json(result: object): Promise<boolean> {
    return await this.io.out.write(`${JSON.stringify({ schema: 1, ...result })}\n`);
  }

  /** What the user should know beside the answer. */
  async notes(notes: readonly Note[]): Promise<void> {
    const style = createStyle(this.io.err, this.io.environment);
    for (const { message, hint } of notes) {
      await this.io.err.write(`${style.yellow("note:")} ${oneLine(message)}${hint === "" ? "" : style.dim(` (${oneLine(hint)})`)}\n`);
    }
  }
}
