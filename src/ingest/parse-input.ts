/** A file to be parsed: its bytes as they were read, and the type that its name gave it. */
export interface ParseInput {
  readonly path: string;
  readonly documentType: string;
  readonly bytes: Uint8Array;
}
