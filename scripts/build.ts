import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { buildPage } from "./build-page.ts";
import { isBuiltOf, noteBuild, sourcesOf } from "./kept-build.ts";
import { keepCode } from "./keep-code.ts";
import { caseSpelt } from "./case-spelt.ts";
import { lazyPatterns } from "./lazy-patterns.ts";

/**
 * Makes dist/ from src/: what the package ships and what bin/loci.js starts. The compiler writes the types, the bundler
 * the program: an entrance each, and few chunks, since loading 300 small files is a third of a cold search, and 110 chunks still a sixth.
 * `--noCheck` leaves the check of types to a compiler that runs beside it, as `npm test` does, which also keeps (`--keep`) a build of the same sources.
 * The new folder takes the place of the old one only when everything was made, so a running `loci` never meets half a build.
 */
const root = join(import.meta.dirname, "..");
const src = join(root, "src");
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const dist = join(root, "dist");
const fresh = join(root, `dist.${process.pid}.new`);
const stale = join(root, `dist.${process.pid}.old`);

/** What is started or imported by its path: the library, the client, the command line, and what runs as a thread or process of its own. */
const ENTRANCES = [
  "index.ts",
  "client/index.ts",
  "surfaces/cli/main.ts",
  "surfaces/hooks/main.ts",
  "engine/job-main.ts",
  "files/raw-bytes-main.ts",
  "parsing/worker/main.ts",
  "storage/sqlite/index-thread-main.ts",
];

/** The entrance of each extension that is there. */
function extensions(): readonly string[] {
  const folder = join(root, "extensions");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => `extensions/${name}/index.ts`).filter((path) => existsSync(join(root, path)));
}

/** A chunk lies elsewhere than the file it was made from. So `import.meta.url` is replaced by the place that the file would have in dist/. */
const OWN_ADDRESS = `const LOCI_DIST = import.meta.url.slice(0, import.meta.url.lastIndexOf("/dist/") + 6);`;
/** Packages written for require() ask for modules of Node by it, which an ES module lacks. */
const REQUIRE = `import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);`;

const BANNER = `${OWN_ADDRESS} ${REQUIRE}`;

/** Chunks whose compiled code is kept, with all functions that were called. */
const KEPT = ["question", "mcp", "prompt", "facts"];

/**
 * What is loaded together stands in one file, with all that it imports: what a hook loads, what a question on the command line needs, what else
 * speaks into an agent's prompt, what a session's start tells of facts, what a
 * run of indexing needs, and what else serves MCP. Of a module that others need too there is still one: they load the file. The rest is shared
 * out by the bundler.
 */
const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  hook: ["surfaces/hooks/main.ts"],
  question: [
    "surfaces/cli/main.ts",
    "surfaces/cli/commands/search.ts",
    "surfaces/shared/opening.ts",
    "app/search/search-project.ts",
    "storage/sqlite/open-house.ts",
    "storage/sqlite/catalog/open-catalog.ts",
    "embedding/static/provider.ts",
    "palace/halls/classify-hall.ts",
  ],
  prompt: ["app/agents/inject.ts", "app/palace/wake-up.ts"],
  facts: [
    "app/facts/open-facts.ts",
    "app/facts/said-and-kept.ts",
    "app/quota.ts",
    "storage/sqlite/catalog/open-catalog.ts",
  ],
  index: [
    "surfaces/cli/run-job.ts",
    "app/documents/index-now.ts",
    "ingest/index-sources.ts",
    "engine/reading-parts.ts",
    "ingest/draft-file.ts",
    "palace/place.ts",
    "storage/sqlite/open-embedding-cache.ts",
    "app/agents/record-session.ts",
  ],
  mcp: ["surfaces/cli/commands/mcp.ts", "surfaces/mcp/create-server.ts", "surfaces/mcp/profiles.ts"],
};

/** Where each name that `index.ts` re-exports comes from. */
const EXPORTED_FROM = exportsOf(join(src, "index.ts"));

const ownFiles: Plugin = {
  name: "own-files",
  transform(code, path) {
    if (!path.startsWith(src) || !path.endsWith(".ts")) return null;
    const address = relative(src, path).replaceAll("\\", "/").replace(/\.ts$/, ".js");
    return importedDirectly(path, code, EXPORTED_FROM).replaceAll("import.meta.url", `(LOCI_DIST + "${address}")`);
  },
};

/**
 * Lists of words stand in the bundle as one text each, cut apart when it is loaded: thousands of texts, each an object of its own, would make a cold search
 * two hundredths slower.
 */
const wordLists: Plugin = {
  name: "word-lists",
  transform(code, path) {
    if (!path.startsWith(src) || !path.endsWith(".json")) return null;
    const packed = JSON.stringify(JSON.parse(code)).replaceAll(
      /\["[^"\\|]+"(?:,"[^"\\|]+"){7,}\]/g,
      (list) => `${list.slice(1, -1).replaceAll('","', "|")}.split("|")`,
    );
    return { code: `export default ${packed};`, moduleType: "js" };
  },
};

/** The source file of each re-exported value. */
function exportsOf(path: string): ReadonlyMap<string, string> {
  const statements = readFileSync(path, "utf8").matchAll(/^export \{([^}]*)\} from "([^"]+)";/gm);
  return new Map(
    [...statements].flatMap(([, names = "", file = ""]) =>
      values(names).map((name): [string, string] => [name, join(dirname(path), file)]),
    ),
  );
}

/**
 * Surfaces import from `index.ts`, which re-exports everything, so for the bundler an import of one name needs every file behind it.
 * In the bundle each name is imported from its own file, so that a search loads a third fewer files.
 */
function importedDirectly(path: string, text: string, exportedFrom: ReadonlyMap<string, string>): string {
  const ofFile = (name: string, index: string): string =>
    exportedFrom.has(name) && join(dirname(path), index) === join(src, "index.ts")
      ? relative(dirname(path), exportedFrom.get(name) ?? "").replaceAll("\\", "/")
      : index;
  const lazily = text
    .replace(/const \{ (\w+) \} = await import\("((?:\.\.\/)+index\.ts)"\)/g, (_, name: string, index: string) => {
      return `const { ${name} } = await import("${ofFile(name, index)}")`;
    })
    .replace(/\(await import\("((?:\.\.\/)+index\.ts)"\)\)\.(\w+)/g, (_, index: string, name: string) => {
      return `(await import("${ofFile(name, index)}")).${name}`;
    });
  return lazily.replace(
    /^import \{([^}]*)\} from "((?:\.\.\/)+index\.ts)";/gm,
    (statement, names: string, index: string) => {
      if (join(dirname(path), index) !== join(src, "index.ts")) return statement;
      return values(names)
        .map((name) => {
          const from = relative(dirname(path), exportedFrom.get(name) ?? "").replaceAll("\\", "/");
          return exportedFrom.has(name) ? `import { ${name} } from "${from}";` : `import { ${name} } from "${index}";`;
        })
        .join(" ");
    },
  );
}

/** The names in braces, without types. */
function values(names: string): readonly string[] {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}

function writeTypes(options: readonly string[]): boolean {
  const args = [compiler, "-p", join(root, "tsconfig.build.json"), "--outDir", fresh, ...options];
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (error !== undefined) throw error;
  return status === 0;
}

/**
 * What a user installs stays a package of its own, but for Zod, of which 97 files would be looked up one by one when an agent starts Loci. A
 * development dependency that src/ imports becomes part of dist/: its sources, types and documentation would be most of the installed size (84 MB
 * before, 45 after).
 */
function installedPackages(): ReadonlySet<string> {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
    "dependencies" | "peerDependencies",
    Readonly<Record<string, string>>
  >;
  return new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter((name) => name !== "zod"));
}

/** Modules of Node that it has loaded itself when a program begins, and those of which classes are taken. Others wait until something of them is called. */
const LOADED: ReadonlySet<string> = new Set(
  "async_hooks buffer events fs module os path process url util worker_threads"
    .split(" ")
    .map((name) => `node:${name}`),
);

/**
 * Modules of Node are taken by `require`: an ES import of one copies its names one by one, and a name that an old Node lacks ends the program before it
 * could say that Node is too old. Most wait for the first call: those for cryptography, processes and promises of files bring 40 files with them, a
 * tenth of a cold search, which needs none of them.
 */
const ofNode: Plugin = {
  name: "of-node",
  renderChunk(code) {
    // As the parser sees them: text that Loci writes for others holds imports of its own.
    const imports = parseAst(code).body.filter((one) => one.type === "ImportDeclaration");
    return imports.reduceRight(
      (left, { start, end }) => left.slice(0, start) + requiring(code.slice(start, end), code) + left.slice(end),
      code,
    );
  },
};

/** An import of a module of Node as what takes it by `require`; others as they are. */
function requiring(statement: string, code: string): string {
  const [, own, names, of] =
    /^import (?:(?:\* as )?([\w$]+))?(?:, )?(?:\{([^}]*)\})? from "(node:[^"]+)";$/.exec(statement) ?? [];
  // The one that gives `require` itself stays.
  if (of === undefined || REQUIRE.startsWith(statement)) return statement;
  return [own === undefined ? [] : wholeOf(of, own, code), names === undefined ? [] : takenFrom(of, names)]
    .flat()
    .join(" ");
}

/** @param names as an import has them: `open, stat as statOf` */
function takenFrom(of: string, names: string): string {
  const taken = names.split(",").map((one) => one.trim().split(" as ") as [string, string?]);
  const from = createRequire(import.meta.url)(of) as Readonly<Record<string, unknown>>;
  const isFunction = (name: string): boolean => typeof from[name] === "function" && /^[a-z]/.test(name);
  if (LOADED.has(of) || !taken.every(([name]) => isFunction(name)))
    return `var { ${taken.map(([name, own = name]) => `${name}: ${own}`).join(", ")} } = require("${of}");`;
  const module = `${of.replace(/\W/g, "_")}$`;
  return taken
    .map(([name, own = name]) => `function ${own}(...all) { return (${module} ??= require("${of}")).${name}(...all); }`)
    .join(" ")
    .concat(` var ${module};`);
}

function wholeOf(of: string, own: string, code: string): string {
  const name = own.replaceAll("$", "\\$");
  const isOnlyAsked = (code.match(new RegExp(`(?<![\\w$.])${name}(?![\\w$.])`, "g")) ?? []).length === 1;
  if (LOADED.has(of) || !isOnlyAsked) return `var ${own} = require("${of}");`;
  return `var ${own} = new Proxy({}, { get: (_, name) => require("${of}")[name] });`;
}

const escaped = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
/** A raw template, with what is put into it; backticks stand in none. */
const RAW = /String\.raw`(?:[^`\\]|\\[^])*`/g;
/** What is put into a template, or what isn't ASCII. */
const PUT_IN_OR_OTHER = /\$\{[^}]*\}|[^\0-\x7f]+/g;

/**
 * Strings of ASCII alone take half the memory, and are read without being decoded. All other characters stand in strings, regular expressions and
 * raw templates; in these an escape would be no character but six, so it is put in.
 */
const asciiOnly: Plugin = {
  name: "ascii-only",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk")
        chunk.code = escaped(
          chunk.code.replace(RAW, (raw) =>
            raw.replace(PUT_IN_OR_OTHER, (part) => (part.startsWith("${") ? part : `\${"${escaped(part)}"}`)),
          ),
        );
  },
};

/** @returns the files that became part of it */
async function bundle(): Promise<readonly string[]> {
  const installed = installedPackages();
  const inputs = [...ENTRANCES.map((path) => join("src", path)), ...extensions()];
  const made = await rolldown({
    input: Object.fromEntries(
      inputs.map((path) => [path.replace(/^src\//, "").replace(/\.ts$/, ""), join(root, path)]),
    ),
    platform: "node",
    // Its main file is for require(), which a search would load help for.
    resolve: { alias: { "fastest-levenshtein": "fastest-levenshtein/esm/mod.js" } },
    external: (id) => installed.has(/^(?:@[^/]+\/)?[^/.]+/.exec(id)?.[0] ?? ""),
    plugins: [
      ownFiles,
      caseSpelt((path) => path.startsWith(src) && path.endsWith(".ts")),
      lazyPatterns((path) => path.startsWith(src) && path.endsWith(".ts")),
      wordLists,
      ofNode,
      asciiOnly,
      keepCode(
        KEPT.map((name) => join(src, CHUNKS[name]?.[0] ?? name)),
        BANNER,
      ),
    ],
    logLevel: "warn",
    // Some are imported when they are needed in one place, and in another place with the rest.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await made.write({
    dir: fresh,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    banner: BANNER,
    comments: false,
    topLevelVar: true,
    codeSplitting: {
      groups: Object.entries(CHUNKS).map(([name, paths], i) => {
        const files = new Set(paths.map((path) => join(src, path)));
        return { name, priority: Object.keys(CHUNKS).length - i, test: (id: string) => files.has(id) };
      }),
    },
  });
  return output.filter((one): one is OutputChunk => one.type === "chunk").flatMap(({ moduleIds }) => moduleIds);
}

/** The licences of the packages that became part of dist/. */
function licencesOf(files: readonly string[]): string {
  const folders = new Set(
    files
      .map((path) => relative(root, resolve(root, path)))
      .flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Record<
        string,
        string
      >;
      const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? "" : readFileSync(join(root, folder, file), "utf8").trim();
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

const sources = sourcesOf(root);
const options = process.argv.slice(2);
try {
  if (options.includes("--keep") && isBuiltOf(root, sources)) console.log("dist/ is what these sources made");
  else if (!writeTypes(options.filter((one) => one !== "--keep"))) process.exitCode = 1;
  else {
    const parts = [...(await bundle()), ...Object.keys((await buildPage(root, join(fresh, "web"))).inputs)];
    writeFileSync(join(fresh, "THIRD-PARTY-LICENSES.txt"), licencesOf(parts));
    if (existsSync(dist)) renameSync(dist, stale);
    renameSync(fresh, dist);
    noteBuild(root, sources);
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
  rmSync(stale, { recursive: true, force: true });
}
