import { randomInt, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { replaceFile, removeQuietly } from "../../src/files/write-file-atomically.ts";
import { type Caller, LociError } from "../../src/index.ts";
import { ifThere } from "../../src/files/plain-file.ts";
import { makePrivateFolder } from "../../src/files/private-folder.ts";

/** Who the bot belongs to, and who else may talk to it. */
interface Paired {
  readonly owner: number | null;
  readonly invited: readonly number[];
}

/** Pairs accounts with callers, by codes that are shown where only their reader can see them. */
export type Pairing = ReturnType<typeof openPairing>;

const VALID_MS = 10 * 60_000;
/**
 * Wrong codes of one account, and accounts with one, after which none is heard until a new start or invitation: 500 tries hit one of 100 million.
 */
const MAX_WRONG = 5;
const MAX_ACCOUNTS = 100;

/**
 * Opens the pairing kept in `telegram.json` of the data folder.
 * @param users who may talk beside the owner: `anyone`, each in a scope of his own, or those who were `invited`
 * @param clock milliseconds
 */
export function openPairing(home: string, users: "anyone" | "invited", clock: () => number = Date.now) {
  const file = join(home, "telegram.json");
  let paired = readPaired(file);
  let code = paired.owner === null ? newCode() : null;
  const wrong = new Map<number, number>();
  const invitations = new Map<string, number>();

  const write = (next: Paired): void => {
    replaceFile(file, `${JSON.stringify(next)}\n`, { durable: true });
    paired = next;
  };

  return {
    /** The code by which the owner is paired; null when he is. */
    ownerCode: () => code,
    /** Who an account is; null for somebody who may not talk to the bot. */
    callerOf(account: number): Caller | null {
      if (account === paired.owner) return "owner";
      const known = paired.owner !== null && (users === "anyone" || paired.invited.includes(account));
      return known ? userOf(account) : null;
    },
    /** A code for one more user, for ten minutes. */
    invite(): string {
      const made = newCode();
      invitations.set(made, clock() + VALID_MS);
      wrong.clear();
      return made;
    },
    /** Takes a code. @returns what the account is now; null for a wrong one, or after too many */
    take(account: number, typed: string): Caller | null {
      const tries = wrong.get(account) ?? 0;
      if (tries >= MAX_WRONG || wrong.size >= MAX_ACCOUNTS) return null;
      if (code !== null && equal(typed, code)) {
        code = null;
        write({ ...paired, owner: account });
        return "owner";
      }
      const until = [...invitations].find(([one]) => equal(typed, one));
      if (until === undefined || until[1] < clock() || paired.owner === account) {
        wrong.set(account, tries + 1);
        return null;
      }
      invitations.delete(until[0]);
      write({ ...paired, invited: [...new Set([...paired.invited, account])] });
      return userOf(account);
    },
  };
}

const userOf = (account: number): Caller => `user:telegram-${account}`;

const newCode = (): string => String(randomInt(100_000_000)).padStart(8, "0");

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function readPaired(file: string): Paired {
  if (!existsSync(file)) return { owner: null, invited: [] };
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Paired;
  } catch (cause) {
    // Starting afresh would give the bot to whoever comes first.
    throw new LociError("CONFIG_INVALID", `'${file}' says no more who owns the bot`, {
      hint: "delete it, start the bot again, and pair anew",
      cause,
    });
  }
}

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
