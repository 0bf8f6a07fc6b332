import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";

/** A folder with files, removed after the test. @param files path → text, or one JSON value a line */
export function collection(t: TestContext, files: Readonly<Record<string, string | readonly unknown[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-suite-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(
      join(folder, path),
      typeof content === "string" ? content : content.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
  }
  return folder;
}
