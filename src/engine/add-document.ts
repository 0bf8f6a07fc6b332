import { createHash } from "node:crypto";
import { basename, extname, join } from "node:path";
import { writeFileAtomically } from "../config/write-file-atomically.ts";
import type { Caller } from "../model/caller.ts";
import { LociError } from "../model/error.ts";
import type { Job } from "../model/job.ts";
import type { Scope } from "../model/scope.ts";
import { slug } from "../text/slug.ts";
import { indexPaths } from "./index-paths.ts";
import type { IndexPathsOptions } from "./index-paths-options.ts";
import type { OpenedProject } from "./open-project.ts";
import { writingScope } from "./writing-scope.ts";

/** A document as bytes with a name. */
export interface UploadedDocument {
  /** Its file name; its extension says what it is. The same name in the same scope replaces it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** How a document is indexed, and who hands it over. */
export interface AddDocumentOptions extends Omit<IndexPathsOptions, "include" | "exclude" | "cwd"> {
  /** `owner` by default. A user's documents are his own; `public` has none. */
  readonly caller?: Caller;
}

/**
 * Indexes a document that is in no file of the user's. It is kept in the project, so that the index can be rebuilt from it.
 *
 * @throws as `indexPaths`, and LociError `USAGE` for a name that nothing can be made of, `TOO_LARGE`, `FORBIDDEN`, storage errors
 */
export async function addDocument(project: OpenedProject, { name, bytes }: UploadedDocument, { caller = "owner", ...options }: AddDocumentOptions): Promise<Job> {
  const { settings, folder } = project;
  const scope = documentScope(caller, options.scope, settings.ingest.scope);
  if (bytes.length > settings.ingest.max_file_bytes) throw new LociError("TOO_LARGE", `the document is larger than ${settings.ingest.max_file_bytes} bytes`, { hint: "raise ingest.max_file_bytes, or index it as a file" });
  const file = join(folder.uploads, slug(scope) === scope ? scope : `${slug(scope)}-${createHash("sha256").update(scope).digest("hex").slice(0, 8)}`, fileName(name));
  await writeFileAtomically(file, bytes);
  return await indexPaths(project, [file], { ...options, scope });
}

/** The owner says who may see a document, here or in the settings: no guess shows it to somebody. */
function documentScope(caller: Caller, said: string | undefined, configured: string): Scope {
  if (caller !== "owner") return writingScope("documents", caller, said);
  const asked = said ?? configured;
  if (asked === "") throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this document", { hint: "give a scope: kb, admin or user:<id>" });
  return writingScope("documents", caller, asked);
}

/** Letters and digits of the name with its extension: no path can be made of it, and it stays what people called it. */
function fileName(name: string): string {
  const last = basename(name.normalize("NFC").replaceAll("\\", "/"));
  const extension = extname(last).toLowerCase();
  const stem = last.slice(0, last.length - extension.length).replace(/[^\p{L}\p{N}._ -]+/gu, "-").replace(/^[. -]+|[. -]+$/g, "").slice(0, 80);
  if (stem !== "" && /^\.[\p{L}\p{N}]{1,16}$/u.test(extension)) return stem + extension;
  throw new LociError("USAGE", `'${name.slice(0, 80)}' can't name a document`, { hint: "use a file name with its extension, such as manual.pdf" });
}
