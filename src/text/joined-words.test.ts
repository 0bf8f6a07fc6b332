import assert from "node:assert/strict";
import { test } from "node:test";
import { joinedWords } from "../storage/ports/searched-fields.ts";
import { assertLinear } from "./linear.fixture.ts";

test("hyphened words, grouped numbers and days of moments", () => {
  const cases: readonly [string, string][] = [
    ["The Wi-Fi and e-mail (Set-up)", "WiFi email Setup"],
    ["£1,240, €5,000, 12,345,678", "1240 5000 12345678"],
    ["1.260 €, CHF 2'500, 3’500, 4\u202f500, 5\u00a0500.50, 1,240.50", "1260 2500 3500 4500 5500 1240"],
    ["1.26 m, 1.2605, 1.260,50 and 12.345.678", "1260 12345678"],
    ["2024-05-10T03:12:44.901Z ERROR", "2024-05-10"],
    ["a-b-c src/foo-bar x-1 --no-verify - item", ""],
    ["1,2345 and 1,24", ""],
    ["Наконец-то", "Наконецто"],
  ];
  for (const [text, expected] of cases) assert.equal(joinedWords(text), expected, text);
});

test("letters that TeX and HTML write as commands, as they are", () => {
  const cases: readonly [string, string][] = [
    ...['M\\"uller', 'M{\\"u}ller', 'M\\"{u}ller', "M&uuml;ller"].map((name): [string, string] => [name, "Müller"]),
    ["Poincar\\'e, Garc\\'{\\i}a, na\\\"\\i ve", "Poincaré García naïve"],
    ["Stra{\\ss}e, Stra\\ss{}e, Stra\\ss e, Stra&szlig;e", "Straße Straße Straße Straße"],
    ['S\\o{}ren, Bj\\o rn, \\L{}ukasiewicz, {\\AA}ngstr\\"om', "Søren Bjørn Łukasiewicz Ångström"],
    ["Erd\\H os, Dvo\\v{r}\\'ak, \\v{S}koda, Fran\\c{c}ois, {\\'E}tienne", "Erdős Dvořák Škoda François Étienne"],
    // A quotation mark behind a backslash, a folder, another command, a sign.
    ['{\\"id\\": \\"Ende\\"}', ""],
    ["C:\\\\Users\\\\ob \\alpha \\to a & b &amp; c", ""],
  ];
  for (const [text, expected] of cases) assert.equal(joinedWords(text), expected, text);
});

test("any text takes linear time", async () => {
  for (const unit of ["a-", "a", "1,000", "1,", "2024-05-10T", "-", "é", "\\\\", 'a\\\\"u', "{\\\\", "&u"]) {
    await assertLinear(unit, 100_000, (n) => joinedWords(unit.repeat(n)));
  }
});
