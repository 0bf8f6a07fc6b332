import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CUT_HINT, isCut } from "../../palace/drawer-file/whole-file.ts";
import type { Finding } from "./finding.ts";

/**
 * Says which files of drawers that were added by hand were cut off: what was indexed of them is still found, and nothing is written to them.
 *
 * @param folder `memory/palace`
 * Cost: reads all of them.
 */
export function checkRooms(folder: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const path of globSync("*/*.md", { cwd: folder }).sort()) {
    let text: string;
    try {
      text = readFileSync(join(folder, path), "utf8");
    } catch {
      // Deleted meanwhile; what can't be read is said by the next run.
      continue;
    }
    if (!isCut(text)) continue;
    findings.push({
      check: "files",
      severity: "error",
      what: `'${join(folder, path)}' was cut off: its last line is missing; what was indexed of it is still found`,
      next: CUT_HINT,
    });
  }
  return findings;
}
