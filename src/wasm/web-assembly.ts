/** The parts of the WebAssembly API that we use; Node's types leave them to the DOM's. */
interface WebAssemblyApi {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: unknown };
  validate(bytes: Uint8Array): boolean;
}

/** A memory; `buffer` is another object after `grow`. Sizes in pages of 64 KiB. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The runtime's WebAssembly. */
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;
