import { resolve } from "node:path";

/** The data folder, absolute. @param named by flag or variable, seen from `cwd`; `~` is the user's home; empty: `~/.loci` */
export function homeFolder(
  named: string,
  { userHome, cwd }: { readonly userHome: string; readonly cwd: string },
): string {
  return named === "" ? resolve(userHome, ".loci") : resolve(cwd, named.replace(/^~(?=\/|$)/, userHome));
}
