import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { LociError, type VerifiedAnswer } from "../../../index.ts";
import { EXIT } from "../../shared/error-table.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, type Style } from "../output/style.ts";
import { readInput } from "../read-input.ts";
import type { Session } from "../session.ts";

const MAX_BYTES = 4_000_000;

/** `loci verify ANSWER.md` */
export const command: CommandModule = {
  examples: [
    ["loci verify answer.md", "check every quote of an answer against the stored text"],
    ["loci ask 'which port?' | loci verify -", "the same for what another program wrote"],
    ["loci verify answer.md --strict > proved.md", "only the sentences whose quotes are all supported"],
  ],
  define(command, session) {
    command
      .description(
        'Check the citations of an answer, written as [M1 "exact words"], without a model. Each is ' +
          'supported, from a wrong source, stitched together, not found, or of no such source. Lines "[M1] ' +
          '… drawer ID" at the end say what the labels stand for; without them a quote may stand anywhere. ' +
          "Anything unproved ends with status 1.",
      )
      .argument("<file>", "the answer; - for standard input")
      .option("--strict", "print the proved sentences, and nothing else")
      .action((file: string, { strict }: { readonly strict?: boolean }) => run(session, file, strict === true));
  },
};

async function run(session: Session, file: string, strict: boolean): Promise<void> {
  const text = file === "-" ? await readInput(session.io, MAX_BYTES) : read(resolve(session.io.cwd, file));
  await session.lookIntoProject(async ({ project }) => {
    const verified = await project.verify(text, { caller: session.caller });
    await session.answer(verified, () => (strict ? verified.strict : render(verified, session.style)));
    if (!verified.clean) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

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
