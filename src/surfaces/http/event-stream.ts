import { LociError, type StepWords } from "../../index.ts";
import type { Service } from "./route.ts";
import { errorBody, inWords } from "../shared/error-table.ts";
import { HTTP_WORDS } from "./step-words.ts";

/** Between two signs of life of a stream that has nothing to say, so that nobody in between closes it. */
const SIGN_OF_LIFE_MS = 15_000;

/** Between two looks at whether the token of a stream is still one, milliseconds. */
const TOKEN_MS = 1_000;

/** @throws LociError `UNAUTHORIZED` for a token that was ended meanwhile */
export function requireToken(knowsToken: Service["knowsToken"], tokenId: string): void {
  if (!knowsToken(tokenId))
    throw new LociError("UNAUTHORIZED", "the token was ended", { hint: "ask the owner for another one" });
}

/**
 * Server-sent events of what an iterator gives: `event:` is the type, `data:` the rest as JSON. Ends with the iterator, when the reader goes, when
 * `stopping` aborts, and when the token is ended, which is looked at before each event. What the iterator fails with is the last event, `error`,
 * as an answer would say it to the owner.
 * @param open starts the iterator; its signal aborts when nobody reads any more
 */
export function eventStream(
  {
    stopping,
    knowsToken,
    words = HTTP_WORDS,
  }: Pick<Service, "stopping" | "knowsToken"> & { readonly words?: StepWords },
  tokenId: string,
  open: (signal: AbortSignal) => AsyncIterable<{ readonly type: string }>,
): Response {
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  const encoder = new TextEncoder();
  let closed = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stopping.addEventListener("abort", stop, { once: true });
      const send = (type: string, data: object): void =>
        controller.enqueue(encoder.encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
      const fail = (thrown: unknown): void => {
        if (!ending.signal.aborted) send("error", { error: errorBody(thrown, words) });
      };
      const watching = setInterval(() => {
        try {
          requireToken(knowsToken, tokenId);
        } catch (thrown) {
          fail(thrown);
          stop();
        }
      }, TOKEN_MS);
      const alive = setInterval(() => {
        if (!ending.signal.aborted) controller.enqueue(encoder.encode(": still there\n\n"));
      }, SIGN_OF_LIFE_MS);
      void (async () => {
        try {
          for await (const { type, ...data } of open(ending.signal)) {
            if (ending.signal.aborted) break;
            requireToken(knowsToken, tokenId);
            send(type, inWords(data, words));
          }
        } catch (thrown) {
          fail(thrown);
        } finally {
          clearInterval(alive);
          clearInterval(watching);
          stopping.removeEventListener("abort", stop);
          // Already closed if the reader has disconnected.
          if (!closed) controller.close();
        }
      })();
    },
    cancel() {
      closed = true;
      ending.abort();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    },
  });
}
