import type { Note } from "../../model/note.ts";
import { example, hintOf, step } from "../../model/next-step.ts";
import type { FolderProject } from "./project-of-folder.ts";
import { keyOf, sourceCount } from "./identity.ts";
import { projectNames } from "./project-name.ts";

/** Names that are told; more are counted. */
const NAMED = 8;

/** Projects of a data folder that hold something, beside one of them; for the owner only. Cost: a small file a project. */
export function otherProjects(home: string, project: string): readonly string[] {
  return projectNames(home).filter((name) => name !== project && sourceCount(home, keyOf(home, name) ?? name) > 0);
}

/** What the owner should know of a folder that may be a known project's, where nothing but the first commit says so. */
export function candidateNote({ known, candidates }: FolderProject): readonly Note[] {
  if (known || candidates.length === 0) return [];
  const others = candidates.slice(0, NAMED).map((one) => `'${one}'`);
  return [
    {
      code: "PROJECT_CANDIDATE",
      message: `this repository began with the same commit as ${others.join(", ")}; nothing else says that it is the same, so nothing of it is read here`,
      ...hintOf(step`if they are one: ${example("projects merge", candidates[0] as string)}`),
    },
  ];
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
