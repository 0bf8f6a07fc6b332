import { sealedText, textIfThere } from "../../files/plain-file.ts";
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pluralTopic } from "../../english/nouns.ts";
import { syncFolder } from "../../files/private-folder.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { LociError } from "../../model/error.ts";
import type { FactList, FactStore } from "../../storage/ports/fact-store.ts";
import type { Days } from "../../text/days.ts";
import { slug } from "../../text/slug.ts";
import { isAttribute, isSecretFact } from "../grammar/attribute-keys.ts";
import type { FactRecord } from "./fact-record.ts";

export type ListName = Pick<FactList, "scope" | "key">;

/** Where what stands beside the store is kept. */
export interface Beside {
  /** The folder of a Markdown file a list, for people to read; made when the first is written. Null: none are kept. */
  readonly files: string | null;
  /** The record that gives facts back where the store is lost; none by default. */
  readonly record?: FactRecord | null;
}

/**
 * Writes beside the store what people read, a file a list that changed, and what gives it back, the record of changes. Gives the names of the files.
 * @param isForgotten whether what the store no longer holds goes from the record, too
 * @param days as the reader's clock has them
 * @throws LociError `STORAGE_FAILED`: the change itself is stored
 */
export async function writeBeside(
  store: FactStore,
  names: readonly ListName[],
  { files, record, isForgotten, days }: Beside & { readonly isForgotten: boolean; readonly days: Pick<Days, "day"> },
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  await kept("facts.jsonl", async () => (isForgotten ? record?.rewrite(store) : record?.catchUp(store)));
  if (files === null) return [];
  const distinct = [...new Map(names.map(({ scope, key }) => [`${scope}\n${key}`, { scope, key }])).values()];
  const lists = await store.read((reader) => distinct.map(({ scope, key }) => reader.list(scope, key)));
  const written: string[] = [];
  for (const [i, name] of distinct.entries()) {
    const list = lists[i] ?? null;
    const values = list?.items.map(({ value }) => value) ?? [];
    const isShown = list !== null && values.length > 0 && !isSecretFact(name.key, values);
    const file = mirrorName(name);
    if (await kept(`facts/${name.key}`, () => putFile(files, file, isShown ? renderList(list, days) : null)))
      written.push(file);
  }
  return written;
}

/** Writes a file as it is to be; removes it where there is nothing to show. Gives whether it was written. */
async function putFile(folder: string, file: string, text: string | null): Promise<boolean> {
  const path = join(folder, file);
  if (textIfThere(path) === text) return false;
  if (text !== null) replaceFile(path, text, { durable: true });
  else {
    await rm(path, { force: true });
    syncFolder(folder);
  }
  return text !== null;
}

async function kept<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new LociError("STORAGE_FAILED", `the change is stored, but '${name}' can't be written`, {
      hint: "check the project's folder; the next change of the list writes it, or 'loci data rebuild'",
      cause,
    });
  }
}

/** A list as Markdown, with where and when each item was said. */
function renderList(list: FactList, days: Pick<Days, "day">): string {
  const topic =
    isAttribute(list.key) || /favou?rite /u.test(list.topic) ? list.topic : `favorite ${pluralTopic(list.topic)}`;
  const lines = list.items.map(
    ({ value, source }, i) =>
      `${i + 1}. ${escaped(value)} (${days.day(source.time)}${source.chat === "" ? "" : `, chat ${escaped(source.chat)}`})`,
  );
  const title = `${topic.charAt(0).toUpperCase()}${topic.slice(1)}`;
  return sealedText(`# ${title}\n\n${lines.join("\n")}\n\nWritten by Loci for reading; edits are not taken in.\n`);
}

/** Marks that would be formatting are escaped. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>#|]/gu, "\\$&").replace(/\s+/gu, " ");

/**
 * The file name of a list's mirror: its topic as a slug, with `.private` where it is the owner's own; with a hash when
 * the slug doesn't say all of it, so that no two lists meet in one file on any file system.
 * @example mirrorName({ scope: "kb", key: "board game" }) // "board-game.md"
 */
function mirrorName({ scope, key }: ListName): string {
  const short = slug(key);
  const whole = (scope === "kb" || scope === "admin") && short !== "" && short === key.replaceAll(" ", "-");
  const hash = createHash("sha256").update(`${scope}\n${key}`).digest("hex").slice(0, 10);
  return whole ? `${short}${scope === "kb" ? "" : ".private"}.md` : `${short === "" ? "list" : short}--${hash}.md`;
}
