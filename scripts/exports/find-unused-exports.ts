import { posix } from "node:path";
import type { SourceFile } from "../imports/source-file.ts";

/** What a file of src/ exports by name. */
interface Export {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  readonly isType: boolean;
}

/** `export … name` at the beginning of a line. */
const DECLARED =
  /^export (?:declare )?(?:async )?(?:abstract )?(function\*?|const|let|class|interface|type|enum) (\w+)/gm;
/** `import { a, type b as c } from "x"`, and the same with `export`. */
const NAMED = /^[ \t]*(?:import|export)\b(?:\s+type)?\s*\{([^}]*)\}\s*from\s*"([^"\n]+)"/gm;
/** Modules that come whole, by call or as a namespace. */
const WHOLE = /\bimport\(\s*"([^"\n]+)"\s*\)|\bimport \* as \w+ from "([^"\n]+)"|^export \* from "([^"\n]+)"/gm;
const RE_EXPORT = /^export \* from "([^"\n]+)"/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

/**
 * Exported names that no other file uses, one line each, by file: what its own file alone needs isn't to be exported, what nothing needs is to go.
 *
 * A name that its own file uses may be exported for the unit test beside it: one subject stands in one file, and its parts are tested alone.
 *
 * A type counts as used where an exported declaration of its own file speaks of it too: whoever calls that may want to name the type. Of a module
 * that comes whole every name counts as used that the file speaks of.
 *
 * @param files that declare; paths relative to the root of the repository
 * @param users every file whose use counts
 * @param tests test files, whose use counts for what its own file uses too
 * Cost: linear in the text.
 */
export function findUnusedExports(
  files: readonly SourceFile[],
  users: readonly SourceFile[],
  tests: readonly SourceFile[] = [],
): readonly string[] {
  const used = new Set(throughOthers(users.flatMap(usesOf), users));
  const tested = new Set(tests.flatMap(usesOf));
  const isTestedPart = (path: string, name: string, text: string): boolean =>
    tested.has(`${path} ${name}`) &&
    (text.replace(COMMENT, "").match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0) > 1;
  return files.flatMap(({ path, text }) =>
    exportsOf(text)
      .filter(
        ({ name, isType }) =>
          !used.has(`${path} ${name}`) && !(isType && isInSignature(name, text)) && !isTestedPart(path, name, text),
      )
      .map(({ name, line }) => `${path}:${line}: nothing else uses '${name}'`),
  );
}

function exportsOf(text: string): readonly Export[] {
  return [...text.matchAll(DECLARED)].map(({ 1: kind = "", 2: name = "", index }) => ({
    name,
    line: text.slice(0, index).split("\n").length,
    isType: kind === "interface" || kind === "type",
  }));
}

/** Whether an exported declaration but its own speaks of a type. */
function isInSignature(type: string, text: string): boolean {
  // A declaration begins at a line that isn't indented and closes nothing.
  const declarations = text.replace(COMMENT, "").split(/\n(?=[^\s})\]])/);
  return declarations.some(
    (one) =>
      one.startsWith("export ") &&
      !new RegExp(`^export (?:interface|type) ${type}\\b`).test(one) &&
      new RegExp(`\\b${type}\\b`).test(one),
  );
}

/** The same, where imports from a file with `export * from` also count for the re-exported file. */
function throughOthers(uses: readonly string[], files: readonly SourceFile[]): readonly string[] {
  const reExported = new Map(
    files.flatMap(({ path, text }): readonly (readonly [string, readonly string[]])[] => {
      const targets = [...text.matchAll(RE_EXPORT)].map(([, one = ""]) => posix.join(posix.dirname(path), one));
      return targets.length === 0 ? [] : [[path, targets]];
    }),
  );
  return uses.flatMap((use) => {
    const [path = "", name = ""] = use.split(" ");
    return [use, ...(reExported.get(path) ?? []).map((target) => `${target} ${name}`)];
  });
}

/** What a file uses of others, as `path name`. */
function usesOf({ path, text }: SourceFile): readonly string[] {
  // What is started from dist/ was built of src/.
  const target = (specifier: string): string =>
    posix.join(posix.dirname(path), specifier).replace(/^dist\/(.*)\.js$/, "src/$1.ts");
  const code = text.replace(COMMENT, "");
  const named = [...code.matchAll(NAMED)].flatMap(({ 1: clause = "", 2: specifier = "" }) =>
    clause.split(",").map((one) => `${target(specifier)} ${/^\s*(?:type\s+)?(\w*)/.exec(one)?.[1]}`),
  );
  const words = new Set(code.match(/\w+/g));
  const whole = [...code.matchAll(WHOLE)].flatMap(([, called, space, all]) =>
    [...words].map((word) => `${target(called ?? space ?? all ?? "")} ${word}`),
  );
  return [...named, ...whole];
}
