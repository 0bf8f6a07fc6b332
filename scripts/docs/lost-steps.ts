import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allKeys } from "../../src/config/check-value.ts";

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

/** Settings that a page names, as `section.field` or behind `config set`, and that nobody can set, one finding each. @param root of the checkout */
export function unknownSettings(root: string): readonly string[] {
  const known = new Set(allKeys().map(({ key }) => key));
  const sections = [...new Set(allKeys().map(({ section }) => section))].join("|");
  const named = new RegExp(
    `(?:\`|config (?:set|get|unset) )((?:${sections})\\.(?!jsonl?\\b|sqlite\\b|ts\\b|md\\b)[a-z_]+)(?=[\` =])`,
    "g",
  );
  return globSync(["*.md", "docs/*.md", "src/**/*.md"], { cwd: root, exclude: ["CHANGELOG.md"] }).flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(named)].flatMap(([, key = ""]) =>
      known.has(key) ? [] : [`${page}: there is no setting ${key}`],
    ),
  );
}
