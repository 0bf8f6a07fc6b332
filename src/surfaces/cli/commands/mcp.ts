import { basename } from "node:path";
import { emptyProjectNote, type Loci, parseProjectName, type Project, projectRoot } from "../../../index.ts";
import { choice } from "../../../model/requests/index.ts";
import { claimStdout, serveStdio } from "../../mcp/stdio-transport.ts";
import { PROFILES, type Profile, type ServedProject } from "../../mcp/served-project.ts";
import { packageVersion } from "../../shared/wording.ts";
import { plainCommand } from "../project-command.ts";
import { type Session, unopenedNote } from "../session.ts";

/** `loci mcp` */
export const command = plainCommand(
  {
    examples: [
      ["loci mcp", "what an agent's configuration starts; serves the current folder's project"],
      ["loci mcp --project notes --profile palace", "another project, with every tool"],
      ["loci mcp --as user:42", "only what user 42 may see"],
      ["claude mcp add loci -- loci mcp --project notes", "connect Claude Code"],
    ],
    description:
      "Serve the Model Context Protocol on standard input and output, for agents. Ends when its input ends; docs/mcp.md shows how each agent is connected.",
    flags: { profile: choice(PROFILES, "Which tools: a few (default), or all of the palace") },
  },
  (session, { profile = "default" }) => run(session, profile),
);

async function run(session: Session, profile: Profile): Promise<void> {
  const { io, caller } = session;
  const output = claimStdout(process.stdout, process.stderr);
  try {
    await session.withHome(async ({ loci, projectName }) => {
      // One that was renamed has another name than its folder.
      const isNamed =
        session.options().project !== null || basename(projectRoot(loci.home, projectName)) !== projectName;
      const project: ServedProject = {
        name: isNamed ? projectName : null,
        open: openedOnce(loci, parseProjectName(projectName), () => session.claim(loci)),
        ...(caller === "owner" && { ifEmpty: () => emptyProjectNote(loci.home, projectName, "model") }),
      };
      await project
        .open({ make: false })
        .catch((thrown: unknown) => session.notes([unopenedNote(projectName, thrown)]));
      await serveStdio({
        project,
        caller,
        profile,
        version: packageVersion(),
        pipes: { input: io.input, write: output.write },
        signal: io.signal,
        clock: io.timer,
        onError: (error) => void io.err.write(`loci mcp: ${error.message}\n`),
      });
    });
  } finally {
    output.release();
  }
}

/**
 * A project that is opened when it is first asked for, and kept; where that failed, the next one who asks tries again. While it isn't there,
 * who only reads gets an empty one.
 */
function openedOnce(loci: Loci, name: string, claim: () => Promise<Project>): ServedProject["open"] {
  let opening: Promise<Project> | null = null;
  let empty: Promise<Project> | null = null;
  return ({ make } = { make: true }) => {
    if (opening === null && !make && !loci.projects().includes(name))
      return (empty ??= loci.project(name, { make: false }));
    return (opening ??= claim().catch((thrown: unknown) => {
      opening = null;
      throw thrown;
    }));
  };
}
