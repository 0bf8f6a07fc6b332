import type { PalaceRow } from "../../model/placement.ts";
import { slugConcepts, type SlugConcepts } from "./concept.ts";
import { joinRooms } from "./join-rooms.ts";

/** What counting needs of a row. */
type CountedRow = Pick<PalaceRow, "room" | "count">;

/**
 * `joinedRooms` of one caller's palace from state to state: rooms that gained or lost drawers are joined anew with those that share a concept
 * with them, and with no others, since what joins two rooms never lies outside of these. The answer is that of `joinRooms` over all rooms.
 *
 * Cost: a walk over the rows that compares pointers where they are the same objects as before; then the rooms that changed, with their kin.
 */
export class RoomJoins {
  readonly #conceptOf: SlugConcepts;
  #rows: readonly CountedRow[] = [];
  #joined: ReadonlyMap<string, string> = new Map();
  readonly #counts = new Map<string, number>();
  /** Rooms by the key of their concept, and by its compact form. */
  readonly #kin = new Map<string, Set<string>>();

  /** @param conceptOf as for `joinRooms` */
  constructor(conceptOf: SlugConcepts = slugConcepts()) {
    this.#conceptOf = conceptOf;
  }

  /** Which rooms others stand for. @param rows any order; the nearer to that of the call before, the cheaper */
  of(rows: readonly CountedRow[]): ReadonlyMap<string, string> {
    const changed = this.#count(rows);
    this.#rows = rows;
    if (changed.size === 0) return this.#joined;
    const joined = new Map(this.#joined);
    const done = new Set<string>();
    for (const room of changed) {
      if (done.has(room)) continue;
      const family = this.#familyOf(room);
      for (const one of family) {
        done.add(one);
        joined.delete(one);
      }
      const counted = [...family].flatMap((one) => {
        const count = this.#counts.get(one);
        return count === undefined ? [] : [{ room: one, count }];
      });
      for (const [from, to] of joinRooms(counted, this.#conceptOf)) joined.set(from, to);
    }
    for (const room of changed) if (!this.#counts.has(room)) this.#forget(room);
    this.#joined = joined;
    return joined;
  }

  /** Counts what came and went. @returns rooms whose count is another one */
  #count(rows: readonly CountedRow[]): ReadonlySet<string> {
    const before = this.#rows;
    const changes = new Map<string, number>();
    const add = ({ room, count }: CountedRow, sign: number): void => {
      changes.set(room, (changes.get(room) ?? 0) + sign * count);
    };
    let [old, now] = [0, 0];
    while (old < before.length && now < rows.length) {
      if (before[old] === rows[now]) {
        old++;
        now++;
      } else if (before[old + 1] === rows[now]) add(before[old++] as CountedRow, -1);
      else if (before[old] === rows[now + 1]) add(rows[now++] as CountedRow, 1);
      else {
        add(before[old++] as CountedRow, -1);
        add(rows[now++] as CountedRow, 1);
      }
    }
    for (; old < before.length; old++) add(before[old] as CountedRow, -1);
    for (; now < rows.length; now++) add(rows[now] as CountedRow, 1);
    const changed = new Set<string>();
    for (const [room, change] of changes) {
      if (change === 0) continue;
      changed.add(room);
      const count = (this.#counts.get(room) ?? 0) + change;
      if (count === 0) this.#counts.delete(room);
      else {
        if (!this.#counts.has(room)) for (const name of this.#marks(room)) this.#kinOf(name).add(room);
        this.#counts.set(room, count);
      }
    }
    return changed;
  }

  /** All rooms that a room may be joined with, over any number of others, and itself. */
  #familyOf(room: string): ReadonlySet<string> {
    const family = new Set([room]);
    // Grows while it is walked.
    for (const one of family)
      for (const name of this.#marks(one)) for (const other of this.#kin.get(name) ?? []) family.add(other);
    return family;
  }

  /** What a room may be joined by. */
  #marks(room: string): readonly string[] {
    const { key, compact } = this.#conceptOf(room);
    if (key === "") return [];
    return compact === "" ? [`k ${key}`] : [`k ${key}`, `c ${compact}`];
  }

  #kinOf(name: string): Set<string> {
    let kin = this.#kin.get(name);
    if (kin === undefined) this.#kin.set(name, (kin = new Set()));
    return kin;
  }

  #forget(room: string): void {
    for (const name of this.#marks(room)) {
      const kin = this.#kin.get(name);
      kin?.delete(room);
      if (kin?.size === 0) this.#kin.delete(name);
    }
  }
}
