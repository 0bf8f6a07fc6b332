import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedDocs } from "./generated-docs.ts";

/** Writes the generated part of docs/: `npm run docs`. */
const docs = join(import.meta.dirname, "..", "docs");
mkdirSync(docs, { recursive: true });
for (const [name, text] of await generatedDocs()) {
  writeFileSync(join(docs, name), text);
  console.log(`docs/${name}`);
}
