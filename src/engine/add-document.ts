import { createHash } from "node:crypto";
import { basename, extname, join } from "node:path";
import { writeFileAtomically } from "../config/write-file-atomically.ts";
import { LociError } from "../model/error.ts";
import type { Job } from "../model/job.ts";
import { parseScope } from "../model/scope.ts";
import { slug } from "../text/slug.ts";
import { indexPaths } from "./index-paths.ts";
import type { IndexPathsOptions } from "./index-paths-options.ts";
import type { OpenedProject } from "./open-project.ts";

/** A document as bytes with a name. */
export interface UploadedDocument {
  /** Its file name; its extension says what it is. The same name in the same scope replaces it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Indexes a document that is in no file of the user's. It is kept in the project, so that the index can be rebuilt from it.
 *
 * @throws as `indexPaths`, and LociError `USAGE` for a name that nothing can be made of, `TOO_LARGE`, storage errors
 */
export async function addDocument(project: OpenedProject, { name, bytes }: UploadedDocument, options: Omit<IndexPathsOptions, "include" | "exclude" | "cwd">): Promise<Job> {
  const { settings, folder } = project;
  if (bytes.length > settings.ingest.max_file_bytes) throw new LociError("TOO_LARGE", `the document is larger than ${settings.ingest.max_file_bytes} bytes`, { hint: "raise ingest.max_file_bytes, or index it as a file" });
  const said = options.scope ?? settings.ingest.scope;
  if (said === "") throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this document", { hint: "give a scope: kb, admin or user:<id>" });
  const scope = parseScope(said);
  const file = join(folder.uploads, slug(scope) === scope ? scope : `${slug(scope)}-${createHash("sha256").update(scope).digest("hex").slice(0, 8)}`, fileName(name));
  await writeFileAtomically(file, bytes);
  return await indexPaths(project, [file], { ...options, scope });
}

/** Letters and digits of the name with its extension: no path can be made of it, and it stays what people called it. */
function fileName(name: string): string {
  const last = basename(name.normalize("NFC").replaceAll("\\", "/"));
  const extension = extname(last).toLowerCase();
  const stem = last.slice(0, last.length - extension.length).replace(/[^\p{L}\p{N}._ -]+/gu, "-").replace(/^[. -]+|[. -]+$/g, "").slice(0, 80);
  if (stem !== "" && /^\.[\p{L}\p{N}]{1,16}$/u.test(extension)) return stem + extension;
  throw new LociError("USAGE", `'${name.slice(0, 80)}' can't name a document`, { hint: "use a file name with its extension, such as manual.pdf" });
}
