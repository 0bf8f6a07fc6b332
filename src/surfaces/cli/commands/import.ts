import { LociError } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command-module.ts";
import { requireOwner, type Session } from "../session.ts";

/** `loci import PALACE` */
export const command: CommandModule = {
  examples: [["loci import ~/.mempalace/palace --scope admin", "a palace of MemPalace, with its wings and rooms"]],
  define(command, session) {
    command
      .description(
        "Take in the drawers of a palace of MemPalace (ChromaDB), word for word, with wing, room, hall and date, as drawers " +
          "added by hand. The palace is only read; the same import again adds nothing.",
      )
      .argument("<palace>", "the folder that holds chroma.sqlite3")
      .option("--scope <scope>", "who may see them: kb, admin (only you) or user:<id>")
      .action((palace: string, flags: { readonly scope?: string }) => run(session, palace, flags.scope));
  },
};

async function run(session: Session, palace: string, said: string | undefined): Promise<void> {
  requireOwner(session);
  await session.withProject(async ({ project, configuration }) => {
    const scope = said ?? configuration.settings.ingest.scope;
    if (scope === "")
      throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see these drawers", {
        hint: "give --scope kb (everyone who may use the project), --scope admin (only you) or --scope user:<id>",
      });
    const done = await project.importMemPalace(palace, { scope });
    await session.answer(
      done,
      () =>
        `${counted(done.added, "drawer")} added, ${done.known} there already` +
        (done.refused > 0 ? `, ${done.refused} that no text file can hold left out` : ""),
    );
  });
}
