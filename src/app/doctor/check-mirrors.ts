import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseMirror } from "../../facts/mirror/mirror-text.ts";
import { type Finding, nextStep } from "./finding.ts";
import { example, step } from "../../model/next-step.ts";

/**
 * Says of the files of ranked lists which can't be taken as they are, and which were cut off and kept aside.
 *
 * @param folder of the lists' files
 * Cost: reads all of them.
 */
export function checkMirrors(folder: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const name of markdownIn(folder)) {
    const isRejected = /\.rejected(?:-\d+)?\.md$/u.test(name);
    let text: string;
    try {
      text = readFileSync(join(folder, name), "utf8");
    } catch {
      // Deleted meanwhile; what can't be read at all is said when the list is used.
      continue;
    }
    const content = parseMirror(text);
    if (content.kind !== "rejected" || (isRejected && content.cut === undefined)) continue;
    findings.push({
      check: "facts",
      severity: "warning",
      what: isRejected
        ? `facts/${name} was cut off and is kept aside; the list is as it was stored`
        : `facts/${name} is refused: ${content.reason}`,
      ...nextStep(isRejected ? [`look at '${join(folder, name)}', then delete it`] : step`${example("facts sync")}`),
    });
  }
  return findings;
}

function markdownIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .sort();
  } catch {
    // No list was written yet.
    return [];
  }
}
