/**
 * A process that keeps indexes by name for others, as a server would: they outlive whoever asks. Told by messages of `node:child_process`.
 */
import { LociError } from "../../../src/model/error.ts";
import { openMemorySearchIndex } from "../reference/open-search-index.ts";
import type { SearchIndex } from "../../../src/storage/ports/search-index.ts";

/** A question: a method of an index, or `drop` and `identity` of the index itself. */
export interface ToyRequest {
  readonly id: number;
  readonly name: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface ToyReply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string; readonly details: object };
}

const indexes = new Map<string, { readonly index: SearchIndex; readonly identity: string }>();
let made = 0;

async function answer({ name, method, args }: ToyRequest): Promise<unknown> {
  if (method === "identity") return indexes.get(name)?.identity ?? null;
  if (method === "drop") return void indexes.delete(name);
  let kept = indexes.get(name);
  if (kept === undefined) indexes.set(name, (kept = { index: openMemorySearchIndex(), identity: String(++made) }));
  if (method === "make") return null;
  if (method === "documentWrites") return [...(await kept.index.documentWrites())];
  return await (kept.index[method as keyof SearchIndex] as (...args: unknown[]) => unknown)(...args);
}

process.on("message", async (request: ToyRequest) => {
  try {
    process.send?.({ id: request.id, value: await answer(request) } satisfies ToyReply);
  } catch (thrown) {
    const { code, message, hint, details } = thrown as LociError;
    process.send?.({ id: request.id, error: { code, message, hint, details } } satisfies ToyReply);
  }
});
