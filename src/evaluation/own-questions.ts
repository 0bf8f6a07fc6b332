import { appendFileSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix, relative, resolve, sep } from "node:path";
import { filesBelow } from "../files/private-folder.ts";
import { replaceFile } from "../files/write-file-atomically.ts";
import { type Hit, LociError, openProjectRedaction, type Project } from "../index.ts";
import { writeFault, writing } from "../model/error.ts";

interface Place {
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
const notedFiles = (root: string): readonly string[] =>
  filesBelow(root, (entry) => entry.isDirectory() && LEFT_OUT.test(entry.name))
    .map((path) => relative(root, path).split(sep).join("/"))
    .sort();

/** What is read of the disk; none of it where it can't be, or went away in between. */
function readable<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}

/** A file of a source, and where it stands. */
interface OwnFile extends Place {
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
export const ownFiles = async (project: Pick<Project, "sources">): Promise<readonly OwnFile[]> =>
  (await project.sources()).flatMap(({ kind, name, root }) => {
    if (kind === "file") return [{ source: name, path: basename(root), absolute: root }];
    return kind === "folder"
      ? notedFiles(root).map((path) => ({ source: name, path, absolute: join(root, path) }))
      : [];
  });

export const questionsIn = (files: readonly OwnFile[]): readonly OwnQuestion[] =>
  files
    .filter(({ path }) => MARKDOWN.test(path))
    .flatMap(({ source, path, absolute }) => questionsOf(absolute, { source, path }, path));

/** Those of a file that is no note, where there is one: what `loci eval add` keeps, each once. */
export function addedQuestions(file: string): readonly OwnQuestion[] {
  const added = questionsOf(file, null, join(basename(dirname(file)), basename(file)));
  return added.filter(({ comment }, i) => added.findIndex((one) => one.comment === comment) === i);
}

function questionsOf(absolute: string, at: Place | null, name: string): readonly OwnQuestion[] {
  const expected = readable(() => readExpectations(readFileSync(absolute, "utf8")));
  return expected.map((one) => ({ ...one, at, where: `${name}:${one.line}` }));
}

/** A question that stands in somebody's notes, with where the answer is to be found. */
interface Expectation {
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

/**
 * Adds a question to those that `loci eval` asks, unless it is among them.
 * @param file where they are kept; made where it isn't there
 * @param target a drawer's id, or a file: as sources know it, or by a path from `folder`
 * @throws LociError `USAGE` for a target that there is not, and for words that no comment can hold; `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function addExpectation(
  project: Pick<Project, "drawerSource" | "sources">,
  { file, query: asked, target, folder }: { file: string; query: string; target: string; folder: string },
): Promise<{ readonly query: string; readonly target: string; readonly added: boolean }> {
  const files = await ownFiles(project);
  const typed = resolve(folder, target);
  // A path that a shell completed, as its source knows it.
  const known = files.find(({ absolute }) => relative(absolute, typed) === "")?.path ?? target.split(sep).join("/");
  const found = await findTarget(project, { places: files, target: known, at: null });
  if ("why" in found)
    throw new LociError("USAGE", found.why, {
      hint: "name a file of a source, or a passage as 'loci search' shows its id",
    });
  const query = await asKept(asked);
  const comment = expectation(query, known);
  if (comment === null)
    throw new LociError("USAGE", "this question can't be written as a comment", {
      hint: "leave out '-->', write at most 900 characters, and name a file whose name holds no arrow",
    });
  const added = addedQuestions(file).every((one) => one.comment !== comment);
  writing(`the questions '${file}'`, () => {
    if (added) appendFileSync(file, `${comment}\n`, { mode: 0o600 });
  });
  return { query, target: known, added };
}

/** Takes out what was added of a question and its target, however often. @returns the question as it stood there */
export async function removeExpectation(file: string, asked: string, target: string): Promise<string> {
  const query = await asKept(asked);
  const comment = expectation(query, target);
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    const left = lines.filter((line) => line !== comment);
    if (left.length < lines.length) replaceFile(file, left.join("\n"), { durable: true });
  } catch (thrown) {
    // Nothing was ever added.
    if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") throw writeFault(`the questions '${file}'`, thrown);
  }
  return query;
}

/** A question as it is written down: on one line, and without secrets. */
const asKept = async (question: string): Promise<string> =>
  (await openProjectRedaction({ security: { redact: "chats" } }).chats(question.replace(/\s+/g, " ").trim())).text;

/** Tells the right hits of an expectation; or why there can be none. */
type Target =
  | { readonly of: "drawer" | "file"; readonly right: (hit: Pick<Hit, "id" | "source">) => boolean }
  | { readonly why: string };

/**
 * What an expectation points to. A drawer is named by its id or the beginning of one, a file by its path from where the question stands, by its path
 * in a source, or by the end of that; a name that fits several files means any of them.
 * @param at where the question stands; null for one that stands in no file
 */
export async function findTarget(
  project: Pick<Project, "drawerSource">,
  { places, target, at }: { places: readonly Place[]; target: string | null; at: Place | null },
): Promise<Target> {
  if (target === null) return at === null ? { why: "it names neither a passage nor a file" } : oneOf([at]);
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

const oneOf = (places: readonly Place[]): Target => ({
  of: "file",
  right: ({ source }) => places.some((place) => place.source === source.name && place.path === source.path),
});

async function drawer(project: Pick<Project, "drawerSource">, prefix: string): Promise<Target> {
  try {
    const { id } = await project.drawerSource(prefix);
    return { of: "drawer", right: (hit) => hit.id === id };
  } catch (error) {
    if (error instanceof LociError) return { why: error.message };
    throw error;
  }
}
