import type { OutputBundle, OutputChunk, Plugin } from "rolldown";

/** An import or export statement of a bundled file that names what it takes. */
const IMPORTS = /^import \{([^}]*)\} from "(\.[^"]+)";\n/gm;
const EXPORTS = /^export \{([^}]*)\};\n?$/m;
/** A file that only hands on what another one holds, for an `import()` of a part of it. */
const HANDS_ON = /^export \{([^}]*)\} from "\.\/([^"]+)";$/m;
const IMPORTED_LATER = /\bimport\("\.\/([^"]+)"\)/g;
/** Scripts import by the module that runs them: V8 asks for that of no other one without saying that it is an experiment. */
const IMPORTING = /\bimport\(/g;

/** What stands in braces: a name there, and the name here. */
function pairs(names: string): readonly (readonly [from: string, to: string])[] {
  return names
    .split(",")
    .map((one) => one.trim().split(" as "))
    .filter(([from]) => from !== "")
    .map(([from = "", to = from]) => [from, to]);
}

/**
 * Makes of some chunks scripts whose compiled code is kept (`bin/kept-code.js`), and in their places modules that run these. Code is only kept of scripts:
 * what V8 has of a module can't be asked for once its functions were called.
 *
 * @param firsts a file of each such chunk; these may not import each other in a circle
 */
export function keepCode(firsts: readonly string[], banner: string): Plugin {
  return {
    name: "kept-code",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || !chunk.moduleIds.some((id) => firsts.includes(id))) continue;
        const script = chunk.fileName.replace(/\.js$/, ".script.js");
        const { source, module } = asScript(chunk, script, bundle, banner);
        this.emitFile({ type: "asset", fileName: script, source });
        chunk.code = module;
      }
    },
  };
}

function asScript(
  { code, fileName }: OutputChunk,
  script: string,
  bundle: OutputBundle,
  banner: string,
): { readonly source: string; readonly module: string } {
  const imports = [...code.matchAll(IMPORTS)];
  const imported = imports.flatMap(([, names = ""]) => pairs(names).map(([, to]) => to)).join(", ");
  const exported = pairs(EXPORTS.exec(code)?.[1] ?? "").map(([from, to]): [string, string] => [to, from]);
  const { body, parts } = withoutOwnImports(code, fileName, bundle, new Map(exported));
  const own = body
    .slice(body.indexOf(imports.at(-1)?.[0] ?? ""))
    .replace(IMPORTS, "")
    .replace(EXPORTS, "")
    .replace(IMPORTING, "importLater(");
  if (/^import |\bimport\.meta\b|\b__esm/m.test(own)) throw new Error(`${fileName} can't be a script`);
  return {
    source: `"use strict";(function (LOCI_DIST, require, importLater, { ${imported} }) {\n${own}${parts}return { ${exported.map(([to, from]) => `${to}: ${from}`).join(", ")} };\n})`,
    module: `${banner}
${imports.map(([statement]) => statement).join("")}import { keptCode } from "../../bin/kept-code.js";
const made = keptCode(LOCI_DIST + "${script}")(LOCI_DIST, require, (path) => import(path), { ${imported} });
${exported.map(([to]) => `var own_${to} = made.${to};`).join("\n")}
export { ${exported.map(([to]) => `own_${to} as ${to}`).join(", ")} };
`,
  };
}

/** An `import()` of what stands in the same file takes it from there: each file that would only hand it on costs a millisecond. */
function withoutOwnImports(
  code: string,
  fileName: string,
  bundle: OutputBundle,
  own: ReadonlyMap<string, string>,
): { readonly body: string; readonly parts: string } {
  const parts: string[] = [];
  const body = code.replace(IMPORTED_LATER, (statement, of: string) => {
    const chunk = bundle[`chunks/${of}`];
    if (chunk?.type !== "chunk" || chunk.imports.length !== 1) return statement;
    const [, names = "", from] = HANDS_ON.exec(chunk.code) ?? [];
    if (`chunks/${from}` !== fileName) return statement;
    const part = pairs(names).map(([name, to]) => `${to}: ${own.get(name)}`);
    parts.push(`var part_${parts.length} = { ${part.join(", ")} };\n`);
    return `Promise.resolve(part_${parts.length - 1})`;
  });
  return { body, parts: parts.join("") };
}
