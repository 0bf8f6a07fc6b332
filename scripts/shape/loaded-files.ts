import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * How many files of dist/ a cold `loci search` loads, as the runtime's own coverage report lists them.
 * Cost: an index of one note and a search, about a second. Needs a built dist/.
 */
export function loadedFiles(root: string): number {
  const folder = mkdtempSync(join(tmpdir(), "loci-shape-"));
  try {
    writeFileSync(join(folder, "note.md"), "# Staging\n\nStaging listens on port 8443.\n");
    const home = join(folder, "home");
    const run = (args: readonly string[], coverage?: string): void => {
      const environment = coverage === undefined ? process.env : { ...process.env, NODE_V8_COVERAGE: coverage };
      const all = [join(root, "bin", "loci.js"), ...args, "--home", home, "--project", "shape"];
      const { status, stderr } = spawnSync(process.execPath, all, { env: environment, encoding: "utf8" });
      if (status !== 0) throw new Error(`loci ${args[0]} ended with ${status}: ${stderr}`);
    };
    run(["index", join(folder, "note.md"), "--scope", "kb"]);
    const reports = join(folder, "coverage");
    run(["search", "which port does staging use?"], reports);
    const urls = readdirSync(reports).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(reports, name), "utf8")) as { result: { url: string }[] };
      return result.map(({ url }) => url);
    });
    return new Set(urls.filter((url) => url.includes("/dist/"))).size;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
