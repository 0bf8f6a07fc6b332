import { FORGET } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import { remainingLines, stillFound } from "../../shared/forgotten-text.ts";
import { forgottenSchema } from "../../shared/schemas/forgotten.ts";
import type { Tool } from "../tool.ts";

export const forgetTool: Tool<typeof FORGET> = {
  name: "forget",
  description: "Forget drawers (added, chats, mined) for good; ask the user first.",
  input: FORGET,
  output: forgottenSchema,
  behaviour: { destructive: true },
  async run({ query, yes = false }, { project, caller }) {
    const found = await project.forget(query, { caller, yes });
    const lines = found.matches.map(
      ({ id, text, goes, why }) =>
        `${goes ? (yes ? "gone" : "would go") : "stays"}: ${id} ${text.slice(0, 120)}${why === "" ? "" : ` (${why})`}`,
    );
    const proof =
      found.proof === null
        ? []
        : [found.proof.clean ? "Nothing finds it any more." : `Still found by: ${stillFound(found)}.`];
    return {
      structured: found,
      text: [
        `${counted(found.matches.length, "drawer")} found${found.answers.length === 0 ? "" : `, and ${counted(found.answers.length, "answer")}`}.`,
        ...lines,
        ...remainingLines(found, yes),
        ...proof,
      ].join("\n"),
    };
  },
};
