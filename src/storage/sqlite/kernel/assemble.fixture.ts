import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

/**
 * Assembles `dot-kernel.wat`. Run this file to write the module that the engine loads:
 * `node src/storage/sqlite/kernel/assemble.fixture.ts`. A test says when that was forgotten.
 */
export async function assembleKernel(): Promise<Uint8Array> {
  const { parseWat } = await wabt();
  const module = parseWat("dot-kernel.wat", readFileSync(new URL("dot-kernel.wat", import.meta.url), "utf8"), { simd: true });
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base64 = Buffer.from(await assembleKernel()).toString("base64");
  writeFileSync(
    new URL("dot-kernel-module.ts", import.meta.url),
    `/** \`dot-kernel.wat\`, assembled by \`assemble.fixture.ts\`; don't edit. */\nexport const DOT_KERNEL_MODULE =\n  "${base64}";\n`,
  );
}
