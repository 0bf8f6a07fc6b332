import { isUtf8 } from "node:buffer";
import { homedir, userInfo } from "node:os";
import type { Readable } from "node:stream";
import type { WriteStream } from "node:tty";
import { LociError, type Progress } from "../../index.ts";
import { EXIT } from "../shared/error-table.ts";
import { counted } from "../shared/wording.ts";
import { oneLine, type TextOutput, width } from "./output/style.ts";

/** The environment of one command: what a surface may read of its process. */
export interface CliIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** The user's own folder. */
  readonly userHome: string;
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Results, and nothing else. */
  readonly out: TextOutput;
  /** Progress, notes and errors. */
  readonly err: TextOutput;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
  /** Raised by Ctrl-C and by a polite kill. */
  readonly signal: AbortSignal;
}

/** Characters of notes and of a log that may wait for their reader. */
const UNREAD = 1 << 20;

/** Exit statuses after a signal, as shells have them. */
const [INTERRUPTED, TERMINATED] = [130, 143];

/** The process as a command's environment. Ctrl-C and SIGTERM ask the work to end; a second one ends it at once. */
export function processIo(): CliIo {
  const cancel = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signal === "SIGTERM" && !cancel.signal.aborted)
      process.on("exit", (status) => void (status === INTERRUPTED && (process.exitCode = TERMINATED)));
    if (cancel.signal.aborted) process.exit(INTERRUPTED);
    cancel.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return {
    environment: process.env,
    cwd: process.cwd(),
    // A home that is set and empty would be the current folder.
    userHome: homedir() || userInfo().homedir,
    // Most commands read nothing, and Node makes a stream of it, with all that streams need.
    get input() {
      return process.stdin;
    },
    out: textOutput(process.stdout),
    err: textOutput(process.stderr, UNREAD),
    timer: () => performance.now(),
    signal: cancel.signal,
  };
}

/**
 * A reader that has gone away (`loci search … | head -1`) is no error: what follows is dropped.
 * @param most characters that may wait for a reader: more are dropped and counted, and nobody waits until they are read. Without it whoever writes waits
 */
export function textOutput(stream: WriteStream, most = Infinity): TextOutput {
  let closed = false;
  let dropped = 0;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    const failed = error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED";
    if (failed && !closed && stream !== process.stderr)
      process.stderr.write(`error: the output can't be written (${error.code ?? error.message}); it ends in between\n`);
    // Whatever the result was, the answer didn't arrive.
    if (failed) process.on("exit", () => void (process.exitCode = EXIT.STORAGE));
    closed = true;
  });
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      // A terminal that doesn't know its size says 0; COLUMNS is what shells say of it.
      return stream.columns || Number(process.env["COLUMNS"]) || 100;
    },
    async write(text) {
      if (closed || (stream.writableLength > most && ++dropped > 0)) return false;
      const missing = dropped === 0 ? "" : `${dropped} notes are left out here: nobody read what stands before\n`;
      dropped = 0;
      const read = new Promise<boolean>((resolve) => void stream.write(missing + text, () => resolve(!closed)));
      return most < Infinity || (await read);
    },
  };
}

/**
 * Everything that comes through standard input, as text, a byte order mark at its beginning too: a drawer is kept as it was given.
 * @throws as `readInputBytes`, and LociError `USAGE` for what is no UTF-8
 */
export async function readInput(io: Pick<CliIo, "input" | "signal">, maxBytes: number): Promise<string> {
  const bytes = await readInputBytes(io, maxBytes);
  if (isUtf8(bytes)) return bytes.toString();
  throw new LociError("USAGE", "what came through standard input is not UTF-8 text", {
    hint: "convert it first, for example with iconv; a document needs its extension: loci index - --name manual.pdf",
  });
}

/**
 * Everything that comes through standard input.
 * @param maxBytes more is refused, before it fills the memory
 * @throws LociError `TOO_LARGE`, `USAGE` on a terminal, `CANCELLED`
 */
export async function readInputBytes(
  { input, signal }: Pick<CliIo, "input" | "signal">,
  maxBytes: number,
): Promise<Buffer> {
  if (input.isTTY === true)
    throw new LociError("USAGE", "nothing comes through standard input", {
      hint: "pipe the text in, or give it as an argument: --help has examples",
    });
  // A waiting reader doesn't check the signal: destroying its input wakes it.
  signal.addEventListener(
    "abort",
    () => input.destroy(new LociError("CANCELLED", "cancelled while reading standard input")),
    { once: true },
  );
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk as Buffer | string);
    size += bytes.length;
    if (size > maxBytes)
      throw new LociError("TOO_LARGE", `more than ${maxBytes} bytes came through standard input`, {
        hint: "write it to a file, or raise ingest.max_file_bytes",
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Milliseconds between two redrawings of the bar: smoother isn't seen. */
const REDRAW_MS = 100;
/** Milliseconds between two plain lines: a log of a long run stays readable, a short run says nothing. */
const LINE_MS = 2000;
const BAR_COLUMNS = 24;

/** A display for one run. Nothing is shown unless the run takes longer than one interval. */
export function progressDisplay({ err, timer }: Pick<CliIo, "err" | "timer">): {
  readonly show: (progress: Progress) => void;
  readonly end: () => Promise<void>;
} {
  const interval = err.isTTY ? REDRAW_MS : LINE_MS;
  let last = timer();
  let drawn = false;
  return {
    show(progress) {
      const now = timer();
      if (now - last < interval) return;
      last = now;
      drawn = true;
      void err.write(err.isTTY ? `\r\x1b[2K${bar(progress, err.columns)}` : `${plain(progress)}\n`);
    },
    async end() {
      if (drawn && err.isTTY) await err.write("\r\x1b[2K");
      drawn = false;
    },
  };
}

const plain = ({ phase, source, files, drawers }: Progress): string =>
  `${oneLine(source)}: ${phase}, ${files.done} of ${counted(files.total, "file")}, ${counted(drawers, "passage")}`;

function bar(progress: Progress, columns: number): string {
  const { done, total } = progress.files;
  const filled = total === 0 ? 0 : Math.min(BAR_COLUMNS, Math.floor((done / total) * BAR_COLUMNS));
  const text = `${"█".repeat(filled)}${"░".repeat(BAR_COLUMNS - filled)} ${plain(progress)}`;
  return width(text) < columns ? text : [...text].slice(0, Math.max(0, columns - 1)).join("");
}
