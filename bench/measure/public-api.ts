import { existsSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");
export const CLI = join(ROOT, "bin", "loci.js");

/** The file of the public API as the package ships it: of `dist`, as every user runs it. */
export function publicApi(): string {
  const built = join(ROOT, "dist", "index.js");
  if (!existsSync(built)) throw new Error("dist is not there: npm run build");
  return built;
}
