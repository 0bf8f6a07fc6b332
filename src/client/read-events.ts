import type { JobEventAnswer } from "./answers.ts";
import { answeredError } from "./answered-error.ts";

/**
 * The events of a server-sent stream. Comments are passed over.
 *
 * @throws LociClientError for the event `error`, with which the service ends a stream before its time; what the body ends with
 */
export async function* readEvents({ body, status }: Response): AsyncIterable<JobEventAnswer> {
  if (body === null) return;
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const type = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (type === undefined || data === undefined) continue;
      if (type === "error") throw answeredError(data, status);
      yield { type, ...(JSON.parse(data) as object) } as JobEventAnswer;
    }
  }
}
