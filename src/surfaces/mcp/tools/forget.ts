import { storedLines } from "../../../index.ts";
import { FORGET } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import { noteInWords } from "../../shared/error-table.ts";
import { remainingLines, stillFound } from "../../shared/forgotten-text.ts";
import { SHOWN_ID } from "../text/hits-text.ts";
import { MCP_WORDS } from "../step-words.ts";
import type { Tool } from "../tool.ts";

export const forgetTool: Tool<typeof FORGET> = {
  name: "forget",
  description: "Forget drawers (added, chats, mined) for good; ask the user first.",
  input: FORGET,
  behaviour: { destructive: true },
  async run({ query, yes = false }, { project, caller }) {
    const found = await project.forget(query, { caller, yes });
    const lines = found.matches.map((match) => {
      const why = noteInWords(
        { code: "MORE", message: "", hint: match.why, ...("step" in match && { step: match.step as never }) },
        MCP_WORDS,
      ).hint;
      const what = match.goes ? (yes ? "gone" : "would go") : "stays";
      return `[${match.id.slice(0, SHOWN_ID)}] ${what}${why === "" ? "" : ` (${why})`}: ${match.text.slice(0, 120)}${match.text.length > 120 ? "…" : ""}`;
    });
    const answers = found.answers.length === 0 ? "" : `, and ${counted(found.answers.length, "answer")}`;
    return {
      lead: `${counted(found.matches.length, "drawer")} found${answers}.`,
      stored: storedLines([...lines, ...remainingLines(found, yes)]),
      tail:
        found.proof === null
          ? ""
          : found.proof.clean
            ? "Nothing finds it any more."
            : `Still found by: ${stillFound(found)}.`,
    };
  },
};
