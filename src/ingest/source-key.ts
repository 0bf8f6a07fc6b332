import { createHash } from "node:crypto";
import { basename, sep } from "node:path";
import type { SourceKind } from "../model/source.ts";

/**
 * The key of a source: its name made plain, and 12 hex digits of a hash over kind and root. The same folder has the same key
 * in every project, after every rebuild and on every machine where it stands at the same place; so its drawers keep their ids.
 * @param root absolute path
 * @example sourceKey("folder", "/home/me/notes") // "notes-" and 12 hex digits
 */
export function sourceKey(kind: SourceKind, root: string): string {
  const digest = createHash("sha256").update(`${kind}\0${root}`).digest("hex").slice(0, 12);
  const plain = (basename(root) || root)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return plain === "" ? digest : `${plain}-${digest}`;
}

/** What a source is called: by the tool whose own place it is, else the last part of its path. */
export const sourceName = (root: string): string => toolOf(root) ?? (basename(root) || root);

/** Where tools keep their sessions, and what folders and files are called there, of which none is anybody's name. */
const PLACE = new RegExp(
  String.raw`[\\/](?:\.|(?:\.local[\\/]share|\.config|Application Support)[\\/])(claude|codex|gemini|cursor|qwen|pi|kimi|kimi-code|` +
    String.raw`factory|copilot|cline|opencode|amp)(?:[\\/](?:tmp|(?:archived_)?sessions|projects|storage|chats|agent|data|tasks|threads|` +
    String.raw`session-state|user|globalstorage|state\.vscdb|opencode[\w-]*\.db))*[\\/]*$`,
  "iu",
);

/** The tool whose own place for its sessions a path is, "gemini" for `~/.gemini/tmp`; null for any other path. */
export const toolOf = (root: string): string | null => PLACE.exec(root)?.[1]?.toLowerCase() ?? null;

/**
 * Whether a path lies below a folder; the folder itself doesn't. By spelling: both absolute, both with or both without symlinks resolved.
 * @example isInside("/home/me/notes", "/home/me") // true; "/home/mean" is not
 */
export const isInside = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
