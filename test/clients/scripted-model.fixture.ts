import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the model does in one turn: says something, or calls a tool of Loci's by its own name. */
export type Step = { readonly text: string } | { readonly call: string; readonly args: object };

/** What a client sent: its body as JSON text. */
export interface Asked {
  readonly path: string;
  readonly body: string;
}

interface Tool {
  readonly name: string;
  readonly namespace?: string;
}

/**
 * A language model on the loopback that follows a script: OpenAI's Responses and chat completions, and Gemini's generateContent, as the clients
 * stream them. What it was asked is kept.
 */
export class ScriptedModel {
  readonly asked: Asked[] = [];
  #script: Step[] = [];
  #turn = 0;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, "127.0.0.1", listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Forgets what was asked, and begins another script. Behind its last step the model says that it is done. */
  begin(...script: readonly Step[]): void {
    this.asked.length = 0;
    this.#script = [...script];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const text = Buffer.concat(pieces).toString("utf8");
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    this.asked.push({ path, body: text });
    const tools = toolsOf(body["tools"]);
    if (path.endsWith("/models")) return json(response, { object: "list", data: [{ id: "mock" }], models: [] });
    if (path.includes(":countTokens")) return json(response, { totalTokens: 100 });
    if (path.endsWith("/responses")) return this.#responses(response, tools);
    if (path.endsWith("/chat/completions")) return this.#completions(response, tools, body["stream"] === true);
    if (/:(?:streamG|g)enerateContent/u.test(path)) return this.#gemini(response, tools, path, text);
    response.writeHead(404).end("{}");
  }

  #next(): Step {
    return this.#script.shift() ?? { text: "All done." };
  }

  #responses(response: ServerResponse, tools: readonly Tool[]): void {
    const id = `r${++this.#turn}`;
    const step = this.#next();
    const send = events(response);
    const event = (type: string, more: object): void => send(JSON.stringify({ type, ...more }), type);
    event("response.created", { response: { id, object: "response", status: "in_progress", output: [] } });
    const { name, namespace } = "call" in step ? called(tools, step.call) : { name: "" };
    const item =
      "call" in step
        ? {
            type: "function_call",
            id: `f${id}`,
            call_id: `c${id}`,
            name,
            ...(namespace !== undefined && { namespace }),
            arguments: JSON.stringify(step.args),
            status: "completed",
          }
        : {
            type: "message",
            id: `m${id}`,
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: step.text, annotations: [] }],
          };
    event("response.output_item.added", { output_index: 0, item });
    event("response.output_item.done", { output_index: 0, item });
    const usage = { input_tokens: 9, output_tokens: 9, total_tokens: 18 };
    event("response.completed", { response: { id, object: "response", status: "completed", output: [item], usage } });
    response.end();
  }

  #completions(response: ServerResponse, tools: readonly Tool[], streams: boolean): void {
    const id = `k${++this.#turn}`;
    // Without tools the client asks for a title.
    const step = tools.length === 0 ? { text: "A title" } : this.#next();
    const base = { id, object: "chat.completion.chunk", created: 1, model: "mock" };
    const usage = { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 };
    const message =
      "call" in step
        ? {
            role: "assistant",
            content: "",
            tool_calls: [
              {
                index: 0,
                id: `c${id}`,
                type: "function",
                function: { name: called(tools, step.call).name, arguments: JSON.stringify(step.args) },
              },
            ],
          }
        : { role: "assistant", content: step.text };
    const finish_reason = "call" in step ? "tool_calls" : "stop";
    if (!streams)
      return json(response, {
        ...base,
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason }],
        usage,
      });
    const send = events(response);
    send(JSON.stringify({ ...base, choices: [{ index: 0, delta: message, finish_reason: null }] }));
    send(JSON.stringify({ ...base, choices: [{ index: 0, delta: {}, finish_reason }], usage }));
    send("[DONE]");
    response.end();
  }

  #gemini(response: ServerResponse, tools: readonly Tool[], path: string, asked: string): void {
    const streams = path.includes("stream");
    const step = tools.length === 0 || !streams ? { text: aside(asked) } : this.#next();
    const part =
      "call" in step ? { functionCall: { name: called(tools, step.call).name, args: step.args } } : { text: step.text };
    const answer = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 9, totalTokenCount: 18 },
      modelVersion: "mock",
    };
    if (!streams) return json(response, answer);
    events(response)(JSON.stringify(answer));
    response.end();
  }
}

/** What Gemini's client asks beside the conversation: who speaks next, which model to take. */
function aside(asked: string): string {
  if (asked.includes("next_speaker")) return JSON.stringify({ reasoning: "done", next_speaker: "user" });
  if (asked.includes("model_choice")) return JSON.stringify({ reasoning: "short", model_choice: "flash" });
  return JSON.stringify({ complexity_reasoning: "short", complexity_score: 10, reasoning: "short" });
}

/** The tools that a request offers, whatever its protocol. */
function toolsOf(offered: unknown): readonly Tool[] {
  return (Array.isArray(offered) ? (offered as Record<string, unknown>[]) : []).flatMap((tool): readonly Tool[] => {
    const named = (list: unknown): readonly { name: string }[] =>
      Array.isArray(list) ? (list as { name: string }[]) : [];
    if (tool["functionDeclarations"] !== undefined) return named(tool["functionDeclarations"]);
    if (tool["type"] === "namespace")
      return named(tool["tools"]).map(({ name }) => ({ name, namespace: String(tool["name"]) }));
    const { name } = (tool["function"] ?? tool) as { name?: string };
    return name === undefined ? [] : [{ name }];
  });
}

/** How a client calls a tool of Loci's. */
function called(tools: readonly Tool[], wanted: string): Tool {
  const found = tools.find(
    ({ name, namespace = "" }) => `${namespace}${name}`.includes("loci") && name.endsWith(wanted),
  );
  if (found === undefined) throw new Error(`no tool of Loci's called '${wanted}' was offered`);
  return found;
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function events(response: ServerResponse): (data: string, event?: string) => void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  return (data, event) => void response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`);
}
