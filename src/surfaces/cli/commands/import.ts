import { LociError } from "../../../index.ts";
import { IMPORT, type ValuesOf, without } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { addArgument, addFlags } from "../request-flags.ts";
import { requireOwner, type Session } from "../session.ts";

/** `loci data import PALACE` */
export const command: CommandModule = {
  examples: [["loci data import ~/.mempalace/palace --scope admin", "a palace of MemPalace, with its wings and rooms"]],
  define(command, session) {
    addFlags(command, without(IMPORT, ["palace"])).description(
      "Take in the drawers of a palace of MemPalace (ChromaDB), word for word, with wing, room, hall and date, as drawers " +
        "added by hand. The palace is only read; the same import again adds nothing.",
    );
    addArgument(command, "<palace>", "palace", IMPORT.palace);
    command.action((palace: string, { scope }: Partial<ValuesOf<typeof IMPORT>>) => run(session, palace, scope));
  },
};

async function run(session: Session, palace: string, scopeFlag: string | undefined): Promise<void> {
  requireOwner(session);
  await session.withProject(async ({ project, configuration }) => {
    const scope = scopeFlag ?? configuration.settings.ingest.scope;
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
