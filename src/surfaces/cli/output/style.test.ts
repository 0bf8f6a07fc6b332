import assert from "node:assert/strict";
import test from "node:test";
import { localMinute } from "../../shared/wording.ts";
import { createStyle, fields, fit, inARow, width } from "./style.ts";

test("times are shown in the reader's zone, days without an hour as they are in every zone", (t) => {
  const before = process.env["TZ"];
  t.after(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });
  const shown: Readonly<Record<string, string>> = {
    UTC: "2026-02-01 01:30",
    "America/New_York": "2026-01-31 20:30",
    "Asia/Tokyo": "2026-02-01 10:30",
  };
  for (const [zone, minute] of Object.entries(shown)) {
    process.env["TZ"] = zone;
    assert.equal(localMinute("2026-02-01T01:30:00Z"), minute, zone);
    assert.equal(localMinute("2026-02-01T02:30:00+01:00"), minute, zone);
    for (const day of ["2026-02-01", "2026-02", "2026"]) assert.equal(localMinute(day), day, zone);
    assert.equal(localMinute("2026-02-01T00:00:00.000Z"), "2026-02-01", zone);
  }
});

test("rows and fields fit every width, but for words that can't be broken, and lose nothing", () => {
  const parts = [
    "app/deploy.md#admin",
    "2026-11-27",
    "said by an assistant, not checked",
    "日本語 の メモ",
    "e6febc679e",
  ];
  const words = (text: string): string => text.replace(/[\s·]+/gu, " ").trim();
  for (let columns = 12; columns <= 90; columns++) {
    const style = createStyle({ isTTY: true, columns }, { NO_COLOR: "1" });
    const lines = fit(inARow(parts, style), columns);
    assert.equal(words(lines), words(parts.join(" ")), String(columns));
    const said = fit(fields([["watched", parts.join(" ")]], style), columns);
    assert.equal(words(said), words(`watched ${parts.join(" ")}`), String(columns));
    for (const line of `${lines}\n${said}`.split("\n"))
      assert.ok(width(line) <= columns || !/\S \S/u.test(line.replace(" ·", "").trim()), line);
    if (columns >= 28)
      assert.deepEqual(
        said.split("\n").filter((line) => !/^(?:watched| {7})  \S/u.test(line)),
        [],
      );
  }
});
