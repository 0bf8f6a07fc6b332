import type { ListedProject } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, type Style } from "../output/style.ts";
import { requireOwner, type Session } from "../session.ts";

/** `loci projects [list|rename]` */
export const command: CommandModule = {
  examples: [
    ["loci projects", "which projects there are, and whose repositories they are"],
    ["loci projects rename web-birch birch", "another name; the old one still leads to it"],
  ],
  define(command, session) {
    command.description(
      "List the projects, or change them. A project is its repositories, not its name: a renamed folder, another remote or a worktree " +
        "are the same one, two repositories of one name are two.",
    );
    command
      .command("list", { isDefault: true })
      .description("List the projects (also without 'list').")
      .action(() => list(session));
    command
      .command("rename")
      .description("Give a project another name; the old one still leads to it.")
      .argument("<project>", "what it is called")
      .argument("<name>", "what it is to be called")
      .action((from: string, to: string) => rename(session, from, to));
  },
};

async function list(session: Session): Promise<void> {
  requireOwner(session);
  const { listProjects } = await import("../../../index.ts");
  const projects = listProjects(session.options().home);
  await session.answer({ projects }, () => render(projects, session.style));
}

async function rename(session: Session, from: string, to: string): Promise<void> {
  requireOwner(session);
  const { renameProject } = await import("../../../index.ts");
  const project = renameProject(session.options().home, from, to);
  await session.answer({ project }, () => `renamed '${from}' to '${project.name}'; the old name still leads to it`);
}

function render(projects: readonly ListedProject[], style: Style): string {
  if (projects.length === 0) return "there are no projects yet: loci index FOLDER --scope kb";
  return projects
    .map(({ name, formerNames, sources, repositories }) => {
      const before = formerNames.length === 0 ? "" : style.dim(` (was ${formerNames.join(", ")})`);
      const places = repositories.map(({ roots, remotes }) => {
        const remote = remotes.at(-1);
        return `  ${oneLine(roots[0] ?? "")}${remote === undefined ? "" : style.dim(` · ${oneLine(`${remote.host}/${remote.path}`)}`)}`;
      });
      return [`${style.bold(name)}${before} · ${counted(sources, "source")}`, ...places].join("\n");
    })
    .join("\n");
}
