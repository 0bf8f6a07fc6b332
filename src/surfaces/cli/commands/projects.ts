import type { ListedProject } from "../../../index.ts";
import { counted } from "../../shared/wording.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, type Style } from "../output/style.ts";
import { requireOwner, type Session } from "../session.ts";

/** `loci projects [list|rename|merge]` */
export const command: CommandModule = {
  examples: [
    ["loci projects", "which projects there are, and whose repositories they are"],
    ["loci projects rename web-birch birch", "another name; the old one still leads to it"],
    ["loci projects split web", "where an older version put several repositories of one name into it"],
    ["loci projects merge web web-2", "one project of two, where both are the same repository"],
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
    command
      .command("split")
      .description(
        "Give each repository of a project but its first a project of its own. Stop a running service first.",
      )
      .argument("<project>", "what it is called")
      .action((name: string) => split(session, name));
    command
      .command("merge")
      .description(
        "Make one project of two: what is in the other comes into the first, with its ids and its history. Stop a running service first.",
      )
      .argument("<project>", "the one that stays")
      .argument(
        "[other]",
        "the one that comes into it, whose name leads there from then on; else that of the current folder",
      )
      .action((into: string, from: string | undefined) => merge(session, into, from ?? null));
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

async function split(session: Session, name: string): Promise<void> {
  requireOwner(session);
  await session.withHome(async ({ loci }) => {
    const projects = await loci.split(name);
    await session.answer({ projects }, () =>
      projects.length === 0
        ? `'${name}' is one repository's: nothing is to be split`
        : projects
            .map(({ project, root, sessions }) => `${project}: ${counted(sessions, "session")} of ${oneLine(root)}`)
            .join("\n"),
    );
  });
}

async function merge(session: Session, into: string, other: string | null): Promise<void> {
  requireOwner(session);
  const { home } = session.options();
  await session.withHome(async ({ loci }) => {
    const { joinFolder } = await import("../../../index.ts");
    const from = other ?? (await joinFolder(session.io.cwd, into, { home, userHome: session.io.userHome }));
    if (from === null) {
      await session.answer({ joined: into }, () => `this folder belongs to '${into}' now`);
      return;
    }
    const merged = await loci.merge(from, into);
    await session.answer(
      { merged },
      () =>
        `'${merged.from}' is part of '${merged.into}' now: ${counted(merged.sources, "source")} and ${counted(merged.lists, "list")} came over`,
    );
  });
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
