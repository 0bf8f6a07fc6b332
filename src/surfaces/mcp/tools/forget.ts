import { z } from "zod";
import { counted } from "../../shared/counted.ts";
import { forgottenSchema } from "../../shared/schemas/forgotten.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({
  query: z.string().min(1).max(2_000).describe("A drawer's id, or its words in a row"),
  yes: z.boolean().exactOptional().describe("Without it: only shows what would go"),
});

export const forgetTool: Tool<typeof input> = {
  name: "forget",
  description: "Forget drawers (added, chats, mined) for good; ask the user first.",
  input,
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
        : [found.proof.clean ? "Nothing finds it any more." : "Something still finds it: see proof."];
    return {
      structured: found,
      text: [`${counted(found.matches.length, "drawer")} found.`, ...lines, ...proof].join("\n"),
    };
  },
};
