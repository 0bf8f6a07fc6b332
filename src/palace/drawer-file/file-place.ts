import { slug } from "../../text/slug.ts";
import { UNNAMED, wingSlug } from "../wing.ts";

/** Where a file of hand-made drawers stands in the palace. */
export interface FilePlace {
  readonly wing: string;
  readonly room: string;
}

/**
 * The file for drawers of a room, relative to the project's `memory` folder. Slugs hold no `/`, `\` or `.`, so it never leaves that folder.
 *
 * @example drawerFilePath({ wing: "Driftwood", room: "Auth Migration" }) // "palace/driftwood/auth-migration.md"
 */
export function drawerFilePath({ wing, room }: FilePlace): string {
  return `palace/${wingSlug(wing) || UNNAMED}/${slug(room) || UNNAMED}.md`;
}

/** The inverse: the place that a path under `memory` names; null when it is no file of hand-made drawers. */
export function drawerFilePlace(path: string): FilePlace | null {
  const parts = /^palace\/([^/]+)\/([^/]+)\.md$/.exec(path);
  return parts === null ? null : { wing: parts[1] as string, room: parts[2] as string };
}
