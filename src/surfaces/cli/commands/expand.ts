import type { ExpandedDrawer, ExpandOptions } from "../../../index.ts";
import { EXPAND } from "../../../model/requests/index.ts";
import { addFlags, helpOf } from "../request-flags.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { place, SHOWN_ID } from "../render/hits.ts";
import { recordShown, type Session } from "../session.ts";

const { ids: IDS, ...OPTIONS } = EXPAND;

/** `loci expand ID…` */
export const command: CommandModule = {
  examples: [
    ["loci expand 3fa91c02", "the exact text of a drawer; the beginning of an id is enough"],
    ["loci expand 3fa91c02 --before 1 --after 2", "with what stands around it"],
    ["loci expand 3fa91c02 --section", "its whole section"],
  ],
  define(command, session) {
    command
      .description(
        "Open drawers: their exact text, read again from the file and compared with what was indexed; a file that has moved on is said to be stale.",
      )
      .argument("<id...>", helpOf(IDS));
    addFlags(command, OPTIONS);
    command.action((ids: readonly string[], flags: ExpandOptions) => run(session, ids, flags));
  },
};

async function run(session: Session, ids: readonly string[], options: ExpandOptions): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const expanded = await project.expand(ids, { ...options, caller: session.caller });
    await session.answer(expanded, () =>
      expanded.drawers.map((drawer) => renderDrawer(drawer, session.style)).join("\n\n"),
    );
    await recordShown(session, project, "expanded", expanded.drawers);
  });
}

function renderDrawer(drawer: ExpandedDrawer, style: Style): string {
  const stale = drawer.fresh
    ? ""
    : style.yellow("  stale: the file is away or no longer holds this; loci index brings it up to date");
  const head = `${style.bold(oneLine(place(drawer)))}${style.dim(` · ${drawer.wing}/${drawer.room} · ${drawer.id.slice(0, SHOWN_ID)}`)}${stale}`;
  const caption = drawer.caption === null ? "" : `\n${style.dim(`[picture] ${printable(drawer.caption)}`)}`;
  return `${head}\n${printable(drawer.text).trimEnd()}${caption}`;
}
