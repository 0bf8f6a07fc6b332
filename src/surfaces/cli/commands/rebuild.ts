import type { CommandModule } from "../command.ts";
import { requireOwner } from "../session.ts";
import { runJob } from "../run-job.ts";

/** `loci data rebuild` */
export const command: CommandModule = {
  examples: [["loci data rebuild", "same drawers, same ids, same answers; vectors come from the cache"]],
  define(command, session) {
    command
      .description(
        "Make the index anew from the files. Also the way out of a damaged index, or one of another model. Search goes on meanwhile.",
      )
      .action(async () => {
        requireOwner(session);
        await runJob(session, [], ({ project }, watching) => project.rebuild(watching));
      });
  },
};
