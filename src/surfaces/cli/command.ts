import type { Command } from "commander";
import type { Session } from "./session.ts";

/** What a command line looks like and what it does. */
export type Example = readonly [command: string, does: string];

/** One command, in a file of its own under `commands/`, exported as `command`. */
export interface CommandModule {
  /** For `--help` and the reference; at least one, but of a part that its group shows. Each must parse. */
  readonly examples: readonly Example[];
  /**
   * Adds arguments, options, subcommands and the action. Called once, before the command line is parsed.
   * @param commands every command there is, for one that describes them
   */
  readonly define: (command: Command, session: Session, commands: readonly CommandEntry[]) => void;
  /** Commands that stand under it, by name. */
  readonly parts?: Readonly<Record<string, CommandModule>>;
}

/** A command as the table knows it, before its module is loaded. */
export interface CommandEntry {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** The heading that it stands under. */
  readonly group: string;
  /** Called by programs: it works, and isn't listed. */
  readonly hidden?: true;
  readonly load: () => Promise<CommandModule>;
}
