import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateFolder } from "../../files/private-folder.ts";
import { temporaryPath } from "../../files/temporary-file.ts";
import { LociError } from "../../index.ts";

/** How much a body may hold, and what its bytes are taken from. */
export interface BodyLimits {
  /** Bytes of this body, at most. */
  readonly most: number;
  readonly share: BodyShare;
}

/** Reads a request's body whole, for bodies of a few kilobytes. @throws LociError `TOO_LARGE` as soon as it is longer, `RATE_LIMITED` */
export async function readBytes(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const announced = announcedLength(request, limits);
  // At most the announced length arrives. Cheaper than a stream: a tenth of a millisecond a request.
  if (announced !== null) return new Uint8Array(await request.arrayBuffer());
  return Buffer.concat(await Array.fromAsync(partsOf(request, limits)));
}

/** A body that waits in a file until its turn comes. */
export type SpooledBody = Awaited<ReturnType<typeof spoolBytes>>;

/**
 * Writes a request's body to a file of a folder as it comes, so that no number of documents under way is held in memory.
 * @param folder made for its owner alone where it isn't there
 * @throws LociError `TOO_LARGE` as soon as it is longer, `RATE_LIMITED`
 */
export async function spoolBytes(request: Request, folder: string, limits: BodyLimits) {
  const known = announcedLength(request, limits) !== null;
  makePrivateFolder(folder);
  const path = temporaryPath(join(folder, "document"));
  const file = await open(path, "wx", 0o600);
  try {
    for await (const part of partsOf(request, known ? { ...limits, share: UNCOUNTED } : limits)) await file.write(part);
  } catch (thrown) {
    await rm(path, { force: true });
    throw thrown;
  } finally {
    await file.close();
  }
  let bytes: Buffer<ArrayBuffer> | null = null;
  return {
    read: async (): Promise<Uint8Array> => (bytes = await readFile(path)),
    /** What `read` gave holds nothing from then on. */
    async remove(): Promise<void> {
      // Given back now: as garbage it would stay until the next documents come, and a service may wait for them for days.
      bytes?.buffer.transfer(0);
      await rm(path, { force: true });
    },
  };
}

/** Its bytes were taken at once, by its announced length. */
const UNCOUNTED: BodyShare = { take: () => {}, release: () => {} };

/** The length that the body says it has, taken from the budget; null where it says none. */
function announcedLength(request: Request, { most, share }: BodyLimits): number | null {
  const header = request.headers.get("content-length");
  if (header === null) return null;
  const length = Number(header);
  if (length > most) throw tooLarge(most);
  share.take(length);
  return length;
}

async function* partsOf(request: Request, { most, share }: BodyLimits): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  let length = 0;
  // The stream stays open when this ends early: cancelling it would close the connection before the refusal is read.
  for await (const part of request.body.values({ preventCancel: true })) {
    length += part.length;
    if (length > most) throw tooLarge(most);
    share.take(part.length);
    yield part;
  }
}

/** How much of a refused body is read and thrown away, and how often some of it must have come: bytes and milliseconds. */
const REST = { bytes: 64 * 1024 * 1024, everyMs: 15_000 };

/**
 * Reads on what comes of a body whose request was refused, within limits: most clients send the whole before they read an answer, and a connection
 * that is closed before takes the answer with it.
 * @param onClosed what is called when the connection is closed, which ends no stream
 * @returns whether all has come
 */
export async function readRest(
  body: ReadableStream<Uint8Array>,
  onClosed: (then: () => void) => void,
): Promise<boolean> {
  const { promise: all, resolve } = Promise.withResolvers<boolean>();
  let [bytes, before] = [0, 0];
  const timer = setInterval(() => {
    if (bytes === before) resolve(false);
    before = bytes;
  }, REST.everyMs).unref();
  onClosed(() => resolve(false));
  const read = async (): Promise<void> => {
    for await (const part of body.values({ preventCancel: true }))
      if ((bytes += part.length) > REST.bytes) return resolve(false);
    resolve(true);
  };
  // Somebody may be reading it still: he ends by himself.
  if (!body.locked) read().catch(() => resolve(false));
  return await all.finally(() => clearInterval(timer));
}

const tooLarge = (most: number): LociError =>
  new LociError("TOO_LARGE", `the body is larger than ${most} bytes`, {
    hint: "send less; large documents go to /v1/documents, whole folders to /v1/sources",
  });

/** Bytes of bodies that are under way: read, and not answered yet. */
export type BodyBudget = ReturnType<typeof bodyBudget>;

/** What one body takes of it. */
export interface BodyShare {
  readonly take: (bytes: number) => void;
  /** Gives back all that was taken. */
  readonly release: () => void;
}

/** How many bytes may be under way, of one caller and of all together. */
export interface BodyBudgetOptions {
  readonly each: number;
  readonly all: number;
}

/** A budget of bytes: however many requests a caller sends at once, what they hold is bounded. */
export function bodyBudget({ each, all }: BodyBudgetOptions) {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Takes bytes for a caller as they come, until the whole is released.
     * @throws LociError `RATE_LIMITED` where he, or all together, have too many under way
     */
    open(caller: string): BodyShare {
      let own = 0;
      let over = false;
      return {
        take(bytes) {
          // A body may go on arriving after its request was answered: it is read no further.
          if (over) throw new LociError("CANCELLED", "the request was answered before its body had come", { hint: "" });
          const his = (taken.get(caller) ?? 0) + bytes;
          if (his > each || total + bytes > all)
            throw new LociError("RATE_LIMITED", `too many bytes ${his > each ? "of this caller " : ""}are under way`, {
              hint: "wait for the answers to what was sent, then send the rest",
            });
          taken.set(caller, his);
          total += bytes;
          own += bytes;
        },
        release() {
          const left = (taken.get(caller) ?? 0) - own;
          if (left <= 0) taken.delete(caller);
          else taken.set(caller, left);
          total -= own;
          own = 0;
          over = true;
        },
      };
    },
  };
}
