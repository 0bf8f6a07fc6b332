import { LociError, type Injection } from "../../../index.ts";
import { EXIT } from "../../shared/error-table.ts";
import { INJECT, pick, type ValuesOf } from "../../../model/requests/index.ts";
import { addFlags } from "../request-flags.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, printable } from "../output/style.ts";
import { readInput } from "../read-input.ts";
import type { Session } from "../session.ts";

const FLAGS = pick(INJECT, ["budgetTokens", "session"]);

type Flags = ValuesOf<typeof FLAGS>;

/** `loci inject PROMPT|-` */
export const command: CommandModule = {
  examples: [
    ['loci inject "which port did we choose for staging?"', "the passages that an agent would be given, and why these"],
    ['loci inject "fix the lint errors"', "silent, and why"],
  ],
  define(command, session) {
    command
      .description(
        "What memory adds to an agent's prompt, fenced as data; or why it stays silent. Strict: a prompt " +
          "that asks for nothing that was said or kept before gets nothing, nor does one that isn't " +
          "answered surely.",
      )
      .argument("<prompt...>", "the prompt, or - for standard input");
    addFlags(command, FLAGS);
    command.action((words: readonly string[], flags: Flags) => run(session, words.join(" "), flags));
  },
};

async function run(session: Session, words: string, flags: Flags): Promise<void> {
  const prompt = words === "-" ? await readInput(session.io, 1_000_000) : words;
  if (prompt.trim() === "")
    throw new LociError("USAGE", "the prompt is empty", { hint: 'loci inject "which port did we choose?"' });
  await session.lookIntoProject(async ({ project }) => {
    const added = await project.inject(prompt, { ...flags, caller: session.caller });
    await session.answer(added, () => render(added));
    await session.notes(added.notes);
    if (added.silent !== null) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

function render({ text, used, silent, probability }: Injection): string {
  const sure = probability === null ? "" : ` (${Math.round(probability * 100)} % sure)`;
  if (silent !== null) return `silent: ${silent.message}${sure}`;
  return [
    printable(text),
    `used${sure}: ${used.map(({ label, id, about }) => `${label} ${id.slice(0, 8)} ${oneLine(about)}`).join(" · ")}`,
  ].join("\n");
}
