import type { FactsDependencies } from "../../facts/api/list-verbs.ts";
import type { OpenedProject } from "../opened-project.ts";

/** What facts ask of the rest of a project: what people said, notes, secrets, what a model proposes. Loaded by the first message that needs it. */
export function saidAndKept(
  opened: () => OpenedProject,
): Required<Pick<FactsDependencies, "said" | "keepNote" | "holdsSecret" | "propose">> {
  return {
    said: async (asked) => await (await import("./find-said.ts")).findSaid(opened)(asked),
    propose: async (asked) => await (await import("./propose.ts")).proposer(opened)(asked),
    keepNote: async (note) => await (await import("./keep-note.ts")).noteKeeper(opened)(note),
    holdsSecret: async (text) => await (await import("./keep-note.ts")).holdsSecret(opened(), text),
  };
}
