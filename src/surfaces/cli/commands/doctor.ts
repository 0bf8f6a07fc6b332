import type { Finding } from "../../../index.ts";
import { EXIT } from "../../shared/error-table.ts";
import type { CommandModule } from "../command-module.ts";
import { printable } from "../output/printable.ts";
import type { Style } from "../output/style.ts";
import { requireOwner } from "../require-owner.ts";
import type { Session } from "../session.ts";

/** `loci doctor` */
export const command: CommandModule = {
  examples: [
    ["loci doctor", "each finding ends with the next command"],
    ["loci doctor --deep", "also computes a sample anew and compares; takes seconds"],
  ],
  define(command, session) {
    command
      .description("Check everything and change nothing: Node, data folder, index against files, vectors against drawers, model, leases, permissions. An error ends with status 1.")
      .option("--deep", "recompute a sample of the index from the texts and compare")
      .action(({ deep }: { readonly deep?: boolean }) => run(session, deep === true));
  },
};

async function run(session: Session, deep: boolean): Promise<void> {
  requireOwner(session);
  await session.withProject(async ({ project }) => {
    const findings = await project.doctor({ deep });
    await session.answer({ findings }, () => findings.map((finding) => render(finding, session.style)).join("\n"));
    if (findings.some(({ severity }) => severity === "error")) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

function render({ check, severity, what, next }: Finding, style: Style): string {
  const mark = severity === "ok" ? style.green("ok     ") : severity === "warning" ? style.yellow("warning") : style.red("error  ");
  return `${mark}  ${check.padEnd(12)} ${printable(what)}${next === "" ? "" : `\n         ${" ".repeat(12)} → ${printable(next)}`}`;
}
