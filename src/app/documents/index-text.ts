import type { PIPED_TEXT, ValuesOf } from "../../model/requests/index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { option, step } from "../../model/next-step.ts";
import { join } from "node:path";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { resolveSources } from "../../ingest/resolve-sources.ts";
import { LociError } from "../../model/error.ts";
import type { Job } from "../../model/job.ts";
import { withoutPrivateParts } from "../redaction.ts";
import { slug } from "../../text/slug.ts";
import { indexNow } from "./index-now.ts";
import type { IndexPathsOptions } from "./sources-of.ts";
import { sourceOptions } from "./sources-of.ts";

/**
 * Indexes a text that came through a pipe. It is kept as a file in the project, so that the index can be rebuilt from it.
 *
 * @throws as `indexPaths`, and LociError `USAGE` for a name that nothing can be made of
 */
export async function indexText(
  project: OpenedProject,
  { text: { name, text }, ...options }: IndexPathsOptions & { readonly text: ValuesOf<typeof PIPED_TEXT> },
): Promise<Job> {
  const plain = slug(name.replace(/\.(?:md|markdown|txt)$/i, ""));
  if (plain === "")
    throw new LociError("USAGE", `'${name.slice(0, 80)}' can't name a text`, {
      hint: step`give ${option("name")} letters or digits`,
    });
  const file = join(project.folder.piped, `${plain}${/\.txt$/i.test(name) ? ".txt" : ".md"}`);
  const requested = sourceOptions(options);
  const stored = await project.catalog.sources.get(project.keyOf("stdin", file));
  if (
    requested.scope === undefined &&
    (stored?.options.scope ?? null) === null &&
    project.settings.ingest.scope === ""
  ) {
    throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this text", {
      hint: step`give ${option("scope")} kb, admin or user:<id>`,
    });
  }
  await writeFileAtomically(file, (await withoutPrivateParts(text)).text);
  const sources = await resolveSources(project.catalog.sources, {
    paths: [file],
    cwd: "/",
    kind: "stdin",
    keyOf: project.keyOf,
    options: requested,
    now: new Date(project.system.clock()).toISOString(),
  });
  return await indexNow(project, "index", sources, options);
}
