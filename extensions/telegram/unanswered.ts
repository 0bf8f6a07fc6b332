import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ifThere } from "../../src/files/plain-file.ts";
import { makePrivateFolder } from "../../src/files/private-folder.ts";
import { removeQuietly, replaceFile } from "../../src/files/write-file-atomically.ts";

/** An update of Telegram's, of which only its number is known here. */
export interface NumberedUpdate {
  readonly update_id: number;
}

/**
 * Updates that were taken and not answered yet. Telegram counts an update as read when the next ones are asked for, so what a killed bot was
 * about to answer is nowhere but here.
 */
export interface Unanswered<Update extends NumberedUpdate> {
  /** Keeps an update; when it returns, the update outlives a crash. */
  readonly keep: (update: Update) => void;
  /** Drops an update that was answered. A crash before this answers it once more, never not at all. */
  readonly drop: (update: Update) => void;
  /** What an earlier run left, oldest first. */
  readonly left: () => readonly Update[];
}

/** Opens the updates kept in a folder, one file each. The folder is made with the first. */
export function openUnanswered<Update extends NumberedUpdate>(folder: string): Unanswered<Update> {
  const path = ({ update_id }: NumberedUpdate): string => join(folder, `${update_id}.json`);
  return {
    keep(update) {
      makePrivateFolder(folder);
      replaceFile(path(update), `${JSON.stringify(update)}\n`, { durable: true });
    },
    drop: (update) => removeQuietly(path(update)),
    left: () => numbersIn(folder).map((id) => JSON.parse(readFileSync(path({ update_id: id }), "utf8")) as Update),
  };
}

function numbersIn(folder: string): readonly number[] {
  const names = ifThere(() => readdirSync(folder)) ?? [];
  const numbers = names.flatMap((name) => /^(\d+)\.json$/u.exec(name)?.[1] ?? []).map(Number);
  return numbers.sort((a, b) => a - b);
}
