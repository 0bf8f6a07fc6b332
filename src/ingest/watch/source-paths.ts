import { basename } from "node:path";
import type { Source } from "../../model/source.ts";
import { transcriptRules } from "../chats/scan-chats.ts";
import type { IngestSettings } from "../recipe.ts";
import { includeRules } from "../scan/include-rules.ts";
import { isSingleFile } from "../scan/scan.ts";
import { type WatchedPaths, watchedPaths } from "./watched-paths.ts";

/** What is to be watched of a source: the same rules as its scan's. @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` */
export async function sourcePaths(
  { kind, root, options }: Source,
  settings: Pick<IngestSettings, "include" | "exclude">,
  ownFolder: string | null,
): Promise<WatchedPaths> {
  if (isSingleFile(root)) {
    return {
      ignores: (absolute) => absolute !== root,
      isRuleFile: () => false,
      inside: (absolute) => (absolute === root ? basename(root) : null),
    };
  }
  const exclude = [...settings.exclude, ...options.exclude];
  const rules =
    kind === "chat"
      ? await transcriptRules(options.include, exclude)
      : await includeRules([...settings.include, ...options.include], exclude);
  return await watchedPaths(root, rules, ownFolder);
}
