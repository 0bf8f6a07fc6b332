import { LociError, type NewDrawer } from "../../../index.ts";
import { ADD_DRAWER, pick, type ValuesOf } from "../../../model/requests/index.ts";
import type { CommandModule } from "../command.ts";
import { oneLine } from "../output/style.ts";
import { readInput } from "../read-input.ts";
import { addFlags } from "../request-flags.ts";
import { SHOWN_ID } from "../render/hits.ts";
import type { OpenProject, Session } from "../session.ts";

const FLAGS = pick(ADD_DRAWER, ["wing", "room", "hall", "scope", "pin", "force"]);
type Flags = ValuesOf<typeof FLAGS>;

/** `loci add [TEXT|-]` */
export const command: CommandModule = {
  examples: [
    ['loci add "The spare key is with Mirabel."', "for you alone; its place is found from the words"],
    [
      'loci add "We chose Clerk for logins." --wing driftwood --room auth-migration --scope kb',
      "a drawer, word for word",
    ],
    ["git log -1 --format=%B | loci add - --wing driftwood --room releases --scope kb", "from a pipe"],
    [
      'loci add "Never deploy on Fridays." --wing me --room rules --scope admin --pin',
      "pinned: it stands in every wake-up",
    ],
  ],
  define(command, session) {
    addFlags(command, FLAGS)
      .description(
        "Add a drawer by hand. It is written to a markdown file in the project's memory, which you may edit, " +
          "and is found at once. What says the same as a stored drawer (more than 0.9 alike) is refused, with " +
          "that drawer.",
      )
      .argument("[text...]", "the exact words; several are joined by blanks; - reads standard input")
      .action((words: readonly string[], flags: Flags) => run(session, words, flags));
  },
};

async function run(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  await session.withProject(async (opened) => {
    const { settings } = opened.configuration;
    const text =
      words.length === 0 || (words.length === 1 && words[0] === "-")
        ? await readInput(session.io, settings.ingest.max_file_bytes)
        : words.join(" ");
    // What the owner adds by himself is his alone unless he says otherwise.
    const scope = flags.scope ?? (session.caller === "owner" ? settings.ingest.scope || "admin" : session.caller);
    const added = await addOrShow(session, opened, { ...flags, scope, text });
    await session.answer(
      added,
      () =>
        `added ${added.id.slice(0, SHOWN_ID)} to ${added.wing}/${added.room}, seen by ${scope}: ${oneLine(added.file)}`,
    );
  });
}

async function addOrShow(
  session: Session,
  { project }: OpenProject,
  drawer: NewDrawer,
): ReturnType<OpenProject["project"]["addDrawer"]> {
  try {
    return await project.addDrawer(drawer, { caller: session.caller });
  } catch (thrown) {
    // With --json the error's details contain them.
    if (thrown instanceof LociError && thrown.code === "DUPLICATE" && !session.options().json) {
      const matches = thrown.details["matches"] as readonly { readonly id: string; readonly similarity: number }[];
      for (const { id, similarity } of matches)
        await session.notes([
          {
            code: "DUPLICATE",
            message: `${id.slice(0, SHOWN_ID)} is ${similarity} alike`,
            hint: `loci expand ${id.slice(0, SHOWN_ID)}`,
          },
        ]);
    }
    throw thrown;
  }
}
