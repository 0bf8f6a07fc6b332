import { z } from "zod";
import { LociError } from "../../../index.ts";
import { factsScope } from "../../shared/facts-scope.ts";
import { factsTellRequestSchema } from "../../shared/schemas/facts-tell-request.ts";
import { factsReportSchema } from "../../shared/schemas/facts-report.ts";
import { factsText } from "../text/facts-text.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({
  op: z.enum(["tell", "ask", "list", "history"]),
  ...factsTellRequestSchema.shape,
  text: factsTellRequestSchema.shape.text.exactOptional().describe("The user's own sentence or question; for history the topic"),
});

export const factsTool: Tool<typeof input> = {
  name: "facts",
  description: "Ranked lists and favourites, kept exactly. tell stores a statement such as 'my favorite teas are 1) sencha 2) oolong'; ask answers exactly or says that it isn't stored.",
  input,
  output: factsReportSchema,
  behaviour: {},
  async run({ op, text, ...speech }, { project, caller }) {
    const { facts } = project;
    const scope = factsScope(caller, op === "tell" ? "write" : "read");
    if (op === "list") {
      const lists = await facts.list(scope);
      return { structured: { lists }, text: lists.length === 0 ? "No lists are stored." : lists.map(({ topic, items }) => factsText(topic, items)).join("\n") };
    }
    if (text === undefined) throw new LociError("USAGE", `facts: ${op} needs 'text'`, { hint: op === "history" ? "give the topic, as 'list' shows it" : "give the sentence as it was said" });
    if (op === "history") {
      const history = await facts.history(text, scope);
      return { structured: { history }, text: history.map(({ at, sentence, undone }) => `${at}: ${sentence}${undone ? " (taken back)" : ""}`).join("\n") };
    }
    const result = op === "tell" ? await facts.tell(text, { ...speech, scope }) : await facts.ask(text, { ...speech, scope });
    return { structured: result, text: result.text === "" ? "This is not about a list or a favourite: use 'search'." : result.text };
  },
};
