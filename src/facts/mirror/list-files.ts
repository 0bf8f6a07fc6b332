import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pluralTopic } from "../../english/nouns.ts";
import { syncFolder } from "../../files/private-folder.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { Scope } from "../../model/scope.ts";
import type { FactList } from "../../storage/ports/fact-store.ts";
import { slug } from "../../text/slug.ts";
import { isAttribute } from "../grammar/attribute-keys.ts";

/** Names a list. */
export interface ListName {
  readonly scope: Scope;
  readonly key: string;
}

/** Keeps a Markdown file beside every list, for people to read. It is never read back. */
export interface ListFiles {
  /** Writes the file of a list as it now is; removes it when the list is empty or null. Gives its name where it was written. */
  put(name: ListName, list: FactList | null): Promise<string | null>;
}

/** @param folder is made when the first file is written */
export function openListFiles(folder: string): ListFiles {
  return {
    async put(name, list) {
      const file = mirrorName(name);
      const path = join(folder, file);
      if (list === null || list.items.length === 0) {
        if (!existsSync(path)) return null;
        await rm(path, { force: true });
        syncFolder(folder);
        return null;
      }
      const text = renderList(list);
      if (read(path) === text) return null;
      replaceFile(path, text, { durable: true });
      return file;
    },
  };
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** A list as Markdown, with where and when each item was said. */
function renderList(list: FactList): string {
  const topic =
    isAttribute(list.key) || /favou?rite /u.test(list.topic) ? list.topic : `favorite ${pluralTopic(list.topic)}`;
  const lines = list.items.map(
    ({ value, source }, i) =>
      `${i + 1}. ${escaped(value)} (${new Date(source.time).toISOString().slice(0, 10)}${source.chat === "" ? "" : `, chat ${escaped(source.chat)}`})`,
  );
  return [
    `# ${topic.charAt(0).toUpperCase()}${topic.slice(1)}`,
    "",
    ...lines,
    "",
    "Written by Loci for reading; edits are not taken in.",
    "",
  ].join("\n");
}

/** Marks that would be formatting are escaped. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/gu, "\\$&").replace(/\s+/gu, " ");
}

/**
 * The file name of a list's mirror: its topic as a slug, with `.private` where it is the owner's own; with a hash
 * when the slug doesn't say all of it, so that no two
 * lists meet in one file on any file system.
 *
 * @example mirrorName({ scope: "kb", key: "board game" }) // "board-game.md"
 */
function mirrorName({ scope, key }: ListName): string {
  const short = slug(key);
  const whole = (scope === "kb" || scope === "admin") && short !== "" && short === key.replaceAll(" ", "-");
  const hash = createHash("sha256").update(`${scope}\n${key}`).digest("hex").slice(0, 10);
  return whole ? `${short}${scope === "kb" ? "" : ".private"}.md` : `${short === "" ? "list" : short}--${hash}.md`;
}
