import type { ADD_DOCUMENT, Asked } from "../../model/requests/index.ts";
import { LociError, writeFault } from "../../model/error.ts";
import type { OpenedProject } from "../opened-project.ts";
import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import { ifThere } from "../../files/plain-file.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { type Caller, visibleScopes, writingScope, type Scope, scopeRequired } from "../../model/caller.ts";
import type { Job } from "../../operations/answers/run.ts";
import { slug } from "../../text/slug.ts";
import { defaultType, LINEAR_TYPES } from "../../parsing/file-type.ts";
import { withoutPrivateBytes } from "../redaction.ts";
import { indexInBackground, indexNow } from "./index-now.ts";
import { type IndexPathsOptions, sourcesOf } from "./sources-of.ts";
import { requireQuota } from "../quota.ts";
import { removeSource } from "./remove-source.ts";

export interface UploadedDocument {
  /** Its file name; its extension says what it is. The same name in the same scope replaces it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

type AddDocument = Omit<Asked<typeof ADD_DOCUMENT>, "name"> &
  Pick<IndexPathsOptions, "signal" | "onProgress"> & { readonly document: UploadedDocument };

/**
 * Indexes a document that is in no file of the user's. It is kept in the project, so that the index can be rebuilt from it.
 *
 * A document that can't be read is refused, and its bytes aren't kept; one that was there under its name stays.
 * @throws as `indexPaths`, and LociError `USAGE` for a name that nothing can be made of, `TOO_LARGE`, `FORBIDDEN`, `FILE_SKIPPED` with
 *   `details.reason`, `QUOTA_EXCEEDED`, storage errors
 */
export async function addDocument(
  project: OpenedProject,
  { caller, document: { name, bytes: given }, ...options }: AddDocument,
): Promise<Job> {
  const { settings, folder } = project;
  const scope = documentScope(caller, options.scope, settings.ingest.scope);
  const bytes = await withoutPrivateBytes(given);
  if (bytes.length > settings.ingest.max_file_bytes)
    throw new LociError("TOO_LARGE", `the document is larger than ${settings.ingest.max_file_bytes} bytes`, {
      hint: "raise ingest.max_file_bytes, or index it as a file",
    });
  const file = join(
    folder.uploads,
    slug(scope) === scope ? scope : `${slug(scope)}-${createHash("sha256").update(scope).digest("hex").slice(0, 8)}`,
    fileName(name),
  );
  const fault = (thrown: unknown): LociError => writeFault(file, thrown);
  const before = ifThere(() => readFileSync(file), fault);
  await requireQuota(project, caller, {
    bytes: bytes.length - (before?.length ?? 0),
    documents: before === null ? 1 : 0,
  });
  await writeFileAtomically(file, bytes);
  const work = async (): Promise<Job> => {
    const sources = await sourcesOf(project, { paths: [file], kind: "index" }, { ...options, scope });
    const index = project.background.elsewhere && isSlow(name, bytes) ? indexInBackground : indexNow;
    return await index(project, { kind: "index", sources, caller }, options);
  };
  const job = await work();
  if (job.files.skipped + job.files.failed === 0) return await asSeenBy(project, job, caller);
  // An unreadable document isn't kept; a readable earlier version is restored.
  if (before === null) {
    for (const key of job.sources)
      if ((await project.catalog.sources.get(key)) !== null) await removeSource(project, key);
    rmSync(file, { force: true });
  } else {
    await writeFileAtomically(file, before);
    await work();
  }
  throw refusal(job);
}

/** Only the owner sees totals over all callers; a user gets the totals of what the user sees. */
async function asSeenBy({ indexHandle }: Pick<OpenedProject, "indexHandle">, job: Job, caller: Caller): Promise<Job> {
  const visible = visibleScopes(caller);
  if (visible === "all") return job;
  const { drawers: total } = await indexHandle.use((index) => index.counts(visible));
  return { ...job, drawers: { ...job.drawers, total } };
}

/** Text of a few pages is indexed in less time than another process takes to be asked. */
const SHORT_BYTES = 16_000;

const isSlow = (name: string, bytes: Uint8Array): boolean =>
  bytes.length > SHORT_BYTES || !LINEAR_TYPES.has(defaultType(name) ?? "code");

function refusal({ skipped, failed }: Job): LociError {
  const [fault] = failed;
  if (fault !== undefined)
    return new LociError(fault.code, fault.message, { hint: "mend the document, and send it again" });
  const reason = skipped[0]?.reason ?? "unknown";
  return new LociError("FILE_SKIPPED", `the document can't be read: ${reason}`, {
    hint: "send it in another format, or mend it",
    details: { reason: reason.split(": ")[0] },
  });
}

/** The owner says who may see a document, here or in the settings: no guess shows it to somebody. */
function documentScope(caller: Caller, requested: string | undefined, configured: string): Scope {
  if (caller !== "owner") return writingScope("documents", caller, requested);
  const scope = requested ?? configured;
  if (scope === "") throw scopeRequired("this document");
  return writingScope("documents", caller, scope);
}

/**
 * Letters and digits of the name with its extension: no path can be made of it, and it stays what people called it. Folders of the name are part of it,
 * so that the reports of two months are two documents.
 */
function fileName(name: string): string {
  const folders = name.normalize("NFC").split(/[\\/]+/u);
  const last = folders.filter((folder) => /[\p{L}\p{N}]/u.test(folder)).join("-");
  const extension = extname(last).toLowerCase();
  const stem = last
    .slice(0, last.length - extension.length)
    .replace(/[^\p{L}\p{N}._ -]+/gu, "-")
    .slice(-80)
    .replace(/^[. -]+|[. -]+$/g, "");
  if (stem !== "" && /^\.[\p{L}\p{N}]{1,16}$/u.test(extension)) return stem + extension;
  throw new LociError("USAGE", `'${name.slice(0, 80)}' can't name a document`, {
    hint: "use a file name with its extension, such as manual.pdf",
  });
}
