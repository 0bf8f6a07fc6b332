import type { Project, WingSummary } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import type { Style } from "../output/style.ts";
import { table } from "../output/table.ts";
import type { Session } from "../session.ts";

/** `loci wings [alias|rename]` */
export const command: CommandModule = {
  examples: [
    ["loci wings", "whose and which: people, projects, subjects"],
    ["loci wings alias dw driftwood", "another name for a wing"],
    ["loci wings rename driftwood driftwood-two", "a new name, for good"],
  ],
  define(command, session) {
    command.description("List the wings, or name them. Names hold for everything that is indexed now or later.");
    command
      .command("list", { isDefault: true })
      .description("List the wings, largest first (also without 'list').")
      .action(() => list(session));
    command
      .command("alias")
      .description("Make a name another one of a wing; drawers under it move along.")
      .argument("<alias>", "the further name")
      .argument("<wing>", "the wing that it stands for")
      .action((alias: string, wing: string) =>
        correct(session, (project) => project.aliasWing(alias, wing, { caller: session.caller })),
      );
    command
      .command("rename")
      .description("Give a wing another name. The old one still finds it.")
      .argument("<wing>", "as it is called now")
      .argument("<name>", "as it shall be called")
      .action((from: string, to: string) =>
        correct(session, (project) => project.renameWing(from, to, { caller: session.caller })),
      );
  },
};

async function list(session: Session): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const { wings } = await project.wings({ caller: session.caller });
    await session.answer({ wings }, () => render(wings, session.style));
  });
}

async function correct(session: Session, work: (project: Project) => ReturnType<Project["renameWing"]>): Promise<void> {
  await session.readProject(async ({ project }) => {
    const corrected = await work(project);
    await session.answer(corrected, () => `${corrected.wing}: ${counted(corrected.drawers, "drawer")}`);
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
