import { type Caller, type Forgotten, LociError, type NewDrawer, ofWhom, packageAround } from "../../../index.ts";
import { ADD_DRAWER, flag, pick } from "../../../model/requests/index.ts";
import { readInput } from "../io.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { type Opened, projectCommand } from "../project-command.ts";
import { place, SHOWN_ID } from "../render/hits.ts";
import { requireOwner, requireWords } from "../session.ts";
import {
  anythingGoes,
  isNothingFound,
  remainingLines,
  removedText,
  stillFound,
  whoSees,
  saidOfSecrets,
} from "../../shared/wording.ts";

/** `loci add [TEXT|-]` */
const add = projectCommand({
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
    "and is found at once. What says the same as a stored passage (more than 0.9 alike) is refused, with that passage.",
  takes: [["[text...]", "the exact words; several are joined by blanks; - reads standard input"]],
  flags: pick(ADD_DRAWER, ["wing", "room", "hall", "scope", "pin", "force"]),
  opens: "fills",
  async ask(opened, flags, [words]: readonly [readonly string[]]) {
    const { session, caller } = opened;
    const { ingest, palace } = opened.configuration.settings;
    const piped = words.length === 0 || (words.length === 1 && words[0] === "-");
    const text = piped ? await readInput(session.io, ingest.max_file_bytes) : words.join(" ");
    requireWords(text, "what is to be added", 'loci add "The spare key is with Mirabel."');
    // What the owner adds by himself is his alone unless he says otherwise.
    const scope = flags.scope ?? (caller === "owner" ? ingest.scope || "admin" : caller);
    const isHere = session.options().project === null && palace.wing === "";
    const wing = flags.wing ?? (isHere ? packageAround(session.io.cwd, session.io.userHome) : null) ?? undefined;
    return { ...(await addOrShow(opened, { ...flags, ...(wing !== undefined && { wing }), scope, text })), scope };
  },
  text: ({ id, wing, room, scope, file, redacted, secrets }) =>
    `added ${id.slice(0, SHOWN_ID)} to ${wing}/${room}, seen by ${whoSees(scope)}: ${oneLine(file)}` +
    saidOfSecrets({ redacted, secrets }),
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
        await session.remark(`${shown} is ${Math.round(similarity * 100)} % alike`, `loci expand ${shown}`);
      }
    }
    throw thrown;
  }
}

/** `loci forget QUERY|ID` */
const forget = projectCommand({
  examples: [
    ['loci forget "the door code is"', "show what holds these words, and what would go"],
    ["loci forget 3fa91c02 --yes", "forget that passage, and prove that nothing finds it any more"],
    ["loci forget --compact", "what stood in files that you deleted goes from the index's file, too"],
  ],
  description:
    "Forget passages: one by its id, or those that hold the words in a row. Without --yes it only shows them. What " +
    "Loci keeps itself goes: passages that you added, messages of chats, what hooks recorded and what was mined, " +
    "piped and handed-over texts, and facts; your own files stay, with the place where you can delete them. What " +
    "answers of your chats quote of them goes too. If anything is still found, the status isn't 0.",
  takes: [["[query...]", "the words, or the beginning of an id"]],
  flags: {
    yes: flag("Forget them"),
    compact: flag("Take the texts of files that you deleted out of the index's own file, too"),
  },
  opens: "changes",
  async ask({ project, session, caller }, { yes = false, compact }, [words]: readonly [readonly string[]]) {
    if (compact === true) {
      requireOwner(session);
      return await project.compact();
    }
    const query = words.join(" ");
    requireWords(query, "what is to be forgotten", 'loci forget "the door code is"');
    return await project.forget(query, { yes, caller });
  },
  text: (answer, style, { flags: { yes = false }, caller }) =>
    "matches" in answer
      ? render(answer, { yes, caller }, style)
      : "nothing of what was removed stands in the index's file any more",
  failed: (answer, { yes }) =>
    "matches" in answer &&
    (isNothingFound(answer) || (yes === true && answer.proof === null) || answer.proof?.clean === false),
});

function render(
  forgotten: Forgotten,
  { yes, caller }: { readonly yes: boolean; readonly caller: Caller },
  style: Style,
): string {
  const { matches, erased, proof } = forgotten;
  if (isNothingFound(forgotten) && matches.length === 0)
    return "nothing holds these words, and no passage has such an id";
  const lines = matches.map((match) => {
    const { id, wing, room, scope, text, goes, why, title, message } = match;
    const where = message === null ? place(match) : `${title}, ${place(match)}`;
    const head =
      `${style.bold(id.slice(0, SHOWN_ID))}${style.dim(` · ${oneLine(where)} · ${wing}/${room}${ofWhom(scope, caller)}`)}  ` +
      `${goes ? (yes ? style.red("forgotten") : "would go") : style.yellow("stays")}`;
    return `${head}\n    ${printable(text).replace(/\s+/g, " ").trim().slice(0, 200)}${why === "" ? "" : `\n    ${style.dim(oneLine(why))}`}`;
  });
  lines.push(...remainingLines(forgotten, yes).map(oneLine));
  if (erased.length > 0) lines.push(`erased whole, since it may have stood there: ${erased.join(", ")}`);
  if (proof !== null) {
    const tried = proof.probes.map(({ path }) => path).join(", ");
    lines.push(
      proof.clean
        ? `${removedText(forgotten, "passage")} forgotten; tried and not found by: ${tried}`
        : style.red(`still found by: ${oneLine(stillFound(forgotten))}`),
    );
  } else if (!yes && anythingGoes(forgotten)) lines.push("nothing was forgotten yet: say it again with --yes");
  return lines.join("\n");
}

export const commands = { add, forget };
