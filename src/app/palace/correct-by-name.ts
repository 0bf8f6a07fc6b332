import { LociError } from "../../model/error.ts";
import { type Asked, type CORRECT_BY_NAME, CORRECTIONS } from "../../model/requests/index.ts";
import type { CorrectedRoom, CorrectedWing, MovedDrawer, UndoneCorrection } from "../../operations/answers/palace.ts";
import type { OpenedProject } from "../opened-project.ts";
import { aliasWing, mergeRooms, renameRoom, renameWing } from "./correct.ts";
import { moveDrawer, undoCorrection } from "./move-drawer.ts";

/** @throws LociError `USAGE` where what the correction needs is missing, or something is given that it doesn't take */
export async function correct(
  project: OpenedProject,
  { op, caller, ...given }: Asked<typeof CORRECT_BY_NAME>,
): Promise<CorrectedRoom | CorrectedWing | MovedDrawer | UndoneCorrection> {
  const needed: readonly string[] = CORRECTIONS[op];
  const takesWing = op === "merge-rooms" || op === "rename-room";
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !needed.includes(name) && !(name === "wing" && takesWing))
      throw new LociError("USAGE", `${op} takes no '${name}'`, { hint: hintOf(needed) });
  for (const name of needed)
    if (given[name as keyof typeof given] === undefined)
      throw new LociError("USAGE", `${op} needs '${name}'`, { hint: hintOf(needed) });
  const { from = "", to = "", wing, id = "", room = "" } = given;
  const named = { caller, from, to, wing };
  return await {
    "merge-rooms": () => mergeRooms(project, named),
    "rename-room": () => renameRoom(project, named),
    "rename-wing": () => renameWing(project, named),
    "alias-wing": () => aliasWing(project, named),
    "move-drawer": () => moveDrawer(project, { caller, id, room }),
    undo: () => undoCorrection(project),
  }[op]();
}

function hintOf(needed: readonly string[]): string {
  return needed.length === 0 ? "give nothing else" : `give ${needed.join(" and ")}`;
}
