import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a provider gets it, reduced to what all of them have. */
export interface LoopbackRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
  readonly system: string;
  /** Text of the last message. */
  readonly question: string;
}

/** What the server does with a request. */
export type LoopbackBehaviour =
  | {
      readonly do: "answer";
      readonly text: string | ((request: LoopbackRequest) => string);
      readonly pieces?: number;
      readonly finish?: "stop" | "length";
    }
  | {
      readonly do: "error";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** Sends nothing, or stops after some pieces, and keeps the connection open. */
  | { readonly do: "hang"; readonly after?: number; readonly text?: string }
  /** Breaks the connection after some pieces. */
  | { readonly do: "cut"; readonly after: number; readonly text: string }
  /** Ends the response early, in order, without saying that the answer is done. */
  | { readonly do: "stop-early"; readonly after: number; readonly text: string };

/** A server on this machine that speaks the wire formats of OpenAI (responses and chat completions), Anthropic and Google, as their services stream. */
export interface LoopbackModels {
  /** Without a path: add `/v1` for OpenAI, Ollama and Anthropic, `/v1beta` for Google. */
  readonly origin: string;
  readonly requests: readonly LoopbackRequest[];
  /** How many connections were ended by whoever asked, before the answer was. */
  readonly left: () => number;
  /** The next requests, in order; the last one stays for all that follow. */
  behave(...behaviours: readonly LoopbackBehaviour[]): void;
  close(): Promise<void>;
}

/** Starts one. */
export async function startLoopbackModels(...first: readonly LoopbackBehaviour[]): Promise<LoopbackModels> {
  let behaviours: readonly LoopbackBehaviour[] = first.length === 0 ? [{ do: "answer", text: "Hello." }] : first;
  const requests: LoopbackRequest[] = [];
  let left = 0;
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Record<string, unknown>;
      const request = { path: incoming.url ?? "", headers: incoming.headers, body, ...readPrompt(body) };
      requests.push(request);
      response.once("close", () => void (response.writableFinished || left++));
      const behaviour = behaviours[0] as LoopbackBehaviour;
      if (behaviours.length > 1) behaviours = behaviours.slice(1);
      perform(behaviour, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    left: () => left,
    behave: (...next) => void (behaviours = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function readPrompt(body: Readonly<Record<string, unknown>>): { readonly system: string; readonly question: string } {
  const flat = (value: unknown): string =>
    typeof value === "string"
      ? value
      : Array.isArray(value)
        ? value.map(flat).join("")
        : typeof value === "object" && value !== null
          ? flat(
              (value as { text?: unknown; content?: unknown; parts?: unknown }).text ??
                (value as { content?: unknown }).content ??
                (value as { parts?: unknown }).parts ??
                "",
            )
          : "";
  const list = (body["messages"] ?? body["input"] ?? body["contents"] ?? []) as readonly { readonly role?: string }[];
  const isSystem = ({ role }: { readonly role?: string }): boolean => role === "system" || role === "developer";
  return {
    system: flat(body["system"] ?? body["systemInstruction"] ?? body["instructions"] ?? list.filter(isSystem)),
    question: flat(list.filter((one) => !isSystem(one)).at(-1)),
  };
}

function perform(behaviour: LoopbackBehaviour, request: LoopbackRequest, response: ServerResponse): void {
  if (behaviour.do === "error") {
    response.writeHead(behaviour.status, { "content-type": "application/json", ...behaviour.headers });
    response.end(JSON.stringify(behaviour.body ?? errorBody(request.path, behaviour.status)));
    return;
  }
  const text =
    behaviour.do === "answer"
      ? typeof behaviour.text === "function"
        ? behaviour.text(request)
        : behaviour.text
      : (behaviour.text ?? "");
  const pieces = split(text, behaviour.do === "answer" ? (behaviour.pieces ?? 4) : 4);
  const wire = wireFor(request);
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  if (behaviour.do === "hang" && behaviour.after === undefined) {
    response.flushHeaders();
    return;
  }
  const send = (events: readonly string[]): void => events.forEach((event) => void response.write(event));
  send(wire.begin());
  for (const piece of behaviour.do === "answer" ? pieces : pieces.slice(0, behaviour.after)) send(wire.piece(piece));
  if (behaviour.do === "answer") {
    send(wire.end(text, behaviour.finish ?? "stop"));
    response.end();
  } else if (behaviour.do === "stop-early") response.end();
  // What was written must have left before the line is cut.
  else if (behaviour.do === "cut") setTimeout(() => response.destroy(), 30);
}

function split(text: string, count: number): readonly string[] {
  const characters = [...text];
  const size = Math.max(1, Math.ceil(characters.length / count));
  const pieces: string[] = [];
  for (let i = 0; i < characters.length; i += size) pieces.push(characters.slice(i, i + size).join(""));
  return pieces;
}

function errorBody(path: string, status: number): unknown {
  if (path.includes("/messages"))
    return {
      type: "error",
      error: {
        type: status === 429 ? "rate_limit_error" : status === 529 ? "overloaded_error" : "api_error",
        message: "loopback error",
      },
    };
  if (path.includes(":streamGenerateContent"))
    return {
      error: { code: status, message: "loopback error", status: status === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE" },
    };
  return {
    error: {
      message: "loopback error",
      type: status === 429 ? "rate_limit_exceeded" : "server_error",
      param: null,
      code: null,
    },
  };
}

interface Wire {
  readonly begin: () => readonly string[];
  readonly piece: (text: string) => readonly string[];
  readonly end: (text: string, finish: "stop" | "length") => readonly string[];
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { readonly type: string }): string => `event: ${value.type}\n${data(value)}`;
const tokens = (text: string): number => Math.ceil(text.length / 4);

function wireFor({ path, body, system, question }: LoopbackRequest): Wire {
  const input = tokens(system + question);
  if (path.includes("/responses")) return responsesWire(String(body["model"]), input);
  if (path.includes("/messages")) return anthropicWire(String(body["model"]), input);
  if (path.includes(":streamGenerateContent")) return googleWire(input);
  return completionsWire(
    String(body["model"]),
    input,
    (body["stream_options"] as { include_usage?: boolean } | undefined)?.include_usage === true,
  );
}

function responsesWire(model: string, input: number): Wire {
  let sequence = 0;
  const numbered = (type: string, value: object): string =>
    event({ type, sequence_number: sequence++, ...value } as { type: string });
  const response = (status: string, more: object = {}): object => ({
    id: "resp_loopback",
    object: "response",
    created_at: 1_760_000_000,
    status,
    model,
    output: [],
    incomplete_details: null,
    ...more,
  });
  const item = { id: "msg_loopback", type: "message", role: "assistant" };
  return {
    begin: () => [
      numbered("response.created", { response: response("in_progress") }),
      numbered("response.in_progress", { response: response("in_progress") }),
      numbered("response.output_item.added", {
        output_index: 0,
        item: { ...item, status: "in_progress", content: [] },
      }),
      numbered("response.content_part.added", {
        item_id: item.id,
        output_index: 0,
        content_index: 0,
        part: { type: "output_text", text: "", annotations: [] },
      }),
    ],
    piece: (delta) => [
      numbered("response.output_text.delta", { item_id: item.id, output_index: 0, content_index: 0, delta }),
    ],
    end: (text, finish) => {
      const usage = {
        input_tokens: input,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: tokens(text),
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input + tokens(text),
      };
      const done = { ...item, status: "completed", content: [{ type: "output_text", text, annotations: [] }] };
      return [
        numbered("response.output_text.done", { item_id: item.id, output_index: 0, content_index: 0, text }),
        numbered("response.output_item.done", { output_index: 0, item: done }),
        finish === "stop"
          ? numbered("response.completed", { response: response("completed", { output: [done], usage }) })
          : numbered("response.incomplete", {
              response: response("incomplete", {
                incomplete_details: { reason: "max_output_tokens" },
                output: [done],
                usage,
              }),
            }),
      ];
    },
  };
}

function completionsWire(model: string, input: number, withUsage: boolean): Wire {
  const chunk = (delta: object, finish: string | null = null): object => ({
    id: "chatcmpl-loopback",
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model,
    system_fingerprint: "fp_loopback",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  return {
    begin: () => [data(chunk({ role: "assistant", content: "" }))],
    piece: (content) => [data(chunk({ content }))],
    end: (text, finish) => [
      data(chunk({}, finish)),
      ...(withUsage
        ? [
            data({
              ...chunk({}),
              choices: [],
              usage: { prompt_tokens: input, completion_tokens: tokens(text), total_tokens: input + tokens(text) },
            }),
          ]
        : []),
      "data: [DONE]\n\n",
    ],
  };
}

function anthropicWire(model: string, input: number): Wire {
  return {
    begin: () => [
      event({
        type: "message_start",
        message: {
          id: "msg_loopback",
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: input, output_tokens: 1 },
        },
      } as { type: string }),
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as { type: string }),
      event({ type: "ping" }),
    ],
    piece: (text) => [
      event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } } as { type: string }),
    ],
    end: (text, finish) => [
      event({ type: "content_block_stop", index: 0 } as { type: string }),
      event({
        type: "message_delta",
        delta: { stop_reason: finish === "stop" ? "end_turn" : "max_tokens", stop_sequence: null },
        usage: { output_tokens: tokens(text) },
      } as { type: string }),
      event({ type: "message_stop" }),
    ],
  };
}

function googleWire(input: number): Wire {
  const chunk = (text: string, more: object = {}): object => ({
    candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0, ...more }],
    modelVersion: "gemini-loopback",
    responseId: "loopback",
  });
  return {
    begin: () => [],
    piece: (text) => [data(chunk(text))],
    end: (text, finish) => [
      data({
        ...chunk("", { finishReason: finish === "stop" ? "STOP" : "MAX_TOKENS" }),
        usageMetadata: {
          promptTokenCount: input,
          candidatesTokenCount: tokens(text),
          totalTokenCount: input + tokens(text),
        },
      }),
    ],
  };
}
