import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { isSecretFact } from "../facts/grammar/attribute-keys.ts";
import { openRedaction } from "./redact.ts";

const redact = openRedaction();
const redacted = async (text: string): Promise<string> => (await redact(text)).text;

const HEX = "0123456789abcdef";
const LOWER = "abcdefghijklmnopqrstuvwxyz0123456789";
const WORD = `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** Signs drawn from an alphabet, the same for the same seed. */
function drawn(seed: string, length: number, alphabet = WORD): string {
  let text = "";
  for (let n = 0; text.length < length; n++)
    for (const byte of createHash("sha512").update(`${seed} ${n}`).digest())
      if (text.length < length) text += alphabet[byte % alphabet.length];
  return text;
}

/** Tokens by their shapes, as their services make them. */
const SHAPES: Readonly<Record<string, (seed: string) => string>> = {
  "slack app": (s) =>
    `xapp-1-A${drawn(s, 10, "ABCDEF0123456789")}-${drawn(`${s}n`, 13, "0123456789")}-${drawn(s, 64, HEX)}`,
  "slack refresh": (s) => `xoxe.xoxp-1-${drawn(s, 160)}`,
  "slack config": (s) => `xoxe-1-${drawn(s, 147)}`,
  fly: (s) => `fm2_${drawn(s, 300, `${WORD}+/`)}`,
  "gitlab personal": (s) => `glpat-${drawn(s, 20)}`,
  "gitlab routable": (s) => `glpat-${drawn(s, 48)}.01.${drawn(`${s}c`, 9, LOWER)}`,
  "gitlab runner": (s) => `glrt-${drawn(s, 20)}`,
  "gitlab deploy": (s) => `gldt-${drawn(s, 20)}`,
  "gitlab job": (s) => `glcbt-64_${drawn(s, 20)}`,
  "google client": (s) => `GOCSPX-${drawn(s, 28)}`,
  "google key": (s) => `AQ.Ab8RN6${drawn(s, 44)}`,
  crates: (s) => `cio${drawn(s, 32)}`,
  asana: (s) => `2/${drawn(s, 16, "0123456789")}/${drawn(`${s}b`, 16, "0123456789")}:${drawn(s, 32, HEX)}`,
  "asana personal": (s) => `1/${drawn(s, 16, "0123456789")}:${drawn(s, 32, HEX)}`,
  convex: (s) => `prod:happy-animal-123|${drawn(s, 60)}==`,
  dynatrace: (s) => `dt0c01.${drawn(s, 24, "ABCDEFGHIJ234567")}.${drawn(`${s}b`, 64, "ABCDEFGHIJ234567")}`,
  deepl: (s) => `${[8, 4, 4, 4, 12].map((n) => drawn(`${s}${n}`, n, HEX)).join("-")}:fx`,
  hubspot: (s) => `pat-na1-${[8, 4, 4, 4, 12].map((n) => drawn(`${s}${n}`, n, HEX)).join("-")}`,
  contentful: (s) => `CFPAT-${drawn(s, 43)}`,
  sendinblue: (s) => `xkeysib-${drawn(s, 64, HEX)}-${drawn(`${s}b`, 16)}`,
  inngest: (s) => `signkey-prod-${drawn(s, 64, HEX)}`,
  mailersend: (s) => `mlsn.${drawn(s, 64, HEX)}`,
  maxmind: (s) => `${drawn(s, 6)}_${drawn(`${s}b`, 29)}_mmk`,
  openshift: (s) => `sha256~${drawn(s, 43)}`,
  adafruit: (s) => `aio_${drawn(s, 28)}`,
  deno: (s) => `ddp_${drawn(s, 36)}`,
  clickup: (s) => `pk_22248141_${drawn(s, 32, "ABCDEFGHIJ0123456789")}`,
  shippo: (s) => `shippo_live_${drawn(s, 40, HEX)}`,
  sourcegraph: (s) => `sgp_${drawn(s, 16, HEX)}_${drawn(`${s}b`, 40, HEX)}`,
  readme: (s) => `rdme_${drawn(s, 70, LOWER)}`,
  fireworks: (s) => `fw_${drawn(s, 24)}`,
  cerebras: (s) => `csk-${drawn(s, 48, LOWER)}`,
  pinecone: (s) => `pcsk_${drawn(s, 6)}_${drawn(`${s}b`, 62)}`,
  voyage: (s) => `pa-${drawn(s, 43)}`,
  supabase: (s) => `sb_secret_${drawn(s, 22)}_${drawn(`${s}c`, 8)}`,
  neon: (s) => `napi_${drawn(s, 64, LOWER)}`,
  planetscale: (s) => `pscale_pw_${drawn(s, 43)}`,
  render: (s) => `rnd_${drawn(s, 28)}`,
  square: (s) => `EAAA${drawn(s, 60)}`,
  facebook: (s) => `EAAB${drawn(s, 150)}ZD`,
  "google refresh": (s) => `1//0${drawn(s, 60)}`,
  "gitlab registration": (s) => `GR1348941${drawn(s, 20)}`,
  mailchimp: (s) => `${drawn(s, 32, HEX)}-us12`,
  plaid: (s) => `access-production-${[8, 4, 4, 4, 12].map((n) => drawn(`${s}${n}`, n, HEX)).join("-")}`,
  prefect: (s) => `pnu_${drawn(s, 36)}`,
  buildkite: (s) => `bkua_${drawn(s, 40, HEX)}`,
  circle: (s) => `CCIPAT_${drawn(s, 22)}_${drawn(`${s}c`, 40, HEX)}`,
  clojars: (s) => `CLOJARS_${drawn(s, 60, HEX)}`,
  together: (s) => `tgp_v1_${drawn(s, 43)}`,
  docker: (s) => `dckr_oat_${drawn(s, 32)}`,
  infisical: (s) => `st.${drawn(s, 24, HEX)}.${drawn(`${s}b`, 32, HEX)}.${drawn(`${s}c`, 32, HEX)}`,
  "infisical machine": (s) =>
    `st.${[8, 4, 4, 4, 12].map((n) => drawn(`${s}${n}`, n, HEX)).join("-")}.${drawn(s, 43)}.${drawn(`${s}b`, 43)}`,
  "gitlab in short words": (s) => `glpat-1${drawn(s, 4)}s1-Id${drawn(s, 1)}vN-9${drawn(`${s}b`, 3)}-n_z${drawn(s, 4)}`,
  "slack cookie": (s) => `xoxd-${drawn(s, 9)}/+${drawn(`${s}b`, 110, `${WORD}+/`)}%3D`,
  "aws of letters alone": (s) => `AKIA${drawn(s, 16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")}`,
  sendgrid: (s) => `SG.${drawn(s, 9)}-${drawn(s, 12)}.${drawn(`${s}b`, 20)}-${drawn(`${s}c`, 22)}`,
  "atlassian container": (s) => `ATCTT3xFfG${drawn(s, 170)}=${drawn(s, 8, "0123456789ABCDEF")}`,
  snyk: (s) => `snyk_uat.${drawn(s, 8, HEX)}.eyJ${drawn(s, 80)}.${drawn(`${s}b`, 40)}`,
  artifactory: (s) => `AKCp${drawn(s, 69)}`,
  azure: (s) => `${drawn(s, 2)}c8Q~${drawn(s, 34)}`,
  mapbox: (s) => `sk.eyJ1Ijoi${drawn(s, 60)}.${drawn(`${s}b`, 22)}`,
  "azure storage": (s) => `AccountKey=/B${drawn(s, 84, `${WORD}+/`)}==`,
  airtable: (s) => `pat${drawn(s, 14)}.${drawn(`${s}b`, 64, HEX)}`,
  terraform: (s) => `${drawn(s, 14)}.atlasv1.${drawn(`${s}b`, 67)}`,
  bitbucket: (s) => `ATBB${drawn(s, 32)}`,
  sonar: (s) => `squ_${drawn(s, 40, HEX)}`,
  vercel: (s) => `vercel_blob_rw_${drawn(s, 16)}_${drawn(`${s}b`, 30)}`,
  e2b: (s) => `e2b_${drawn(s, 40, HEX)}`,
  firecrawl: (s) => `fc-${drawn(s, 32, HEX)}`,
  wandb: (s) => `wandb_v1_${drawn(s, 77)}`,
  elevenlabs: (s) => `sk_${drawn(s, 48, HEX)}`,
  brave: (s) => `BSA${drawn(s, 28)}`,
  sentry: (s) => `sntrys_${drawn(s, 120, `${WORD}+/`)}=_${drawn(`${s}c`, 43)}`,
  heroku: (s) => `HRKU-AA${drawn(s, 58)}`,
  "cloudflare origin": (s) => `v1.0-${drawn(s, 24, HEX)}-${drawn(`${s}b`, 146, HEX)}`,
  dropbox: (s) => `sl.u.${drawn(s, 130)}`,
  intercom: (s) => `dG9rO${drawn(s, 55)}=`,
  nuget: (s) => `oy2${drawn(s, 43, LOWER)}`,
  modal: (s) => `as-${drawn(s, 22)}`,
  launchdarkly: (s) => `sdk-${[8, 4, 4, 4, 12].map((n) => drawn(`${s}${n}`, n, HEX)).join("-")}`,
  bitwarden: (s) =>
    `0.${[8, 4, 4, 4, 12].map((n) => drawn(`${s}${n}`, n, HEX)).join("-")}.${drawn(s, 30)}:${drawn(`${s}b`, 22)}==`,
  cal: (s) => `cal_live_${drawn(s, 32, HEX)}`,
  bedrock: (s) => `ABSK${drawn(s, 128, `${WORD}+/`)}`,
};

const CONTEXTS: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `please use ${token}, it is new`,
  (token) => `export THING='${token}'\nnext line\n`,
  (token) => `{"value":"${token}","n":1}`,
  (token) => `curl -H "X-Api: ${token}" https://example.org/v1`,
  (token) => `THING=${token}`,
  (token) => `https://example.org/v1?n=1&k=${token}&m=2`,
  (token) => `| thing | \`${token}\` |`,
  (token) => `x:${token};y:2`,
  (token) => `<${token}>`,
  (token) => `--thing=${token} --next`,
];

test("tokens of the services that people use go whole, wherever they stand", async () => {
  const left: string[] = [];
  for (const [name, shape] of Object.entries(SHAPES))
    for (const [i, context] of CONTEXTS.entries()) {
      const token = shape(`${name} ${i}`);
      const shown = await redacted(context(token));
      for (let at = 0; at + 8 <= token.length; at++)
        if (token.length - at < 12 || at % 7 === 0)
          if (shown.includes(token.slice(at, at + 8)) && at > 5) {
            left.push(`${name}: ${shown}`);
            break;
          }
    }
  assert.deepEqual(left, []);
});

test("long values go to their end", async () => {
  for (const length of [150, 201, 356, 900, 2_000]) {
    const value = drawn(`long ${length}`, length, `${WORD}+/`);
    const end = value.slice(-12);
    for (const text of [
      `AWS_SESSION_TOKEN=${value}`,
      `aws_session_token = "${value}"`,
      `"session_token": "${value}"`,
      `--token ${value} --next`,
      `Authorization: Bearer ${value}`,
      `https://app:${value.replaceAll("/", "x")}@db.example.org/shop`,
    ])
      assert.ok(!(await redacted(text)).includes(end), text.slice(0, 60));
    assert.match(await redacted(`API_KEY=${value}\nnext`), /\]\nnext$/u);
  }
});

test("cookies of a session, .pgpass lines and the codes of a wireless network go", async () => {
  const cookie = drawn("cookie", 40);
  for (const [text, secret] of [
    [`curl -b 'session=${cookie}' https://example.org`, cookie],
    [`curl -s --cookie "theme=dark; auth_token=${cookie}" https://example.org`, cookie],
    [`curl https://example.org -b sessionid=${cookie}`, cookie],
    [`curl -b "csrftoken=${drawn("csrf", 32)}; sessionid=${cookie}" https://example.org`, cookie],
    ["db.example.org:5432:shop:app:gr3yHeron", "gr3yHeron"],
    ["# mine\n*:*:*:app:gr3y\\:Heron\nlocalhost:5432:*:kay:reedBed9", "reedBed9"],
    ["*:*:*:app:gr3y\\:Heron", "gr3y\\:Heron"],
    ["wifi:T:WPA;S:reeds;P:bitternBooms;;", "bitternBooms"],
    ["WIFI:T:WPA;S:reeds;P:bitternBooms;;", "bitternBooms"],
    ["WIFI:S:my\\;net;T:WPA;P:heron\\;99;H:true;;", "heron\\;99"],
  ] as const)
    assert.ok(!(await redacted(text)).includes(secret), text);
});

const SESSION_COOKIES =
  "csrftoken sessionid PHPSESSID JSESSIONID connect.sid _shop_session XSRF-TOKEN remember_user_token __Host-session".split(
    " ",
  );

test("of a header of cookies every pair that signs somebody in goes, and no other", async () => {
  for (const before of ["Cookie: ", "set-cookie: ", '"cookie": "', "-H 'Cookie: ", 'document.cookie = "'])
    for (const [at, name] of SESSION_COOKIES.entries()) {
      const other = SESSION_COOKIES[(at + 1) % SESSION_COOKIES.length] ?? "";
      const [first, second] = [drawn(`${name} 1`, 32), drawn(`${name} 2`, 24)];
      const text = `${before}theme=dark; ${name}=${first}; lang=de; ${other}=${second}; consent=all`;
      const shown = await redacted(text);
      assert.ok(!shown.includes(first.slice(0, 6)) && !shown.includes(second.slice(-6)), shown);
      assert.match(shown, /theme=dark;.*; lang=de; .*; consent=all$/u);
    }
  const object = `cookies = {'csrftoken': '${drawn("object", 32)}', 'sessionid': '${drawn("object 2", 32)}'}`;
  assert.equal(
    await redacted(object),
    "cookies = {'csrftoken': '[redacted:cookie]', 'sessionid': '[redacted:cookie]'}",
  );
});

/** Words that begin as tokens do, or stand where secrets stand, and are none. */
function lookAlikes(): readonly string[] {
  const uuid = (seed: string): string =>
    [8, 4, 4, 4, 12].map((length, i) => drawn(`${seed} ${i}`, length, HEX)).join("-");
  const heads = [
    "xapp",
    "xoxe",
    "fm2",
    "glpat",
    "glrt",
    "gldt",
    "glcbt",
    "GOCSPX",
    "AQ",
    "fw",
    "csk",
    "pcsk",
    "pa",
    "sb_secret",
  ];
  const more = [
    "napi",
    "pscale_pw",
    "rnd",
    "EAAA",
    "dckr_oat",
    "st",
    "sntrys",
    "HRKU",
    "ABSK",
    "secret",
    "key",
    "pat",
    "re",
    "ops",
    ..."cio EZAK aio rdme ddp nvu sgp gta ico pat-na1 CFPAT xkeysib signkey-prod sk_prod tr_prod pk_12345678 prod: sha256~ mlsn. fc sk squ e2b vercel_blob_rw wandb_v1 BSA AKCp xoxd SG snyk_uat ATCTT3 fw_v2 key_col1a".split(
      " ",
    ),
  ];
  const tails = [
    "_generator_initialisation_vector_of_seeds",
    "-documentation-for-new-developers",
    ".example.org/index",
  ];
  const users = ["home/user", "Users/account", "home/USER", "srv/login"];
  const files = [".jsonl", ".output", "/tool-results/toolu.txt", ".json"];
  return [
    ...[...heads, ...more].flatMap((head) => [
      ...tails.map((tail) => head + tail),
      `the prefix ${head}_ says what it is`,
    ]),
    ...users.flatMap((user) =>
      files.flatMap((file) =>
        [user, `${user}-projects`].map(
          (path) =>
            `run \`mix credo\` now.\nread /${path}/.claude/projects/-${user.replace("/", "-")}-projects-spotter/${uuid(path + file)}${file}`,
        ),
      ),
    ),
    ...["pass new attrs", "the creds are in the vault", "log in as usual", "wrong password"].flatMap((said) => [
      `${said}, then read the transcript at: /home/USER/.claude/projects/-home-USER-projects-x/${uuid(said)}.jsonl\nPlease continue`,
      `${said}; ${drawn(said, 40, HEX)} is the commit`,
      `${said} (see src/app/user/session-token.ts:12:5)`,
    ]),
    ...["main.ts:12:5:error:unused", "host:8080:path:name:of", "a:b:c:d:e", "10:30:15:kay:left"],
    ...[
      "WIFI: 5 GHz; S: fast",
      "the wifi: s:x; p: none",
      "P: Kay; S: none",
      "curl -b cookies.txt https://example.org",
      "curl -b 'theme=dark' x",
    ],
    ...SESSION_COOKIES.flatMap((name) => [
      `Cookie: ${name}=<${name}>; path=/accounts/settings/profile`,
      `the cookie: ${name} is set by the middleware, and ${name}_name=session_cookie_name says so`,
      `curl -b ${name}=$${name.toUpperCase()} https://example.org`,
    ]),
    ...Array.from({ length: 24 }, (_, i) => `sha256:${drawn(`hash ${i}`, 64, HEX)}`),
    ...Array.from({ length: 12 }, (_, i) => `/tmp/tasks/${uuid(`task ${i}`)}/part-${i}.log`),
    ...Array.from({ length: 12 }, (_, i) => `git checkout ${drawn(`commit ${i}`, 40, HEX)} -- src/secret/key_${i}.ts`),
  ];
}

test("200 look-alikes stay as they are", async () => {
  const texts = lookAlikes();
  assert.ok(texts.length >= 200, String(texts.length));
  const taken: string[] = [];
  for (const text of texts) {
    const shown = await redacted(text);
    if (shown !== text) taken.push(`${text}\n → ${shown}`);
  }
  assert.deepEqual(taken, []);
});

test("the kept rule set leaves nothing behind in the process", async () => {
  const text = `${"The heron nests. ".repeat(400)}${"a1B2c3D4e5".repeat(4)}\n`;
  for (let n = 0; n < 20; n++) await redacted(text);
  assert.equal(performance.getEntries().filter(({ entryType }) => entryType === "mark").length, 0);
});

test("a token is a secret fact, whatever it is called; a hash, an id and a name that begin so are not", () => {
  const tokens = Object.values(SHAPES).flatMap((shape) => ["one", "two", "three"].map(shape));
  assert.deepEqual(
    tokens.filter((token) => !isSecretFact("@me/restricted", [token])),
    [],
  );
  const harmless = ["1Z999AA10123456784", "550e8400-e29b-41d4-a716-446655440000", drawn("commit", 40, HEX)];
  for (const value of [
    ...harmless,
    "npm-run-all-parallel",
    "npm_config_cache",
    "github_pat_rotation",
    "re_invent_the_wheel",
  ])
    assert.equal(isSecretFact("@me/order id", [value]), false, value);
});
