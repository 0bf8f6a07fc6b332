import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { loadedFiles } from "./shape/loaded-files.ts";
import { measureFunctions } from "./shape/measure-functions.ts";

/**
 * The shape of src/, against ceilings that only go down: heaps, confetti and tangled functions are seen when they come.
 * `--lower` writes the ceilings down to what is measured. To raise one, change the file by hand and say why in the commit.
 */
const root = join(import.meta.dirname, "..");
const CEILINGS = join(root, "scripts", "shape", "ceilings.json");
/** Measured for the report, but no fault when it grows with what the program does. */
const INFORMATION: ReadonlySet<string> = new Set(["codeLines", "medianLines"]);

const WIDEST = 160;

type Shape = Readonly<Record<string, { readonly value: number; readonly where: string }>>;

const COMMENT_OR_BLANK = /^\s*(\/\/|\*|\/\*|$)/;
const files = globSync(["src/**/*.ts", "extensions/**/*.ts"], {
  cwd: root,
  ignore: ["**/*.test.ts", "**/*.fixture.ts", "**/*.module.ts", "extensions/*/{test,bench,package}/**"],
})
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return { path, text, code: text.split("\n").filter((line) => !COMMENT_OR_BLANK.test(line)).length };
  });

/** All lines of the program, blank ones and comments too: what somebody has to read. */
function allLines(): number {
  return globSync(["src/**/*.{ts,js,wat}", "extensions/**/*.{ts,js,wat}"], {
    cwd: root,
    ignore: ["**/*.test.*", "**/*.fixture.*", "**/node_modules/**", "extensions/*/{test,bench,package}/**"],
  }).reduce((sum, path) => sum + readFileSync(join(root, path), "utf8").split("\n").length - 1, 0);
}

function measure(): Shape {
  const functions = files.flatMap(({ path, text }) =>
    measureFunctions(text).map((one) => ({ ...one, where: `${path}:${one.line} ${one.name}` })),
  );
  const most = <T>(items: readonly T[], value: (item: T) => number): T =>
    items.reduce((best, item) => (value(item) > value(best) ? item : best));
  const longest = most(functions, ({ lines }) => lines);
  const tangled = most(functions, ({ complexity }) => complexity);
  const largest = most(files, ({ code }) => code);
  const many = functions.filter(({ parameters }) => parameters >= 4);
  const wide = files.filter(({ text }) => text.split("\n").some((line) => line.length > WIDEST));
  const sizes = files.map(({ code }) => code).sort((a, b) => a - b);
  const loaded = loadedFiles(root);
  return {
    allLines: { value: allLines(), where: "src and extensions, without tests and fixtures" },
    files: { value: files.length, where: "src" },
    codeLines: { value: sizes.reduce((sum, size) => sum + size, 0), where: "src" },
    medianLines: { value: sizes[Math.floor(sizes.length / 2)] ?? 0, where: "src" },
    tinyFiles: { value: sizes.filter((size) => size <= 15).length, where: "of at most 15 code lines" },
    largestFile: { value: largest.code, where: largest.path },
    wideFiles: {
      value: wide.length,
      where:
        wide
          .map(({ path }) => path)
          .slice(0, 3)
          .join(", ") || "none",
    },
    longestFunction: { value: longest.lines, where: longest.where },
    highestComplexity: { value: tangled.complexity, where: tangled.where },
    manyParameters: { value: many.length, where: "functions of four or more positional parameters" },
    filesOfASearch: { value: loaded, where: "files of dist/ that 'loci search' loads" },
  };
}

const shape = measure();
const ceilings = JSON.parse(readFileSync(CEILINGS, "utf8")) as Record<string, number>;
const broken = Object.entries(shape).filter(
  ([name, { value }]) => !INFORMATION.has(name) && value > (ceilings[name] ?? Number.POSITIVE_INFINITY),
);
for (const [name, { value, where }] of Object.entries(shape)) {
  const ceiling = INFORMATION.has(name) ? "" : ` (ceiling ${ceilings[name]})`;
  console.log(`${name.padEnd(18)} ${String(value).padStart(6)}${ceiling}  ${where}`);
}
if (process.argv.includes("--lower")) {
  for (const [name, { value }] of Object.entries(shape))
    if (!INFORMATION.has(name)) ceilings[name] = Math.min(ceilings[name] ?? value, value);
  writeFileSync(CEILINGS, `${JSON.stringify(ceilings, null, 2)}\n`);
}
for (const [name, { where }] of broken) console.error(`over its ceiling: ${name}, ${where}`);
process.exitCode = broken.length === 0 && files.length > 0 ? 0 : 1;
