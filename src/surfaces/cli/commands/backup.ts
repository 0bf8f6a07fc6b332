import type { CommandModule } from "../command.ts";
import { resolve } from "node:path";
import { counted } from "../../shared/counted.ts";
import { requireOwner } from "../session.ts";

/** `loci data backup DIR` */
export const backupCommand: CommandModule = {
  examples: [["loci data backup /media/disk/loci-monday", "all projects, also while a service writes"]],
  define(command, session) {
    command
      .description(
        "Copy the whole data folder into an empty folder while it is in use: databases as one committed " +
          "state each, then files; every copy is read back and its hash noted. What a Milvus or PostgreSQL " +
          "server keeps is not part of it.",
      )
      .argument("<dir>", "an empty folder, or one that is not there")
      .action(async (dir: string) => {
        requireOwner(session);
        const { backUpHome } = await import("../../../index.ts");
        const { home } = session.options();
        const report = await backUpHome(home, resolve(session.io.cwd, dir));
        await session.answer(
          { backup: report },
          () =>
            `copied to ${report.to}, verified: ${counted(report.files, "file")}, ${counted(report.databases, "database")}, ${report.bytes} bytes`,
        );
      });
  },
};

/** `loci data restore DIR` */
export const restoreCommand: CommandModule = {
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
