import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import { modelFile, type ModelFile } from "./model-file.ts";
import { layTable, type StaticTable, TableRows } from "./table.ts";

/** A file of the models folder. */
export function modelPath(name: string): string {
  return fileURLToPath(new URL(`../../../models/${name}`, import.meta.url));
}

/** The bundled table, for tests of what reads it. */
export function bundledTable(): StaticTable {
  return layTable(modelFile(modelPath("static-256.bin")), readFileSync(modelPath("vocab.txt"), "utf8"));
}

/** A model file of these bytes. */
export function fileOf(data: Uint8Array): ModelFile {
  return {
    path: "f",
    size: data.length,
    read: (stretches) => stretches.forEach(({ into, at }) => into.set(data.subarray(at, at + into.length))),
  };
}

/** Rows of so many components. */
export function rowsOf(components: Int8Array, dimension: number): TableRows {
  const bytes = new Uint8Array(components.buffer);
  return new TableRows(fileOf(bytes), { at: 0, rowBytes: dimension, tokens: bytes.length / dimension });
}
