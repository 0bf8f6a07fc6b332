import { join } from "node:path";
import type { Note } from "../../model/hit.ts";
import { example, hintOf, step } from "../../model/next-step.ts";
import { sourceCount } from "./default-project.ts";
import { projectNames } from "./project-name.ts";

/** Names that are told; more are counted. */
const NAMED = 8;

/** Projects of a data folder that hold something, beside one of them; for the owner only. Cost: a small file a project. */
export function otherProjects(home: string, project: string): readonly string[] {
  return projectNames(home).filter(
    (name) => name !== project && sourceCount(join(home, "projects", name, "catalog.json")) > 0,
  );
}

/** What the owner should know of a project that holds nothing, where others hold something; for the owner only. */
export function emptyProjectNote(home: string, project: string): readonly Note[] {
  const others = otherProjects(home, project);
  if (others.length === 0) return [];
  const more = others.length - NAMED;
  return [
    {
      code: "PROJECT_EMPTY",
      message: `the project '${project}' holds nothing yet; others do: ${others.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
      ...hintOf(
        step`name one with --project, or fill this one: ${example("mine", "~/.claude/projects --scope admin")}`,
      ),
    },
  ];
}
