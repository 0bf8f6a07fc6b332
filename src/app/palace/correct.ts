import { LociError } from "../../model/error.ts";
import { example, step } from "../../model/next-step.ts";
import type { Correction as Corrected, CorrectionKind, PalaceEdits, PalaceRow } from "../../model/drawer.ts";
import { type Asked, type CORRECT, CORRECTIONS } from "../../model/requests/index.ts";
import type { Correction } from "../../operations/answers/palace.ts";
import { addCorrection, corrected, type CorrectionCall, removeCorrection } from "../../palace/corrections.ts";
import { wingSlug } from "../../palace/wing.ts";
import { slug } from "../../text/slug.ts";
import { recordAudit } from "../audit.ts";
import { correctAlone } from "../exclusive.ts";
import type { OpenedProject } from "../opened-project.ts";
import { moveDrawer, undoCorrection } from "./move-drawer.ts";
import { type PalaceView, requireRoom, requireWing, shownWing } from "./palace-views.ts";

/** Puts the drawers of room `from` into room `to`, which is there. @throws LociError `USAGE` */
async function mergeRooms(project: OpenedProject, { from, to, wing }: Renamed): Promise<Correction> {
  return await correctRoom(project, { kind: "merge rooms", wing }, (view, shown) => ({
    from: requireRoom(view, from, shown),
    to: requireRoom(view, to, null),
  }));
}

/** Gives a room a name that no other has. @throws LociError `USAGE` */
async function renameRoom(project: OpenedProject, { from, to, wing }: Renamed): Promise<Correction> {
  return await correctRoom(project, { kind: "rename room", wing }, (view, shown) => {
    const named = { from: requireRoom(view, from, shown), to: slug(to) };
    const taken = view
      .rows()
      .find((row) => row.room === named.to && row.room !== named.from && (shown === null || row.wing === shown));
    if (taken !== undefined)
      throw new LociError("USAGE", `there is a room '${named.to}' already`, {
        hint: step`to put both together: ${example("palace merge", `${named.from} ${named.to}`)}`,
      });
    return named;
  });
}

/** Makes `alias` another name of a wing; drawers that stand under it move along. @throws LociError `USAGE` */
async function aliasWing(project: OpenedProject, { from, to }: Renamed): Promise<Correction> {
  return await correctWing(project, "alias wing", (view) => ({ from: wingSlug(from), to: shownWing(view, to) }));
}

/** Gives a wing a name that no other has. @throws LociError `USAGE` */
async function renameWing(project: OpenedProject, { from, to }: Renamed): Promise<Correction> {
  return await correctWing(project, "rename wing", (view) => {
    const named = { from: requireWing(view, from), to: wingSlug(to) };
    if (named.to !== named.from && view.rows().some(({ wing }) => wing === named.to))
      throw new LociError("USAGE", `there is a wing '${named.to}' already`, {
        hint: step`to put both together: ${example("palace rename-wing", `${named.to} ${named.from} --also`)}`,
      });
    return named;
  });
}

interface Names {
  readonly from: string;
  readonly to: string;
}
interface Renamed extends Names {
  readonly wing: string | undefined;
}

async function correctRoom(
  project: OpenedProject,
  { kind, wing }: { readonly kind: CorrectionKind; readonly wing: string | undefined },
  names: (view: PalaceView, wing: string | null) => Names,
): Promise<Correction> {
  return await correctAlone(project, async (index) => {
    const stored = await index.places("all", {});
    const view = await project.palace(index, "all");
    const shown = wing === undefined ? null : requireWing(view, wing);
    const { from, to } = names(view, shown);
    const leads = view.names.shown({ wing: shown ?? "", room: to }).room;
    requireChange(from, to, leads);
    const make = (name: string): Corrected => ({ kind: "room", from: name, to, wing: shown });
    await change(project, { action: "room.correct", call: { kind, from, to, wing: shown } }, (corrections) => {
      // Returning to an earlier name undoes the corrections that led away from it.
      const free = leads === from ? removeCorrection(corrections, make(to)) : corrections;
      return [...joinedNames(stored, view, { from, wing: shown, corrections }), from]
        .filter((name) => name !== to)
        .reduce((all, name) => addCorrection(all, make(name)), free);
    });
    const after = await project.palace(index, "all");
    return {
      room: to,
      wing: shown,
      drawers: countOf(after, (row) => row.room === to && (shown === null || row.wing === shown)),
    };
  });
}

async function correctWing(
  project: OpenedProject,
  kind: CorrectionKind,
  names: (view: PalaceView) => Names,
): Promise<Correction> {
  return await correctAlone(project, async (index) => {
    const view = await project.palace(index, "all");
    const { from, to } = names(view);
    const leads = shownWing(view, to);
    requireChange(from, to, leads);
    const make = (name: string): Corrected => ({ kind: "wing", from: name, to });
    await change(project, { action: "wing.correct", call: { kind, from, to, wing: null } }, (corrections) =>
      addCorrection(leads === from ? removeCorrection(corrections, make(to)) : corrections, make(from)),
    );
    const after = await project.palace(index, "all");
    return { wing: to, drawers: countOf(after, (row) => row.wing === to) };
  });
}

/**
 * Stored names that are shown as `from` since they mean the same: each is corrected by itself, so that the correction holds whichever of
 * them comes to stand for all. Names that an earlier correction leads there follow by themselves.
 */
function joinedNames(
  stored: readonly PalaceRow[],
  { names }: PalaceView,
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

async function change(
  project: Pick<OpenedProject, "catalog" | "system">,
  { action, call }: { readonly action: string; readonly call: Omit<CorrectionCall, "drawer" | "placed"> },
  work: (corrections: PalaceEdits["corrections"]) => PalaceEdits["corrections"],
): Promise<void> {
  await project.catalog.palace.change((edits) =>
    corrected(edits, work(edits.corrections), { ...call, drawer: null, placed: null }),
  );
  await recordAudit(project, [{ action, object: call.from }]);
}

function countOf({ rows }: PalaceView, passes: (row: PalaceRow) => boolean): number {
  return rows().reduce((sum, row) => sum + (passes(row) ? row.count : 0), 0);
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
  const named = { from, to, wing };
  return await {
    "merge-rooms": () => mergeRooms(project, named),
    "rename-room": () => renameRoom(project, named),
    "rename-wing": () => renameWing(project, named),
    "alias-wing": () => aliasWing(project, named),
    "move-drawer": () => moveDrawer(project, { id, room }),
    undo: () => undoCorrection(project, given),
  }[op]();
}

function hintOf(needed: readonly string[]): string {
  return needed.length === 0 ? "give nothing else" : `give ${needed.join(" and ")}`;
}
