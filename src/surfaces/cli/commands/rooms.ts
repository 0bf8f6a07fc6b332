import type { Command } from "commander";
import type { Project, RoomSummary } from "../../../index.ts";
import { about, CORRECT, type Field, MOVE_DRAWER, pick, ROOMS, type ValuesOf } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import type { Style } from "../output/style.ts";
import { SHOWN_ID } from "../render/hits.ts";
import { roomTable } from "../render/room-table.ts";
import { addArgument, addFlags } from "../request-flags.ts";
import type { Session } from "../session.ts";

type WingFlag = ValuesOf<typeof ROOMS>;
/** An argument as help shows it, and what it may be. */
type Spelt = readonly [spelt: string, field: Field];

/** `loci rooms [merge|rename|move|undo]` */
export const command: CommandModule = {
  examples: [
    ["loci rooms", "what it is about, largest first"],
    ["loci rooms --wing driftwood", "of one wing"],
    ["loci rooms merge auth-move auth-migration", "two rooms that mean the same"],
    ["loci rooms rename misc odds-and-ends --wing driftwood", "a better name"],
    ["loci rooms move 3fa91c02 auth-migration", "one drawer that stands in the wrong room"],
    ["loci rooms undo", "take the last correction back"],
  ],
  define(command, session) {
    command.description(
      "List the rooms, or correct them. Corrections hold when files are indexed again, and when the index is made anew.",
    );
    addFlags(command.command("list", { isDefault: true }), ROOMS)
      .description("List the rooms, largest first (also without 'list').")
      .action((flags: WingFlag) => list(session, flags));
    correcting("merge", [
      ["<room>", about(CORRECT.from, "The room that goes")],
      ["<into>", about(CORRECT.to, "The room that stays")],
    ])
      .description("Put the drawers of one room into another.")
      .action((from: string, to: string, { wing }: WingFlag) =>
        correct(session, (project) => project.mergeRooms(from, to, { wing, caller: session.caller })),
      );
    correcting("rename", [
      ["<room>", CORRECT.from],
      ["<name>", about(CORRECT.to, "As it shall be called")],
    ])
      .description("Give a room another name. The old one still finds it.")
      .action((from: string, to: string, { wing }: WingFlag) =>
        correct(session, (project) => project.renameRoom(from, to, { wing, caller: session.caller })),
      );
    const moving = command.command("move").description("Put one drawer into another room.");
    addArgument(moving, "<drawer>", "id", MOVE_DRAWER.id);
    addArgument(moving, "<room>", "room", MOVE_DRAWER.room);
    moving.action((drawer: string, room: string) => move(session, drawer, room));

    command
      .command("undo")
      .description("Take back the last merge, rename or move, of wings too; again, the one before.")
      .action(() => undo(session));

    function correcting(verb: string, [from, to]: readonly [Spelt, Spelt]): Command {
      const one = addFlags(command.command(verb), pick(CORRECT, ["wing"]));
      addArgument(one, from[0], "from", from[1]);
      return addArgument(one, to[0], "to", to[1]);
    }
  },
};

async function list(session: Session, { wing }: WingFlag): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const { rooms } = await project.rooms({ wing, caller: session.caller });
    await session.answer({ rooms }, () => render(rooms, session.style));
  });
}

async function correct(session: Session, work: (project: Project) => ReturnType<Project["mergeRooms"]>): Promise<void> {
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

async function undo(session: Session): Promise<void> {
  await session.readProject(async ({ project }) => {
    const answer = await project.undoCorrection({ caller: session.caller });
    const { undone, from, to, left } = answer;
    await session.answer(answer, () => `undone: ${undone}, ${from} to ${to}; ${left} more can be undone`);
  });
}

function render(rooms: readonly RoomSummary[], style: Style): string {
  if (rooms.length === 0) return "the palace is empty: loci index FOLDER --scope kb";
  const rows = rooms.map((room) => ({
    ...room,
    wings:
      room.wings.length > 3
        ? `${room.wings.slice(0, 3).join(", ")} and ${room.wings.length - 3} more`
        : room.wings.join(", "),
  }));
  return roomTable(rows, style);
}
