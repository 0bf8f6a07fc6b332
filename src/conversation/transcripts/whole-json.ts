import { readWhole, type TranscriptBundle } from "./bundle.ts";

/** A file as one JSON value; undefined when it is none, as JSONL isn't, or one that was cut off. */
export async function wholeJson(bundle: TranscriptBundle, name: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await readWhole(bundle, name)));
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    return undefined;
  }
}
