import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

/** The kernels, by name: each has a `.wat`, and a `.module.ts` as it is loaded. */
const KERNELS = ["code-kernel", "dot-kernel", "prior-kernel", "sum-kernel"] as const;

/**
 * Assembles a kernel. Run this file to write the modules that are loaded. A test beside each kernel says when that was forgotten.
 */
export async function assembleKernel(name: (typeof KERNELS)[number]): Promise<Uint8Array> {
  const { parseWat } = await wabt();
  const module = parseWat(`${name}.wat`, readFileSync(new URL(`./${name}.wat`, import.meta.url), "utf8"), {
    simd: true,
    threads: true,
  });
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of KERNELS) {
    const base64 = Buffer.from(await assembleKernel(name)).toString("base64");
    const constant = `${name.toUpperCase().replace("-", "_")}_MODULE`;
    writeFileSync(
      new URL(`./${name}.module.ts`, import.meta.url),
      `/** \`${name}.wat\`, assembled by \`assemble.fixture.ts\`; don't edit. */\nexport const ${constant} =\n  "${base64}";\n`,
    );
  }
}
