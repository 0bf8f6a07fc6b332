import type { Caller } from "../../index.ts";
import { currentName, example, LociError, nearestName, parseProjectName, projectNames, step } from "../../index.ts";

/*
 * What a program needs of the library to open a data folder. Loaded by itself when a command does that: `index.ts` would bring
 * along everything else that other programs may use, which takes longer than opening.
 */
export {
  candidateNote,
  claimProjectOf,
  currentName,
  emptyProjectNote,
  folderOfHook,
  loadConfiguration,
  openLoci,
  openProjectRedaction,
  projectNames,
  projectOfFolder,
  projectRoot,
  sessionProjects,
} from "../../index.ts";

const MAKE_ONE = example("index", "FOLDER --scope kb");

const SHOWN = 20;

/**
 * @param caller only the owner is told which projects there are
 * @throws LociError `PROJECT_INVALID`; `PROJECT_NOT_FOUND` with the projects of the data folder, the nearest name first, when there is none of this name
 */
export function requireProject(home: string, name: string, caller: Caller): void {
  parseProjectName(name);
  const known = projectNames(home);
  if (known.includes(currentName(home, name))) return;
  const missing = `there is no project '${name}'`;
  if (caller !== "owner")
    throw new LociError("PROJECT_NOT_FOUND", missing, { hint: step`the owner makes one: ${MAKE_ONE}` });
  const near = nearestName(name, known);
  if (known.length === 0)
    throw new LociError("PROJECT_NOT_FOUND", missing, {
      hint: step`there are none yet: ${MAKE_ONE}`,
      details: { known },
    });
  const more = known.length > SHOWN ? ` and ${known.length - SHOWN} more` : "";
  const there = `there ${known.length === 1 ? "is" : "are"} ${known.slice(0, SHOWN).join(", ")}${more}`;
  throw new LociError("PROJECT_NOT_FOUND", missing, {
    hint: `${near === null ? "" : `did you mean '${near}'? `}${there}`,
    details: { known },
  });
}
