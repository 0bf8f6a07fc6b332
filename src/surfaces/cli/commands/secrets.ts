import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { LociError, type SecretPlace, type SecretsReport } from "../../../index.ts";
import { pick, SECRETS } from "../../../model/requests/index.ts";
import { counted } from "../../shared/wording.ts";
import { oneLine, type Style } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";
import { helpOf } from "../request-flags.ts";

/** Places that are listed one by one. */
const SHOWN = 50;

/** `loci secrets [PATH…]` */
export const command = projectCommand({
  examples: [
    ["loci secrets", "what keys and passwords stand in chats, recorded sessions and passages"],
    ["loci secrets ~/.claude/projects", "in an agent's transcripts, too; they are never changed"],
    ["loci secrets --scrub --yes", "replace them in the memory, and make the index anew"],
  ],
  description:
    "Find API keys, tokens, private keys, passwords and PINs in what was said, kept and mined. The secrets " +
    "themselves are never printed. With --scrub --yes they are replaced by [redacted:kind] in Loci's own files and " +
    "in the index; documents only where security.redact is 'all'. Whoever saw a secret may still have it: change it.",
  takes: [["[path...]", helpOf(SECRETS.paths)]],
  flags: pick(SECRETS, ["scrub", "yes"]),
  ownerOnly: true,
  opens: "looks",
  async ask({ project, session, signal }, { scrub, yes }, [paths]: readonly [readonly string[]]) {
    const named = paths.map((path) => resolve(session.io.cwd, path));
    const missing = named.find((path) => !existsSync(path));
    if (missing !== undefined)
      throw new LociError("PATH_NOT_FOUND", `there is no '${missing}'`, { hint: "check the spelling" });
    return await project.secrets({ paths: named, scrub: scrub === true && yes === true, signal });
  },
  text: (report, style, { flags: { scrub = false } }) => render(report, scrub, style),
  failed: ({ scrubbed, places }) => (scrubbed === null ? places.length : scrubbed.left) > 0,
});

function render({ looked, places, facts, scrubbed }: SecretsReport, scrub: boolean, style: Style): string {
  const kept =
    facts.length === 0
      ? []
      : [`kept on purpose, as facts ('loci facts rm' takes one out): ${facts.map(oneLine).join(", ")}`];
  const where = `${counted(looked.drawers, "passage")}${looked.files === 0 ? "" : ` and ${counted(looked.files, "file")}`}`;
  if (places.length === 0) return [`no secrets in ${where}`, ...kept].join("\n");
  const lines = places
    .slice(0, SHOWN)
    .map((place) => `${style.bold(place.kind)}${place.count > 1 ? ` ×${place.count}` : ""}  ${placeText(place)}`);
  if (places.length > SHOWN) lines.push(style.dim(`and ${places.length - SHOWN} more places: --json has them all`));
  const count = places.reduce((sum, place) => sum + place.count, 0);
  lines.push(
    `${counted(count, "secret")} in ${counted(places.length, "place")}, of ${where}. Change what is still in use.`,
  );
  if (scrubbed !== null)
    lines.push(
      scrubbed.left === 0
        ? `scrubbed: ${counted(scrubbed.files, "file")} rewritten, the index made anew, nothing left`
        : style.yellow(
            `scrubbed, but ${counted(scrubbed.left, "secret")} left ('loci secrets' says where): of documents set security.redact to all, or edit them`,
          ),
    );
  else if (scrub) lines.push("nothing was changed yet: say it again with --yes");
  else if (places.some((place) => place.where !== "transcript"))
    lines.push("to scrub what Loci keeps: loci secrets --scrub --yes; your own documents are yours to edit");
  return [...lines, ...kept].join("\n");
}

function placeText({ where, path, line, drawer }: SecretPlace): string {
  if (where === "drawer") return `passage ${(drawer ?? "").slice(0, 8)} of ${oneLine(path)}`;
  return `${oneLine(path)}${line === null ? "" : `:${line}`}${where === "transcript" ? " (outside of Loci: stays as it is)" : ""}`;
}
