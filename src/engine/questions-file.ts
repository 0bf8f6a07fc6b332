import { projectFolder } from "../app/project-folder.ts";

/** The markdown file that keeps the questions by which a project's owner measures it. It need not be there. */
export function questionsFile(home: string, project: string): string {
  return projectFolder(home, project).questions;
}
