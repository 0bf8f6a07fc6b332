import { storedLines } from "../../../index.ts";
import { VERIFY } from "../../../model/requests/index.ts";
import type { Tool } from "../tool.ts";

export const verifyAnswerTool: Tool<typeof VERIFY> = {
  name: "verify_answer",
  description:
    'Checks the citations of an answer, [M1 "exact words"], against the stored text, without a ' +
    "model: supported, wrong source, stitched together, not found, no such source. Call it before " +
    "you hand over an answer that quotes memory.",
  input: VERIFY,
  behaviour: { readOnly: true },
  async run({ text }, { project, caller }) {
    const { citations, uncited, marks } = await project.verify(text, { caller });
    if (citations.length === 0) return { lead: 'No citations: write them as [M1 "exact words"].' };
    const beside = [
      ...(uncited.length === 0 ? [] : [`${uncited.length} of its sentences cite nothing.`]),
      ...(marks.length === 0 ? [] : [`${marks.join(", ")} are no citations.`]),
    ];
    const lines = citations.map(({ label, verdict, reason, source, lines: at }) => {
      const where = source === null ? "" : ` in ${source.path}${at === null ? "" : `:${at.start}`}`;
      return `[${label}] ${verdict}${reason === "" ? "" : ` (${reason})`}${where}`;
    });
    return { stored: storedLines(lines), tail: beside.join("\n") };
  },
};
