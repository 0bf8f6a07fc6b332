import type { Taxonomy } from "../../../index.ts";
import type { CommandModule } from "../command.ts";
import type { Style } from "../output/style.ts";
import type { Session } from "../session.ts";

/** `loci palace taxonomy` */
export const command: CommandModule = {
  examples: [["loci palace taxonomy", "the palace as a tree of counts"]],
  define(command, session) {
    command
      .description(
        "Show the palace as a tree: wings, their rooms, and how many drawers stand in each; and the halls of each wing.",
      )
      .action(() => run(session));
  },
};

async function run(session: Session): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const tree = await project.taxonomy({ caller: session.caller });
    await session.answer(tree, () => render(tree, session.style));
  });
}

function render({ taxonomy, halls }: Taxonomy, style: Style): string {
  const wings = Object.entries(taxonomy);
  if (wings.length === 0) return "the palace is empty: loci index FOLDER --scope kb";
  return wings
    .map(([wing, rooms]) => {
      const kinds = Object.entries(halls[wing] ?? {}).map(([hall, count]) => `${hall} ${count}`);
      const lines = Object.entries(rooms)
        .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
        .map(([room, count]) => `  ${room} ${style.dim(String(count))}`);
      return [`${style.bold(wing)}${kinds.length === 0 ? "" : style.dim(`  (${kinds.join(", ")})`)}`, ...lines].join(
        "\n",
      );
    })
    .join("\n");
}
