import { LociError, type NewDrawer } from "../../../index.ts";
import { ADD_DRAWER, pick } from "../../../model/requests/index.ts";
import { whoSees } from "../../shared/counted.ts";
import { oneLine } from "../output/style.ts";
import { type Opened, projectCommand } from "../project-command.ts";
import { readInput } from "../read-input.ts";
import { SHOWN_ID } from "../render/hits.ts";

/** `loci add [TEXT|-]` */
export const command = projectCommand({
  examples: [
    ['loci add "The spare key is with Mirabel."', "for you alone; its place is found from the words"],
    [
      'loci add "We chose Clerk for logins." --wing driftwood --room auth-migration --scope kb',
      "a passage, word for word",
    ],
    ["git log -1 --format=%B | loci add - --wing driftwood --room releases --scope kb", "from a pipe"],
    [
      'loci add "Never deploy on Fridays." --wing me --room rules --scope admin --pin',
      "pinned: it stands in every wake-up",
    ],
  ],
  description:
    "Add a passage by hand. It is written to a markdown file in the project's memory, which you may edit, " +
    "and is found at once. What says the same as a stored passage (more than 0.9 alike) is refused, with " +
    "that passage.",
  takes: [["[text...]", "the exact words; several are joined by blanks; - reads standard input"]],
  flags: pick(ADD_DRAWER, ["wing", "room", "hall", "scope", "pin", "force"]),
  opens: "fills",
  async ask(opened, flags, words: readonly string[]) {
    const { session, caller } = opened;
    const { ingest } = opened.configuration.settings;
    const piped = words.length === 0 || (words.length === 1 && words[0] === "-");
    const text = piped ? await readInput(session.io, ingest.max_file_bytes) : words.join(" ");
    // What the owner adds by himself is his alone unless he says otherwise.
    const scope = flags.scope ?? (caller === "owner" ? ingest.scope || "admin" : caller);
    return { ...(await addOrShow(opened, { ...flags, scope, text })), scope };
  },
  text: ({ id, wing, room, scope, file }) =>
    `added ${id.slice(0, SHOWN_ID)} to ${wing}/${room}, seen by ${whoSees(scope)}: ${oneLine(file)}`,
});

async function addOrShow(
  { session, project, caller }: Opened,
  drawer: NewDrawer,
): ReturnType<Opened["project"]["addDrawer"]> {
  try {
    return await project.addDrawer(drawer, { caller });
  } catch (thrown) {
    // With --json the error's details contain them.
    if (thrown instanceof LociError && thrown.code === "DUPLICATE" && !session.options().json) {
      const matches = thrown.details["matches"] as readonly { readonly id: string; readonly similarity: number }[];
      for (const { id, similarity } of matches) {
        const shown = id.slice(0, SHOWN_ID);
        await session.remark(`${shown} is ${similarity} alike`, `loci expand ${shown}`);
      }
    }
    throw thrown;
  }
}
