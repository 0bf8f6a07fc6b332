import { webAssembly, type WasmMemory } from "../../../wasm/web-assembly.ts";
import { PRIOR_KERNEL_MODULE } from "./prior-kernel.module.ts";
import { type PriorKernel, scalarPriorKernel } from "./scalar-prior-kernel.ts";

/** The kernel over `memory`: SIMD where the processor has it, else the same in scalar JavaScript. */
export function priorKernel(memory: WasmMemory): PriorKernel {
  const bytes = Buffer.from(PRIOR_KERNEL_MODULE, "base64");
  if (!webAssembly.validate(bytes)) return scalarPriorKernel(memory);
  return new webAssembly.Instance(new webAssembly.Module(bytes), { env: { memory } }).exports as PriorKernel;
}
