import { FALLBACK_PROJECT, LociError, TRANSCRIPT_FORMATS } from "../../../index.ts";
import { choice, text } from "../../../model/requests/index.ts";
import { readInput, readInputBytes } from "../io.ts";
import { PATTERN_FLAGS, SOURCE_FLAGS, type SourceFlags, sourceOptions, withAskedScope } from "../request-flags.ts";
import { plainCommand } from "../project-command.ts";
import { runHomeJob, runJob } from "../run-job.ts";
import type { Session } from "../session.ts";

interface Flags extends SourceFlags {
  readonly name?: string;
  readonly format?: string;
}

/** Names of documents that aren't plain text. */
const DOCUMENT =
  /\.(?:pdf|do[ct][mx]|x?html?|rst|epub|p(?:pt[mx]|psx|otx)|xl(?:s[mx]|tx)|od[tsp]|ott|rtf|ipynb|eml|mht|mhtml|mbox|[ct]sv|org|adoc|asciidoc|tex)$/i;

/** `loci index [PATH…]` */
const index = plainCommand(
  {
    examples: [
      ["loci index ~/notes --scope kb", "a folder, from now on a source of the project"],
      ["loci index", "bring every source up to date"],
      ["loci index src --scope admin --include '**/*.ts'", "code too, for the owner only"],
      ["git log | loci index - --name git-log --scope kb", "a text from a pipe"],
      ["curl -s https://example.org/manual.pdf | loci index - --name manual.pdf --scope kb", "a document from a pipe"],
    ],
    description:
      "Index files and folders. Each PATH becomes a source of the project, remembered with its " +
      "options; without a PATH, every source is brought up to date. `-` reads a text from standard " +
      "input, or a document whose name says what it is. Only what changed is read.",
    takes: [["[path...]", "folders and files, or -"]],
    flags: {
      ...SOURCE_FLAGS,
      ...PATTERN_FLAGS,
      name: text(1_000, "What to call what comes through standard input; the same name replaces it"),
    },
    ownerOnly: true,
  },
  (session, flags, [paths]: readonly [readonly string[]]) => runIndex(session, paths, flags),
);

async function runIndex(session: Session, paths: readonly string[], flags: Flags): Promise<void> {
  if (paths.includes("-")) return await runPiped(session, paths, flags);
  if (flags.name !== undefined)
    throw new LociError("USAGE", "--name is for a text from standard input", { hint: "loci index - --name NAME" });
  const options = sourceOptions(flags, session.io.cwd);
  await runJob(session, paths, ({ project }, watching) =>
    withAskedScope(session, paths, (chosen) => project.index(paths, { ...options, ...watching, ...chosen })),
  );
}

async function runPiped(session: Session, paths: readonly string[], flags: Flags): Promise<void> {
  const { name } = flags;
  if (paths.length > 1)
    throw new LociError("USAGE", "- stands for the whole input and takes no other path beside it", {
      hint: "index the others by a call of their own",
    });
  if (name === undefined)
    throw new LociError("USAGE", "a text from standard input needs a name", {
      hint: "loci index - --name NAME --scope kb",
    });
  await runJob(session, paths, async ({ project, configuration }, watching) => {
    const { max_file_bytes: most } = configuration.settings.ingest;
    const options = { ...sourceOptions(flags, session.io.cwd), ...watching };
    if (DOCUMENT.test(name)) {
      // Patterns and the current folder only apply to paths.
      const { include: _include, exclude: _exclude, cwd: _cwd, ...placed } = options;
      return await project.addDocument({ name, bytes: requireSome(await readInputBytes(session.io, most)) }, placed);
    }
    return await project.indexText({ name, text: requireSome(await readInput(session.io, most)) }, options);
  });
}

/** A failed command before the pipe gives no text, and the empty text would replace the one stored under the name. */
function requireSome<T extends { readonly length: number }>(input: T): T {
  if (input.length > 0) return input;
  throw new LociError("USAGE", "nothing came through standard input", {
    hint: "check the command before the pipe; to forget what is stored, 'loci sources' shows its name and 'loci sources rm' takes it out",
  });
}

/** `loci mine PATH…` */
const mine = plainCommand(
  {
    examples: [
      [
        "loci mine ~/.claude/projects ~/.codex/sessions --scope admin",
        "one session, one document; one message, one passage",
      ],
      ["loci mine ~/.claude/projects --scope admin --project notes", "all of them into one project"],
      ["loci mine chatgpt-export.zip --scope admin", "an export as it was downloaded"],
      ["loci mine exports --scope user:42 --wing ada", "every transcript in a folder, for one user"],
    ],
    description:
      "Index what was said: histories of coding agents, exports of chats, mailing lists, plain transcripts " +
      '("User: …"), and JSON lines: {"session", "id", "role", "author"?, "time"?, "text", "caption"?}. A folder may ' +
      "hold all of them, hidden histories (.specstory, .aider.chat.history.md) and archives as they were downloaded; " +
      "a file that is none of them is named. Called again, it reads on where it ended. Without --project, a session " +
      "goes to the project of the repository that it worked in. What was mined is kept in the data folder, whatever " +
      "becomes of the transcripts.",
    takes: [["<path...>", "transcripts, or folders of them"]],
    flags: {
      format: choice(["auto", ...TRANSCRIPT_FORMATS], "What wrote them; auto, the default, looks"),
      ...SOURCE_FLAGS,
    },
    ownerOnly: true,
  },
  (session, flags, [paths]: readonly [readonly string[]]) => runMine(session, paths, flags),
);

async function runMine(session: Session, paths: readonly string[], { format, ...flags }: Flags): Promise<void> {
  const options = { ...sourceOptions(flags, session.io.cwd), ...(format !== undefined && { format }) };
  if (session.options().project !== null) {
    await runJob(session, paths, ({ project }, watching) => project.mine(paths, { ...options, ...watching }));
    return;
  }
  await runHomeJob(session, paths, ({ loci }, watching) =>
    loci.mine(paths, { ...options, ...watching, fallback: FALLBACK_PROJECT }),
  );
}

export const commands = { index, mine };
