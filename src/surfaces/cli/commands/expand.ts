import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type DrawerSource, type ExpandedDrawer, LociError, saidBy, type VerifiedAnswer } from "../../../index.ts";
import { EXPAND, flag } from "../../../model/requests/index.ts";
import { readInput } from "../io.ts";
import { fields, oneLine, printable, type Style, verbatim } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";
import { place, SHOWN_ID, UNCHECKED } from "../render/hits.ts";
import { helpOf } from "../request-flags.ts";
import { recordShown } from "../session.ts";

const { ids: IDS, ...OPTIONS } = EXPAND;

/** `loci expand ID…` */
const expand = projectCommand({
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
  const about = [
    ...(drawer.message?.author ? [oneLine(saidBy(drawer.message, { scope: drawer.scope, reader: "owner" }))] : []),
    `${drawer.wing}/${drawer.room}`,
    ...(drawer.scope === "kb" ? [] : [drawer.scope]),
    ...(drawer.unchecked ? [UNCHECKED] : []),
    drawer.id.slice(0, SHOWN_ID),
  ];
  const head = `${style.bold(oneLine(where))}${style.dim(` · ${about.join(" · ")}`)}${stale}`;
  const caption = drawer.caption === null ? "" : `\n${style.dim(`[picture] ${printable(drawer.caption)}`)}`;
  return `${head}\n${verbatim(printable(drawer.text).trimEnd())}${caption}`;
}

function renderPlace(source: DrawerSource, style: Style): string {
  const { lines, pages, message, scope } = source;
  const by = message === null ? "" : saidBy(message, { scope, reader: "owner" });
  return fields(
    [
      ["passage", source.id],
      ["source", `${source.source.name} (${source.source.key})`],
      ["title", message === null ? "" : source.title],
      ["path", source.path],
      ["scope", scope === "kb" ? "" : scope],
      ["file", source.file ?? ""],
      ["lines", lines === null ? "" : `${lines.start}-${lines.end}`],
      ["pages", pages === null ? "" : `${pages.start}-${pages.end}`],
      ["heading", source.breadcrumb.join(" › ")],
      [
        "message",
        message === null
          ? ""
          : `${message.ids.join(", ")} in ${message.session}, ${by}${message.time === null ? "" : `, ${message.time}`}`,
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

const MAX_BYTES = 4_000_000;

/** `loci verify ANSWER.md` */
const verify = projectCommand({
  examples: [
    ["loci verify answer.md", "check every quote of an answer against the stored text"],
    ["loci ask 'which port?' | loci verify -", "the same for what another program wrote"],
    ["loci verify answer.md --strict > proved.md", "only the sentences whose quotes are all supported"],
  ],
  description:
    'Check the citations of an answer, written as [M1 "exact words"], without a model. Each is ' +
    'supported, from a wrong source, stitched together, not found, or of no such source. Lines "[M1] ' +
    '… passage ID" at the end say what the labels stand for; without them a quote may stand anywhere. ' +
    "Anything unproved ends with status 1.",
  takes: [["<file>", "the answer; - for standard input"]],
  flags: { strict: flag("Print the proved sentences, and nothing else") },
  opens: "looks",
  async ask({ project, session, caller }, _flags, [file]: readonly [string]) {
    const text = file === "-" ? await readInput(session.io, MAX_BYTES) : read(resolve(session.io.cwd, file));
    return await project.verify(text, { caller });
  },
  text: (verified, style, { flags: { strict } }) =>
    strict === true ? verbatim(verified.strict) : render(verified, style),
  failed: ({ clean }) => !clean,
});

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    throw new LociError("PATH_NOT_FOUND", `'${path}' can't be read`, { hint: "check the path", cause: thrown });
  }
}

function render({ citations, supported, uncited, marks }: VerifiedAnswer, style: Style): string {
  const beside = [
    ...uncited.map((sentence) => `${style.yellow("cites nothing")}  ${oneLine(sentence)}`),
    ...(marks.length === 0 ? [] : [`${marks.join(", ")}: no citations, they can't be checked`]),
  ];
  if (citations.length === 0) return ['no citations: they are written as [M1 "exact words"]', ...beside].join("\n");
  const lines = citations.map(
    ({ label, quote, verdict, reason, source, title, message, lines: at, drawer, changed }) => {
      const where =
        source === null
          ? ""
          : ` ${oneLine(message === null ? source.path : (title ?? message.chat))}${at === null ? "" : `:${at.start}`} ${style.dim(drawer?.slice(0, 8) ?? "")}`;
      const mark = verdict === "supported" ? style.green(verdict) : style.red(verdict);
      const note =
        changed === true ? style.yellow(" (changed since it was cited)") : reason === "" ? "" : ` (${reason})`;
      return `${mark}${note}  [${label}${quote === null ? "" : ` "${oneLine(quote)}"`}]${where}`;
    },
  );
  return [...lines, ...beside, `${supported} of ${citations.length} supported`].join("\n");
}

export const commands = { expand, verify };
