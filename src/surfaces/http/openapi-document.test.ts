import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "@hyperjump/json-schema/openapi-3-1";
import type { Json } from "@hyperjump/json-pointer";
import { openapiDocument, docsPage } from "./openapi-document.ts";
import { ROUTES } from "./operation-routes.ts";

/** The published schema of OpenAPI 3.1, with that of its schemas. */
const OPENAPI = "https://spec.openapis.org/oas/3.1/schema-base";

async function faults(document: object): Promise<readonly string[]> {
  const output = await validate(OPENAPI, document as Json, "BASIC");
  return output.valid
    ? []
    : (output.errors ?? []).map(
        ({ instanceLocation, absoluteKeywordLocation }) => `${instanceLocation} ${absoluteKeywordLocation}`,
      );
}

test("the document is valid OpenAPI 3.1", async () => {
  assert.deepEqual(await faults(openapiDocument(ROUTES, "1.2.3")), []);
});

test("the validator sees what is none", async () => {
  const document = structuredClone(openapiDocument(ROUTES, "1.2.3")) as any;
  document.paths["/v1/search"].post.requestBody.content["application/json"].schema.type = "strng";
  assert.notDeepEqual(await faults(document), []);
});

test("every route says which errors it can answer, by status and code", () => {
  const { paths } = openapiDocument(ROUTES, "0") as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(methods)) {
      const failures = Object.keys(responses).filter((status) => Number(status) >= 400);
      assert.ok(failures.includes("400") && failures.includes("503"), `${method} ${path}`);
    }
  assert.match(paths["/v1/search"]?.["post"]?.responses["429"]?.description ?? "", /RATE_LIMITED/);
  assert.match(paths["/v1/documents"]?.["post"]?.responses["422"]?.description ?? "", /FILE_SKIPPED/);
  assert.match(paths["/v1/chats/{chat}"]?.["delete"]?.responses["404"]?.description ?? "", /CHAT_NOT_FOUND/);
});

test("the page shows every route, loads nothing and runs nothing", () => {
  const page = docsPage(ROUTES, openapiDocument(ROUTES, "1"), "1");
  const places = [...page.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
  assert.deepEqual(
    places,
    ROUTES.map(({ operation }) => operation),
  );
  assert.equal(new Set(places).size, ROUTES.length);
  assert.doesNotMatch(
    page.replace(/https?:\/\/json-schema\.org\S*/g, ""),
    /<script|<img|<link|src=|@import|url\(|https?:/i,
  );
  assert.match(page, /what happens to it: <code>job<\/code> with its state/);
});
