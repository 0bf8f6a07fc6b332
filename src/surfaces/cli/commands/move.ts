import { MOVE, type ValuesOf } from "../../../model/requests/index.ts";
import type { CommandModule } from "../command.ts";
import { addFlags } from "../request-flags.ts";
import { counted } from "../../shared/counted.ts";
import { requireOwner } from "../session.ts";

/** `loci data move --to URI` */
export const command: CommandModule = {
  examples: [
    ["loci data move --to http://localhost:19530", "to a Milvus server; LOCI_STORE_TOKEN holds its token"],
    ["loci data move --to folder", "back into the project's folder"],
  ],
  define(command, session) {
    addFlags(command, MOVE)
      .description(
        "Move the index of a project to a Milvus server, or back. Search and indexing go on meanwhile; " +
          "interrupted, it goes on where it ended. Every drawer is compared, and what was asked in chats " +
          "lately is asked of both, before it switches.",
      )
      .action(async ({ to }: ValuesOf<typeof MOVE>) => {
        requireOwner(session);
        await session.withProject(async ({ project }) => {
          const moved = await project.move({ to, signal: session.io.signal });
          await session.answer(
            { moved },
            () =>
              `${counted(moved.drawers, "drawer")} of ${counted(moved.documents, "document")} moved from ` +
              `${moved.from} to ${moved.to}; ${counted(moved.questions, "question")} answered alike`,
          );
        });
      });
  },
};
