import { readFileSync, type Dirent, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Project } from "../../index.ts";
import { type Expectation, readExpectations } from "./expectations.ts";
import type { Place } from "./find-target.ts";

/** Folders of programs, not of people. */
const LEFT_OUT = /^(?:\..*|node_modules)$/;

/**
 * The files below a folder, as paths relative to it with slashes, sorted; none where it can't be read. Without hidden folders and
 * `node_modules`; links are not followed.
 */
function notedFiles(root: string): readonly string[] {
  const files: string[] = [];
  const look = (folder: string, path: string): void => {
    for (const entry of entriesOf(folder)) {
      if (entry.isFile()) files.push(`${path}${entry.name}`);
      else if (entry.isDirectory() && !LEFT_OUT.test(entry.name))
        look(join(folder, entry.name), `${path}${entry.name}/`);
    }
  };
  look(root, "");
  return files.sort();
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}

/** A file of a source, and where it stands. */
export interface OwnFile extends Place {
  readonly absolute: string;
}

/** A question of the user's, and the file in which it stands; null for one that was added by hand. */
export interface OwnQuestion extends Expectation {
  readonly at: Place | null;
  /** For people: file and line. */
  readonly where: string;
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;

/** The files of a project's folders and files, as they are on disk now. */
export async function ownFiles(project: Pick<Project, "sources">): Promise<readonly OwnFile[]> {
  return (await project.sources()).flatMap(({ kind, name, root }) => {
    if (kind === "file") return [{ source: name, path: basename(root), absolute: root }];
    return kind === "folder"
      ? notedFiles(root).map((path) => ({ source: name, path, absolute: join(root, path) }))
      : [];
  });
}

/** The questions that stand in markdown files. Files that went away in between hold none. */
export function questionsIn(files: readonly OwnFile[]): readonly OwnQuestion[] {
  return files
    .filter(({ path }) => MARKDOWN.test(path))
    .flatMap(({ source, path, absolute }) => questionsOf(absolute, { source, path }, path));
}

/** Those of a file that is no note, where there is one: what `loci eval add` keeps. */
export function addedQuestions(file: string): readonly OwnQuestion[] {
  return questionsOf(file, null, join(basename(dirname(file)), basename(file)));
}

function questionsOf(absolute: string, at: Place | null, name: string): readonly OwnQuestion[] {
  try {
    return readExpectations(readFileSync(absolute, "utf8")).map((one) => ({
      ...one,
      at,
      where: `${name}:${one.line}`,
    }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}
