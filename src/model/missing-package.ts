import { LociError } from "./error.ts";

/** A package that Loci doesn't bring along, and what needs it. */
export interface OptionalPackage {
  readonly name: string;
  /** The major version that Loci is tried with. */
  readonly major: number;
  /** What needs it, as the beginning of a sentence: "store.uri names a Milvus server". */
  readonly needed: string;
}

/**
 * What a failed `import()` of an optional package is to be thrown on as: `UNAVAILABLE`, with what to install, where the package isn't there;
 * any other fault as it came.
 */
export function missingPackage(thrown: unknown, { name, major, needed }: OptionalPackage): unknown {
  const { code } = thrown as NodeJS.ErrnoException;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return thrown;
  return new LociError("UNAVAILABLE", `${needed}, and the package '${name}' is not installed`, {
    hint: `install it beside Loci: npm install ${name}@${major}`,
    cause: thrown,
  });
}
