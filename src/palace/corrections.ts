import { example, type NextStep, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import type { Correction, CorrectionRecord, PalaceEdits } from "../model/drawer.ts";
import { slug } from "../text/slug.ts";
import { wingSlug } from "./wing.ts";

/** What names a drawer across runs. */
export interface CorrectedDrawer {
  readonly id: string;
  readonly contentHash?: string;
}

type WingCorrection = Extract<Correction, { readonly kind: "wing" }>;
type RoomCorrection = Extract<Correction, { readonly kind: "room" }>;

/** Corrections made ready: each step is a look-up. */
export type Corrections = ReturnType<typeof readyCorrections>;

/**
 * Adds a correction to those that are in force. Names become slugs. A newer one about the same thing replaces the older; chains are
 * followed (`a → b`, `b → c` puts `a` into `c`), whichever end was said first.
 * @throws LociError `USAGE` for an empty name, a thing renamed to itself, or a circle (`a → b` when `b → … → a`), with what to do instead
 */
export function addCorrection(existing: readonly Correction[], correction: Correction): readonly Correction[] {
  const added = slugged(correction);
  const others = existing.filter((other) => !sameSubject(slugged(other), added));
  if (added.kind === "move") return [...others, added];
  if (added.from === added.to)
    throw new LociError("USAGE", `'${added.from}' already has that name`, { hint: "give two different names" });
  const hint = added.kind === "wing" ? wingCircle(others, added) : roomCircle(others, added);
  if (hint !== null)
    throw new LociError("USAGE", `'${added.to}' already leads to '${added.from}'`, {
      hint,
      details: { from: added.from, to: added.to },
    });
  return [...others, added];
}

/** What to do where a correction would close a circle; null where it doesn't. */
const wingCircle = (others: readonly Correction[], { from, to }: WingCorrection): string | NextStep | null =>
  readyCorrections(others).wing(to) === from ? "give it another name" : null;

function roomCircle(others: readonly Correction[], { from, to, wing }: RoomCorrection): string | NextStep | null {
  const { room } = readyCorrections(others);
  if (wing !== null)
    return room(wing, to) === from
      ? step`it does so in every wing, so give the name back there: ${example("palace rename", `${from} ${to}`)}`
      : null;
  if (room("", to) === from) return "give it another name";
  const inWing = others
    .flatMap((other) => (other.kind === "room" && other.wing !== null ? [other.wing] : []))
    .find((one) => room(one, to) === from);
  return inWing === undefined
    ? null
    : step`it does so in the wing ${inWing}, so give the name back there first: ${example("palace rename", `${from} ${to} --wing ${inWing}`)}`;
}

/** Takes the correction about the same thing away, if there is one. */
export function removeCorrection(existing: readonly Correction[], correction: Correction): readonly Correction[] {
  const removed = slugged(correction);
  return existing.filter((other) => !sameSubject(slugged(other), removed));
}

/**
 * Makes corrections ready to be applied. Pure; a circle (two wings with opposite corrections that became one) ends at its first name by the alphabet.
 * @param corrections that people made
 * @param joined rooms that mean the same (`joinRooms`); it counts for a room only that no person's correction speaks of
 */
export function readyCorrections(corrections: readonly Correction[], joined: ReadonlyMap<string, string> = new Map()) {
  const wings = new Map<string, string>();
  const everywhere = new Map<string, string>();
  const inWing = new Map<string, string>();
  const moves = new Map<string, string>();
  const movesByHash = new Map<string, string>();
  for (const correction of corrections.map(slugged)) {
    if (correction.kind === "wing") wings.set(correction.from, correction.to);
    else if (correction.kind === "move") {
      moves.set(correction.drawer, correction.room);
      if (correction.contentHash !== null) movesByHash.set(correction.contentHash, correction.room);
    } else if (correction.wing === null) everywhere.set(correction.from, correction.to);
    else inWing.set(`${correction.wing}/${correction.from}`, correction.to);
  }
  const wing = (name: string): string => followNames(name, (at) => wings.get(at));
  // A correction for one wing is found under the wing's present name, whatever it was called when it was made.
  const scoped = new Map(
    [...inWing].map(([key, to]) => [`${wing(key.slice(0, key.indexOf("/")))}/${key.slice(key.indexOf("/") + 1)}`, to]),
  );
  const corrected = new Set(
    corrections
      .map(slugged)
      .flatMap((correction) =>
        correction.kind === "room"
          ? [correction.from, correction.to]
          : correction.kind === "move"
            ? [correction.room]
            : [],
      ),
  );
  return {
    wing,
    /** @param of the wing as it is after its own correction */
    room: (of: string, name: string): string =>
      followNames(
        corrected.has(name) ? name : (joined.get(name) ?? name),
        (at) => scoped.get(`${wing(of)}/${at}`) ?? everywhere.get(at),
      ),
    moved: (drawer: CorrectedDrawer): string | null =>
      moves.get(drawer.id) ?? (drawer.contentHash === undefined ? null : (movesByHash.get(drawer.contentHash) ?? null)),
  };
}

function sameSubject(a: Correction, b: Correction): boolean {
  if (a.kind === "move" || b.kind === "move")
    return a.kind === b.kind && (a as { drawer: string }).drawer === (b as { drawer: string }).drawer;
  if (a.kind === "wing" || b.kind === "wing") return a.kind === b.kind && a.from === b.from;
  return a.from === b.from && a.wing === b.wing;
}

function slugged(correction: Correction): Correction {
  const named = (name: string, make: (text: string) => string): string => {
    const made = make(name);
    if (made === "")
      throw new LociError("USAGE", "the name has no letters or digits", { hint: "use a name such as auth-migration" });
    return made;
  };
  if (correction.kind === "move") return { ...correction, room: named(correction.room, slug) };
  if (correction.kind === "wing")
    return { ...correction, from: named(correction.from, wingSlug), to: named(correction.to, wingSlug) };
  return {
    ...correction,
    from: named(correction.from, slug),
    to: named(correction.to, slug),
    wing: correction.wing === null ? null : named(correction.wing, wingSlug),
  };
}

/**
 * Follows a chain of names to its end. A circle ends at the first of its names by the alphabet, wherever one enters it, so following
 * twice is following once.
 * @param next the name after this one; undefined at an end
 */
export function followNames(name: string, next: (name: string) => string | undefined): string {
  const seen = [name];
  for (let at = name; ;) {
    const to = next(at);
    if (to === undefined || to === at) return at;
    const before = seen.indexOf(to);
    if (before >= 0) return seen.slice(before).sort()[0] as string;
    seen.push(to);
    at = to;
  }
}

/** Maximum number of calls that can be undone. */
const RECORDS_KEPT = 50;

type CorrectionCall = Omit<CorrectionRecord, "added" | "removed">;

/** Puts corrections in place of those in force, and remembers what changed. */
export function corrected(before: PalaceEdits, corrections: readonly Correction[], call: CorrectionCall): PalaceEdits {
  const added = without(corrections, before.corrections);
  const removed = without(before.corrections, corrections);
  return { ...before, corrections, deeds: [...(before.deeds ?? []), { ...call, added, removed }].slice(-RECORDS_KEPT) };
}

/**
 * Takes the last call back: what it made goes, what it took the place of is in force again.
 * @param drawer the last that moved it, whatever else was corrected since: moves of other drawers and names of rooms don't depend on it
 * @returns null where there is none
 */
export function undone(
  edits: PalaceEdits,
  drawer: string | null = null,
): { readonly edits: PalaceEdits; readonly record: CorrectionRecord } | null {
  const deeds = edits.deeds ?? [];
  const record = deeds.findLast((deed) => drawer === null || deed.drawer === drawer);
  if (record === undefined) return null;
  const corrections = [...without(edits.corrections, record.added), ...record.removed];
  return { edits: { ...edits, corrections, deeds: deeds.filter((deed) => deed !== record) }, record };
}

/** Forgets what was said of these drawers, so that no undoing brings it back. */
export function forgetMoves(edits: PalaceEdits, forgotten: ReadonlySet<string>): PalaceEdits {
  const corrections = edits.corrections.filter((one) => one.kind !== "move" || !forgotten.has(one.drawer));
  const deeds = edits.deeds?.filter(({ drawer }) => drawer === null || !forgotten.has(drawer));
  const isSame = corrections.length === edits.corrections.length && deeds?.length === edits.deeds?.length;
  return isSame ? edits : { ...edits, corrections, ...(deeds !== undefined && { deeds }) };
}

/** Says of a drawer under its new id what was remembered of it under the old one. */
export function renameDrawer(
  records: readonly CorrectionRecord[],
  before: string,
  { id, contentHash }: { readonly id: string; readonly contentHash: string },
): readonly CorrectionRecord[] {
  const named = (one: Correction): Correction =>
    one.kind === "move" && one.drawer === before ? { ...one, drawer: id, contentHash } : one;
  return records.map((record) =>
    record.drawer === before
      ? { ...record, drawer: id, added: record.added.map(named), removed: record.removed.map(named) }
      : record,
  );
}

function without(list: readonly Correction[], others: readonly Correction[]): readonly Correction[] {
  const keys = new Set(others.map(keyOf));
  return list.filter((one) => !keys.has(keyOf(one)));
}

/** The order of properties may differ after a round through a database. */
const keyOf = (correction: Correction): string =>
  JSON.stringify(Object.entries(correction).sort(([a], [b]) => (a < b ? -1 : 1)));
