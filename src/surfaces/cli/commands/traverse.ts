import { TRAVERSE } from "../../../model/requests/index.ts";
import { addFlags, helpOf } from "../request-flags.ts";
import type { CommandModule } from "../command.ts";
import { table } from "../output/table.ts";
import type { Session } from "../session.ts";

const { room: ROOM, ...OPTIONS } = TRAVERSE;

/** `loci palace traverse ROOM` */
export const command: CommandModule = {
  examples: [["loci palace traverse auth-migration --hops 2", "which rooms are near this one"]],
  define(command, session) {
    command
      .description(
        "Walk the palace from a room: through the wings that hold it, and through tunnels. Rooms that stand " +
          "together in the same few wings are close; those that stand everywhere are far.",
      )
      .argument("<room>", helpOf(ROOM));
    addFlags(command, OPTIONS);
    command.action((room: string, { hops }: { readonly hops?: number }) => run(session, room, hops));
  },
};

async function run(session: Session, room: string, hops: number | undefined): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const reached = await project.traverse(room, { hops, caller: session.caller });
    await session.answer(reached, () =>
      reached.rooms.length === 0
        ? "no other room can be reached from it"
        : table(
            [
              { heading: "room" },
              { heading: "hops", right: true },
              { heading: "weight", right: true },
              { heading: "via" },
            ],
            reached.rooms.map((one) => [one.room, String(one.hops), one.weight.toFixed(3), one.via.join(", ")]),
            session.style,
          ),
    );
  });
}
