import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of src/ in the walks, and the name behind it in brackets, if there is one. */
const STEP = /`([\w/-]+\/[\w-]+\.ts)`(?: \(`(\w+)`\)|, `([A-Z]\w+)`)?/g;

/** Steps of the walks in ARCHITECTURE.md whose file isn't there, or doesn't hold the name, one finding each. @param root of the checkout */
export function lostSteps(root: string): readonly string[] {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const walks = text.split(/^## /m).filter((section) => /^A \w+'s way through the code/.test(section));
  if (walks.length < 2) return ["ARCHITECTURE.md: the walks of a question and of a document are gone"];
  return walks.flatMap((walk) =>
    [...walk.matchAll(STEP)].flatMap(([, path = "", called, joined]) => {
      const file = join(root, "src", path);
      if (!existsSync(file)) return [`ARCHITECTURE.md: src/${path} isn't there`];
      const name = called ?? joined;
      if (name === undefined || new RegExp(`\\b${name}\\b`).test(readFileSync(file, "utf8"))) return [];
      return [`ARCHITECTURE.md: src/${path} doesn't hold ${name}`];
    }),
  );
}
