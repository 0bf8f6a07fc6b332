import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { LociError, type VerifiedAnswer } from "../../../index.ts";
import { flag } from "../../../model/requests/index.ts";
import { oneLine, type Style } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";
import { readInput } from "../io.ts";

const MAX_BYTES = 4_000_000;

/** `loci verify ANSWER.md` */
export const command = projectCommand({
  examples: [
    ["loci verify answer.md", "check every quote of an answer against the stored text"],
    ["loci ask 'which port?' | loci verify -", "the same for what another program wrote"],
    ["loci verify answer.md --strict > proved.md", "only the sentences whose quotes are all supported"],
  ],
  description:
    'Check the citations of an answer, written as [M1 "exact words"], without a model. Each is ' +
    'supported, from a wrong source, stitched together, not found, or of no such source. Lines "[M1] ' +
    '… drawer ID" at the end say what the labels stand for; without them a quote may stand anywhere. ' +
    "Anything unproved ends with status 1.",
  takes: [["<file>", "the answer; - for standard input"]],
  flags: { strict: flag("Print the proved sentences, and nothing else") },
  opens: "looks",
  async ask({ project, session, caller }, _flags, [file]: readonly [string]) {
    const text = file === "-" ? await readInput(session.io, MAX_BYTES) : read(resolve(session.io.cwd, file));
    return await project.verify(text, { caller });
  },
  text: (verified, style, { flags: { strict } }) => (strict === true ? verified.strict : render(verified, style)),
  failed: ({ clean }) => !clean,
});

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    throw new LociError("PATH_NOT_FOUND", `'${path}' can't be read`, { hint: "check the path", cause: thrown });
  }
}

function render({ citations, supported, uncited, marks }: VerifiedAnswer, style: Style): string {
  const beside = [
    ...uncited.map((sentence) => `${style.yellow("cites nothing")}  ${oneLine(sentence)}`),
    ...(marks.length === 0 ? [] : [`${marks.join(", ")}: no citations, they can't be checked`]),
  ];
  if (citations.length === 0) return ['no citations: they are written as [M1 "exact words"]', ...beside].join("\n");
  const lines = citations.map(({ label, quote, verdict, reason, source, lines: at, drawer, changed }) => {
    const where =
      source === null
        ? ""
        : ` ${source.path}${at === null ? "" : `:${at.start}`} ${style.dim(drawer?.slice(0, 8) ?? "")}`;
    const mark = verdict === "supported" ? style.green(verdict) : style.red(verdict);
    const note = changed === true ? style.yellow(" (changed since it was cited)") : reason === "" ? "" : ` (${reason})`;
    return `${mark}${note}  [${label}${quote === null ? "" : ` "${oneLine(quote)}"`}]${oneLine(where)}`;
  });
  return [...lines, ...beside, `${supported} of ${citations.length} supported`].join("\n");
}
