/** Texts with one secret each, and texts that only look like it: made from a seed, so nothing here is or was anybody's. */
export interface CorpusCase {
  readonly text: string;
  /** What must not be left in the text; null for a look-alike. */
  readonly secret: string | null;
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const ALNUM = LOWER + UPPER + DIGITS;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class Maker {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = seeded(seed);
  }
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
  of(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join("");
  }
  one<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }
  hex(length: number): string {
    return this.of("0123456789abcdef", length);
  }
  uuid(): string {
    return [8, 4, 4, 4, 12].map((length) => this.hex(length)).join("-");
  }
  /** A password as people choose it: a word with signs and digits. */
  weak(): string {
    const word = this.one([
      "hunter",
      "dragon",
      "sunshine",
      "Tr0ub4dor",
      "p4nda",
      "Winter",
      "Biscuit",
      "monkey",
      "Spring",
      "Fluffy",
      "qwerty",
      "Liverpool",
      "goldfish",
      "Mustang",
    ]);
    return this.one([
      `${word}${this.of(DIGITS, 2)}`,
      `${word}${this.of(DIGITS, 4)}!`,
      `${word}#${this.of(DIGITS, 3)}`,
      `${word}@${this.of(DIGITS, 2)}`,
      `${this.of(DIGITS, 2)}${word}${this.of(DIGITS, 1)}`,
    ]);
  }
  /** A plain word that is a password only by its place. */
  word(): string {
    return this.one([
      "swordfish",
      "porcupine",
      "marmalade",
      "butterscotch",
      "rumpelstiltskin",
      "kaleidoscope",
      "abracadabra",
      "gooseberry",
    ]);
  }
  words(count: number): string {
    return Array.from({ length: count }, () =>
      this.one([
        "ribbon",
        "gravel",
        "oyster",
        "canyon",
        "velvet",
        "tunnel",
        "lunar",
        "pepper",
        "anchor",
        "walnut",
        "copper",
        "meadow",
        "signal",
        "timber",
      ]),
    ).join(" ");
  }
  base64(length: number): string {
    return this.of(`${ALNUM}+/`, length);
  }
}

/** A text with its secret. */
type Making = (make: Maker) => readonly [text: string, secret: string];

const with_ =
  (value: (make: Maker) => string, text: (value: string, make: Maker) => string): Making =>
  (make) => {
    const secret = value(make);
    return [text(secret, make), secret];
  };
const weak = (text: (value: string, make: Maker) => string): Making => with_((make) => make.weak(), text);
const word = (text: (value: string, make: Maker) => string): Making => with_((make) => make.word(), text);
const random = (length: number, text: (value: string, make: Maker) => string): Making =>
  with_((make) => `${make.of(LOWER, 1)}${make.of(DIGITS, 1)}${make.of(ALNUM, length - 2)}`, text);

const TRUE: readonly Making[] = [
  weak((p) => `The password is ${p}`),
  weak((p) => `btw the wifi password is ${p}, the guest one is the same`),
  weak((p) => `my password for the router is ${p}. can you log in?`),
  word((p) => `The password is ${p}.`),
  word((p) => `password: ${p}`),
  word((p) => `the passphrase for the backup disk is "${p}"`),
  with_(
    (m) => m.words(4),
    (p) => `the passphrase is "${p}"`,
  ),
  weak((p) => `{"username":"ada","password":"${p}"}`),
  weak((p) => `DB_PASSWORD=${p}`),
  weak((p) => `export PGPASSWORD='${p}'`),
  word((p) => `MYSQL_ROOT_PASSWORD=${p}\nMYSQL_DATABASE=shop`),
  weak((p) => `database:\n  user: app\n  password: ${p}\n  host: db.internal`),
  weak((p) => `const client = connect({ host, user: "root", password: '${p}' });`),
  weak((p) => `postgres://app:${p.replace(/[@#]/gu, "_")}@db.internal:5432/shop`),
  word((p) => `DATABASE_URL=mysql://root:${p}@10.0.0.5/main`),
  weak((p) => `redis://:${p.replace(/[@#]/gu, "_")}@cache.example.org:6379/0`),
  weak((p) => `git clone https://ada:${p.replace(/[@#]/gu, "_")}@git.example.org/ada/app.git`),
  weak((p) => `change the password to ${p} please`),
  weak((p) => `I reset your password to ${p}, please log in again`),
  weak((p) => `Your payroll password has been reset to ${p} and your staff number is 990017`),
  weak((p) => `the wifi password was changed to ${p}`),
  weak((p) => `use ${p} as the password`),
  weak((p) => `${p} is the password for the admin panel`),
  weak((p) => `user: ada pass: ${p}`),
  weak((p) => `login: ada / ${p}`),
  weak((p) => `pw: ${p}`),
  weak((p) => `mysql -u root -p${p} shop < dump.sql`),
  weak((p) => `curl -u ada:${p} https://api.example.org/v1/me`),
  weak((p) => `sshpass -p ${p} ssh deploy@10.0.0.7`),
  weak((p) => `tool --username ada --password ${p} --verbose`),
  weak((p) => `das Passwort ist ${p}`),
  weak((p) => `la contraseña es ${p}`),
  weak((p) => `le mot de passe est ${p}`),
  weak((p) => `пароль: ${p}`),
  weak((p) => `数据库密码是 ${p}`),
  with_(
    (m) => m.of("123456789", 1) + m.of(DIGITS, 3),
    (p) => `my PIN is ${p}`,
  ),
  with_(
    (m) => m.of("123456789", 1) + m.of(DIGITS, 5),
    (p) => `The alarm code is ${p}, don't forget`,
  ),
  with_(
    (m) => m.words(12),
    (p) => `my seed phrase: ${p}`,
  ),
  with_(
    (m) => `ghp_${m.of(ALNUM, 36)}`,
    (t) => `push with ${t}`,
  ),
  with_(
    (m) => `github_pat_${m.of(ALNUM, 22)}_${m.of(ALNUM, 59)}`,
    (t) => `GITHUB_TOKEN=${t}`,
  ),
  with_(
    (m) => `glpat-${m.of(ALNUM, 20)}`,
    (t) => `the GitLab token is ${t}`,
  ),
  with_(
    (m) => `xoxb-${m.of(DIGITS, 12)}-${m.of(DIGITS, 12)}-${m.of(ALNUM, 24)}`,
    (t) => `SLACK_BOT_TOKEN=${t}`,
  ),
  with_(
    (m) => `sk-proj-${m.of(ALNUM, 20)}T3BlbkFJ${m.of(ALNUM, 20)}`,
    (t) => `OPENAI_API_KEY="${t}"`,
  ),
  with_(
    (m) => `sk-ant-api03-${m.of(`${ALNUM}-_`, 93)}AA`,
    (t) => `it says invalid x-api-key: ${t}`,
  ),
  with_(
    (m) => `AIza${m.of(ALNUM, 35)}`,
    (t) => `maps.init("${t}")`,
  ),
  with_(
    (m) => `AKIA${m.of(`${UPPER}234567`, 16)}`,
    (t, m) => `aws_access_key_id = ${t}\nregion = ${m.one(["eu-west-1", "us-east-1"])}`,
  ),
  with_(
    (m) => m.base64(40),
    (t) => `aws_secret_access_key = ${t}`,
  ),
  with_(
    (m) => `sk_live_${m.of(ALNUM, 24)}`,
    (t) => `stripe.api_key = "${t}"`,
  ),
  with_(
    (m) => `SG.${m.of(ALNUM, 22)}.${m.of(ALNUM, 43)}`,
    (t) => `sendgrid: ${t}`,
  ),
  with_(
    (m) => `npm_${m.of(ALNUM, 36)}`,
    (t) => `//registry.example.org/:_authToken=${t}`,
  ),
  with_(
    (m) => `hf_${m.of(LOWER + UPPER, 34)}`,
    (t) => `huggingface-cli login --token ${t}`,
  ),
  with_(
    (m) => `${m.of("123456789", 1)}${m.of(DIGITS, 8)}:AA${m.of(ALNUM, 33)}`,
    (t) => `bot token from BotFather: ${t}`,
  ),
  with_(
    (m) => `eyJ${m.of(ALNUM, 33)}.eyJ${m.of(ALNUM, 60)}.${m.of(ALNUM, 43)}`,
    (t) => `Authorization: Bearer ${t}`,
  ),
  random(32, (t) => `curl -H "Authorization: Bearer ${t}" https://api.example.org`),
  with_(
    (m) => m.hex(32),
    (t) => `api_key: ${t}`,
  ),
  with_(
    (m) => m.uuid(),
    (t) => `HEROKU_API_KEY=${t}`,
  ),
  random(24, (t) => `{"client_secret": "${t}", "client_id": "web"}`),
  random(28, (t) => `the API key for the weather service is ${t}`),
  with_(
    (m) => m.base64(64),
    (t, m) => `-----BEGIN RSA PRIVATE KEY-----\n${t}\n${m.base64(64)}\n-----END RSA PRIVATE KEY-----`,
  ),
  with_(
    (m) => m.base64(70),
    (t) =>
      `here is my key -----BEGIN OPENSSH PRIVATE KEY-----\n${t}\n-----END OPENSSH PRIVATE KEY----- add it to the agent`,
  ),
  with_(
    (m) => `${m.base64(86)}==`,
    (t) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${t};EndpointSuffix=core.windows.net`,
  ),
  random(24, (t) => `https://api.example.org/v1/items?limit=10&api_key=${t}`),
  with_(
    (m) => m.of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32),
    (t) => `otpauth://totp/Shop:ada?secret=${t}&issuer=Shop`,
  ),
  with_(
    (m) => `${m.of(ALNUM, 24)}`,
    (t) => `https://hooks.slack.com/services/T0A1B2C3D/B0A1B2C3D/${t}`,
  ),
  random(40, (t) => `JWT_SECRET='${t}'`),
  with_(
    (m) => `hvs.${m.of(ALNUM, 24)}`,
    (t) => `export VAULT_TOKEN=${t}`,
  ),
];

const FALSE: readonly ((make: Maker) => string)[] = [
  (m) =>
    `The password is ${m.one(["wrong", "required", "too short", "stored in the vault", "case-sensitive", "hashed with argon2id", "not accepted", "expired"])}.`,
  (m) => `I forgot my password ${m.one(["again", "yesterday", "and the reset mail never came", "for the router"])}.`,
  (m) =>
    `password: ${m.one(["string", "z.string().min(8)", "hashedPassword,", "user.password,", "null", "********", "<your password>", "process.env.DB_PASSWORD,"])}`,
  (m) =>
    `DB_PASSWORD=${m.one(["${DB_PASSWORD}", "$SECRET", "changeme", "your-password-here", "<password>", "xxxxxxxx", "********", "$(cat /run/secrets/db)"])}`,
  (m) =>
    `const password = ${m.one(["await askPassword();", "req.body.password;", "input.value;", "generatePassword(16);", 'process.env.PASSWORD ?? "";', "faker.internet.password();"])}`,
  (m) => `Passwords must be at least ${m.one(["8", "10", "12", "16", "1024"])} characters long.`,
  (m) =>
    `Reset the password to ${m.one(["continue", "get access again", "something stronger", "the default", "whatever you like"])}.`,
  (m) => `fix commit ${m.hex(40)}`,
  (m) => `see ${m.hex(7)} and ${m.hex(8)} for the refactoring`,
  (m) => `request id ${m.uuid()} failed with 502`,
  (m) => `"integrity": "sha512-${m.base64(86)}=="`,
  (m) => `FROM node@sha256:${m.hex(64)}`,
  (m) => `sha256sum: ${m.hex(64)}  dist.tar.gz`,
  (m) => `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${m.base64(120)}`,
  (m) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${m.base64(43)} ada@laptop`,
  (m) => `-----BEGIN PUBLIC KEY-----\n${m.base64(64)}\n-----END PUBLIC KEY-----`,
  (m) => `-----BEGIN CERTIFICATE-----\n${m.base64(64)}\n${m.base64(64)}\n-----END CERTIFICATE-----`,
  (m) => `The file starts with -----BEGIN ${m.one(["RSA ", "EC ", "OPENSSH ", ""])}PRIVATE KEY----- and then base64.`,
  (m) =>
    `postgres://user:${m.one(["password", "pass", "<password>", "${PGPASSWORD}", "****", "$DB_PASS"])}@localhost:5432/app`,
  (m) => `open http://localhost:${3000 + m.below(6000)}/login and http://127.0.0.1:${3000 + m.below(6000)}@main`,
  (m) => `git@github.com:ada/app-${m.of(DIGITS, 4)}.git`,
  (m) => `mail ada.lovelace${m.of(DIGITS, 2)}@example.org about it`,
  (m) => `max_tokens=${m.of("123456789", 1)}${m.of(DIGITS, 3)}, temperature=0.${m.of(DIGITS, 1)}`,
  (m) => `{"total_tokens": ${m.of("123456789", 1)}${m.of(DIGITS, 4)}, "prompt_tokens": 12}`,
  (m) =>
    `token: ${m.one(["CancellationToken", "string;", "ctx.token,", "null", "Token.IDENTIFIER", "<token>", "$GITHUB_TOKEN", "${{ secrets.GITHUB_TOKEN }}"])}`,
  (m) =>
    `OPENAI_API_KEY=${m.one(["sk-...", "sk-xxxxxxxxxxxxxxxxxxxxxxxx", "your-api-key", "<key>", "$OPENAI_API_KEY", "sk-your-key-here"])}`,
  (m) =>
    `Authorization: Bearer ${m.one(["<token>", "$TOKEN", "${token}", "YOUR_ACCESS_TOKEN", "{access_token}", "token"])}`,
  (m) => `AKIAIOSFODNN7EXAMPLE is the example key of the ${m.one(["AWS", "S3", "IAM", "CLI"])} manual`,
  (m) => `The order ${m.of(UPPER, 2)}-${m.of(DIGITS, 8)} was shipped with tracking 1Z${m.of(UPPER + DIGITS, 16)}.`,
  (m) => `ISBN 978-${m.of(DIGITS, 1)}-${m.of(DIGITS, 4)}-${m.of(DIGITS, 4)}-${m.of(DIGITS, 1)}`,
  (m) => `call +49 30 ${m.of(DIGITS, 8)} or 0171 ${m.of(DIGITS, 7)}`,
  (m) => `The meeting is on 2026-0${1 + m.below(9)}-1${m.below(9)} at ${10 + m.below(9)}:30, code review first.`,
  (m) => `version ${m.below(20)}.${m.below(30)}.${m.below(90)}-rc.${m.below(9)} has the fix`,
  (m) => `the HTTP status code is ${m.one(["404", "503", "1006", "4001"])} and the exit code is 137`,
  (m) => `postal code ${m.of("123456789", 1)}${m.of(DIGITS, 4)}, area code 030`,
  (m) => `error code: ${m.one(["E4042", "0x80070005", "ERR_MODULE_NOT_FOUND", "TS2345"])}`,
  (m) => `PIN the version to ${m.below(20)}.${m.below(30)}.${m.below(90)}`,
  (m) => `Connect the button to pin ${m.below(40)} and the LED to GPIO ${m.below(40)}.`,
  (m) => `primary key: ${m.one(["user_id", "order_line_id", "(id, version)", "uuid"])}`,
  (m) => `press the key ${m.one(["Ctrl+Shift+P", "F12", "Escape", "Enter"])} to go on`,
  (m) =>
    `the secret of ${m.one(["good bread is time", "success is patience", "a good talk is practice", "this recipe is butter"])}`,
  (m) => `kind: Secret\nmetadata:\n  name: ${m.one(["db-credentials", "tls-cert", "app-config", "registry-auth"])}`,
  (m) => `secretKeyRef:\n  name: db-${m.of(DIGITS, 1)}\n  key: ${m.one(["password", "username", "token", "dsn"])}`,
  (m) =>
    `function ${m.one(["checkPassword", "hashPassword", "validateToken", "rotateSecret"])}(password: string, salt: Buffer): Promise<boolean> {`,
  (m) =>
    `<input type="password" name="password" placeholder="${m.one(["Password", "Your password", "At least 8 characters", "Enter password"])}">`,
  (m) => `if (password === ${m.one(["confirmation", "undefined", '""', "previousPassword"])}) return;`,
  (m) => `.btn-${m.hex(6)} { color: #${m.hex(6)}; background: #${m.hex(6)}; }`,
  (m) =>
    `import { ${m.one(["tokenizer", "TokenStream", "parseToken", "secretsManager"])} } from "./lexer-${m.of(DIGITS, 2)}.js";`,
  (m) => `tokens: [${m.below(90000)}, ${m.below(90000)}, ${m.below(90000)}]`,
  (m) => `The tokenizer splits "unhappiness" into ${2 + m.below(4)} tokens; see token ${m.below(9000)}.`,
  (m) => `Trace ${m.hex(32)} span ${m.hex(16)} took ${m.below(900)} ms`,
  (m) => `ETag: "${m.hex(32)}"`,
  (m) => `https://example.org/watch?v=${m.of(ALNUM, 11)}&list=PL${m.of(ALNUM, 16)}`,
  (m) => `https://docs.example.org/d/${m.of(ALNUM, 44)}/edit#heading=h.${m.of(LOWER, 8)}`,
  (m) => `bitcoin:bc1q${m.of(LOWER + DIGITS, 38)}`,
  (m) => `wallet 0x${m.hex(40)} got 3 ETH`,
  (m) => `docker pull registry.example.org/team/app:${m.hex(12)}`,
  (m) =>
    `npm ERR! code ${m.one(["ERESOLVE", "E401", "EINTEGRITY", "ENOENT"])}: authentication token missing or expired`,
  (m) => `The user logged in with ${m.one(["Google", "her new account", "a passkey", "SSO"])} and changed nothing.`,
  (m) => `Use ${m.one(["bcrypt", "a password manager", "1Password", "scrypt with N=32768"])} for passwords.`,
  (m) => `password_reset_token_expires_in: ${m.one(["3600", "86400", "24h", "900s"])}`,
  (m) =>
    `"password": "${m.one(["The password is incorrect", "Enter your password", "Passwort vergessen?", "must not be empty"])}"`,
  (m) => `pass ${m.below(400)} of ${400 + m.below(90)} tests; ${m.below(9)} skipped`,
  (m) => `The boarding pass ${m.one(["was printed", "is on my phone", "shows gate B12", "has seat 14C"])}.`,
  (m) => `login with ${m.one(["ada@example.org", "your work account", "the button above", "GitHub"])}`,
  (m) => `Usage: tool --token <token> --password-file ${m.one(["/run/secrets/pw", "./pw.txt", "~/.pw", "FILE"])}`,
  (m) => `auth: ${m.one(["authService.currentUser,", "required", "oauth2", '{ type: "bearer" }'])}`,
  (m) => `api_key: ${m.one(['os.environ["API_KEY"]', "config.apiKey", "settings.api_key", "getenv('API_KEY')"])}`,
  (m) => `The author of chapter ${m.below(30)} says the key is consistency, the token gesture is not enough.`,
  (m) => `row_${m.of(DIGITS, 8)} | ${m.of(UPPER, 3)}${m.of(DIGITS, 5)} | ${m.below(1000)}.${m.of(DIGITS, 2)}`,
  (m) =>
    `The passwords of both services are ${m.one(["different", "the same", "rotated monthly", "kept by ops", "in the vault"])}.`,
  (m) =>
    `What was the password ${m.one(["policy", "manager we chose", "length we agreed on", "hint for the test system"])}?`,
  (m) =>
    `Where do we store the API keys for ${m.one(["staging", "the weather service", "billing", "the mobile app"])}?`,
  (m) =>
    `Please rotate the ${m.one(["client secret", "access token", "API key", "signing key"])} before Friday and tell ops.`,
  (m) => `cookie: theme=dark; lang=de; consent=${m.one(["yes", "all", "necessary", "none"])}`,
  (m) => `const PASSWORD_MIN_LENGTH = ${8 + m.below(8)}; const TOKEN_TTL_SECONDS = ${600 * (1 + m.below(9))};`,
  (m) => `import hashlib; hashlib.md5(b"${m.word()}").hexdigest()  # ${m.hex(32)}`,
  (m) => `Das Passwort ist ${m.one(["falsch", "abgelaufen", "zu kurz", "vergessen worden", "geändert worden"])}.`,
  (m) => `La contraseña es ${m.one(["incorrecta", "obligatoria", "demasiado corta", "necesaria"])}.`,
  (m) => `uuid5 = ${m.uuid()}; etag = W/"${m.hex(20)}"; nonce = ${m.below(1e6)}`,
  (m) => `drawer ${m.hex(16)} was opened ${m.below(20)} times; session ${m.uuid()}`,
  (m) => `x-request-id: ${m.uuid()}\nx-amz-cf-id: ${m.base64(54)}==`,
  (m) => `He whispered the password and the guard let the ${m.one(["knight", "child", "merchant", "old man"])} in.`,
];

/** The corpus: 200 true, 500 false, in turn over all forms. */
export function secretCorpus(seed = 20261123): {
  readonly secrets: readonly CorpusCase[];
  readonly lookAlikes: readonly CorpusCase[];
} {
  const make = new Maker(seed);
  const secrets = Array.from({ length: 200 }, (_, i) => {
    const [text, secret] = (TRUE[i % TRUE.length] as Making)(make);
    return { text, secret };
  });
  const lookAlikes = Array.from({ length: 500 }, (_, i) => ({
    text: (FALSE[i % FALSE.length] as (make: Maker) => string)(make),
    secret: null,
  }));
  return { secrets, lookAlikes };
}
