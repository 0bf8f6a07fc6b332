import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "@hyperjump/json-schema/openapi-3-1";
import type { Json } from "@hyperjump/json-pointer";
import { openapiDocument } from "./openapi-document.ts";
import { ROUTES } from "./routes/all-routes.ts";

/** The published schema of OpenAPI 3.1, with that of its schemas. */
const OPENAPI = "https://spec.openapis.org/oas/3.1/schema-base";

async function faults(document: object): Promise<readonly string[]> {
  const output = await validate(OPENAPI, document as Json, "BASIC");
  return output.valid ? [] : (output.errors ?? []).map(({ instanceLocation, absoluteKeywordLocation }) => `${instanceLocation} ${absoluteKeywordLocation}`);
}

test("the document is valid OpenAPI 3.1", async () => {
  assert.deepEqual(await faults(openapiDocument(ROUTES, "1.2.3")), []);
});

test("the validator sees what is none", async () => {
  const document = structuredClone(openapiDocument(ROUTES, "1.2.3")) as any;
  document.paths["/v1/search"].post.requestBody.content["application/json"].schema.type = "strng";
  assert.notDeepEqual(await faults(document), []);
});
