import type { Caller } from "../../src/index.ts";
import type { Field, Fields } from "../../src/model/requests/index.ts";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import type { Route } from "../../src/surfaces/http/route.ts";
import { toolsOf } from "../../src/surfaces/mcp/served-project.ts";
import type { TestService } from "../e2e/service.fixture.ts";

/** A request over HTTP, or a tool's call. */
export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** A sequence that is the same for both services: a linear congruential generator. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Where words of a field come from. */
export interface Words {
  readonly ids: readonly string[];
  readonly questions: readonly string[];
  readonly names: readonly string[];
  readonly roll: (below: number) => number;
}

/** Answers that are made of chance or of the clock of the machine. */
const RANDOM = new Set(["sessionCode", "session", "openSession", "closeSession"]);
/** Left to chance elsewhere: what waits for time to pass. */
const TIMED = new Set(["wait"]);

function valueOf(name: string, { types, choices, min, max, fields }: Field, words: Words): unknown {
  const one = <T>(from: readonly T[]): T => from[words.roll(from.length)] as T;
  const type = types[0];
  if (choices !== undefined) return one(choices);
  if (type === "flag") return words.roll(2) === 0;
  if (type === "whole") return Math.max(min ?? 0, Math.min(max ?? 3, 1 + words.roll(12)));
  if (type === "number") return (min ?? 0) + words.roll(3) / 10;
  if (type === "object") return fields === undefined ? {} : requestOf(fields, words);
  if (type === "objects") return [];
  const text = ["since", "until", "asOf", "now", "date", "time"].includes(name)
    ? `2026-05-${10 + words.roll(19)}`
    : ["id", "ids", "excludeIds", "supersedes"].includes(name)
      ? one(words.ids)
      : ["query", "question", "prompt", "text", "value"].includes(name)
        ? one(words.questions)
        : name === "scope"
          ? one(["kb", "user:1", "user:2", "admin"])
          : one(words.names);
  return type === "texts" ? [text] : text;
}

/** What must be given, and one in four of the rest. */
function requestOf(fields: Fields, words: Words): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { needed }]) => !TIMED.has(name) && (needed || words.roll(4) === 0))
      .map(([name, field]) => [name, valueOf(name, field, words)]),
  );
}

function routeAsk({ method, path, params, query, body }: Route, words: Words): Ask {
  const given = params === undefined ? {} : requestOf(params, words);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query === undefined ? {} : requestOf(query, words)))
    for (const one of [value].flat()) search.append(name, String(one));
  return {
    method: method.toUpperCase(),
    path: `${filled}?${search}`,
    ...(body !== undefined && { body: requestOf(body, words) }),
  };
}

const rpc = (method: string, params: object): Ask => ({
  method: "POST",
  path: "/mcp",
  body: { jsonrpc: "2.0", id: 1, method, params },
});

/** Whom routes are for that answer every caller. */
const ANYBODYS: readonly Route["access"][] = ["open", "caller"];

/**
 * Every route and every tool that answers a caller, writing ones last, several times with other fields; and what MCP has beside tools.
 * @param accesses whom the routes are for
 */
export async function asksOf(words: Words, times: number, accesses = ANYBODYS): Promise<readonly Ask[]> {
  const asks: Ask[] = [
    rpc("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "0" } }),
    ...["tools/list", "resources/list", "prompts/list", "resources/templates/list"].map((method) => rpc(method, {})),
    rpc("prompts/get", { name: "recall", arguments: { question: words.questions[0] } }),
    rpc("prompts/get", { name: "wake-up", arguments: {} }),
    ...words.ids.map((id) => rpc("resources/read", { uri: `loci://drawer/${id}` })),
  ];
  const routes = ROUTES.filter(
    ({ access, takesBytes, operation }) => accesses.includes(access) && takesBytes !== true && !RANDOM.has(operation),
  );
  const tools = await toolsOf("palace");
  const isRead = ({ method }: Route): boolean => method === "get";
  for (let i = 0; i < times; i++) {
    for (const route of routes.filter(isRead)) asks.push(routeAsk(route, words));
    for (const { name, input, behaviour } of tools)
      if (behaviour.readOnly === true) asks.push(rpc("tools/call", { name, arguments: requestOf(input, words) }));
  }
  for (let i = 0; i < times; i++) {
    for (const route of routes.filter((one) => !isRead(one))) asks.push(routeAsk(route, words));
    for (const { name, input, behaviour } of tools)
      if (behaviour.readOnly !== true) asks.push(rpc("tools/call", { name, arguments: requestOf(input, words) }));
  }
  return asks;
}

/** What a service answers, one thing after the other, without times taken and names of fences. */
export async function answersOf({ url, tokens }: TestService, caller: Caller, asks: readonly Ask[]): Promise<string[]> {
  const { token } = tokens.issue(caller);
  const all: string[] = [];
  for (const { method, path, body } of asks) {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: path.startsWith("/mcp") ? "application/json, text/event-stream" : "*/*",
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = `${response.status} ${await response.text()}`;
    const nonces = [...text.matchAll(/<<<DATA (\w+):/g)].map(([, nonce = ""]) => nonce);
    const plain = nonces.reduce((without, nonce) => without.replaceAll(nonce, ""), text);
    all.push(plain.replace(/"timings":\{[^}]*\}|"seconds":[\d.e-]+/g, ""));
  }
  return all;
}
