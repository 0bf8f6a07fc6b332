import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { test } from "node:test";
import type { Field, Fields } from "../../src/model/requests/index.ts";
import { OPERATIONS } from "../../src/operations/project.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { testService } from "./service.fixture.ts";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";

const LETTERS = "Zq8mT4xW2vN6rB1yK9sL3dF7hJ5gC0pQaXtE8uVi";
/** A token of one of several services, none of which was ever one; each time another. */
function tokenOf(n: number): string {
  const rest = `${LETTERS.slice(0, 30)}${String(n).padStart(6, "0")}`;
  const kinds = [
    `ghp_${rest}`,
    `glpat-${rest.slice(16)}`,
    `sk_live_${rest.slice(6)}`,
    `xoxb-123456789012-${rest.slice(6)}`,
  ];
  return kinds[n % kinds.length] as string;
}

/** What is kept word for word on purpose, and what no surface is given. */
const VERBATIM: ReadonlySet<string> = new Set(["addDrawer text", "recordAccess kind", "recordAccess ids"]);

/** Each field of a request in which a text may stand, as a path. */
function doors(fields: Fields, path: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.fields !== undefined
      ? doors(field.fields, [...path, name])
      : field.choices === undefined && field.types.some((type) => type === "text" || type === "texts")
        ? [[...path, name]]
        : [],
  );
}

/** What fits a field. */
function fitting(name: string, field: Field): unknown {
  const [type] = field.types;
  if (field.fields !== undefined) {
    const one = requestOf(field.fields);
    return type === "objects" ? [one] : one;
  }
  const text = ["since", "until", "asOf", "now", "date", "time"].includes(name)
    ? "2026-05-31T10:00:00Z"
    : name === "scope"
      ? "admin"
      : name === "role"
        ? "user"
        : "plain words of tea";
  return field.choices?.[0] ?? { texts: [text], flag: true, whole: 1, number: 1, text }[type as string];
}

const requestOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { needed }]) => needed)
      .map(([name, field]) => [name, fitting(name, field)]),
  );

/** A request with a token at one of its doors. */
function withToken(fields: Fields, [name = "", ...rest]: readonly string[], token: string): Record<string, unknown> {
  const field = fields[name] as Field;
  const base = requestOf(fields);
  if (rest.length > 0) {
    const inner = withToken(field.fields as Fields, rest, token);
    return { ...base, [name]: field.types[0] === "objects" ? [inner] : inner };
  }
  return { ...base, [name]: field.types[0] === "texts" ? [token] : token };
}

/** Files under a folder that hold a text, as they are or unpacked. */
function holding(folder: string, text: string): readonly string[] {
  const found: string[] = [];
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const path = join(folder, name);
    if (name.includes(text)) found.push(name);
    if (!statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    const unpacked = [gunzipSync, zstdDecompressSync].map((unpack) => {
      try {
        return unpack(bytes);
      } catch {
        return Buffer.alloc(0);
      }
    });
    if ([bytes, ...unpacked].some((one) => one.includes(text))) found.push(name);
  }
  return found;
}

test("a token that comes in as a name, an id or a note is kept nowhere, and no answer has it", async (t) => {
  const { loci, client: _, ask } = await testService(t);
  const project = await loci.project("default");
  const kept: string[] = [];
  let asked = 0;
  const check = (door: string, token: string): void => {
    for (const file of holding(loci.home, token)) kept.push(`${door} → ${file}`);
  };
  for (const [name, operation] of Object.entries(OPERATIONS) as [string, Operation][]) {
    if (["flush", "migrateModel", "move"].includes(name)) continue;
    for (const door of doors(operation.request)) {
      if (VERBATIM.has(`${name} ${door.join(".")}`)) continue;
      const token = tokenOf(asked++);
      const request = withToken(operation.request, door, token);
      if (name === "addDocument")
        request["document"] = { name: "tea.md", bytes: Buffer.from("Sencha."), ...(request["document"] as object) };
      const { given } = operation;
      const call = (project as unknown as Record<string, (...all: unknown[]) => Promise<unknown>>)[name];
      const rest = Object.fromEntries(Object.entries(request).filter(([field]) => !given.includes(field)));
      const parts = typeof given === "string" ? [request] : [...given.map((field) => request[field]), rest];
      await call?.(...parts).catch(() => {});
      check(`${name} ${door.join(".")}`, token);
    }
  }
  for (const { method, path, body, query, operation } of ROUTES) {
    for (const [fields, isBody] of [
      [body, true],
      [query, false],
    ] as const)
      for (const door of fields === undefined ? [] : doors(fields)) {
        if (VERBATIM.has(`${operation} ${door.join(".")}`)) continue;
        const token = tokenOf(asked++);
        const request = withToken(fields as Fields, door, token);
        const filled = path.replace(/:\w+/gu, "tea");
        const search = isBody
          ? ""
          : `?${new URLSearchParams(Object.entries(request).map(([key, value]): [string, string] => [key, String(value)]))}`;
        await ask(`${filled}${search}`, {
          method: method.toUpperCase(),
          ...(isBody && { body: JSON.stringify(request), headers: { "Content-Type": "application/json" } }),
          signal: AbortSignal.timeout(3_000),
        })
          .then((answer) => answer.text())
          .catch(() => {});
        check(`${operation} ${door.join(".")}`, token);
      }
  }
  assert.ok(asked > 150, `${asked} doors`);
  assert.deepEqual([...new Set(kept)], []);
});
