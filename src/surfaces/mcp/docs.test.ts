import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "smol-toml";

const page = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/^```(json|toml)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));

/** Every object in a configuration that starts a process. */
function commands(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  if ("command" in value) {
    const { command, args = [] } = value as { command: string | readonly string[]; args?: readonly string[] };
    return [[...[command].flat(), ...args]];
  }
  return Object.values(value).flatMap(commands);
}

test("every configuration in the docs can be read, and those that start a process start loci mcp with flags that it has", () => {
  const started = blocks.flatMap(({ language, text }) =>
    commands(language === "json" ? JSON.parse(text) : parse(text)),
  );
  assert.ok(blocks.length >= 9 && started.length >= 8);
  for (const [program = "", ...args] of started) {
    assert.match(program, /(^|\/)loci$/);
    assert.equal(args[0], "mcp");
    for (const flag of args.filter((arg) => arg.startsWith("-")))
      assert.ok(["--project", "--profile", "--as", "--home"].includes(flag), flag);
  }
});

test("the docs show every client that the issue names", () => {
  for (const client of ["Claude Code", "Codex CLI", "Cursor", "Claude Desktop", "Gemini CLI", "VS Code"])
    assert.ok(page.includes(`## ${client}\n`), client);
});

test("sentences of the generated pages say passage: drawer is a name of fields, routes, tools and errors", () => {
  for (const name of ["cli", "config", "errors", "http-routes", "mcp-tools", "search"]) {
    const text = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), "utf8");
    // Names stand in code, values in their own column; "passages (drawers)" tells agents what the names mean.
    const said = text
      .replace(/^```.*?^```/gms, "")
      .replace(/`[^`]*`|message, drawer, document|move-drawer|\(drawers\)/g, "");
    assert.deepEqual(said.match(/^.*\bdrawers?\b.*$/gim), null, name);
  }
});
