import type { NoteLink } from "../../text/note-links.ts";

/** A note as links name it. */
export interface NamedNote {
  readonly source: string;
  /** Relative to its source, with `/`. */
  readonly path: string;
  readonly title: string;
}

/**
 * Which note a link means, among those of the same source: the path that it gives, whole or its end; else the name of a file, a title, an
 * alias. Of several with one name the one that stands nearest to the linking note counts, then the shortest path, then the first by the
 * alphabet. Upper and lower case are the same, and the ending `.md` may be left out.
 */
export class NoteNames {
  readonly #paths = new Map<string, NamedNote>();
  readonly #names = new Map<string, NamedNote[]>();
  readonly #titles = new Map<string, NamedNote[]>();
  readonly #aliases = new Map<string, NamedNote[]>();

  /** @param notes of every source, in any order. Cost: linear */
  constructor(notes: readonly NamedNote[]) {
    for (const note of notes) {
      const path = plain(note.path);
      this.#paths.set(keyOf(note.source, path), note);
      add(this.#names, keyOf(note.source, path.slice(path.lastIndexOf("/") + 1)), note);
      add(this.#titles, keyOf(note.source, plain(note.title)), note);
    }
  }

  /** Gives a note another name, for links whose target is no path, name or title. */
  addAlias(note: NamedNote, alias: string): void {
    add(this.#aliases, keyOf(note.source, plain(alias)), note);
  }

  /** The note that a link of `from` means; null where no note is called so. */
  find(from: NamedNote, { target, relative }: Pick<NoteLink, "target" | "relative">): NamedNote | null {
    const folder = from.path.slice(0, from.path.lastIndexOf("/") + 1);
    const asked = plain(target).replace(/^\/+/, "");
    const at = (path: string): NamedNote | null => this.#paths.get(keyOf(from.source, path)) ?? null;
    if (relative) return at(target.startsWith("/") ? asked : resolved(`${plain(folder)}${plain(target)}`));
    const exact = at(asked) ?? at(resolved(`${plain(folder)}${asked}`));
    if (exact !== null) return exact;
    const name = keyOf(from.source, asked.slice(asked.lastIndexOf("/") + 1));
    const ending = (this.#names.get(name) ?? []).filter((note) => `/${plain(note.path)}`.endsWith(`/${asked}`));
    const whole = keyOf(from.source, asked);
    const found = [ending, this.#titles.get(whole) ?? [], this.#aliases.get(whole) ?? []].find(
      (some) => some.length > 0,
    );
    return found === undefined ? null : nearest(found, folder);
  }
}

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

function keyOf(source: string, name: string): string {
  return `${source}\u0000${name}`;
}

function add(map: Map<string, NamedNote[]>, key: string, note: NamedNote): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [note]);
  else if (!known.includes(note)) known.push(note);
}

function nearest(notes: readonly NamedNote[], folder: string): NamedNote {
  const shared = ({ path }: NamedNote): number => {
    let depth = 0;
    for (let i = 0; i < folder.length && path[i] === folder[i]; i++) if (folder[i] === "/") depth = i + 1;
    return depth;
  };
  return notes.toSorted(
    (a, b) => shared(b) - shared(a) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1),
  )[0] as NamedNote;
}
