import { LociError } from "../../model/error.ts";
import { example, step } from "../../model/next-step.ts";
import type { Correction as Corrected, CorrectionKind } from "../../model/drawer.ts";
import { type Asked, type CORRECT, CORRECTIONS } from "../../model/requests/index.ts";
import type { Correction } from "../../operations/answers/palace.ts";
import { addCorrection, corrected, removeCorrection } from "../../palace/corrections.ts";
import { wingSlug } from "../../palace/wing.ts";
import { slug } from "../../text/slug.ts";
import { recordAudit } from "../audit.ts";
import { correctAlone } from "../exclusive.ts";
import type { OpenedProject } from "../opened-project.ts";
import { moveDrawer, undoCorrection } from "./move-drawer.ts";
import { type PalaceView, presentName, requireRoom, requireWing, shownWing } from "./palace-views.ts";

const presentRoom = (view: PalaceView, name: string, wing: string | null): string =>
  presentName(view, { kind: "room", name: slug(name), leads: requireRoom(view, name, wing) });

const presentWing = (view: PalaceView, name: string): string =>
  presentName(view, { kind: "wing", name: wingSlug(name), leads: requireWing(view, name) });

type Names = { readonly from: string; readonly to: string };

/** Names of which the new one is no other's. @param wing in which it must be free; null: in all. @throws LociError `USAGE` */
function freeNames(
  { rows }: PalaceView,
  { from, to }: Names,
  { of, wing = null }: { readonly of: "room" | "wing"; readonly wing?: string | null },
): Names {
  if (to === from || !rows().some((row) => row[of] === to && (wing === null || row.wing === wing))) return { from, to };
  const join =
    of === "room" ? example("palace merge", `${from} ${to}`) : example("palace rename-wing", `${to} ${from} --also`);
  throw new LociError("USAGE", `there is a ${of} '${to}' already`, { hint: step`to put both together: ${join}` });
}

async function correctNames(
  project: OpenedProject,
  asked: { readonly kind: CorrectionKind; readonly of: "room" | "wing"; readonly wing?: string | undefined },
  names: (view: PalaceView, wing: string | null) => Names,
): Promise<Correction> {
  const { kind, of } = asked;
  return await correctAlone(project, async (index) => {
    const view = await project.palace(index, "all");
    const wing = asked.wing === undefined ? null : presentWing(view, asked.wing);
    const { from, to } = names(view, wing);
    const leads = of === "wing" ? shownWing(view, to) : view.names.shown({ wing: wing ?? "", room: to }).room;
    requireChange(from, to, leads);
    const make = (name: string): Corrected =>
      of === "wing" ? { kind: "wing", from: name, to } : { kind: "room", from: name, to, wing };
    await project.catalog.palace.change((edits) => {
      // Returning to an earlier name undoes the corrections that led away from it.
      const free = leads === from ? removeCorrection(edits.corrections, make(to)) : edits.corrections;
      const joined = of === "wing" ? [] : joinedNames(view, { from, wing, corrections: edits.corrections });
      const corrections = [...joined, from]
        .filter((name) => name !== to)
        .reduce((all, name) => addCorrection(all, make(name)), free);
      return corrected(edits, corrections, { kind, from, to, wing, drawer: null, placed: null });
    });
    await recordAudit(project, [{ action: `${of}.correct`, object: from }]);
    const { rows } = await project.palace(index, "all");
    const own = rows().filter((row) => row[of] === to && (wing === null || row.wing === wing));
    const drawers = own.reduce((sum, { count }) => sum + count, 0);
    return of === "wing" ? { wing: to, drawers } : { room: to, wing, drawers };
  });
}

/**
 * Stored names that are shown as `from` since they mean the same: each is corrected by itself, so that the correction holds whichever of
 * them comes to stand for all. Names that an earlier correction leads there follow by themselves.
 */
function joinedNames(
  { names, stored }: PalaceView,
  { from, wing, corrections }: { from: string; wing: string | null; corrections: readonly Corrected[] },
): readonly string[] {
  const renamed = new Set(corrections.flatMap((one) => (one.kind === "room" ? [one.from] : [])));
  const found = stored.filter((row) => {
    const shown = names.shown(row);
    return shown.room === from && (wing === null || shown.wing === wing) && !renamed.has(row.room);
  });
  return [...new Set(found.map(({ room }) => room))].sort();
}

/** @param leads where the new name leads now */
function requireChange(from: string, to: string, leads: string): void {
  if (from === "" || to === "")
    throw new LociError("USAGE", "a name has no letters or digits", { hint: "use names such as auth-migration" });
  if (from === to) throw new LociError("USAGE", `'${to}' already has that name`, { hint: "give two different names" });
  if (leads !== to && leads !== from)
    throw new LociError("USAGE", `'${to}' is another name of '${leads}'`, {
      hint: `give '${leads}', or a name that nothing has`,
    });
}

/** @throws LociError `USAGE` where what the correction needs is missing, or something is given that it doesn't take */
export async function correct(
  project: OpenedProject,
  { op, caller: _, ...given }: Asked<typeof CORRECT>,
): Promise<Correction> {
  const needed: readonly string[] = CORRECTIONS[op];
  const further = { "merge-rooms": ["wing"], "rename-room": ["wing"], undo: ["from", "to", "id"] }[op as string] ?? [];
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && ![...needed, ...further].includes(name))
      throw new LociError("USAGE", `${op} takes no '${name}'`, { hint: hintOf(needed) });
  for (const name of needed)
    if (given[name as keyof typeof given] === undefined)
      throw new LociError("USAGE", `${op} needs '${name}'`, { hint: hintOf(needed) });
  const { from = "", to = "", wing, id = "", room = "" } = given;
  const ofRooms = { of: "room", wing } as const;
  return await {
    "merge-rooms": () =>
      correctNames(project, { kind: "merge rooms", ...ofRooms }, (view, within) => ({
        from: presentRoom(view, from, within),
        to: presentRoom(view, to, null),
      })),
    "rename-room": () =>
      correctNames(project, { kind: "rename room", ...ofRooms }, (view, within) =>
        freeNames(view, { from: presentRoom(view, from, within), to: slug(to) }, { of: "room", wing: within }),
      ),
    "rename-wing": () =>
      correctNames(project, { kind: "rename wing", of: "wing" }, (view) =>
        freeNames(view, { from: presentWing(view, from), to: wingSlug(to) }, { of: "wing" }),
      ),
    "alias-wing": () =>
      correctNames(project, { kind: "alias wing", of: "wing" }, (view) => ({
        from: wingSlug(from),
        to: presentWing(view, to),
      })),
    "move-drawer": () => moveDrawer(project, { id, room }),
    undo: () => undoCorrection(project, given),
  }[op]();
}

const hintOf = (needed: readonly string[]): string =>
  needed.length === 0 ? "give nothing else" : `give ${needed.join(" and ")}`;
