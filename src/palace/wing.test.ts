import assert from "node:assert/strict";
import { test } from "node:test";
import { NAMING } from "../app/projects/own-project-name.ts";
import { resolveWing, wingSlug } from "./wing.ts";

test("a wing is a slug", () => {
  assert.equal(wingSlug("wing_Kai"), "kai");
  assert.deepEqual(resolveWing({ explicit: " Kai's Notes " }), { value: "kais-notes", by: "explicit" });
});

test("evidence without a name is passed over; without any the wing is general", () => {
  assert.equal(resolveWing({ explicit: "  ", frontMatter: "???", source: "notes" }).value, "notes");
  assert.deepEqual(resolveWing({}), { value: "general", by: "unsure" });
});

test("names of projects", () => {
  for (const [file, text, name] of [
    [".git/config", '[core]\n[remote "origin"]\n\turl = https://host.example/kai/driftwood.git\n', "driftwood"],
    ["package.json", '{"author":{"name":"Kai"},"name":"@acme/driftwood"}', "driftwood"],
    ["package.json", '{"author":{"name":"Kai"}}', null],
    ["package.json", "{damaged", null],
    ["pyproject.toml", '[build]\nname = "no"\n[project]\nname = "orion"\n', "orion"],
    ["Cargo.toml", "[package]\nname = 'orion-rs'\n", "orion-rs"],
    ["go.mod", "module host.example/kai/orion/v2\n", "orion"],
    [".git/config", "", null],
  ] as const)
    assert.equal(NAMING[file]?.(text), name, file);
});

test("who is called as Loci calls its callers makes no wing of that name", () => {
  for (const speaker of ["owner", "Owner", " admin", "public", "kb", "user:1", "USER:mira", "you"])
    assert.equal(resolveWing({ speakers: [speaker], chat: "standup" }).value, "standup", speaker);
  assert.equal(resolveWing({ speakers: ["Mira Owner"], chat: "standup" }).value, "mira-owner");
});
