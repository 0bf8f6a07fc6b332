import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { expectation, readExpectations } from "./own-questions.ts";

test("comments that expect something, with what and where", () => {
  const text = [
    "# Notes",
    "<!-- expect: which port does staging use? → deploy.md -->",
    "text <!--expect: what is a -> b? -> 3f9a01c2de --> text <!-- expect: here? -->",
    "<!-- expect: two",
    "  lines → a b.md -->",
    "<!-- expect: → x.md --> <!-- expect: --> <!-- expected: no → x.md --> <!-- expect: never ends → x.md",
  ].join("\n");
  assert.deepEqual(
    readExpectations(text).map(({ query, target, line }) => [query, target, line]),
    [
      ["which port does staging use?", "deploy.md", 2],
      ["what is a -> b?", "3f9a01c2de", 3],
      ["here?", null, 3],
      ["two lines", "a b.md", 4],
    ],
  );
});

test("what stands in code is an example", () => {
  const comment = "<!-- expect: a → b.md -->";
  assert.deepEqual(
    readExpectations(`\`${comment}\`\n\n\`\`\`md\n${comment}\n\`\`\n${comment}\n\`\`\`\n~~~\n${comment}\n\`\`\`\n~~~`),
    [],
  );
  assert.equal(readExpectations(`\`\`\` not \` a fence\n${comment}\n`).length, 1);
});

test("an expectation that is written is the one that is read, or can't be written", () => {
  assert.equal(expectation("which\nport?", "deploy.md"), "<!-- expect: which port? → deploy.md -->");
  assert.equal(expectation("done --> never", "a.md"), null);
  assert.equal(expectation("why", "a → b.md"), null);
  assert.equal(expectation("long ".repeat(300), "a.md"), null);
  assert.equal(expectation(" ", "a.md"), null);
  const part = fc.string({ unit: fc.constantFrom("a", " ", "-", ">", "→", "<", "!", "`", "\n", "é"), maxLength: 12 });
  fc.assert(
    fc.property(part, part, (query, target) => {
      const comment = expectation(query, target);
      if (comment !== null)
        assert.deepEqual(
          readExpectations(`text ${comment} text`).map((one) => [one.query, one.target]),
          [[query.replace(/\s+/g, " ").trim(), target]],
        );
    }),
  );
});
