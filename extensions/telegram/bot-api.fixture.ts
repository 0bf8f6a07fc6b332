import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the bot sent. */
export interface Sent {
  readonly method: string;
  readonly payload: Record<string, any>;
}

/** A Bot API on the loopback: the true paths, answers and long polling of Telegram's. */
export class LoopbackBotApi {
  readonly token = "123456789:AAtest-token-of-the-loopback-api-000";
  readonly sent: Sent[] = [];
  readonly files = new Map<string, Uint8Array>();
  #server: Server;
  #updates: object[] = [];
  #last: object | null = null;
  /** Kinds of updates that the bot asks for. */
  #kinds: readonly string[] = [];
  #waiting: ServerResponse | null = null;
  #next = 1;
  /** Seconds that the next message has to wait; null takes it at once. */
  retryAfter: number | null = null;
  /** What becomes of the next messages: a status, or a connection that ends. */
  readonly faults: (number | "no answer")[] = [];
  #watchers: (() => void)[] = [];

  constructor() {
    this.#server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const path = request.url ?? "";
      const file = /^\/file\/bot([^/]+)\/(.+)$/u.exec(path);
      if (file !== null) {
        const bytes = this.files.get(file[2] as string);
        response.writeHead(bytes === undefined ? 404 : 200).end(bytes);
        return;
      }
      const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/u.exec(path) ?? [];
      const text = Buffer.concat(parts).toString();
      const payload = text === "" ? {} : (JSON.parse(text) as Record<string, any>);
      if (token !== this.token)
        return reply(response, { ok: false, error_code: 401, description: "Unauthorized" }, 401);
      if (method === "getUpdates") {
        this.#kinds = payload["allowed_updates"] ?? this.#kinds;
        return this.#poll(response, payload["offset"] ?? 0, payload["timeout"] ?? 0);
      }
      const fault = method === "sendMessage" ? this.faults.shift() : undefined;
      if (fault === "no answer") return void request.socket.destroy();
      if (fault !== undefined)
        return reply(response, { ok: false, error_code: fault, description: "Bad Gateway" }, fault);
      const seconds = this.retryAfter;
      if (method === "sendMessage" && seconds !== null) {
        this.retryAfter = null;
        const error = {
          ok: false,
          error_code: 429,
          description: "Too Many Requests",
          parameters: { retry_after: seconds },
        };
        return reply(response, error, 429);
      }
      this.sent.push({ method, payload });
      for (const notify of this.#watchers.splice(0)) notify();
      if (method === "getMe")
        return reply(response, {
          ok: true,
          result: {
            id: 42,
            is_bot: true,
            first_name: "Loci",
            username: "loci_test_bot",
            can_join_groups: true,
            can_read_all_group_messages: false,
            supports_inline_queries: false,
          },
        });
      if (method === "getFile")
        return reply(response, {
          ok: true,
          result: { file_id: payload["file_id"], file_unique_id: "u", file_path: `documents/${payload["file_id"]}` },
        });
      if (method === "sendMessage" && String(payload["text"]).length > 4_096)
        return reply(response, { ok: false, error_code: 400, description: "Bad Request: message is too long" }, 400);
      return reply(response, {
        ok: true,
        result:
          method === "sendMessage"
            ? {
                message_id: this.#next++,
                date: 1,
                chat: { id: payload["chat_id"], type: "private" },
                text: payload["text"],
              }
            : true,
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, "127.0.0.1", listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** An update as Telegram makes it of a message. */
  update(from: number, message: object, type = "private"): object {
    const id = this.#next++;
    return {
      update_id: id,
      message: {
        message_id: id,
        date: 1_790_000_000,
        from: { id: from, is_bot: false, first_name: `U${from}` },
        chat: { id: type === "private" ? from : -100, type, first_name: "x" },
        ...message,
      },
    };
  }

  /** Somebody says something to the bot. @returns what the bot sends him next */
  async say(from: number, message: string | object, type = "private"): Promise<string> {
    const before = this.sent.length;
    this.#last = this.update(from, typeof message === "string" ? { text: message } : message, type);
    this.#updates.push(this.#last);
    this.#flush();
    return await this.answerTo(type === "private" ? from : -100, before);
  }

  /** Somebody edits the last message that he sent. @returns what the bot sends him next */
  async edit(from: number, text: string): Promise<string> {
    const before = this.sent.length;
    const { message } = this.#last as { readonly message: object };
    this.#updates.push({ update_id: this.#next++, edited_message: { ...message, text, edit_date: 1_790_000_060 } });
    this.#flush();
    return await this.answerTo(from, before);
  }

  async answerTo(chat: number, before: number): Promise<string> {
    for (;;) {
      const found = this.sent
        .slice(before)
        .find(({ method, payload }) => method === "sendMessage" && payload["chat_id"] === chat);
      if (found !== undefined) return String(found.payload["text"]);
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  #poll(response: ServerResponse, offset: number, timeout: number): void {
    this.#updates = this.#updates.filter(
      (update) => (update as { update_id: number }).update_id >= offset && this.#kinds.some((kind) => kind in update),
    );
    if (timeout === 0) return reply(response, { ok: true, result: this.#updates });
    this.#waiting?.end();
    this.#waiting = response;
    this.#flush();
  }

  #flush(): void {
    if (this.#waiting === null || this.#updates.length === 0) return;
    reply(this.#waiting, { ok: true, result: this.#updates });
    this.#waiting = null;
  }
}

function reply(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
