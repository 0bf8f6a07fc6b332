/** What is wrong with an archive. Callers turn it into an error of their own. */
export class ZipFault extends Error {
  readonly kind: "truncated" | "damaged" | "encrypted" | "too-many-entries" | "decompressed-size";

  constructor(kind: ZipFault["kind"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ZipFault";
    this.kind = kind;
  }
}
