/**
 * The path of a document of drawers added by hand: their file, `<wing>/<room>.md`, and their scope, since one file may hold drawers of several.
 *
 * @example handPath("driftwood/auth.md", "kb") // "driftwood/auth.md#kb"
 */
export function handPath(file: string, scope: string): string {
  return `${file}#${scope}`;
}

/** The file of such a path. */
export function handFile(path: string): string {
  return path.slice(0, path.lastIndexOf("#"));
}
