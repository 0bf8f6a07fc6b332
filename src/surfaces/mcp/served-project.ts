import type { Note, Project } from "../../index.ts";

/** The project that a connection is for. */
export interface ServedProject {
  readonly name: string;
  /**
   * Gives it opened, the same to everyone who asks; with `make: false` as an empty one where it isn't there, since
   * reading makes none. Where that fails, each request is answered with why, and the next one tries again.
   *
   * @throws LociError what opening a project throws
   */
  readonly open: (options?: { readonly make: boolean }) => Promise<Project>;
  /** What the owner should know where it holds nothing and other projects do; left out for everybody else. */
  readonly ifEmpty?: () => readonly Note[];
}

/** A project that is open already. */
export function servedProject(project: Project): ServedProject {
  return { name: project.name, open: async () => project };
}
