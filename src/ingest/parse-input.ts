/** A file to be parsed. Its bytes are valid UTF-8 without NUL where the type is text. */
export interface ParseInput {
  readonly path: string;
  readonly documentType: string;
  readonly bytes: Uint8Array;
}
