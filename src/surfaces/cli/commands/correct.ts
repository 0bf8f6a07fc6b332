import type { Command } from "commander";
import type { Project } from "../../../index.ts";
import {
  CORRECT,
  type Field,
  MOVE_DRAWER,
  type ROOMS,
  type ValuesOf,
  about,
  pick,
} from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { SHOWN_ID } from "../render/hits.ts";
import { addArgument, addFlags } from "../request-flags.ts";
import type { Session } from "../session.ts";

type WingFlag = ValuesOf<typeof ROOMS>;
/** An argument as help shows it, and what it may be. */
type Spelt = readonly [spelt: string, field: Field];

/** `loci palace correct merge|rename|move|alias|rename-wing` */
export const correctCommand: CommandModule = {
  examples: [
    ["loci palace correct merge auth-move auth-migration", "two rooms that mean the same"],
    ["loci palace correct rename misc odds-and-ends --wing driftwood", "a better name"],
    ["loci palace correct move 3fa91c02 auth-migration", "one drawer that stands in the wrong room"],
    ["loci palace correct alias dw driftwood", "another name for a wing"],
    ["loci palace correct rename-wing driftwood driftwood-two", "a new name for a wing"],
  ],
  define(command, session) {
    command.description(
      "Correct rooms and wings, for good: corrections hold when files are indexed again, and when the index is made anew.",
    );
    const correcting = (verb: string, [from, to]: readonly [Spelt, Spelt]): Command => {
      const one = addArgument(command.command(verb), from[0], "from", from[1]);
      return addArgument(one, to[0], "to", to[1]);
    };
    addFlags(
      correcting("merge", [
        ["<room>", about(CORRECT.from, "The room that goes")],
        ["<into>", about(CORRECT.to, "The room that stays")],
      ]),
      pick(CORRECT, ["wing"]),
    )
      .description("Put the drawers of one room into another.")
      .action((from: string, to: string, { wing }: WingFlag) =>
        correctRoom(session, (project) => project.mergeRooms(from, to, { wing, caller: session.caller })),
      );
    addFlags(
      correcting("rename", [
        ["<room>", CORRECT.from],
        ["<name>", about(CORRECT.to, "As it shall be called")],
      ]),
      pick(CORRECT, ["wing"]),
    )
      .description("Give a room another name. The old one still finds it.")
      .action((from: string, to: string, { wing }: WingFlag) =>
        correctRoom(session, (project) => project.renameRoom(from, to, { wing, caller: session.caller })),
      );
    const moving = command.command("move").description("Put one drawer into another room.");
    addArgument(moving, "<drawer>", "id", MOVE_DRAWER.id);
    addArgument(moving, "<room>", "room", MOVE_DRAWER.room);
    moving.action((drawer: string, room: string) => move(session, drawer, room));
    correcting("alias", [
      ["<alias>", about(CORRECT.from, "The further name")],
      ["<wing>", about(CORRECT.to, "The wing that it stands for")],
    ])
      .description("Make a name another one of a wing; drawers under it move along.")
      .action((alias: string, wing: string) =>
        correctWing(session, (project) => project.aliasWing(alias, wing, { caller: session.caller })),
      );
    correcting("rename-wing", [
      ["<wing>", CORRECT.from],
      ["<name>", about(CORRECT.to, "As it shall be called")],
    ])
      .description("Give a wing another name. The old one still finds it.")
      .action((from: string, to: string) =>
        correctWing(session, (project) => project.renameWing(from, to, { caller: session.caller })),
      );
  },
};

async function correctRoom(
  session: Session,
  work: (project: Project) => ReturnType<Project["mergeRooms"]>,
): Promise<void> {
  await session.readProject(async ({ project }) => {
    const corrected = await work(project);
    await session.answer(
      corrected,
      () =>
        `${corrected.wing === null ? "" : `${corrected.wing}/`}${corrected.room}: ${counted(corrected.drawers, "drawer")}`,
    );
  });
}

async function move(session: Session, drawer: string, room: string): Promise<void> {
  await session.readProject(async ({ project }) => {
    const moved = await project.moveDrawer(drawer, room, { caller: session.caller });
    await session.answer(moved, () => `${moved.id.slice(0, SHOWN_ID)} now stands in ${moved.wing}/${moved.room}`);
  });
}

async function correctWing(
  session: Session,
  work: (project: Project) => ReturnType<Project["renameWing"]>,
): Promise<void> {
  await session.readProject(async ({ project }) => {
    const corrected = await work(project);
    await session.answer(corrected, () => `${corrected.wing}: ${counted(corrected.drawers, "drawer")}`);
  });
}

/** `loci palace undo` */
export const undoCommand: CommandModule = {
  examples: [["loci palace undo", "take the last correction back"]],
  define(command, session) {
    command
      .description("Take back the last merge, rename or move, of wings too; again, the one before.")
      .action(() => undo(session));
  },
};

async function undo(session: Session): Promise<void> {
  await session.readProject(async ({ project }) => {
    const answer = await project.undoCorrection({ caller: session.caller });
    const { undone, from, to, left } = answer;
    await session.answer(answer, () => `undone: ${undone}, ${from} to ${to}; ${left} more can be undone`);
  });
}
