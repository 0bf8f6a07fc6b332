/** So many names are told. */
const SHOWN = 20;

/** @throws LociError `PROJECT_INVALID`; `PROJECT_NOT_FOUND` with the projects of the data folder, the nearest name first, when there is none of this name */
export async function requireProject(home: string, name: string): Promise<void> {
  const { LociError, nearestName, parseProjectName, projectNames } = await import("../../index.ts");
  parseProjectName(name);
  const known = projectNames(home);
  if (known.includes(name)) return;
  const near = nearestName(name, known);
  const there = known.length === 0 ? "there are none yet: loci index FOLDER --scope kb" : `there are ${known.slice(0, SHOWN).join(", ")}${known.length > SHOWN ? ` and ${known.length - SHOWN} more` : ""}`;
  throw new LociError("PROJECT_NOT_FOUND", `there is no project '${name}'`, { hint: `${near === null ? "" : `did you mean '${near}'? `}${there}`, details: { known } });
}
