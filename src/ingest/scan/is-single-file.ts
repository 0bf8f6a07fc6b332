import { statRoot } from "./stat-root.ts";

/** Whether the root of a source is a file rather than a folder. @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` */
export function isSingleFile(root: string): boolean {
  return !statRoot(root).isDirectory();
}
