import assert from "node:assert/strict";
import { test } from "node:test";
import { docsPage } from "./docs-page.ts";
import { openapiDocument } from "./openapi-document.ts";
import { ROUTES } from "./operation-routes.ts";

test("the page leads to every route, loads nothing and runs nothing", () => {
  const page = docsPage(ROUTES, openapiDocument(ROUTES, "1"), "1");
  const places = [...page.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
  const links = [...page.matchAll(/ href="#(\w+)"/g)].map(([, id]) => id);
  assert.deepEqual(
    places,
    ROUTES.map(({ operation }) => operation),
  );
  assert.deepEqual(links, places);
  assert.equal(new Set(places).size, ROUTES.length);
  assert.doesNotMatch(
    page.replace(/https?:\/\/json-schema\.org\S*/g, ""),
    /<script|<img|<link|src=|@import|url\(|https?:|<span class="note"><\/span>/i,
  );
  assert.match(page, /what happens to it: <code>job<\/code> with its state/);
});
