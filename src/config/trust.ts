import { example, step } from "../model/next-step.ts";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { LociError } from "../model/error.ts";
import { readConfigFile, fileLayer, findTreeFile } from "./config-file.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";

interface TrustFile {
  readonly schema: 1;
  /** Real path → SHA-256 of the content that was trusted, hex. */
  readonly files: Readonly<Record<string, string>>;
}

/** Whether the user has trusted a tree's file with exactly this content. A changed file is untrusted again. */
export async function isTrusted(home: string, file: string, text: string): Promise<"trusted" | "changed" | "never"> {
  const known = (await readTrust(home)).files;
  if (!Object.hasOwn(known, file)) return "never";
  return known[file] === fingerprint(text) ? "trusted" : "changed";
}

/** Records in the home that the user trusts this content of the file. */
async function recordTrust(home: string, file: string, text: string): Promise<void> {
  const { files } = await readTrust(home);
  const sorted = Object.entries({ ...files, [file]: fingerprint(text) }).sort(([a], [b]) => (a < b ? -1 : 1));
  const content: TrustFile = { schema: 1, files: Object.fromEntries(sorted) };
  await writeFileAtomically(trustPath(home), `${JSON.stringify(content, null, 2)}\n`);
}

function trustPath(home: string): string {
  return join(home, "trusted.json");
}

function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function readTrust(home: string): Promise<TrustFile> {
  const text = await readConfigFile(trustPath(home));
  if (text === null) return { schema: 1, files: {} };
  try {
    const parsed: unknown = JSON.parse(text);
    if (isTrustFile(parsed)) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new LociError("CONFIG_UNREADABLE", `${trustPath(home)} is damaged`, {
    hint: step`remove it, then run ${example("config trust")} in each tree again`,
    details: { file: trustPath(home) },
  });
}

function isTrustFile(value: unknown): value is TrustFile {
  if (typeof value !== "object" || value === null || !("files" in value)) return false;
  const { files } = value;
  return typeof files === "object" && files !== null && Object.values(files).every((hash) => typeof hash === "string");
}

/** What is trusted now. */
export interface TrustedTreeFile {
  readonly path: string;
  /** Every key that the file sets, sorted: what the user agreed to. */
  readonly keys: readonly string[];
}

/**
 * Trusts the `.loci.toml` in force for a folder, with its present content. A later change makes it untrusted again.
 *
 * @throws LociError `PATH_NOT_FOUND` when there is none; `CONFIG_…` when it can't be read: nothing wrong is trusted.
 */
export async function trustTreeFile(home: string, folder: string): Promise<TrustedTreeFile> {
  const path = await findTreeFile(folder);
  const text = path === null ? null : await readConfigFile(path);
  if (path === null || text === null) {
    throw new LociError("PATH_NOT_FOUND", `there is no .loci.toml in ${folder} or above it`, {
      hint: step`${example("config set", "--local KEY VALUE")} makes one`,
      details: { folder },
    });
  }
  const layer = await fileLayer("tree", path, text);
  await recordTrust(home, path, text);
  return { path, keys: [...layer.values.keys()].sort() };
}
