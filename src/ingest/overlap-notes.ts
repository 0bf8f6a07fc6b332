import { relative, sep } from "node:path";
import type { Note } from "../model/hit.ts";
import type { Source } from "../model/source.ts";
import { isInside } from "./is-inside.ts";

/**
 * What should be known of new sources that lie inside another one, or around it: the files of both are stored once for each, since each may
 * have its own scope. (A passage that is stored twice is still one hit.)
 *
 * @param sources those of a run, as they were before it
 * @param all those of the project
 */
export function overlapNotes(sources: readonly Source[], all: readonly Source[]): readonly Note[] {
  const onDisk = ({ kind }: Source): boolean => kind === "file" || kind === "folder";
  return sources
    .filter((source) => onDisk(source) && source.lastRun === null)
    .flatMap((source) => {
      const other = all.find((one) => one.key !== source.key && onDisk(one) && (isInside(source.root, one.root) || isInside(one.root, source.root)));
      if (other === undefined) return [];
      const [inner, outer] = isInside(source.root, other.root) ? [source, other] : [other, source];
      const [scope, others] = [inner.options.scope, outer.options.scope];
      // Who gives a folder inside another one a scope of its own may mean it to be the only one.
      const differ = scope !== null && others !== null && scope !== others;
      const inside = relative(outer.root, inner.root).split(sep).join("/");
      return [
        {
          code: "SOURCE_OVERLAPS",
          message: `'${inner.root}' lies inside the source '${outer.root}': what both hold is stored twice${differ ? `, for ${others} and for ${scope}` : ""}`,
          hint: differ ? `for ${scope} alone, leave '${inside}' out of the outer one with --exclude '${inner.kind === "file" ? inside : `${inside}/**`}'; for ${others} alone: loci sources rm ${inner.key}` : `if one is enough: loci sources rm ${inner.key}`,
        },
      ];
    });
}
