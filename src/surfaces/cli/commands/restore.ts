import type { CommandModule } from "../command.ts";
import { resolve } from "node:path";
import { counted } from "../../shared/counted.ts";
import { requireOwner } from "../session.ts";

/** `loci data restore DIR` */
export const command: CommandModule = {
  examples: [
    ["loci data restore /media/disk/loci-monday --home ~/.loci", "the data folder must be empty or not there"],
  ],
  define(command, session) {
    command
      .description(
        "Put a backup into a data folder that is empty or not there: hashes are compared before and " +
          "after, databases are checked, and only a whole copy takes its place.",
      )
      .argument("<dir>", "what loci data backup has written")
      .action(async (dir: string) => {
        requireOwner(session);
        const { restoreHome } = await import("../../../index.ts");
        const { home } = session.options();
        const report = await restoreHome(resolve(session.io.cwd, dir), home);
        await session.answer(
          { restore: report },
          () =>
            `restored to ${report.to}, verified: ${counted(report.files, "file")}, ${counted(report.databases, "database")}, ${report.bytes} bytes`,
        );
      });
  },
};
