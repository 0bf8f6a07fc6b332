import { MOVE } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import { projectCommand } from "../project-command.ts";

/** `loci data move --to URI` */
export const command = projectCommand({
  examples: [
    ["loci data move --to http://localhost:19530", "to a Milvus server; LOCI_STORE_TOKEN holds its token"],
    ["loci data move --to folder", "back into the project's folder"],
  ],
  description:
    "Move the index of a project to a Milvus server, or back. Search and indexing go on meanwhile; " +
    "interrupted, it goes on where it ended. Every passage is compared, and what was asked in chats " +
    "lately is asked of both, before it switches.",
  flags: MOVE,
  ownerOnly: true,
  opens: "fills",
  ask: async ({ project, signal }, { to }) => ({ moved: await project.move({ to, signal }) }),
  text: ({ moved: { drawers, documents, questions, from, to } }) =>
    `${counted(drawers, "passage")} of ${counted(documents, "document")} moved from ${from} to ${to}; ` +
    `${counted(questions, "question")} answered alike`,
});
