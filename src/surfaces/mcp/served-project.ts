import type { Note, Project, Caller } from "../../index.ts";
import type { Tool } from "./tool.ts";

/** Which tools are served: few and sharp, or with the set that agents of MemPalace know. */
export const PROFILES = ["default", "palace"] as const;
export type Profile = (typeof PROFILES)[number];

/** The tools of a profile, in the order in which they are listed. Loaded when they are asked for. */
export async function toolsOf(profile: Profile): Promise<readonly Tool[]> {
  const { DEFAULT_TOOLS } = await import("./default-tools.ts");
  if (profile === "default") return DEFAULT_TOOLS;
  const { PALACE_TOOLS } = await import("./palace-tools.ts");
  return [...DEFAULT_TOOLS, ...PALACE_TOOLS];
}

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

/** The palace as resources and prompts read it: whose it is, and who asks. */
export interface PalaceAccess {
  readonly project: Project;
  readonly caller: Caller;
  /** Raised when the client cancels or goes away. */
  readonly signal: AbortSignal;
}

/**
 * Gives the palace for one request. @param signal of the request. @param make makes the project where it isn't there;
 * reading doesn't. @throws LociError what opening the project throws
 */
export type OpenPalace = (signal: AbortSignal, make?: boolean) => Promise<PalaceAccess>;
