import type { RoomSummary } from "../../../index.ts";
import { ROOMS, type ValuesOf } from "../../../model/requests/index.ts";
import type { CommandModule } from "../command.ts";
import type { Style } from "../output/style.ts";
import { roomTable } from "../render/room-table.ts";
import { addFlags } from "../request-flags.ts";
import type { Session } from "../session.ts";

/** `loci palace rooms` */
export const command: CommandModule = {
  examples: [
    ["loci palace rooms", "what it is about, largest first"],
    ["loci palace rooms --wing driftwood", "of one wing"],
  ],
  define(command, session) {
    addFlags(command, ROOMS)
      .description("List the rooms, largest first.")
      .action((flags: ValuesOf<typeof ROOMS>) => list(session, flags));
  },
};

async function list(session: Session, { wing }: ValuesOf<typeof ROOMS>): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const { rooms } = await project.rooms({ wing, caller: session.caller });
    await session.answer({ rooms }, () => render(rooms, session.style));
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
