import type { DrawerSource } from "../../../index.ts";
import type { CommandModule } from "../command.ts";
import { fields } from "../output/table.ts";
import type { Style } from "../output/style.ts";
import type { Session } from "../session.ts";

/** `loci source ID` */
export const command: CommandModule = {
  examples: [["loci source 3fa91c02", "the file and lines of a drawer, or its message and chat"]],
  define(command, session) {
    command
      .description(
        "Say where a drawer comes from: its file with lines or page, or its message and chat; and whether the file still holds it.",
      )
      .argument("<id>", "a drawer, by the beginning of its id")
      .action((id: string) => run(session, id));
  },
};

async function run(session: Session, id: string): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const source = await project.source(id, { caller: session.caller });
    await session.answer(source, () => render(source, session.style));
  });
}

function render(source: DrawerSource, style: Style): string {
  const { lines, pages, message } = source;
  return fields(
    [
      ["drawer", source.id],
      ["source", `${source.source.name} (${source.source.key})`],
      ["path", source.path],
      ["file", source.file ?? ""],
      ["lines", lines === null ? "" : `${lines.start}-${lines.end}`],
      ["pages", pages === null ? "" : `${pages.start}-${pages.end}`],
      ["heading", source.breadcrumb.join(" › ")],
      [
        "message",
        message === null
          ? ""
          : `${message.ids.join(", ")} in ${message.session}, ${message.author ?? message.role}${message.time === null ? "" : `, ${message.time}`}`,
      ],
      [
        "state",
        source.fresh ? "fresh" : "stale: the file is away or no longer holds this text",
        source.fresh ? style.green : style.yellow,
      ],
    ],
    style,
  );
}
