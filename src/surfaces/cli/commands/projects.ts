import { counted } from "../../shared/wording.ts";
import { oneLine } from "../output/style.ts";
import { withParts, ownCommand } from "../project-command.ts";

const list = ownCommand({
  description:
    "List the projects, or change them. A project belongs to its repositories, not to a name: it stays the same where a folder is " +
    "renamed, a remote changes or a worktree is added; two repositories of one name are two projects.",
  examples: [
    ["loci projects", "which projects there are, and whose repositories they are"],
    ["loci projects rename web-birch birch", "another name; the old one still leads to it"],
    ["loci projects split web", "where an older version put several repositories of one name into it"],
    ["loci projects merge web web-2", "one project of two, where both are the same repository"],
  ],
  ask: async (session) => ({ projects: (await import("../../../index.ts")).listProjects(session.options().home) }),
  text({ projects }, style) {
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
  },
});

const rename = ownCommand({
  description: "Give a project another name; the old one still leads to it.",
  takes: [
    ["<project>", "what it is called"],
    ["<name>", "what it is to be called"],
  ],
  async ask(session, _flags, [from, to]: readonly [string, string]) {
    const { renameProject } = await import("../../../index.ts");
    return { project: renameProject(session.options().home, from, to) };
  },
  text: ({ project }, _style, [from]: readonly [string]) =>
    `renamed '${from}' to '${project.name}'; the old name still leads to it`,
});

const split = ownCommand({
  description: "Give each repository of a project but its first a project of its own. Stop a running service first.",
  takes: [["<project>", "what it is called"]],
  ask: async (session, _flags, [name]: readonly [string]) => ({
    projects: await session.withHome(async ({ loci }) => await loci.split(name)),
  }),
  text: ({ projects }, _style, [name]: readonly [string]) =>
    projects.length === 0
      ? `'${name}' is one repository's: nothing is to be split`
      : projects
          .map(({ project, root, sessions }) => `${project}: ${counted(sessions, "session")} of ${oneLine(root)}\n`)
          .join("") +
        `'${name}' keeps all else; nothing but its standing there says whose ${counted(projects.at(-1)?.unplaced ?? 0, "passage")} and its facts are.`,
});

const merge = ownCommand({
  description:
    "Make one project of two: what is in the other comes into the first, with its ids and its history; tokens of " +
    "either see both. A split gives back sessions and folders only, so back up before. Stop a running service first.",
  takes: [
    ["<project>", "the one that stays"],
    ["[other]", "the one that comes into it, whose name leads there from then on; else that of the current folder"],
  ],
  async ask(session, _flags, [into, other]: readonly [string, string | undefined]) {
    const { home } = session.options();
    return await session.withHome(async ({ loci }) => {
      const { joinFolder } = await import("../../../index.ts");
      const from = other ?? (await joinFolder(session.io.cwd, into, { home, userHome: session.io.userHome }));
      return from === null ? { joined: into } : { merged: await loci.merge(from, into) };
    });
  },
  text(answer) {
    if ("joined" in answer) return `this folder belongs to '${answer.joined}' now`;
    const { from, into, sources, lists } = answer.merged;
    return (
      `'${from}' is part of '${into}' now: ${counted(sources, "source")} and ${counted(lists, "list")} came over\n` +
      "Tokens of either project see what both held, as far as their scopes go: loci tokens shows them."
    );
  },
});

/** `loci projects [rename|split|merge]` */
export const command = withParts(list, { rename, split, merge });
