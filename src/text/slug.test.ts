import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { slug } from "./slug.ts";
import { rounds } from "../../test/rounds.fixture.ts";
import { codePoint } from "../../test/code-point.fixture.ts";

test("slugs", () => {
  const cases: readonly [string, string][] = [
    ["Café notes, 7 May 2023", "cafe-notes"],
    ["2024-05-01 Auth Migration", "auth-migration"],
    ["20240501-standup", "standup"],
    ["202405011230 Herons", "herons"],
    ["A May walk in 2023", "a-may-walk-in-2023"],
    ["Привет, мир", "привет-мир"],
    ["Рабочий йогурт", "рабочий-йогурт"],
    ["Ελληνικά", "ελληνικα"],
    ["Συνταγές, σος", "συνταγες-σος"],
    ["カレーライス", "カレーライス"],
    ["れしぴ", "れしぴ"],
    ["ばんごはん", "ばんごはん"],
    ["서울", "서울"],
    ["თბილისი", "თბილისი"],
    ["व्यंजन", "व्यंजन"],
    ["東京に行く", "東京に行く"],
    ["Don't panic!", "dont-panic"],
    ["snake_case.ts", "snake-case-ts"],
    ["!!!", ""],
    ["東京 ь", "東京-ь"],
    ["הערות ישיבה 7.5.2023", "הערות-ישיבה"],
    ["مُلاحظات الاجتماع", "ملاحظات-الاجتماع"],
  ];
  for (const [text, expected] of cases) assert.equal(slug(text), expected, text);
});

test("idempotent, at most 60 characters, only letters, digits, marks and single hyphens", () => {
  const dates = fc.constantFrom(
    "2024",
    "05",
    "01",
    "may",
    "7",
    "7th",
    "20240501",
    "notes",
    "ñandú",
    "мир",
    "Σας",
    "東京",
    "カ",
  );
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(dates).map((list) => list.join(" ")),
    fc.string({ minLength: 50, maxLength: 90 }),
  );
  fc.assert(
    fc.property(text, (source) => {
      const once = slug(source);
      assert.equal(slug(once), once);
      assert.ok(once.length <= 60);
      assert.match(once, /^(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*)?$/u);
    }),
    { numRuns: rounds(3000, 100) },
  );
});
