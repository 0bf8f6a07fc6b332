import { posix } from "node:path";
import { type Hit, LociError, type Project } from "../../index.ts";

/** A file of a source, as hits name it. */
export interface Place {
  readonly source: string;
  /** Relative to the source, with slashes. */
  readonly path: string;
}

/** Tells the right hits of an expectation; or why there can be none. */
export type Target =
  | { readonly of: "drawer" | "file"; readonly right: (hit: Pick<Hit, "id" | "source">) => boolean }
  | { readonly why: string };

/**
 * What an expectation points to. A drawer is named by its id or the beginning of one, a file by its path from where the question stands, by its path
 * in a source, or by the end of that; a name that fits several files means any of them.
 *
 * @param at where the question stands; null for one that stands in no file
 */
export async function findTarget(
  project: Pick<Project, "source">,
  places: readonly Place[],
  target: string | null,
  at: Place | null,
): Promise<Target> {
  if (target === null) return at === null ? { why: "it names neither a drawer nor a file" } : oneOf([at]);
  if (/^[0-9a-f]{8,32}$/.test(target)) return await drawer(project, target);
  const wanted = posix.normalize(target.replaceAll("\\", "/")).replace(/^\//, "");
  const sibling = at === null ? null : posix.join(posix.dirname(at.path), wanted);
  const named = [
    places.filter(({ source, path }) => source === at?.source && path === sibling),
    places.filter(({ path }) => path === wanted),
    places.filter(({ path }) => path.endsWith(`/${wanted}`)),
  ].find((list) => list.length > 0);
  return named === undefined ? { why: `no file is called '${target}'` } : oneOf(named);
}

function oneOf(places: readonly Place[]): Target {
  return {
    of: "file",
    right: ({ source }) => places.some((place) => place.source === source.name && place.path === source.path),
  };
}

async function drawer(project: Pick<Project, "source">, prefix: string): Promise<Target> {
  try {
    const { id } = await project.source(prefix);
    return { of: "drawer", right: (hit) => hit.id === id };
  } catch (error) {
    if (error instanceof LociError) return { why: error.message };
    throw error;
  }
}
