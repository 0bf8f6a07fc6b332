import { appendFileSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { LociError, type Project } from "../../index.ts";
import { writeFault } from "../../model/write-fault.ts";
import { expectation } from "./expectations.ts";
import { findTarget } from "./find-target.ts";
import { ownFiles } from "./own-files.ts";

/** What was added. */
export interface AddedExpectation {
  readonly query: string;
  readonly target: string;
}

/**
 * Adds a question to those that `loci eval yours` asks.
 *
 * @param file where they are kept; made where it isn't there
 * @param target a drawer's id, or a file: as sources know it, or by a path from `folder`
 * @throws LociError `USAGE` for a target that there is not, and for words that no comment can hold; `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function addExpectation(
  project: Pick<Project, "source" | "sources">,
  file: string,
  query: string,
  target: string,
  folder: string,
): Promise<AddedExpectation> {
  const files = await ownFiles(project);
  const typed = resolve(folder, target);
  // A path that a shell completed, as its source knows it.
  const known = files.find(({ absolute }) => relative(absolute, typed) === "")?.path ?? target.split(sep).join("/");
  const found = await findTarget(project, files, known, null);
  if ("why" in found)
    throw new LociError("USAGE", found.why, {
      hint: "name a file of a source, or a drawer as 'loci search' shows its id",
    });
  const comment = expectation(query, known);
  if (comment === null)
    throw new LociError("USAGE", "this question can't be written as a comment", {
      hint: "leave out '-->', write at most 900 characters, and name a file whose name holds no arrow",
    });
  try {
    appendFileSync(file, `${comment}\n`, { mode: 0o600 });
  } catch (thrown) {
    throw writeFault(`the questions '${file}'`, thrown);
  }
  return { query: query.replace(/\s+/g, " ").trim(), target: known };
}
