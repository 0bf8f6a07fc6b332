import type { Document, TunnelEnd } from "../../model/drawer.ts";
import type { NoteLink } from "../../text/note-links.ts";

export type NamedNote = Pick<Document, "source" | "path" | "title">;

/** A link as it is written: the drawer that holds it, with its note and its stored place, and the line. */
export interface WrittenLink {
  readonly id: string;
  readonly from: NamedNote;
  readonly place: TunnelEnd;
  readonly link: NoteLink;
  readonly line: number | null;
}

/**
 * Which note a link means, among those of the same source. The first of these rules that finds a note decides:
 * 1. the path that the link gives, from the root of the source, then from the folder of the linking note;
 * 2. a path that ends as the link does, so also the mere name of a file;
 * 3. the title of a Markdown note;
 * 4. an alias, or the number of a note, minute by minute, that its name begins with (`202405011230 Herons.md`).
 *
 * Of several notes the one that shares most folders with the linking note is meant, then the shortest path, then the first by the alphabet. Upper
 * and lower case are the same, but a path spelled to the letter goes first; `.md` may be left out. A relative link knows the first rule only.
 *
 * The answer depends on which notes are given, so whoever looks among a part of them may use `spelled`, and no other answer than "none" of `find`.
 */
export class NoteNames {
  readonly #spelled = new Map<string, NamedNote>();
  readonly #paths = new Map<string, NamedNote[]>();
  readonly #names = new Map<string, NamedNote[]>();
  readonly #titles = new Map<string, NamedNote[]>();
  readonly #aliases = new Map<string, NamedNote[]>();

  /** @param notes of every source, in any order; documents of other formats are found by their paths. Cost: linear */
  constructor(notes: readonly NamedNote[]) {
    for (const note of notes) {
      const path = plain(note.path);
      this.#spelled.set(keyOf(note.source, note.path.normalize("NFC")), note);
      add(this.#paths, keyOf(note.source, path), note);
      add(this.#names, keyOf(note.source, path.slice(path.lastIndexOf("/") + 1)), note);
      const number = NUMBERED.exec(path)?.[1];
      if (number !== undefined) this.addAlias(note, number);
      if (MARKDOWN.test(note.path)) add(this.#titles, keyOf(note.source, plain(note.title)), note);
    }
  }

  /** Gives a note another name, for links whose target is no path, name or title. */
  addAlias(note: NamedNote, alias: string): void {
    add(this.#aliases, keyOf(note.source, plain(alias)), note);
  }

  /** The note that a link of `from` means; null where no note is called so. */
  find(from: NamedNote, link: NoteTarget): NamedNote | null {
    const folder = folderOf(from);
    for (const path of pathsOf(folder, link)) {
      const exact = this.#at(from.source, path) ?? nearest(this.#paths.get(keyOf(from.source, plain(path))), folder);
      if (exact !== null) return exact;
    }
    if (link.relative) return null;
    const asked = fromRoot(plain(link.target));
    const whole = keyOf(from.source, asked);
    const name = keyOf(from.source, asked.slice(asked.lastIndexOf("/") + 1));
    const ending = this.#names.get(name)?.filter((note) => `/${plain(note.path)}`.endsWith(`/${asked}`));
    return (
      nearest(ending, folder) ?? nearest(this.#titles.get(whole), folder) ?? nearest(this.#aliases.get(whole), folder)
    );
  }

  /** The note whose path a link spells to the letter where it is looked for first: that one is meant, whichever others there are. */
  spelled(from: NamedNote, link: NoteTarget): NamedNote | null {
    return this.#at(from.source, pathsOf(folderOf(from), link)[0] as string);
  }

  #at(source: string, path: string): NamedNote | null {
    const spelled = path.normalize("NFC");
    return this.#spelled.get(keyOf(source, spelled)) ?? this.#spelled.get(keyOf(source, `${spelled}.md`)) ?? null;
  }
}

type NoteTarget = Pick<NoteLink, "target" | "relative">;

/** Notes of a Zettelkasten are linked to by their numbers alone. */
const NUMBERED = /(?:^|\/)((?:19|20)\d{10}(?:\d\d)?)(?=[\s_-][^/]*$)/u;
const MARKDOWN = /\.(?:mdx?|markdown)$/i;

/** With `/` at its end; "" for the root. */
const folderOf = ({ path }: NamedNote): string => path.slice(0, path.lastIndexOf("/") + 1);

/** Where a link says that its note is, in the order in which it is looked for. */
function pathsOf(folder: string, { target, relative }: NoteTarget): readonly string[] {
  const root = fromRoot(target);
  if (!relative) return [root, resolved(`${folder}${root}`)];
  return [target.startsWith("/") ? root : resolved(`${folder}${target}`)];
}

const fromRoot = (path: string): string => path.replace(/^\/+/, "");

/** As names are compared. */
function plain(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/\.(?:md|markdown)$/, "");
}

/** A path without `.` and `..`; what leads out of the source stays a name of nothing. */
function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return "\u0000";
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

const keyOf = (source: string, name: string): string => `${source}\u0000${name}`;

function add(map: Map<string, NamedNote[]>, key: string, note: NamedNote): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [note]);
  else if (!known.includes(note)) known.push(note);
}

function nearest(notes: readonly NamedNote[] | undefined, folder: string): NamedNote | null {
  if (notes === undefined) return null;
  const shared = ({ path }: NamedNote): number => {
    let depth = 0;
    for (let i = 0; i < folder.length && path[i] === folder[i]; i++) if (folder[i] === "/") depth = i + 1;
    return depth;
  };
  const sorted = notes.toSorted(
    (a, b) => shared(b) - shared(a) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1),
  );
  return sorted[0] ?? null;
}
