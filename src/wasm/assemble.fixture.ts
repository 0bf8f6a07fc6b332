import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

/** The kernels, by the path under `src/` without its ending: each has a `.wat`, and a `.module.ts` as it is loaded. */
const KERNELS = [
  "storage/sqlite/kernel/code-kernel",
  "storage/sqlite/kernel/dot-kernel",
  "storage/sqlite/kernel/prior-kernel",
] as const;

/**
 * Assembles a kernel. Run this file to write the modules that are loaded: `node src/wasm/assemble.fixture.ts`. A test beside each
 * kernel says when that was forgotten.
 */
export async function assembleKernel(path: (typeof KERNELS)[number]): Promise<Uint8Array> {
  const { parseWat } = await wabt();
  const module = parseWat(`${basename(path)}.wat`, readFileSync(new URL(`../${path}.wat`, import.meta.url), "utf8"), {
    simd: true,
  });
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of KERNELS) {
    const base64 = Buffer.from(await assembleKernel(path)).toString("base64");
    const name = basename(path);
    const constant = `${name.toUpperCase().replace("-", "_")}_MODULE`;
    writeFileSync(
      new URL(`../${path}.module.ts`, import.meta.url),
      `/** \`${name}.wat\`, assembled by \`src/wasm/assemble.fixture.ts\`; don't edit. */\nexport const ${constant} =\n  "${base64}";\n`,
    );
  }
}
