import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { secretCorpus } from "./corpus.fixture.ts";
import { LOOK_ALIKES } from "./look-alikes.fixture.ts";
import { replaceFindings } from "./secret-value.ts";
import { openRedaction, openSecretFinder } from "./redact.ts";

const redact = openRedaction();
const redacted = async (text: string): Promise<string> => (await redact(text)).text;

describe("redaction", () => {
  const { secrets, lookAlikes } = secretCorpus();

  it("finds at least 98 % of 200 secrets", async () => {
    const missed: string[] = [];
    for (const { text, secret } of secrets) if ((await redacted(text)).includes(secret as string)) missed.push(text);
    assert.ok(missed.length <= 4, `${missed.length} missed:\n${missed.join("\n")}`);
  });

  it("takes at most 1 % of 500 look-alikes for secrets", async () => {
    const taken: string[] = [];
    for (const { text } of lookAlikes) {
      const shown = await redacted(text);
      if (shown !== text) taken.push(`${text}\n   → ${shown}`);
    }
    assert.ok(taken.length <= 5, `${taken.length} taken:\n${taken.join("\n")}`);
  });

  it("leaves what it has replaced alone: twice is once", async () => {
    for (const { text } of secrets) {
      const once = await redacted(text);
      assert.equal(await redacted(once), once);
    }
  });

  it("leaves everything around a secret byte for byte", async () => {
    assert.equal(
      await redacted("the wifi password is hunter22, ask Ada\r\n\tthanks  "),
      "the wifi password is [redacted:password], ask Ada\r\n\tthanks  ",
    );
    assert.equal(
      await redacted("postgres://app:s3same!x@db.internal/shop"),
      "postgres://app:[redacted:password]@db.internal/shop",
    );
  });

  it("can't be switched off by a comment in the text", async () => {
    const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    assert.equal(await redacted(`// secretlint-disable\n${token}\n`), "// secretlint-disable\n[redacted:github-key]\n");
  });

  const json = (value: unknown): string => JSON.stringify(value);
  const WITHIN: Readonly<Record<string, (text: string) => string>> = {
    "a string": (text) => json(text),
    "a string of a string": (text) => json(json(text)),
    "a call": (text) => `shell\n${json({ command: ["bash", "-lc", text], workdir: "/w" })}`,
    "a call in a call": (text) => json({ arguments: json({ command: ["bash", "-lc", text] }) }),
    "a file that is written": (text) => `Write\n${json({ file_path: "/x/notes", content: `# n\n${text}\n` })}`,
    "a here document": (text) => json({ command: `cat > f <<'EOF'\n${text}\nEOF\n` }),
    "a call that is cut off": (text) => `${json({ content: `# n\n${text}\nmore` }).slice(0, -3)}…`,
  };
  const escapes = (secret: string): string[] =>
    [0, 1, 2].map((times) => Array.from({ length: times }).reduce((text: string) => json(text).slice(1, -1), secret));

  it("sees secrets, and what only looks like them, within strings as it sees them alone", async () => {
    const spoken = [...lookAlikes.map(({ text }) => text), ...LOOK_ALIKES];
    const bare = await Promise.all(spoken.map(async (text) => (await redacted(text)) === text));
    for (const [name, within] of Object.entries(WITHIN)) {
      for (const { text, secret } of secrets) {
        const left = await redacted(within(text));
        assert.ok(!escapes(secret as string).some((escaped) => left.includes(escaped)), `${name}: ${left}`);
        assert.equal(await redacted(left), left);
      }
      for (const text of spoken.filter((_, i) => bare[i])) assert.equal(await redacted(within(text)), within(text));
    }
  });

  it("takes out of strings the secret alone, whatever escapes stand around it or in it", async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQ\n".repeat(3)}-----END PRIVATE KEY-----\n`;
    const cases: readonly (readonly [text: string, secret: string])[] = [
      ['export SMTP_PASSWORD="Zk4jRwLpQ9tv3" # C:\\tools', "Zk4jRwLpQ9tv3"],
      [`curl -d '{"user":"bob","password":"Zk4jRwLpQ9tv1"}' https://x.example`, "Zk4jRwLpQ9tv1"],
      ['Client(api_key="Zk4jRwLpQ9tvC1b2c3d4e5f6")\n', "Zk4jRwLpQ9tvC1b2c3d4e5f6"],
      ["the runner\nglrt-t1_aB3dE5gH7jK9mN2pQ4rS\n", "glrt-t1_aB3dE5gH7jK9mN2pQ4rS"],
      ["WIFI:S:Ho\\;me;T:WPA;P:Zk4j\\;RwLp;;", "Zk4j\\;RwLp"],
      ["api_token: >-\n  aB3dE5gH7jK9mN2pQ4rS\n", "aB3dE5gH7jK9mN2pQ4rS"],
      [`bash -c 'export PGPASSWORD='\\''Zk4jRwLp9'\\'' && psql'`, "Zk4jRwLp9"],
      ['echo "db.host:5432:shop:bob:Zk4jRwLpQ9" >> ~/.pgpass', "Zk4jRwLpQ9"],
      ["printf 'db.host:5432:shop:bob:Zk4jRwLpQ9\\n' > ~/.pgpass", "Zk4jRwLpQ9"],
      ["unzip -P Zk4jRwLp a.zip", "Zk4jRwLp"],
      ["htpasswd -cb /etc/f bob Zk4jRwLp", "Zk4jRwLp"],
      ["htpasswd -nb bob Zk4jRwLp >> .htpasswd", "Zk4jRwLp"],
      ["whsec_aB3dE5+H7jK9m/2pQ4rS6tU8vW0x=", "whsec_aB3dE5+H7jK9m/2pQ4rS6tU8vW0x="],
      [json({ private_key: key }), json(key.slice(27, -26)).slice(1, -1)],
    ];
    for (const [text, secret] of cases)
      for (const within of [(alone: string) => alone, ...Object.values(WITHIN)]) {
        const given = within(text);
        const { text: left, findings } = await redact(given);
        const [found] = findings;
        assert.equal(findings.length, 1, left);
        const taken = given.slice(found?.start, found?.end);
        assert.ok(
          [...escapes(secret), ...escapes(escapes(secret)[2] as string)].includes(taken),
          `${taken} of ${given}`,
        );
      }
  });

  it("replaces findings that overlap once", () => {
    const { text, findings } = replaceFindings("ab secret cd", [
      { kind: "token", start: 3, end: 9 },
      { kind: "password", start: 5, end: 8 },
      { kind: "none", start: 2, end: 2 },
    ]);
    assert.equal(text, "ab [redacted:token] cd");
    assert.deepEqual(findings, [{ kind: "token", start: 3, end: 9 }]);
  });

  it("takes bounded time on hostile text", async () => {
    const hostile = [
      "password is ".repeat(5_000),
      `password ${"for a ".repeat(10_000)}`,
      "a.".repeat(50_000),
      "\\".repeat(100_000),
      '["\\"'.repeat(30_000),
      `{"password":${'\\"'.repeat(40_000)}`,
      `-----BEGIN PRIVATE KEY-----${"A".repeat(100_000)}`,
      "login: ".repeat(10_000),
      "a_".repeat(50_000) + "token",
      "seed phrase " + "word ".repeat(20_000),
      // What each begins anew, and nothing is.
      ...["pat=", "client_secret=", "cal_live=", "http://a.b ", "curl ", "-u a:", "PWD="].map((one) =>
        one.repeat(5_000),
      ),
    ];
    for (const text of hostile) await redact(text);
  });

  it("finds in a long text what it finds in a short one, wherever it stands", async () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${"Ab3/".repeat(16).concat("\n").repeat(190)}-----END RSA PRIVATE KEY-----`;
    const secrets = [
      `push with ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)} now`,
      "the wifi password is hunter22, ask Ada",
      "the password is not stored here, ask Ada",
      key,
    ];
    const filler = "Some words of a long talk about boats.\n";
    for (const secret of secrets) {
      const alone = await redacted(`${filler}${secret}\n${filler}`);
      for (const before of [99_960, 99_980, 100_000, 119_990, 189_990, 200_010, 299_995]) {
        const lines = filler.repeat(Math.ceil(before / filler.length)).slice(-before);
        const shown = await redacted(`${lines}${filler}${secret}\n${filler.repeat(700)}`);
        assert.equal(shown, `${lines}${alone}${filler.repeat(699)}`, `${secret.slice(0, 30)} behind ${before}`);
      }
    }
  });

  it("finds the secrets of a long text some at a time, each once, those of all that it replaces", async () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${"Ab3/".repeat(16).concat("\n").repeat(100)}-----END RSA PRIVATE KEY-----`;
    const line = (_: unknown, i: number): string =>
      `password: xk${i}fj3a${i % 50 === 7 ? `\n${key}` : ""}\nurl=postgres://ann:p${i}s8w@db.local/app`;
    const text = Array.from({ length: 2_000 }, line).join("\n");
    const { findings } = await redact(text);
    const found = [];
    for await (const some of openSecretFinder()(text)) {
      assert.ok(some.length < findings.length / 2, `${some.length} of ${findings.length} at once`);
      found.push(...some);
    }
    assert.deepEqual(found, findings);
    assert.ok(found.length > 4_000);
  });
});
