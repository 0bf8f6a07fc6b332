/** The parts of the WebAssembly API that we use; Node's types leave them to the DOM's. */
interface WebAssemblyApi {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: unknown };
}

/** A memory; `buffer` is another object after `grow`. Sizes in pages of 64 KiB. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The runtime's WebAssembly. */
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

/**
 * The exports of an assembled kernel over a memory. Every processor that Node's own releases run on has the SIMD that kernels are written in
 * (SSE 4.1 and NEON); what it was checked against is scalar JavaScript beside the tests.
 * @param module base64
 */
export function kernelOver<Exports>(module: string, memory: WasmMemory): Exports {
  const compiled = new webAssembly.Module(Buffer.from(module, "base64"));
  return new webAssembly.Instance(compiled, { env: { memory } }).exports as Exports;
}
