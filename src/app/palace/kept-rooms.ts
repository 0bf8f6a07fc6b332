import { replaceQuickly } from "../../files/replace-quickly.ts";
import { readFileSync, rmSync, statSync } from "node:fs";

/**
 * Which rooms others stand for, in one state of an index, kept in a small file: working it out takes every place of the palace
 * (10,000 of them: a third of a cold search on 100,000 drawers).
 */
export interface KeptRooms {
  /** Null when nothing is kept of this state. */
  readonly read: (sequence: number) => ReadonlyMap<string, string> | null;
  readonly write: (sequence: number, joined: ReadonlyMap<string, string>) => void;
}

/** Of `joinRooms`: to be raised when other rooms are joined than before. A test says when. */
const JOINING_RULES = 2;

/**
 * @param file what is kept; a cache, so whatever is wrong with it means that nothing is kept
 * @param index the index's file; of another one nothing is taken, even if its sequence is the same
 */
export function keptRooms(file: string, index: string): KeptRooms {
  const stateOf = (sequence: number): string => {
    const { ino, birthtimeMs } = statSync(index);
    return [JOINING_RULES, ino, birthtimeMs, sequence].join(" ");
  };
  return {
    read(sequence) {
      try {
        const { state, joined } = JSON.parse(readFileSync(file, "utf8")) as {
          state: string;
          joined: [string, string][];
        };
        if (state === stateOf(sequence)) return new Map(joined);
        // Rooms of an earlier state may be gone for a reason.
        rmSync(file, { force: true });
        return null;
      } catch {
        // Not there, half written, or not for us to read: it is worked out anew, and the answers are the same.
        return null;
      }
    },
    write(sequence, joined) {
      try {
        replaceQuickly(file, JSON.stringify({ state: stateOf(sequence), joined: [...joined] }));
      } catch {
        // A folder that can't be written to, or a full disk, costs the next search time and nothing else.
      }
    },
  };
}
