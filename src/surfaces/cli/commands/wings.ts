import type { WingSummary } from "../../../index.ts";
import type { CommandModule } from "../command.ts";
import type { Style } from "../output/style.ts";
import { table } from "../output/table.ts";
import type { Session } from "../session.ts";

/** `loci palace wings` */
export const command: CommandModule = {
  examples: [["loci palace wings", "whose and which: people, projects, subjects"]],
  define(command, session) {
    command.description("List the wings, largest first.").action(() => list(session));
  },
};

async function list(session: Session): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const { wings } = await project.wings({ caller: session.caller });
    await session.answer({ wings }, () => render(wings, session.style));
  });
}

function render(wings: readonly WingSummary[], style: Style): string {
  if (wings.length === 0) return "the palace is empty: loci index FOLDER --scope kb";
  const rows = wings.map(({ wing, count, rooms, first, last, aliases }) => [
    wing,
    String(count),
    String(rooms),
    first ?? "",
    last ?? "",
    aliases.join(", "),
  ]);
  return table(
    [
      { heading: "wing" },
      { heading: "drawers", right: true },
      { heading: "rooms", right: true },
      { heading: "first" },
      { heading: "last" },
      { heading: "also called" },
    ],
    rows,
    style,
  );
}
