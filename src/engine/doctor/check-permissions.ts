import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./finding.ts";

/** Whether only the owner can read a project's folder and its databases. Folders 0700, files 0600. */
export function checkPermissions(home: string, folder: string): Finding {
  const open: string[] = [];
  for (const path of [home, folder]) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && (stat.mode & 0o077) !== 0) open.push(path);
  }
  // The folder itself keeps others out; its files are looked at in case it once did not.
  if (open.length > 0) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isFile() && (statSync(path).mode & 0o077) !== 0) open.push(path);
    }
  }
  if (process.platform === "win32" || open.length === 0) return { check: "permissions", severity: "ok", what: "only you can read the data folder", next: "" };
  return { check: "permissions", severity: "warning", what: `others on this machine can read ${open.join(", ")}`, next: `chmod -R go-rwx '${home}'` };
}
