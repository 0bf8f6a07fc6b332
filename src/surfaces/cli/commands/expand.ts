import type { DrawerSource, ExpandedDrawer } from "../../../index.ts";
import { EXPAND, flag } from "../../../model/requests/index.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { fields } from "../output/table.ts";
import { projectCommand } from "../project-command.ts";
import { place, SHOWN_ID } from "../render/hits.ts";
import { helpOf } from "../request-flags.ts";
import { recordShown } from "../session.ts";

const { ids: IDS, ...OPTIONS } = EXPAND;

/** `loci expand ID…` */
export const command = projectCommand({
  examples: [
    ["loci expand 3fa91c02", "the exact text of a passage; the beginning of an id is enough"],
    ["loci expand 3fa91c02 --before 1 --after 2", "with what stands around it"],
    ["loci expand 3fa91c02 --section", "its whole section"],
    ["loci expand 3fa91c02 --where", "the file and lines of a passage, or its message and chat"],
  ],
  description:
    "Open passages: their exact text, read again from the file and compared with what was indexed; a file that has moved on is said to be stale.",
  takes: [["<id...>", helpOf(IDS)]],
  flags: {
    ...OPTIONS,
    where: flag("Say where each comes from instead: its file with lines or page, or its message and chat"),
  },
  opens: "looks",
  async ask({ project, caller }, { where, ...options }, [ids]: readonly [readonly string[]]) {
    if (where === true) {
      const sources: DrawerSource[] = [];
      for (const id of ids) sources.push(await project.drawerSource(id, { caller }));
      return { sources };
    }
    return await project.expand(ids, { ...options, caller });
  },
  text: (answer, style) =>
    ("sources" in answer
      ? answer.sources.map((one) => renderPlace(one, style))
      : answer.drawers.map((one) => renderDrawer(one, style))
    ).join("\n\n"),
  async after(answer, opened) {
    if ("drawers" in answer) await recordShown(opened, { kind: "expanded", drawers: answer.drawers });
  },
});

function renderDrawer(drawer: ExpandedDrawer, style: Style): string {
  const stale = drawer.fresh
    ? ""
    : style.yellow("  stale: the file is away or no longer holds this; loci index brings it up to date");
  const where = drawer.message === null ? place(drawer) : `${drawer.title} › ${place(drawer)}`;
  const head = `${style.bold(oneLine(where))}${style.dim(` · ${drawer.wing}/${drawer.room} · ${drawer.id.slice(0, SHOWN_ID)}`)}${stale}`;
  const caption = drawer.caption === null ? "" : `\n${style.dim(`[picture] ${printable(drawer.caption)}`)}`;
  return `${head}\n${printable(drawer.text).trimEnd()}${caption}`;
}

function renderPlace(source: DrawerSource, style: Style): string {
  const { lines, pages, message } = source;
  return fields(
    [
      ["passage", source.id],
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
