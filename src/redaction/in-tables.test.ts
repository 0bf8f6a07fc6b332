import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../text/linear.fixture.ts";
import { secretsInTables } from "./spoken-rules.ts";
import { openRedaction } from "./redact.ts";

const redact = openRedaction();
const redacted = async (text: string): Promise<string> => (await redact(text)).text;

/** Forms of a table of three columns, and of names with values. */
const FORMS: readonly ((names: readonly string[], rows: readonly (readonly string[])[]) => string)[] = [
  (names, rows) => [names, names.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n"),
  (names, rows) => [names, names.map(() => ":--"), ...rows].map((row) => row.join(" | ")).join("\n"),
  (names, rows) => {
    const line = (cells: readonly string[]): string =>
      cells
        .map((cell) => cell.padEnd(26))
        .join("")
        .trimEnd();
    return [names, names.map((name) => "-".repeat(name.length)), ...rows].map(line).join("\n");
  },
  (names, rows) => {
    const rule = `+${names.map(() => "-".repeat(28)).join("+")}+`;
    const line = (cells: readonly string[]): string => `|${cells.map((cell) => ` ${cell.padEnd(27)}`).join("|")}|`;
    return [rule, line(names), rule, ...rows.map(line), rule].join("\r\n");
  },
];
const PASSWORDS = ["Tulp3nLhsh", "kr0lik!x", "Vogel-9472", "h3rbata?7q"];
const TOKENS = ["a8f3k2l9x0c7v5b1n4m6", "Zx81Qw09Er77Ty65Ui43"];
const NAMED: readonly (readonly [names: readonly string[], values: readonly string[]])[] = [
  [["password", "Passwort", "contraseña", "mot de passe", "DB password", "root_password", "hasło"], PASSWORDS],
  [["token", "secret", "API key", "client_secret", "deploy token"], TOKENS],
];

test("what stands in a column or a row of a table that is named as a secret is one, whatever program printed it", async () => {
  for (const form of FORMS)
    for (const [names, values] of NAMED)
      for (const name of names) {
        const rows = values.map((value, i) => [`host${i}`, value, "yes"]);
        const shown = await redacted(form(["host", name, "used"], rows));
        const pairs = await redacted(
          form(["Key", "Value"], [["user", "opa"], ...values.map((value) => [name, value])]),
        );
        for (const value of values)
          assert.ok(!`${shown}\n${pairs}`.includes(value), `${name} ${value}:\n${shown}\n${pairs}`);
        assert.match(shown, /host0[^]*yes/u);
        assert.equal(await redacted(shown), shown);
      }
});

test("tables that speak of secrets and hold none stay as they are", async () => {
  const tables: readonly (readonly [readonly string[], readonly (readonly string[])[]])[] = [
    [
      ["column", "type", "null"],
      [
        ["password", "varchar(255)", "no"],
        ["token", "char(40)", "yes"],
      ],
    ],
    [
      ["token", "meaning", "since"],
      [
        ["IDENT", "a name", "1.2"],
        ["string_lit", "a string", "2.0"],
      ],
    ],
    [
      ["user", "password", "state"],
      [
        ["opa", "required", "ok"],
        ["kim", "expired", "locked"],
      ],
    ],
    [
      ["field", "password policy", "unit"],
      [
        ["length", "12 to 64", "chars"],
        ["history", "last5used", "times"],
      ],
    ],
    [
      ["Key", "Value", "Default"],
      [
        ["timeout", "30s", "10s"],
        ["password_file", "/etc/pw.txt", "none"],
      ],
    ],
    [
      ["model", "tokens", "price"],
      [
        ["small", "128k", "$0.15"],
        ["large", "200000", "$3"],
      ],
    ],
    [
      ["test", "secret", "passes"],
      [
        ["rotate_token_test", "none", "yes"],
        ["login_2fa", "see wiki", "no"],
      ],
    ],
  ];
  for (const form of FORMS)
    for (const [names, rows] of tables) {
      const text = form(names, rows);
      assert.equal(await redacted(text), text);
    }
  const heading = "Password rules\n--------------\nuse sha256 and 12chars\n";
  assert.equal(await redacted(heading), heading);
});

test("looking through tables is linear in the text", async () => {
  const row = "| password | Tulp3nLhsh ";
  for (const part of [`${row}|\n|--|--|\n`, "-", "| ", row, "=- \n", `a  b  ${row}\n`])
    await assertLinear(part, 200_000, (size) => secretsInTables(part.repeat(Math.ceil(size / part.length))));
});
