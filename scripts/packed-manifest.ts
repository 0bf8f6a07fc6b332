import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Takes out of `package.json` the scripts of the checkout before `npm pack` reads it (`strip`), since what they run isn't packed, and puts them
 * back behind it (`restore`). A pack that was killed in between is mended by the next.
 */
const root = join(import.meta.dirname, "..");
const file = join(root, "package.json");
const kept = join(root, ".cache", "package.json");
if (existsSync(kept)) renameSync(kept, file);
if (process.argv[2] === "strip") {
  mkdirSync(join(root, ".cache"), { recursive: true });
  copyFileSync(file, kept);
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { readonly scripts: { readonly start: string } };
  const { start } = manifest.scripts;
  writeFileSync(file, `${JSON.stringify({ ...manifest, scripts: { start } }, null, 2)}\n`);
}
