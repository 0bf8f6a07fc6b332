import { LociError } from "../../../index.ts";
import { INJECT, pick, WAKE_UP } from "../../../model/requests/index.ts";
import { readInput } from "../io.ts";
import { oneLine, printable } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";
import { SHOWN_ID } from "../render/hits.ts";

/** `loci wake-up` */
const wakeUp = projectCommand({
  examples: [
    ["loci wake-up", "who this is, what is pinned, active, open, and what happened last"],
    ["loci wake-up --budget-tokens 300 --wing driftwood", "shorter, and of one project"],
  ],
  description:
    "A brief for the start of a session, within a budget of tokens; each line names the passage that it " +
    "comes from. What was pinned with 'loci add --pin' comes first, of the room 'identity' before all.",
  flags: WAKE_UP,
  opens: "looks",
  ask: ({ project, caller }, flags) => project.wakeUp({ ...flags, caller }),
  text({ text, left, budgetTokens }) {
    if (text !== "") return printable(text);
    const lines = Object.values(left).reduce((sum, count) => sum + count, 0);
    return lines === 0
      ? "the palace is empty: loci index FOLDER --scope kb"
      : `none of ${lines} lines fits into ${budgetTokens} tokens`;
  },
});

/** `loci inject PROMPT|-` */
const inject = projectCommand({
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
  async ask({ project, session, caller }, flags, [words]: readonly [readonly string[]]) {
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

export const commands = { "wake-up": wakeUp, inject };
