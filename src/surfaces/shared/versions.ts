import { readFileSync } from "node:fs";

/** The version of Loci. The package's file stands three folders up from here, in the sources and in `dist` alike. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return version;
}
