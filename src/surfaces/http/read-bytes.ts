import { LociError } from "../../index.ts";

/** Reads a request's body whole. @throws LociError `TOO_LARGE` as soon as it is longer than `most` bytes */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const tooLarge = (): LociError =>
    new LociError("TOO_LARGE", `the body is larger than ${most} bytes`, {
      hint: "send less; large documents go to /v1/documents, whole folders to /v1/sources",
    });
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > most) throw tooLarge();
  // At most the announced length arrives. Cheaper than a stream: a tenth of a millisecond a request.
  if (announced !== null) return new Uint8Array(await request.arrayBuffer());
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body) {
    length += part.length;
    if (length > most) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
