import { readFileSync } from "node:fs";

/** The version of Loci. The package's file stands three folders up from here, in the sources and in `dist` alike. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return version;
}

/** Version of the JSON answers, at the top of each of them. Fields may be added without a new one, never renamed. */
export const SCHEMA_VERSION = 1;
