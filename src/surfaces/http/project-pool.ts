import { currentName, type Loci, LociError, type Project } from "../../index.ts";

/**
 * The projects of a data folder, each opened when it is first asked for; where that fails, the next one who asks tries again.
 * @param onOpen called once for each project, before it is given out
 */
export function projectPool(loci: Loci, onOpen: (project: Project) => Promise<void>) {
  const opening = new Map<string, Promise<Project>>();
  const opened = new Map<string, Project>();
  const faults = new Map<string, unknown>();
  const open = async (name: string): Promise<Project> => {
    const project = await loci.project(name);
    try {
      await onOpen(project);
    } catch (thrown) {
      await project.close();
      throw thrown;
    }
    opened.set(name, project);
    return project;
  };
  return {
    /**
     * @throws LociError `PROJECT_NOT_FOUND` for one that isn't there, unless it may be made; `PROJECT_INVALID`, `STORAGE_FAILED` and what
     *   else opening throws
     */
    async get(named: string, { make }: { readonly make: boolean }): Promise<Project> {
      const name = currentName(loci.home, named);
      const known = opened.get(name);
      if (known !== undefined) return known;
      let project = opening.get(name);
      if (project === undefined) {
        if (!make && !loci.projects().includes(name)) {
          faults.delete(name);
          throw new LociError("PROJECT_NOT_FOUND", `there is no project '${name}'`, {
            hint: "index something into it first: POST /v1/sources",
          });
        }
        project = open(name).finally(() => opening.delete(name));
        opening.set(name, project);
      }
      try {
        const given = await project;
        faults.delete(name);
        return given;
      } catch (thrown) {
        // No project can have an invalid name.
        if (!(thrown instanceof LociError) || thrown.code !== "PROJECT_INVALID") faults.set(name, thrown);
        throw thrown;
      }
    },
    opened: (): readonly Project[] => [...opened.values()],
    /** Errors by name of projects that could not be opened the last time. */
    faults: (): ReadonlyMap<string, unknown> => faults,
  };
}
