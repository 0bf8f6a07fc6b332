import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { HTTP_WORDS, wordsFor } from "../surfaces/http/step-words.ts";
import { MCP_WORDS } from "../surfaces/mcp/serve-request.ts";
import { example, hintOf, nearOrListed, type NextStep, operation, option, renderStep, step } from "./next-step.ts";

test("each surface says a next step in its own words", () => {
  const cases: readonly (readonly [NextStep, string, string, string])[] = [
    [
      step`${operation("palace wings")} lists them`,
      "'loci palace wings' lists them",
      "GET /v1/wings lists them",
      "browse with view: wings lists them",
    ],
    [
      step`give ${option("budgetTokens")} ${800}`,
      "give --budget-tokens 800",
      "give 'budgetTokens' 800",
      "give budgetTokens 800",
    ],
    [
      step`name a folder: ${example("index", "~/notes --scope kb")}`,
      "name a folder: loci index ~/notes --scope kb",
      "name a folder: POST /v1/sources, or /v1/sources/KEY/refresh for one that is there",
      "name a folder: loci index ~/notes --scope kb",
    ],
    [step`run ${operation("doctor")}`, "run 'loci doctor'", "run GET /v1/doctor", "run 'loci doctor'"],
    [
      step`run ${operation("data rebuild")}`,
      "run 'loci data rebuild'",
      "run 'loci data rebuild'",
      "run 'loci data rebuild'",
    ],
    [
      step`${example("config set", "llm.provider ollama")} does it`,
      "loci config set llm.provider ollama does it",
      "POST /v1/settings with key llm.provider and value ollama does it",
      "loci config set llm.provider ollama does it",
    ],
    [
      step`leave out ${option("as")}`,
      "leave out --as",
      "leave out the header Loci-Caller",
      "leave out the owner's connection",
    ],
  ];
  for (const [next, line, http, mcp] of cases) {
    assert.equal(hintOf(next).hint, line);
    assert.equal(renderStep(next, HTTP_WORDS), http);
    assert.equal(renderStep(next, MCP_WORDS), mcp);
  }
});

test("the page's words are nouns: a sentence goes on behind them, or tells to run them", () => {
  const page = wordsFor(new Request("http://127.0.0.1/", { headers: { cookie: "loci-80=x" } }));
  const said = (next: NextStep): string => renderStep(next, page);
  assert.equal(said(step`${operation("sources")} lists them`), "the view Sources lists them");
  assert.equal(
    said(step`${operation("doctor")} says what is wrong`),
    "“Check everything” under Settings says what is wrong",
  );
  assert.equal(said(step`run ${operation("index")} again`), "run “Read again” under Sources again");
  const names = [
    "ask",
    "chat list",
    "config",
    "config set",
    "doctor",
    "facts",
    "forget",
    "index",
    "palace rooms",
  ] as const;
  const others = ["search", "sources", "sources jobs", "sources rm", "status", "palace", "palace wings"] as const;
  for (const name of [...names, ...others])
    assert.match(said(step`${operation(name)} lists them`), /^(?:(?:an?|the) \p{L}|“)/u, name);
});

test("a name that is near is suggested; one that isn't, isn't", () => {
  const hint = (typed: string): string =>
    hintOf(nearOrListed(typed, [{ name: "notes" }, { name: "mail" }], "sources")).hint;
  assert.equal(hint("nots"), "did you mean 'notes'? 'loci sources' lists them");
  assert.equal(hint("quarterly"), "'loci sources' lists them");
});

/** Folders whose next steps reach several surfaces. */
const CORE = [
  "app",
  "chunking",
  "config",
  "conversation",
  "embedding",
  "engine",
  "ingest",
  "llm",
  "model",
  "palace",
  "parsing",
  "retrieval",
  "storage",
  "surfaces/shared",
];

test("no hint of the core spells a command or a flag: it would be wrong on the other surfaces", () => {
  const root = new URL("../", import.meta.url);
  const spelt: string[] = [];
  let seen = 0;
  for (const folder of CORE) {
    for (const file of filesOf(new URL(`${folder}/`, root))) {
      const text = readFileSync(new URL(`${folder}/${file}`, root), "utf8");
      for (const [, value = ""] of text.matchAll(/\bhint:\s*(?:[^;{}]*?\?\s*)?["`]([^"`\n]*)["`]/g)) {
        seen++;
        if (/\bloci [a-z]|(?:^|\s)--[a-z]/.test(value)) spelt.push(`${folder}/${file}: ${value}`);
      }
    }
  }
  assert.deepEqual(spelt, []);
  assert.ok(seen > 80, String(seen));
});

function filesOf(folder: URL): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(file),
    );
  } catch {
    return [];
  }
}
