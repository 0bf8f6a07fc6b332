import { existsSync } from "node:fs";
import { LociError } from "./model/error.ts";

/** What stands in `extensions/`, a folder each: what the local, offline default doesn't need. */
export type ExtensionName = "milvus" | "postgres" | "telegram" | "onnx";

/** Whether an extension is there; its folder may have been deleted. */
export const hasExtension = (name: ExtensionName): boolean => existsSync(addressOf(name));

/**
 * Loads an extension: what its `index.ts` exports, of the type that whoever uses it says. Nothing else names its files.
 * @throws LociError `UNAVAILABLE` where its folder was deleted
 */
export async function loadExtension<Exports>(name: ExtensionName): Promise<Exports> {
  if (!hasExtension(name))
    throw new LociError("UNAVAILABLE", `this Loci has no extension '${name}'`, {
      hint: "its folder was taken out; install the package as it is published",
    });
  return (await import(addressOf(name).href)) as Exports;
}

/** In a checkout it stands beside `src`, in the package inside `dist`. */
function addressOf(name: ExtensionName): URL {
  const here = import.meta.url;
  return here.endsWith(".ts")
    ? new URL(`../extensions/${name}/index.ts`, here)
    : new URL(`extensions/${name}/index.js`, here);
}
