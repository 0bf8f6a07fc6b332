import { readFileSync, type Dirent, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Project } from "../index.ts";

/** A file of a source, as hits name it. */
export interface Place {
  readonly source: string;
  /** Relative to the source, with slashes. */
  readonly path: string;
}

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

/** A question that stands in somebody's notes, with where the answer is to be found. */
export interface Expectation {
  readonly query: string;
  /** A drawer's id, or a file's path or the end of it; null: the file in which the question stands. */
  readonly target: string | null;
  /** 1-based. */
  readonly line: number;
  /** The comment as it stands in the text. */
  readonly comment: string;
}

/** Maximum characters of a question; an unclosed comment is given up after this. */
const LONGEST = 1000;
const COMMENT = new RegExp(`(?<!\`)<!--[ \\t]*expect:([^]{1,${LONGEST}}?)-->`, "g");
const ARROW = /^([^]*)(?:→|->)([^]*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * The expectations of a markdown text: comments that say `expect: question → drawer or file`. What stands in code is an example.
 *
 * @example readExpectations("<!-- expect: which port? → ports.md -->") // [{ query: "which port?", target: "ports.md", line: 1, … }]
 * Cost: linear.
 */
export function readExpectations(text: string): readonly Expectation[] {
  const prose = withoutFences(text);
  return [...prose.matchAll(COMMENT)].flatMap((match) => {
    const comment = (match[1] as string).replace(/\s+/g, " ").trim();
    const [, query = comment, target = ""] = ARROW.exec(comment) ?? [];
    if (query.trim() === "") return [];
    return [
      {
        query: query.trim(),
        target: target.trim() === "" ? null : target.trim(),
        line: prose.slice(0, match.index).split("\n").length,
        comment: match[0],
      },
    ];
  });
}

/** An expectation as a comment; null for text that would close the comment. */
export function expectation(query: string, target: string): string | null {
  const comment = `<!-- expect: ${query.replace(/\s+/g, " ").trim()} → ${target} -->`;
  const [read, more] = readExpectations(comment);
  return more === undefined && read?.comment === comment && read.target === target ? comment : null;
}

/** The same text with empty lines for fenced code. */
function withoutFences(text: string): string {
  let fence: string | null = null;
  return text
    .split("\n")
    .map((line) => {
      const [, marks = "", rest = ""] = FENCE.exec(line) ?? [];
      if (fence === null) {
        if (marks === "" || (marks.startsWith("`") && rest.includes("`"))) return line;
        fence = marks;
      } else if (marks.startsWith(fence) && rest.trim() === "") fence = null;
      return "";
    })
    .join("\n");
}
