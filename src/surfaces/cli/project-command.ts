import type { Command } from "commander";
import type { Caller, Note } from "../../index.ts";
import type { Field, Fields, ValuesOf } from "../../model/requests/index.ts";
import { EXIT } from "../shared/error-table.ts";
import type { CommandModule, Example } from "./command.ts";
import type { Style } from "./output/style.ts";
import { addArgument, addFlags } from "./request-flags.ts";
import { type OpenProject, requireOwner, type Session } from "./session.ts";

/** An argument: as help spells it, its field or what help says of any words, and the field's name where help spells another. */
export type Taken = readonly [spelt: string, field: Field | string, name?: string];

interface Form<Flags extends Fields> {
  readonly examples?: readonly Example[];
  readonly description: string;
  readonly takes?: readonly Taken[];
  readonly flags?: Flags;
  readonly ownerOnly?: boolean;
}

/** A command that asks one thing of a project and prints the answer: only what it takes, asks and prints is its own. */
interface ProjectCommand<Flags extends Fields, Answer extends object> extends Form<Flags> {
  /** It `looks` and changes nothing; it `changes` what must be there; it `fills` the project, which is made where it isn't there. */
  readonly opens: "looks" | "changes" | "fills";
  /** What is done in the place of all this where a flag says so. */
  readonly instead?: (session: Session, flags: ValuesOf<Flags>, words: never) => Promise<void> | null;
  /** The answer as `--json` prints it. @param words the arguments; of several words, one is a list */
  readonly ask: (opened: Opened, flags: ValuesOf<Flags>, words: never) => Promise<Answer>;
  readonly text: (answer: Answer, style: Style, asked: Called<Flags>) => string;
  /** Done once the answer stands there and its `notes` went to stderr. */
  readonly after?: (answer: Answer, asked: Called<Flags>) => Promise<void>;
  /** Answers that end with status 1: nothing was found, or not all of it done. */
  readonly failed?: (answer: Answer, flags: ValuesOf<Flags>) => boolean;
}

/** A command that answers of the data folder or of this machine, to the owner; it opens no project, or opens what it needs by itself. */
interface OwnCommand<Flags extends Fields, Answer extends object> extends Omit<Form<Flags>, "ownerOnly"> {
  readonly forAnybody?: true;
  readonly ask: (session: Session, flags: ValuesOf<Flags>, words: never) => Promise<Answer>;
  readonly text: (answer: Answer, style: Style, words: never) => string;
}

export interface Opened extends OpenProject {
  readonly session: Session;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

interface Called<Flags extends Fields> extends Opened {
  readonly flags: ValuesOf<Flags>;
  readonly words: readonly unknown[];
}

/**
 * The command as the table of commands takes it.
 * @example
 * export const command = projectCommand({
 *   description: "List the rooms, largest first.",
 *   flags: ROOMS,
 *   opens: "looks",
 *   ask: ({ project, caller }, { wing }) => project.rooms({ wing, caller }),
 *   text: ({ rooms }, style) => roomsText(rooms, style),
 * });
 */
export function projectCommand<const Flags extends Fields, Answer extends object>(
  said: ProjectCommand<Flags, Answer>,
): CommandModule {
  return formed(said, async (session, flags, words) => {
    const instead = said.instead?.(session, flags, words as never) ?? null;
    if (instead !== null) return await instead;
    const work = async (opened: OpenProject): Promise<void> => {
      const asked = { ...opened, session, caller: session.caller, signal: session.io.signal, flags, words };
      const answer = await said.ask(asked, flags, words as never);
      await session.answer(answer, () => said.text(answer, session.style, asked));
      // What `forget` names by that word are lines of files.
      const { notes = [] } = answer as { readonly notes?: readonly object[] };
      await session.notes(notes.filter((one): one is Note => "code" in one));
      await said.after?.(answer, asked);
      if (said.failed?.(answer, flags) === true) session.status = EXIT.NOTHING_OR_PARTIAL;
    };
    if (said.opens === "looks") await session.lookIntoProject(work);
    else if (said.opens === "changes") await session.readProject(work);
    else await session.withProject(work);
  });
}

/** The same for what asks nothing of a project. */
export const ownCommand = <const Flags extends Fields, Answer extends object>(
  said: OwnCommand<Flags, Answer>,
): CommandModule =>
  formed({ ...said, ownerOnly: said.forAnybody !== true }, async (session, flags, words) => {
    const answer = await said.ask(session, flags, words as never);
    await session.answer(answer, () => said.text(answer, session.style, words as never));
  });

/** The same for what answers by itself, as it goes on. */
export const plainCommand = <const Flags extends Fields>(
  said: Form<Flags>,
  run: (session: Session, flags: ValuesOf<Flags>, words: never) => Promise<void>,
): CommandModule => formed(said, async (session, flags, words) => await run(session, flags, words as never));

export const commandGroup = (
  description: string,
  examples: readonly Example[],
  parts: Readonly<Record<string, CommandModule>>,
): CommandModule => ({ examples, define: (command) => void command.description(description), parts });

/** A command that does something by itself, and has parts. */
export function withParts(command: CommandModule, parts: Readonly<Record<string, CommandModule>>): CommandModule {
  return {
    examples: command.examples,
    define(defined, session, commands) {
      command.define(defined, session, commands);
      defined.hook("preSubcommand", handOnFlags);
    },
    parts,
  };
}

/** Commander reads a group's flags before and behind the name of a part, which may know them or not. */
function handOnFlags(group: Command, part: Command): void {
  for (const option of group.options) {
    const name = option.attributeName();
    if (group.getOptionValueSource(name) !== "cli") continue;
    const isKnown = part.options.some(({ long }) => long === option.long);
    if (!isKnown) part.error(`error: unknown option '${option.long}'`, { code: "commander.unknownOption" });
    part.setOptionValueWithSource(name, group.getOptionValue(name), "cli");
  }
}

function formed<Flags extends Fields>(
  { examples = [], description, takes = [], flags = {} as Flags, ownerOnly }: Form<Flags>,
  run: (session: Session, flags: ValuesOf<Flags>, words: readonly unknown[]) => Promise<void>,
): CommandModule {
  return {
    examples,
    define(command: Command, session: Session) {
      command.description(description);
      for (const [spelt, field, name = spelt.replace(/\W/gu, "")] of takes) {
        if (typeof field === "string") command.argument(spelt, field);
        else addArgument(command, spelt, { name, field });
      }
      addFlags(command, flags);
      command.action(async (...given: readonly unknown[]) => {
        if (ownerOnly === true) requireOwner(session);
        await run(session, given[takes.length] as ValuesOf<Flags>, given.slice(0, takes.length));
      });
    },
  };
}
