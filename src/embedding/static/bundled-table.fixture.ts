import { readFileSync } from "node:fs";
import { layTable, type StaticTable } from "./table.ts";

/** The bundled table, for tests of what reads it. */
export function bundledTable(): StaticTable {
  const models = new URL("../../../models/", import.meta.url);
  return layTable(
    readFileSync(new URL("static-256.bin", models)),
    readFileSync(new URL("vocab.txt", models), "utf8"),
    "static-256.bin",
  );
}
