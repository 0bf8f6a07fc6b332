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

/** A command that asks one thing of a project and prints the answer: only what it takes, asks and prints is its own. */
export interface ProjectCommand<Flags extends Fields, Answer extends object> {
  readonly examples?: readonly Example[];
  readonly description: string;
  /** It also runs where no command of its group is named. */
  readonly isDefault?: true;
  readonly takes?: readonly Taken[];
  readonly flags?: Flags;
  readonly ownerOnly?: true;
  /** It `looks` and changes nothing; it `changes` what must be there; it `fills` the project, which is made where it isn't there. */
  readonly opens: "looks" | "changes" | "fills";
  /** What is done in the place of all this where a flag says so. */
  readonly instead?: (session: Session, flags: ValuesOf<Flags>, ...words: never[]) => Promise<void> | null;
  /** The answer as `--json` prints it. @param words the arguments, of several words as a list */
  readonly ask: (opened: Opened, flags: ValuesOf<Flags>, ...words: never[]) => Promise<Answer>;
  readonly text: (answer: Answer, style: Style, flags: ValuesOf<Flags>, opened: Opened) => string;
  /** Done once the answer stands there and its `notes` went to stderr. */
  readonly after?: (answer: Answer, opened: Opened, flags: ValuesOf<Flags>, ...words: never[]) => Promise<void>;
  /** Answers that end with status 1: nothing was found, or not all of it done. */
  readonly failed?: (answer: Answer, flags: ValuesOf<Flags>) => boolean;
}

/** The project with who asks. */
export interface Opened extends OpenProject {
  readonly session: Session;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/**
 * The command as the table of commands takes it.
 *
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
  const { examples = [], description, isDefault, takes = [], flags } = said;
  return {
    examples,
    ...(isDefault === true && { isDefault }),
    define(command: Command, session: Session) {
      command.description(description);
      for (const [spelt, field, name = spelt.replace(/\W/gu, "")] of takes) {
        if (typeof field === "string") command.argument(spelt, field);
        else addArgument(command, spelt, name, field);
      }
      addFlags(command, flags ?? {});
      command.action((...given: readonly unknown[]) =>
        run(said, session, given.slice(0, takes.length), given[takes.length] as ValuesOf<Flags>),
      );
    },
  };
}

async function run<Flags extends Fields, Answer extends object>(
  said: ProjectCommand<Flags, Answer>,
  session: Session,
  words: readonly unknown[],
  flags: ValuesOf<Flags>,
): Promise<void> {
  if (said.ownerOnly === true) requireOwner(session);
  const instead = said.instead?.(session, flags, ...(words as never[])) ?? null;
  if (instead !== null) return await instead;
  const work = async (opened: OpenProject): Promise<void> => {
    const asked = { ...opened, session, caller: session.caller, signal: session.io.signal };
    const answer = await said.ask(asked, flags, ...(words as never[]));
    await session.answer(answer, () => said.text(answer, session.style, flags, asked));
    await session.notes((answer as { readonly notes?: readonly Note[] }).notes ?? []);
    await said.after?.(answer, asked, flags, ...(words as never[]));
    if (said.failed?.(answer, flags) === true) session.status = EXIT.NOTHING_OR_PARTIAL;
  };
  if (said.opens === "looks") await session.lookIntoProject(work);
  else if (said.opens === "changes") await session.readProject(work);
  else await session.withProject(work);
}
