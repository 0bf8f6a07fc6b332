import type { Project } from "../../index.ts";

/** The project that a connection is for. */
export interface ServedProject {
  readonly name: string;
  /**
   * Gives it opened, the same to everyone who asks. Where that fails, each request is answered with why, and the next one tries again.
   *
   * @throws LociError what opening a project throws
   */
  readonly open: () => Promise<Project>;
}

/** A project that is open already. */
export function servedProject(project: Project): ServedProject {
  return { name: project.name, open: async () => project };
}
