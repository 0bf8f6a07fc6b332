import { type Forgotten, LociError } from "../../../index.ts";
import { flag } from "../../../model/requests/index.ts";
import { anythingGoes, remainingLines, isNothingFound, stillFound, removedText } from "../../shared/forgotten-text.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";
import { SHOWN_ID } from "../render/hits.ts";
import { requireOwner } from "../session.ts";

/** `loci forget QUERY|ID` */
export const command = projectCommand({
  examples: [
    ['loci forget "the door code is"', "show what holds these words, and what would go"],
    ["loci forget 3fa91c02 --yes", "forget that passage, and prove that nothing finds it any more"],
    ["loci forget --compact", "what stood in files that you deleted goes from the index's file, too"],
  ],
  description:
    "Forget passages: one by its id, or those that hold the words in a row. Without --yes it only shows " +
    "them. What Loci keeps itself goes: passages that you added, messages of chats, what hooks " +
    "recorded and what was mined, piped and handed-over texts, and facts; your own files stay, " +
    "with the place where you can delete them. What answers of your chats quote of them goes too; " +
    "where something is still found, the status isn't 0.",
  takes: [["[query...]", "the words, or the beginning of an id"]],
  flags: {
    yes: flag("Forget them"),
    compact: flag("Take the texts of files that you deleted out of the index's own file, too"),
  },
  opens: "changes",
  async ask({ project, session, caller }, { yes = false, compact }, words: readonly string[]) {
    if (compact === true) {
      requireOwner(session);
      return await project.compact();
    }
    const query = words.join(" ");
    if (query.trim() === "")
      throw new LociError("USAGE", "what is to be forgotten is missing", { hint: 'loci forget "the door code is"' });
    return await project.forget(query, { yes, caller });
  },
  text: (answer, style, { yes = false }) =>
    "matches" in answer
      ? render(answer, yes, style)
      : "nothing of what was removed stands in the index's file any more",
  failed: (answer, { yes }) =>
    "matches" in answer &&
    (isNothingFound(answer) || (yes === true && answer.proof === null) || answer.proof?.clean === false),
});

function render(forgotten: Forgotten, yes: boolean, style: Style): string {
  const { matches, erased, proof } = forgotten;
  if (isNothingFound(forgotten)) return "nothing holds these words";
  const lines = matches.map(({ id, wing, room, text, goes, why }) => {
    const head =
      `${style.bold(id.slice(0, SHOWN_ID))}${style.dim(` · ${wing}/${room}`)}  ` +
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
