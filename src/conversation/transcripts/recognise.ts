import type { TranscriptFormat } from "../../model/transcript-read.ts";
import type { TranscriptBundle } from "./format-reader.ts";
import { detectBundle, detectFormat, HEAD_BYTES } from "./detect-format.ts";

/** Which format a transcript has, and the file to begin with; null when nothing fits. @param format `auto` looks at the content */
export async function recognise(
  bundle: TranscriptBundle,
  format: TranscriptFormat | "auto",
): Promise<{ format: TranscriptFormat; name: string } | null> {
  const known = bundle.many ? detectBundle(bundle.names) : null;
  const name = known !== null && "conversations" in known ? known.conversations : bundle.names[0];
  if (name === undefined) return null;
  if (format !== "auto") return { format, name };
  if (known !== null && "format" in known) return { format: known.format, name };
  if (bundle.many && known === null) return null;
  const detected = detectFormat(name, await headOf(bundle, name));
  return detected === null ? null : { format: detected, name };
}

async function headOf(bundle: TranscriptBundle, name: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bundle.stream(name)) {
    pieces.push(piece);
    length += piece.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}
