import type { OptionSpec } from "../../shared/option-spec.ts";
import { addOptions } from "../add-options.ts";
import type { CommandModule } from "../command-module.ts";
import { printable } from "../output/printable.ts";
import type { Session } from "../session.ts";

const OPTIONS = [
  { name: "wing", type: "text", value: "WING", doc: "of this wing" },
  { name: "room", type: "text", value: "ROOM", doc: "of this room" },
  { name: "limit", type: "integer", min: 1, max: 1000, value: "N", doc: "so many at most, 50 by default" },
  { name: "offset", type: "integer", min: 0, max: 1000000, value: "N", doc: "leave out so many from the front" },
] as const satisfies readonly OptionSpec[];

interface Flags {
  readonly wing?: string;
  readonly room?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** `loci closets` */
export const command: CommandModule = {
  examples: [
    ["loci closets --wing driftwood", "what each document of a wing is about, in a few lines"],
    ["loci closets --wing driftwood --room auth-migration", "of one room"],
  ],
  define(command, session) {
    command.description(
      "Show the closets: for each document in each room who, what and when, which drawers hold it, and one " +
        "sentence word for word. The form is AAAK (docs/aaak.md).",
    );
    addOptions(command, OPTIONS);
    command.action((flags: Flags) => run(session, flags));
  },
};

async function run(session: Session, flags: Flags): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const closets = await project.closets({ ...flags, caller: session.caller });
    await session.answer(closets, () =>
      closets.closets.length === 0 ? "no closets here" : closets.closets.map(({ text }) => printable(text)).join("\n"),
    );
    const left = closets.total - closets.closets.length - (flags.offset ?? 0);
    if (left > 0)
      await session.notes([
        { code: "MORE", message: `${left} more`, hint: `--offset ${(flags.offset ?? 0) + closets.closets.length}` },
      ]);
  });
}
