import type { Finding } from "../../../index.ts";
import { flag } from "../../../model/requests/index.ts";
import { EXIT } from "../../shared/error-table.ts";
import { counted } from "../../shared/wording.ts";
import { foreignFiles } from "../../../files/private-folder.ts";
import { oneLine, type Style } from "../output/style.ts";
import { plainCommand } from "../project-command.ts";
import type { Session } from "../session.ts";

/** `loci doctor` */
export const command = plainCommand(
  {
    examples: [
      ["loci doctor", "each finding ends with the next command"],
      ["loci doctor --deep", "also computes a sample anew and compares; takes seconds"],
      [
        "loci doctor --repair",
        "replaces a catalog that is damaged, and removes what killed processes left half written",
      ],
    ],
    description:
      "Check everything and change nothing (without --repair): Node, data folder, index against files, vectors against " +
      "passages, model, leases, permissions. An error ends with status 1.",
    flags: {
      deep: flag("Recompute a sample of the index from the texts and compare"),
      repair: flag(
        "Move a damaged catalog aside, take over its rows and the rest from files; remove what killed processes left half written",
      ),
    },
    ownerOnly: true,
  },
  async (session, { deep, repair }) => {
    if (await findForeign(session)) return;
    if (repair === true) await repairFirst(session);
    await run(session, deep === true);
  },
);

/** Files of somebody else can't be opened, so nothing else can be checked before they are given back. */
async function findForeign(session: Session): Promise<boolean> {
  const foreign = foreignFiles(session.options().home);
  if (foreign === null) return false;
  const { first, count, command: next } = foreign;
  const finding: Finding = {
    check: "permissions",
    severity: "error",
    what: `${counted(count, "file")} of the data folder ${count === 1 ? "belongs" : "belong"} to another user: '${first}'`,
    next,
  };
  await session.answer({ findings: [finding] }, () => render(finding, session.style));
  session.status = EXIT.NOTHING_OR_PARTIAL;
  return true;
}

/** Before the project is opened: one whose catalog can't be read can't be. */
async function repairFirst(session: Session): Promise<void> {
  const { projectOfFolder, repairCatalog, sweepHome } = await import("../../../index.ts");
  const { home, project } = session.options();
  const name = project ?? (await projectOfFolder(session.io.cwd, { ...session.io, home })).name;
  const { settings } = await session.readConfiguration();
  const repaired = await repairCatalog({ home, project: name, settings });
  if (repaired !== null)
    await session.aside(
      `repaired: the damaged catalog is '${repaired.copy}', ${counted(repaired.rows, "row")} taken over`,
    );
  const swept = sweepHome(home);
  if (swept > 0) await session.aside(`removed: ${counted(swept, "file")} that a killed process had begun to write`);
}

async function run(session: Session, deep: boolean): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const findings = await project.doctor({ deep });
    await session.answer({ findings }, () => findings.map((finding) => render(finding, session.style)).join("\n"));
    if (findings.some(({ severity }) => severity === "error")) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

const COLOURS = { ok: "green", warning: "yellow", error: "red" } as const;
/** What is looked at, where its name in the data is a word of the code. */
const CHECKS: Readonly<Record<string, string>> = { node: "Node", leases: "runs", vectors: "meaning" };

function render({ check, severity, what, next }: Finding, style: Style): string {
  const mark = style[COLOURS[severity]](severity.padEnd(7));
  return `${mark}  ${(CHECKS[check] ?? check).padEnd(12)} ${oneLine(what)}${next === "" ? "" : `\n         ${" ".repeat(12)} → ${oneLine(next)}`}`;
}
