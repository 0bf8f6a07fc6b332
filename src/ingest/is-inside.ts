import { sep } from "node:path";

/**
 * Whether a path lies below a folder; the folder itself doesn't. By spelling: both absolute, both with or both without symlinks resolved.
 *
 * @example isInside("/home/me/notes", "/home/me") // true; "/home/mean" is not
 */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
