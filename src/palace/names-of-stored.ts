import type { DrawerFilter } from "../model/filter.ts";
import type { Correction } from "../model/palace-edits.ts";
import { readyCorrections } from "./corrections.ts";
import { hallName } from "./hall-name.ts";
import type { PalaceNames } from "./names.ts";
import { wingSlug } from "./wing.ts";

/** Names that know nothing of the places that there are, only of rooms that others stand for. */
export interface NamesOfStored extends PalaceNames {
  /** Whether `narrow` can answer: not for rooms, nor for wings where some were renamed. */
  readonly canNarrow: (filter: DrawerFilter) => boolean;
}

/**
 * The names of `palaceNames` for places that are known to be stored, without a look at all the others.
 *
 * @param joined as `joinedRooms` gives it for what the caller sees
 * Cost: the corrections.
 */
export function namesOfStored(joined: ReadonlyMap<string, string>, corrections: readonly Correction[]): NamesOfStored {
  const renamed = corrections.some(({ kind }) => kind === "wing");
  const ready = readyCorrections(corrections, joined);
  return {
    shown({ wing, room }) {
      const shown = ready.wing(wing);
      return { wing: shown, room: ready.room(shown, room) };
    },
    canNarrow: ({ wings, rooms }) => rooms === undefined && (wings === undefined || !renamed),
    narrow: ({ wings, halls, ...rest }) => ({
      ...rest,
      ...(halls !== undefined && { halls: halls.map(hallName) }),
      ...(wings !== undefined && { wings: [...new Set(wings.map(wingSlug))] }),
    }),
  };
}
