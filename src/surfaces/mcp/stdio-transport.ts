import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { deserializeMessage, isJSONRPCRequest, serializeMessage } from "@modelcontextprotocol/server";
import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpServerOptions } from "./create-server.ts";
import { instructionsFor } from "./served-project.ts";
import { lineSplitter } from "../shared/line-splitter.ts";
import type { Writable } from "node:stream";

export interface StdioPipes {
  readonly input: NodeJS.ReadableStream;
  /** Resolves when the reader has taken it; false when the reader has gone away. */
  readonly write: (text: string) => Promise<boolean>;
}

/** A message may be so long; tools refuse much shorter values, with an answer of their own. Bytes. */
const LONGEST_MESSAGE = 64 * 1024 * 1024;
/** How long what is worked on when the input ends may take. A client that closes gives a server about two seconds, and ends it by a signal then. */
const DRAIN_MS = 30_000;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
interface Refusal {
  /** Of JSON-RPC. */
  readonly code: number;
  readonly hint: string;
  readonly error?: "USAGE" | "TOO_LARGE";
  readonly id?: string | number | null;
}
const ONE_A_LINE = "send one JSON-RPC 2.0 message a line";

/**
 * MCP over the pipes of a process: one JSON-RPC message a line.
 *
 * What the SDK's own transport doesn't do: a line that is no message is answered with an error that says so, instead of silence; a line
 * that is too long is refused without ending the connection; and what was asked before the input ended is still answered, so that
 * `printf '…' | loci mcp` works.
 */
function stdioTransport({ input, write }: StdioPipes): {
  readonly transport: Transport;
  readonly closed: Promise<void>;
} {
  const split = lineSplitter(LONGEST_MESSAGE);
  const unanswered = new Set<string | number>();
  let closed = false;
  let ended = false;
  let deadline: NodeJS.Timeout | null = null;
  const end = Promise.withResolvers<void>();

  // JSON-RPC uses a null id for unidentifiable requests; the SDK's types don't allow it.
  const refuse = (message: string, { code, hint, error = "USAGE", id = null }: Refusal): void => {
    const data = { code: error, hint };
    void write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: `${message}; ${hint}`, data } })}\n`);
  };
  const receive = (line: string): void => {
    if (line.trim() === "") return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch (thrown) {
      if (thrown instanceof SyntaxError) refuse("the line is no JSON", { code: PARSE_ERROR, hint: ONE_A_LINE });
      else refuse("the line is no JSON-RPC message", { code: INVALID_REQUEST, hint: ONE_A_LINE, id: idOf(line) });
      return;
    }
    if (isJSONRPCRequest(message)) unanswered.add(message.id);
    if ("method" in message && message.method === "notifications/cancelled")
      settle((message.params as { requestId?: string | number } | undefined)?.requestId);
    transport.onmessage?.(message);
  };
  const settle = (id: string | number | undefined): void => {
    if (id !== undefined) unanswered.delete(id);
    if (ended && unanswered.size === 0) void transport.close();
  };
  const onData = (chunk: Buffer | string): void => {
    for (const line of split(typeof chunk === "string" ? Buffer.from(chunk) : chunk)) {
      if (line !== null) receive(line.toString("utf8"));
      else
        refuse("the message is too long", {
          code: INVALID_REQUEST,
          hint: `send at most ${LONGEST_MESSAGE} bytes a message`,
          error: "TOO_LARGE",
        });
    }
  };
  const onEnd = (): void => {
    if (ended) return;
    ended = true;
    if (unanswered.size === 0) void transport.close();
    else deadline = setTimeout(() => void transport.close(), DRAIN_MS);
  };
  const onError = (error: Error): void => transport.onerror?.(error);

  const transport: Transport = {
    async start() {
      input.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onError);
    },
    async send(message) {
      if (closed) return;
      const taken = await write(serializeMessage(message));
      if ("id" in message && !("method" in message)) settle(message.id);
      if (!taken) await transport.close();
    },
    async close() {
      if (closed) return;
      closed = true;
      if (deadline !== null) clearTimeout(deadline);
      input.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onError);
      input.pause();
      transport.onclose?.();
      end.resolve();
    },
  };
  return { transport, closed: end.promise };
}

/** The id of an invalid request, so that its sender gets an answer; null where it has none. */
function idOf(line: string): string | number | null {
  const { method, id } = (JSON.parse(line) ?? {}) as { readonly method?: unknown; readonly id?: unknown };
  return method !== undefined && (typeof id === "string" || Number.isSafeInteger(id)) ? (id as string | number) : null;
}

/** What `loci mcp` serves, to whom. */
export interface ServeStdioOptions extends Omit<McpServerOptions, "instructions" | "afterwards"> {
  readonly pipes: StdioPipes;
  /** Raised when the process is asked to end. */
  readonly signal: AbortSignal;
  /** What went wrong beside the protocol, for stderr. Never holds content of drawers. */
  readonly onError: (error: Error) => void;
}

/**
 * Serves MCP over the pipes of this process until the input ends, the reader goes away or the signal is raised. Speaks the protocol of 2026
 * and those of 2025, as the client opens.
 * @returns when the connection is closed and what was to be recorded is recorded; the project is the caller's to close
 */
export async function serveStdio({ pipes, signal, onError, ...serving }: ServeStdioOptions): Promise<void> {
  const pending = new Set<Promise<void>>();
  const afterwards = (work: Promise<void>): void => {
    const settled = work.catch(onError).finally(() => pending.delete(settled));
    pending.add(settled);
  };
  const { transport, closed } = stdioTransport(pipes);
  const factory = async () =>
    createMcpServer({ ...serving, afterwards, instructions: await instructionsFor(serving.project, serving.caller) });
  const handle = serve(factory, { transport, onerror: onError });
  const end = (): void => void handle.close();
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  await closed;
  signal.removeEventListener("abort", end);
  await Promise.all(pending);
}

/**
 * Takes a process's standard output for the protocol: whatever else writes to it from now on (a library that logs, a thread whose
 * output is passed on) goes to standard error, since one stray line would break the connection.
 */
export function claimStdout(output: Writable, other: Writable) {
  const own = output.write;
  let closed = false;
  const onError = (): void => {
    closed = true;
  };
  output.on("error", onError);
  output.write = ((...given: Parameters<Writable["write"]>) => other.write(...given)) as Writable["write"];
  return {
    /** Resolves when the reader has taken it; false when the reader has gone away. */
    write: (text: string): Promise<boolean> =>
      closed || output.destroyed
        ? Promise.resolve(false)
        : new Promise((resolve) => {
            own.call(output, text, "utf8", (error) => resolve(error === null || error === undefined));
          }),
    /** Gives the stream back as it was. */
    release(): void {
      output.write = own;
      output.off("error", onError);
    },
  };
}
