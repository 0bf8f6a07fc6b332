import { LociError } from "../../../index.ts";
import { IMPORT, pick } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import { projectCommand } from "../project-command.ts";

/** `loci data import PALACE` */
export const command = projectCommand({
  examples: [["loci data import ~/.mempalace/palace --scope admin", "a palace of MemPalace, with its wings and rooms"]],
  description:
    "Take in the drawers of a palace of MemPalace (ChromaDB), word for word, with wing, room, hall and date, as passages " +
    "added by hand. The palace is only read; the same import again adds nothing.",
  takes: [["<palace>", IMPORT.palace]],
  flags: pick(IMPORT, ["scope"]),
  ownerOnly: true,
  opens: "fills",
  async ask({ project, configuration }, flags, palace: string) {
    const scope = flags.scope ?? configuration.settings.ingest.scope;
    if (scope === "")
      throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see these passages", {
        hint: "give --scope kb (everyone who may use the project), --scope admin (only you) or --scope user:<id>",
      });
    return await project.importMemPalace(palace, { scope });
  },
  text: ({ added, known, refused }) =>
    `${counted(added, "passage")} added, ${known} there already` +
    (refused > 0 ? `, ${refused} that no text file can hold left out` : ""),
});
