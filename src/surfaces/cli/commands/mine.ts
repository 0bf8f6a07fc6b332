import { Option } from "commander";
import type { CommandModule } from "../command.ts";
import { FALLBACK_PROJECT, TRANSCRIPT_FORMATS } from "../../../index.ts";
import { requireOwner, type Session } from "../session.ts";
import { runHomeJob, runJob } from "../run-job.ts";
import { addSourceFlags, type SourceFlags, sourceOptions } from "../request-flags.ts";

interface Flags extends SourceFlags {
  readonly format?: string;
}

/** `loci mine PATH…` */
export const command: CommandModule = {
  examples: [
    [
      "loci mine ~/.claude/projects ~/.codex/sessions --scope admin",
      "one session, one document; one message, one passage",
    ],
    ["loci mine ~/.claude/projects --scope admin --project notes", "all of them into one project"],
    ["loci mine chatgpt-export.zip --scope admin", "an export as it was downloaded"],
    ["loci mine exports --scope user:42 --wing ada", "every transcript in a folder, for one user"],
  ],
  define(command, session) {
    command
      .description(
        "Index what was said: histories of coding agents, exports of chats, mailing lists, plain transcripts " +
          '("User: …"), and JSON lines: {"session", "id", "role", "author"?, "time"?, "text", "caption"?}. ' +
          "A folder may hold all of them, hidden histories (.specstory, .aider.chat.history.md) and archives as they " +
          "were downloaded; what is none is named. " +
          "Called again, it reads on where it ended. Without --project, a session goes to the project of " +
          "the repository that it worked in. What was mined is kept in the data folder, whatever becomes " +
          "of the transcripts.",
      )
      .argument("<path...>", "transcripts, or folders of them")
      .addOption(
        new Option("--format <format>", "what wrote them; auto looks")
          .choices(["auto", ...TRANSCRIPT_FORMATS])
          .default("auto"),
      );
    addSourceFlags(command);
    command.action((paths: readonly string[], flags: Flags) => run(session, paths, flags));
  },
};

async function run(session: Session, paths: readonly string[], { format, ...flags }: Flags): Promise<void> {
  requireOwner(session);
  const options = { ...sourceOptions(flags, session.io.cwd), ...(format !== undefined && { format }) };
  if (session.options().project !== null) {
    await runJob(session, paths, ({ project }, watching) => project.mine(paths, { ...options, ...watching }), {
      fills: true,
    });
    return;
  }
  await runHomeJob(session, paths, ({ loci }, watching) =>
    loci.mine(paths, { ...options, ...watching, fallback: FALLBACK_PROJECT }),
  );
}
