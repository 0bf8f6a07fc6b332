import type { JobEventAnswer } from "./answers.ts";

/** The events of a server-sent stream. Comments are passed over. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncIterable<JobEventAnswer> {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const type = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (type !== undefined && data !== undefined) yield { type, ...(JSON.parse(data) as object) } as JobEventAnswer;
    }
  }
}
