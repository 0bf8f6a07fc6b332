import { LociError } from "../../../index.ts";
import { INJECT, pick } from "../../../model/requests/index.ts";
import { oneLine, printable } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";
import { readInput } from "../read-input.ts";
import { SHOWN_ID } from "../render/hits.ts";

/** `loci inject PROMPT|-` */
export const command = projectCommand({
  examples: [
    ['loci inject "which port did we choose for staging?"', "the passages that an agent would be given, and why these"],
    ['loci inject "fix the lint errors"', "silent, and why"],
  ],
  description:
    "What memory adds to an agent's prompt, fenced as data; or why it stays silent. Strict: a prompt " +
    "that asks for nothing that was said or kept before gets nothing, nor does one that isn't " +
    "answered surely.",
  takes: [["<prompt...>", "the prompt, or - for standard input"]],
  flags: pick(INJECT, ["budgetTokens", "session"]),
  opens: "looks",
  async ask({ project, session, caller }, flags, words: readonly string[]) {
    const prompt = words[0] === "-" && words.length === 1 ? await readInput(session.io, 1_000_000) : words.join(" ");
    if (prompt.trim() === "")
      throw new LociError("USAGE", "the prompt is empty", { hint: 'loci inject "which port did we choose?"' });
    return await project.inject(prompt, { ...flags, caller });
  },
  text({ text, used, silent, probability }) {
    const sure = probability === null ? "" : ` (${Math.round(probability * 100)} % sure)`;
    if (silent !== null) return `silent: ${silent.message}${sure}`;
    const named = used.map(({ label, id, about }) => `${label} ${id.slice(0, SHOWN_ID)} ${oneLine(about)}`);
    return `${printable(text)}\nused${sure}: ${named.join(" · ")}`;
  },
  failed: ({ silent }) => silent !== null,
});
