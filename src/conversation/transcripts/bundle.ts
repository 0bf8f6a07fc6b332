/** What a transcript comes as: one file, or the files of an archive or folder. Paths have `/`. */
export interface TranscriptBundle {
  /** Named in errors, and in sessions that have no name of their own. */
  readonly path: string;
  /** Ascending. A plain file is one name. */
  readonly names: readonly string[];
  /** Whether `names` are inside an archive or folder. */
  readonly many: boolean;
  /** The content of a file, piece by piece, from an offset. @throws when it can't be read */
  readonly stream: (name: string, from?: number) => AsyncIterable<Uint8Array>;
}

/** The whole content of one of the files; for small ones. */
export async function readWhole(bundle: TranscriptBundle, name: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bundle.stream(name)) pieces.push(piece);
  return Buffer.concat(pieces);
}
