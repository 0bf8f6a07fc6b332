import { appendFileSync, readFileSync } from "node:fs";
import { relative, resolve, sep, posix } from "node:path";
import { LociError, type Project, type Hit } from "../index.ts";
import { replaceFile } from "../files/write-file-atomically.ts";
import { writeFault } from "../model/write-fault.ts";
import { expectation, ownFiles, type Place } from "./own-questions.ts";

/** What was added. */
export interface AddedExpectation {
  readonly query: string;
  readonly target: string;
}

/**
 * Adds a question to those that `loci eval yours` asks.
 *
 * @param file where they are kept; made where it isn't there
 * @param target a drawer's id, or a file: as sources know it, or by a path from `folder`
 * @throws LociError `USAGE` for a target that there is not, and for words that no comment can hold; `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function addExpectation(
  project: Pick<Project, "drawerSource" | "sources">,
  file: string,
  query: string,
  target: string,
  folder: string,
): Promise<AddedExpectation> {
  const files = await ownFiles(project);
  const typed = resolve(folder, target);
  // A path that a shell completed, as its source knows it.
  const known = files.find(({ absolute }) => relative(absolute, typed) === "")?.path ?? target.split(sep).join("/");
  const found = await findTarget(project, files, known, null);
  if ("why" in found)
    throw new LociError("USAGE", found.why, {
      hint: "name a file of a source, or a drawer as 'loci search' shows its id",
    });
  const comment = expectation(query, known);
  if (comment === null)
    throw new LociError("USAGE", "this question can't be written as a comment", {
      hint: "leave out '-->', write at most 900 characters, and name a file whose name holds no arrow",
    });
  try {
    appendFileSync(file, `${comment}\n`, { mode: 0o600 });
  } catch (thrown) {
    throw writeFault(`the questions '${file}'`, thrown);
  }
  return { query: query.replace(/\s+/g, " ").trim(), target: known };
}

/** Takes out what was added of a question and its target, however often. @returns the question as it stood there */
export function removeExpectation(file: string, query: string, target: string): string {
  const comment = expectation(query, target);
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    const left = lines.filter((line) => line !== comment);
    if (left.length < lines.length) replaceFile(file, left.join("\n"), { durable: true });
  } catch (thrown) {
    // Nothing was ever added.
    if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") throw writeFault(`the questions '${file}'`, thrown);
  }
  return query.replace(/\s+/g, " ").trim();
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
  project: Pick<Project, "drawerSource">,
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

async function drawer(project: Pick<Project, "drawerSource">, prefix: string): Promise<Target> {
  try {
    const { id } = await project.drawerSource(prefix);
    return { of: "drawer", right: (hit) => hit.id === id };
  } catch (error) {
    if (error instanceof LociError) return { why: error.message };
    throw error;
  }
}
