import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { hintOverHttp } from "./hint-over-http.ts";

test("commands become routes, flags become fields; what has neither stays", () => {
  const expected: readonly (readonly [string, string])[] = [
    ["'loci jobs' lists them", "GET /v1/jobs lists them"],
    ["'loci sources' lists those that there are", "GET /v1/sources lists those that there are"],
    ["loci facts list shows what is", "GET /v1/facts shows what is"],
    ["'loci wings' lists them", "GET /v1/wings lists them"],
    ["'loci taxonomy' shows which wings, halls and rooms there are", "GET /v1/taxonomy shows which wings, halls and rooms there are"],
    ["ids come from 'loci search'; they change when the text changes", "ids come from POST /v1/search; they change when the text changes"],
    ["name a folder or file: loci index ~/notes --scope kb", "name a folder or file: POST /v1/sources, or /v1/sources/KEY/refresh for one that is there"],
    ["give --scope kb, admin or user:<id>", "give 'scope' kb, admin or user:<id>"],
    ["give --budget-tokens 800", "give 'budgetTokens' 800"],
    ["use that one, or add it all the same with --force", "use that one, or add it all the same with 'force'"],
    ["leave out --as", "leave out the header Loci-Caller"],
    ["start it with --root FOLDER, or set server.roots", "start it with --root FOLDER, or set server.roots"],
    ["run 'loci doctor'", "run 'loci doctor'"],
    ["to put both together: loci rooms merge oak elm", "to put both together: loci rooms merge oak elm"],
    ["check the folder 'facts' of the project, then run 'loci facts sync'", "check the folder 'facts' of the project, then run 'loci facts sync'"],
    ["send 'Content-Type: application/json'; with curl: --json", "send 'Content-Type: application/json'; with curl: --json"],
  ];
  for (const [hint, shown] of expected) assert.equal(hintOverHttp(hint), shown);
});

test("no hint of the library names a command over HTTP that has a route", () => {
  const library = ["chunking", "embedding", "engine", "facts", "ingest", "conversation", "model", "palace", "parsing", "retrieval", "storage", "surfaces/http", "surfaces/shared"];
  let seen = 0;
  for (const folder of library) {
    const root = new URL(`../../${folder}/`, import.meta.url);
    for (const file of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
      for (const [, text = ""] of readFileSync(new URL(file, root), "utf8").matchAll(/hint: [^\n]*?["`]([^"`\n]+)["`]/g)) {
        seen++;
        const shown = hintOverHttp(text);
        assert.ok(!/loci (?:index|mine|search|expand|sources|jobs|status|taxonomy|closets|graph|wake-up|(?:wings|rooms|tunnels|facts)(?! (?:merge|alias|sync)))\b/.test(shown), `${file}: ${shown}`);
      }
    }
  }
  assert.ok(seen > 100, String(seen));
});
