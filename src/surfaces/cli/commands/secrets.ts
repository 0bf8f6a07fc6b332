import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { LociError, type SecretPlace, type SecretsReport } from "../../../index.ts";
import { pick, SECRETS, type ValuesOf } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import { EXIT } from "../../shared/error-table.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, type Style } from "../output/style.ts";
import { addFlags, helpOf } from "../request-flags.ts";
import { requireOwner, type Session } from "../session.ts";

const FLAGS = pick(SECRETS, ["scrub", "yes"]);
type Flags = ValuesOf<typeof FLAGS>;

/** Places that are listed one by one. */
const SHOWN = 50;

/** `loci secrets [PATH…]` */
export const command: CommandModule = {
  examples: [
    ["loci secrets", "what keys and passwords stand in chats, recorded sessions and drawers"],
    ["loci secrets ~/.claude/projects", "in an agent's transcripts, too; they are never changed"],
    ["loci secrets --scrub --yes", "replace them in the memory, and make the index anew"],
  ],
  define(command, session) {
    addFlags(command, FLAGS)
      .description(
        "Find API keys, tokens, private keys, passwords and PINs in what was said, kept and mined. The " +
          "secrets themselves are never printed. With --scrub --yes they are replaced by [redacted:kind] " +
          "in Loci's own files and in the index; documents only where security.redact is 'all'. Whoever " +
          "saw a secret may still have it: change it.",
      )
      .argument("[path...]", helpOf(SECRETS.paths))
      .action((paths: readonly string[], flags: Flags) => run(session, paths, flags));
  },
};

async function run(session: Session, paths: readonly string[], { scrub = false, yes = false }: Flags): Promise<void> {
  requireOwner(session);
  const { io } = session;
  const named = paths.map((path) => resolve(io.cwd, path));
  const missing = named.find((path) => !existsSync(path));
  if (missing !== undefined)
    throw new LociError("PATH_NOT_FOUND", `there is no '${missing}'`, { hint: "check the spelling" });
  await session.lookIntoProject(async ({ project }) => {
    const report = await project.secrets({ paths: named, scrub: scrub && yes, signal: io.signal });
    await session.answer(report, () => render(report, scrub, session.style));
    const left = report.scrubbed === null ? report.places.length : report.scrubbed.left;
    if (left > 0) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

function render({ looked, places, scrubbed }: SecretsReport, scrub: boolean, style: Style): string {
  const where = `${counted(looked.files, "file")} and ${counted(looked.drawers, "drawer")}`;
  if (places.length === 0) return `no secrets in ${where}`;
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
            `scrubbed, but ${counted(scrubbed.left, "secret")} left, in documents: set security.redact to all, or edit them`,
          ),
    );
  else if (scrub) lines.push("nothing was changed yet: say it again with --yes");
  else if (places.some((place) => place.where !== "transcript"))
    lines.push("to scrub the memory of them: loci secrets --scrub --yes");
  return lines.join("\n");
}

function placeText({ where, path, line, drawer }: SecretPlace): string {
  if (where === "drawer") return `drawer ${(drawer ?? "").slice(0, 8)} of ${oneLine(path)}`;
  return `${oneLine(path)}${line === null ? "" : `:${line}`}${where === "transcript" ? " (outside of Loci: stays as it is)" : ""}`;
}
