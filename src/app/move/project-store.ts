import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../config/configuration.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { ifThere, sealedJson, unsealed } from "../../files/plain-file.ts";
import { LociError } from "../../model/error.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { type EmbeddingProvider, identityKey } from "../../embedding/port.ts";
import { operation, step } from "../../model/next-step.ts";

const fileOf = (root: string): string => join(root, "store.json");

/**
 * Where a project's index lives: where it was moved to, else where the configuration says.
 * @param root the project's folder
 * @throws LociError `CONFIG_INVALID` for a file that is no such thing
 */
export function storeOf(root: string, settings: Settings): Settings {
  let text: string;
  try {
    text = readFileSync(fileOf(root), "utf8");
  } catch {
    return settings;
  }
  const uri = unsealed<{ uri: unknown }>(text)?.uri;
  if (typeof uri !== "string")
    throw new LociError(
      "CONFIG_INVALID",
      `'${fileOf(root)}' does not say where the project's index is, or has changed since it was written`,
      { hint: 'write { "uri": "" } for its folder, or the address of the server that it was moved to' },
    );
  return { ...settings, store: { ...settings.store, uri } };
}

/** Sets where the index is stored. @param uri empty: in the project's folder */
export async function keepStore(root: string, uri: string): Promise<void> {
  await writeFileAtomically(fileOf(root), sealedJson(JSON.stringify({ uri })));
}

/** Changes when another process moves the index. */
export const storeStamp = (root: string): string => stampOf(fileOf(root));

/** How a project's texts become vectors. */
export type EmbeddingSettings = Settings["embedding"];

/** The model that a project was migrated to, over what the configuration said then. */
interface ProjectModel {
  readonly now: EmbeddingSettings;
  readonly before: EmbeddingSettings;
  /** What the configuration said when it was migrated. One that says something new since is listened to again. */
  readonly instead: EmbeddingSettings;
}

const modelFile = (root: string): string => join(root, "model.json");

/**
 * The embedding settings of a project: those that it was migrated to, else those of the configuration.
 * @param root the project's folder
 * @throws LociError `CONFIG_INVALID` for a file that is no such thing
 */
export function embeddingOf(root: string, configured: EmbeddingSettings): EmbeddingSettings {
  const kept = readModel(root);
  if (kept === null) return configured;
  const isNews = !same(configured, kept.instead) && !same(configured, kept.now);
  return isNews
    ? configured
    : { ...kept.now, concurrency: configured.concurrency, timeout_seconds: configured.timeout_seconds };
}

/** What a rollback goes back to; null for a project that was never migrated. */
export const embeddingBefore = (root: string): EmbeddingSettings | null => readModel(root)?.before ?? null;

/** Changes when the model does. */
export const modelStamp = (root: string): string => stampOf(modelFile(root));

/** Cost: one system call. */
function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.ino}:${stat.mtimeMs}:${stat.size}`;
}

export async function keepModel(
  root: string,
  model: { readonly now: EmbeddingSettings; readonly before: EmbeddingSettings; readonly instead: EmbeddingSettings },
): Promise<void> {
  await writeFileAtomically(modelFile(root), sealedJson(JSON.stringify(model satisfies ProjectModel, null, 2)));
}

function readModel(root: string): ProjectModel | null {
  const text = ifThere(() => readFileSync(modelFile(root), "utf8"));
  if (text === null) return null;
  const kept = unsealed<ProjectModel>(text);
  if (kept !== null) return kept as ProjectModel;
  throw new LociError(
    "CONFIG_INVALID",
    `'${modelFile(root)}' is no model of a project, or has changed since it was written`,
    {
      hint: step`delete it, then run ${operation("data rebuild")}`,
    },
  );
}

/** Whether two settings describe the same model, whatever its name. */
const same = (a: EmbeddingSettings, b: EmbeddingSettings): boolean =>
  a.provider === b.provider && a.model === b.model && a.dimension === b.dimension && a.base_url === b.base_url;

/**
 * Sees to it that an index holds vectors of this model, or none: those of two models can't be compared. @throws
 * LociError `MODEL_MISMATCH` with the next step
 */
export async function requireSameModel(index: SearchIndex, { identity }: EmbeddingProvider): Promise<void> {
  const stored = await index.modelIdentity();
  const configured = identityKey(identity);
  if (stored === null || stored === configured) return;
  throw new LociError(
    "MODEL_MISMATCH",
    `the index holds vectors of '${stored}', the configuration asks for '${configured}'`,
    {
      hint: step`set embedding.provider back, or run ${operation("data migrate-model", "PROVIDER")}: search goes on meanwhile`,
      details: { stored, configured },
    },
  );
}
