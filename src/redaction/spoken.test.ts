import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rounds } from "../../test/rounds.fixture.ts";
import { openRedaction } from "./redact.ts";

const redact = openRedaction();

const password = fc
  .tuple(
    fc.constantFrom("Tulpe", "Nelke", "Blaubeere", "kettle", "Umbrella", "quitte"),
    fc.constantFrom("-", "!", "#", "_", ""),
    fc.integer({ min: 10, max: 9999 }),
  )
  .map(([word, sign, number]) => `${word}${sign}${number}`);
const code = fc.integer({ min: 1000, max: 999_999 }).map(String);
const dial = fc.array(fc.integer({ min: 10, max: 99 }), { minLength: 3, maxLength: 4 }).map((one) => one.join("-"));
const license = fc
  .tuple(
    fc.constantFrom("QX", "ZZ", "AA", "DL"),
    fc.integer({ min: 1, max: 999 }),
    fc.constantFrom("ALPHA", "PLURAL", "B7"),
  )
  .map(([a, n, b]) => `${a}${n}-${b}`);
const words = fc
  .array(
    fc.constantFrom(..."ribbon gravel oyster canyon velvet tunnel lunar pepper anchor walnut copper meadow".split(" ")),
    {
      minLength: 12,
      maxLength: 12,
    },
  )
  .map((one) => one.join(" "));

/** With its two check digits (ISO 13616). */
const iban = fc
  .tuple(fc.constantFrom("GB", "DE", "PT"), fc.integer({ min: 10 ** 9, max: 10 ** 10 - 1 }))
  .map(([country, number]) => {
    const bank = country === "GB" ? "BUKB2020" : country === "DE" ? "37040044" : "0002012312345";
    const rest = `${bank}${number}`.slice(0, country === "PT" ? 21 : 18);
    const numeral = `${rest}${country}00`.replace(/[A-Z]/gu, (sign) => String((sign.codePointAt(0) ?? 0) - 55));
    const check = 98n - (BigInt(numeral) % 97n);
    return `${country}${String(check).padStart(2, "0")}${rest}`;
  });
const grouped = iban.map((one) => one.replace(/(.{4})(?=.)/gu, "$1 "));

/** Sentences with one or two secrets, `A` and `B`. */
const SPOKEN: readonly (readonly [fc.Arbitrary<string>, readonly string[]])[] = [
  [
    password,
    [
      "Our wifi password is A, and the guest one is B",
      "our wifi password is A and the one for guests is B.",
      "The passwords are A and B.",
      "The wifi password isn't A any more, it's B",
      "the netflix password is no longer A but B",
      "I changed the router password from A to B.",
      "My login for the bank is priya.k / A",
      "my login for the online bank is priya.k with the password A",
      "Log in as priya.k with A",
      "The netflix pw is A",
      "the password for the guest wifi's now A",
      "Wifi password A, guest password B",
      "Is the wifi password A or B?",
      "Was the wifi password A?",
      "Use A to log in to the NAS",
      "you log in to the NAS with A",
      "The password used to be A, now it's B.",
      "the password she chose is A",
      "the wifi password they gave us A",
      "iCloud password again: A",
      "our new wifi is Nestbox, key A",
      "the guest network is called Burrow, and the key is A",
      "kim/A gets us into the router",
      "requests.post(url, auth=('kim', 'A'))",
      '<setting name="DbPassword" value="A" />',
      "openssl enc -d -k A -in notes.enc",
    ],
  ],
  [
    code,
    [
      "The alarm code isn't A any more, it's B",
      "The alarm code is not A, it is B.",
      "the garage code is A, the shed's is B",
      "The code for the front door is A.",
      "The door code's A now",
      "Is the alarm code A?",
      "Change the alarm code to B.",
      "My card PIN is A and Tom's is B",
      "They changed the gate code from A to B",
      "the code to Renate's building is A#",
      "Safe: A",
      "Our garage opens with A",
      "A opens the shed",
      "press A to open the gate",
      "punch in A at the front door",
      "the keypad takes A#",
      "you unlock the shed with A",
      "you can get in with A",
      "Don't let me forget: the boiler code is A",
      "shed A#",
      "he changed the safe to A",
      "they reset the front door lock to A again",
      "the alarm wants A",
      "my tablet unlocks with A",
      "your Otter Bank code is A, never share it with anybody",
      "A is your Otter login code",
      "one-time code: A",
      "Zugangscode Keller A",
      "ПИН карты A",
      "PIN de la tarjeta A",
    ],
  ],
  [
    dial,
    ["The code to the safe is A", "the safe's combination is A", "Combination of my locker: A, the old one was B"],
  ],
  [
    license,
    [
      "The licence key for Sketchbook is A",
      "The product key is A",
      "The Adobe serial number is A",
      "My driving licence number is A",
      "Activation code: A",
    ],
  ],
  [iban, ["My IBAN is A", "please transfer it to A by Friday"]],
  [grouped, ["My IBAN is A", "Send the rent to A, not to B."]],
  [
    words,
    [
      "The recovery phrase for my hardware wallet is A.",
      "my seed phrase: A",
      "Recovery words of the ledger are A",
      "my wallet's seed is A",
    ],
  ],
];

test("a secret that is said in a sentence of any form is taken out", async () => {
  for (const [value, sentences] of SPOKEN)
    for (const sentence of sentences)
      await fc.assert(
        fc.asyncProperty(value, value, async (a, b) => {
          const said = sentence.replace(/\bA\b/u, a).replace(/\bB\b/u, b);
          const { text } = await redact(said);
          const left = [a, ...(/\bB\b/u.test(sentence) ? [b] : [])].filter((one) => text.includes(one));
          assert.deepEqual(left, [], `${said}\n→ ${text}`);
          assert.equal((await redact(text)).text, text);
        }),
        { numRuns: rounds(200, 6), seed: 3 },
      );
});

test("keys, numbers of papers and of cards are taken out", async () => {
  for (const [said, secret] of [
    [
      "my AWS key is AKIAQ7XD2MZPL4RT6NWB and the secret is 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",
      "wJ7rXUtnFEbK9MD",
    ],
    ["my AWS key is AKIAQ7XD2MZPL4RT6NWB and the secret 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", "wJ7rXUtnFEbK9MD"],
    ["My passport number is C01X00T47.", "C01X00T47"],
    ["My SIN is 046 454 286.", "046 454 286"],
    ["social insurance number: 046-454-286", "046-454-286"],
    ["mijn bsn is 123456782", "123456782"],
    ["my visa is 4539 1488 0343 6467, cvv 913", "0343"],
    ["my visa is 4539 1488 0343 6467, the CVV is 913", "913"],
    ["My SSN is 536-22-8726", "536-22"],
    ["The PUK of the SIM is 48151623", "48151623"],
    ["Account number 31926819, sort code 60-16-13", "31926819"],
  ] as const) {
    const { text } = await redact(said);
    assert.ok(!text.includes(secret), `${said}\n→ ${text}`);
  }
});

test("the day until which a paper is good is no number of it", async () => {
  const days = ["2027-02-01", "2027 2 1", "01-02-2027", "1 Feb 2027", "1 February 2027", "Feb 1 2027", "28-12-1999"];
  for (const name of [
    "passport",
    "driving licence",
    "ID card",
    "national insurance",
    "tax ID",
    "social insurance",
    "SIN",
    "bsn",
  ])
    for (const word of ["before ", "until ", "by ", "on ", "since ", "expires ", "is good till ", ""])
      for (const day of days)
        for (const more of [".", " at noon", " in Leeds"]) {
          const said = `Renew the ${name} ${word}${day}${more}`;
          assert.equal((await redact(said)).text, said);
        }
  for (const number of ["536-22-8726", "QQ 12 34 56 C", "C01X00T47", "925076473", "A123-456-78-910", "MORGA657054SM9"])
    assert.ok(!(await redact(`My passport number is ${number}.`)).text.includes(number), number);
});

const NUMBER = fc.integer({ min: 1000, max: 9999 }).map(String);
/** Sentences that look like those, and hold no secret. */
const LOOK_ALIKES: readonly string[] = [
  "The licence is MIT and the product key is user_id.",
  "the serial port is COMN",
  "the serial number is printed on the back since N",
  "Our garage opens with a remote, N metres away.",
  "The office opens at N and works with appointments.",
  "N people opened the door.",
  "The house takes N kWh, the garage needs N euros.",
  "You enter N steps on the form, press N times.",
  "They get in with N others.",
  "Use GitHub to log in to the forum",
  "log in to the page with your browser N",
  "The registration number is on page N.",
  "The password policy changed in v2.N, and the guest one is older.",
  "The wifi password is on the fridge, and the guest one is below it.",
  "Our password is too short, and the other one is expired since N.",
  "The passwords are different and the accounts are shared.",
  "PROJ-N adds a password field; PROJ-N is about the guest one.",
  "I changed the password from the admin page to the settings page.",
  "The login for the bank is broken / slow",
  "My login for the shop is the mail address",
  "Log in as admin with your token and open /users/N",
  "log in with Google and pick room N",
  "The alarm code is 4 digits, it's on the panel.",
  "The alarm isn't at 7 any more, it's at 8.",
  "The error code is N, the exit code isn't.",
  "The code for the N release is on main.",
  "The zip code for the office is N5.",
  "The product code of the door is N.",
  "The code to build N pages is in scripts.",
  "Safe: yes, N users tried it",
  "It is safe to delete N files.",
  "The combination of N and red is nice.",
  "The door is N mm wide, the gate is N.",
  "The gate was changed from N to N.",
  "Change the port to N.",
  "Call me on 0117 555 N.",
  "The invoice DE89-N was sent.",
  "Order GB33BUKB2020N is late.",
  "Our VAT id is DE136695N.",
  "The seed is N for all runs.",
  "The recovery phrase is written on paper in the safe at my parents' house and nobody but me has ever seen it.",
  "My seed words of the day: sow the tomatoes early and water them twice a day until they grow tall enough.",
  "The passport office opens at 9, number N.",
  "My passport number changed in N.",
  "the visa is valid for 90 days, reference 1234567890N",
  "Account number is in the mail of N.",
  "the account number field has 8 digits since N",
  "The secret is patience, N times.",
  "and the secret ingredient is nutmeg",
  "my pin is on the map at N Main Street",
  "Pin N messages at most.",
  "The pin of the plug is 5 mm, the other one is N um.",
  "The lock file is at revision N.",
  "The locker is number N",
  "the vault's N entries are listed below",
  "Is the password hash N bytes or less?",
  "Was the password reset in N?",
  "the wifi is Fritz and the guest one is open",
  "the code review is on N, the next one is later",
  "the backup code path is N lines long",
  "passphrase and key are in 1Password, entry N",
  "The alarm is set to 06:30 and the other one is at 07:N",
];

test("where credentials are kept stays as it is, and a user's name with a password beside it doesn't", async () => {
  const names = "creds: |cred: |credentials: |Credentials = |creds:\t".split("|");
  const words = "use see ask in from at stored moved kept rotated need both".split(" ");
  const places = "vault2prod 1password k8s-secret s3-bucket-7 wiki-page-12 runbook#12 aws-sso2 kv-v2/mount".split(" ");
  const prose = [
    ...names.flatMap((name) => words.flatMap((word) => places.map((place) => `${name}${word} ${place}`))),
    ..."vault/prod2024|creds: wiki/page12b4|credentials: Bitwarden, item4you|creds: okta / group7b".split("|"),
  ];
  const touched: string[] = [];
  for (const said of prose) if ((await redact(said)).text !== said) touched.push(said);
  assert.deepEqual([prose.length >= 400, touched], [true, []]);
  const left: string[] = [];
  for (const name of names)
    for (const user of "bob fred admin prod usera see-ling ask_me vault2 in.house".split(" "))
      for (const beside of [" ", " / "])
        if ((await redact(`${name}${user}${beside}hunter2x!`)).text.includes("hunter2"))
          left.push(name + user + beside);
  assert.deepEqual(left, []);
});

test("a secret that is told behind its name, after what was said of it, is replaced", async () => {
  const door = fc.constantFrom(
    "alarm code",
    "gate code",
    "door code",
    "safe combination",
    "pin for the garage",
    "locker code",
  );
  const before = fc.constantFrom(
    "I changed the NAME. It's now VALUE.",
    "new NAME: it's VALUE",
    "the NAME? it's VALUE",
    "What's the NAME? It's VALUE.",
    "the NAME changed again, it's VALUE now",
    "The NAME has been reset; it is VALUE.",
    "the NAME is different now: VALUE",
    "the NAME — VALUE",
    "the NAME -> VALUE",
    "the NAME (VALUE)",
  );
  const told = fc.oneof(
    fc.tuple(before, door, code),
    fc.tuple(before, fc.constantFrom("password", "wifi password", "password for the router"), password),
  );
  await fc.assert(
    fc.asyncProperty(told, async ([frame, name, value]) => {
      const text = frame.replace("NAME", name).replace("VALUE", value);
      assert.ok(!(await redact(text)).text.includes(value), text);
    }),
    { numRuns: rounds(400, 33), seed: 20261128 },
  );
});

test("none of 200 look-alikes is touched", async () => {
  const taken: string[] = [];
  for (const [i, sentence] of [...LOOK_ALIKES, ...LOOK_ALIKES, ...LOOK_ALIKES, ...LOOK_ALIKES].entries()) {
    const said = sentence.replaceAll("N", fc.sample(NUMBER, { numRuns: 1, seed: i })[0] ?? "");
    const { text } = await redact(said);
    if (text !== said) taken.push(`${said}\n→ ${text}`);
  }
  assert.deepEqual(taken, []);
});

const joins = ["; ", ", ", " / ", " ", " and ", " | "];
const spelt = [
  (one: string) => one,
  (one: string) => one.toUpperCase(),
  (one: string) => one.replace(/^./u, (a) => a.toUpperCase()),
];

test("a password beside its user's name goes, a plain word too, however the two are named and joined", async () => {
  const left: string[] = [];
  for (const [i, user] of ["user", "username", "user_id", "user id", "login", "account", "email"].entries())
    for (const [j, name] of ["pass", "password", "passwd", "pwd"].entries())
      for (const secret of ["sunflower", "hunter2", "Tulpe-4471"]) {
        const as = spelt[(i + j) % spelt.length] as (one: string) => string;
        const join = joins[(i + 2 * j) % joins.length] as string;
        for (const sign of [":", ": ", " : ", "="]) {
          const said = `${as(user)}${sign}bob${join}${as(name)}${sign}${secret}`;
          if ((await redact(said)).text.includes(secret)) left.push(said);
        }
      }
  for (const said of [
    "db:\n  user: bob\n  password: sunflower # change later",
    "Server=db;User Id=bob;Password=sunflower;",
    'psql "user=bob password=sunflower host=db"',
    "machine api.example.org login bob password sunflower",
    "machine example.com\nlogin daniel\npassword sunflower",
    "requirepass sunflower",
    "  masterauth sunflower",
    "u/p: bob/sunflower9",
    "The wifi password is Sunflower.",
    "password is Sunflower",
  ])
    if (/sunflower/iu.test((await redact(said)).text)) left.push(said);
  assert.deepEqual(left, []);
});

test("none of 200 lines of code, forms and settings is taken for a user's name and password", async () => {
  const users =
    "user: string|user: name|username: email|user=u|login: form|account: id|uid=1000|user: alice|user=$USER|user = name";
  const passwords =
    "password: string|password: hashed|password: required|pass: optional|pwd=$PWD|password=<password>|password: ****|pass: true|" +
    "password: unchanged|password: see wiki|passwd: x|password=${PASSWORD}|pass: 12|password: null|pwd: /srv/app";
  const others = String.raw`
f(user: name, password: hash)
const { user: name, password: hash } = row;
connect(host=h, user=name, password=hash)
INSERT INTO users (user, password) VALUES (name, hash)
| user: text | password: text |
The user: bob, the password: forgotten.
login: 14 pass: 12 fail: 2
tests: login: fail, pass: yes
account: closed, pass: expired
user/pass: required
u/p: none
u/p ratio: 2.5
creds: see the vault
password: string # the user's own
password: null # set later
password: required # at least 8
password: # none yet
requirepass is set
the requirepass setting guards redis
requirepass <password>
# requirepass foobared is commented out in the file
masterauth must be given
machine learning login page password field
The password is Required.
The password is Optional
The password is Hashed with salt.
The password is Encrypted.
The password is SHA256.
The password is LDAP
The password is Never stored.
The password is Valid until May.
The password is Wrong!
The password is wrong!
The password is Bcrypt.
The password is Empty
The password is Case-sensitive.
Her password was stolen.
Her password was Stolen.
The password was overwritten!
The password is Dave's problem.
Password: Required
Password: Text
| Password | Hash |
Password is Incorrect.
The passphrase is Long.
What the password is Anna can tell.
Our password was chosen by Dave.
The password is Anna's to tell.
The password is spoken at the door.
If the password is taken, choose another.`
    .trim()
    .split("\n");
  const pairs = users
    .split("|")
    .flatMap((user, i) => passwords.split("|").map((one, j) => `${user}${joins[(i + j) % joins.length] ?? ""}${one}`));
  assert.ok(others.length + pairs.length >= 200);
  const taken: string[] = [];
  for (const said of [...pairs, ...others]) if ((await redact(said)).text !== said) taken.push(said);
  assert.deepEqual(taken, []);
});

/** What begins as a secret does that is told without its verb, and is none. */
const HALF_SAID = String.raw`
changed the gate to 2024 rules
set the alarm to 0630
we set the safe to 4000 W mode
the garage 4417 Elm Street is closed
garage 2019
alarm needs 4 batteries
the alarm needs 2000 mAh
the alarm wants 30 minutes
my phone unlocks with a fingerprint
phone works with 2000 apps
the phone works with 5G
they set the lock to manual
we changed the door to 2100 mm
switched the vault to 2048 bit keys
reset the gate to open
your order code is 731948
your booking code is 604913
the verification code is long
OTP 26.2 is out
Erlang OTP 2024 release
verification code 200 lines
the error code is 731948, please share it
your zip code is 94107, don't share spam
42 is your lucky code name
password again and again
password still works
the password he made yesterday
the password they use is weak
the password you set expires in 30 days
pass 2 of 3
the boarding pass is B12345
this pass is O(n2)
the db pass is over
network is slow, key people are out
our wifi, key to everything, is down
the network layer, code review pending
the wifi is down, pass it on
foreign key user_profile_account_reference_id
primary key 550e8400-e29b-41d4-a716-446655440000
cache key 3f2a9c01b7d84e5f60718293a4b5c6d7e8f90a1b
<add key="RetryCount" value="5"/>
<add key="ApiKeyHeader" value="X-Api-Key-Header"/>
<input name="token" value="{{ csrf_token }}"/>
requests.get(url, auth=(user, password))
requests.get(url, auth=('user', 'pass'))
openssl req -new -key server.key -out a.csr
openssl enc -aes-256-cbc -kfile pass.txt
PIN Karte verloren
ПИН карты забыл
La clave del portal es la paciencia
a senha do portão é secreta
Das Handy geht mit 2000 mAh
Die Garage geht mit 4000 Euro ab
the admin and user get you into trouble
memorable word of the day
`;

test("what only begins like a secret that is told by halves stays", async () => {
  for (const said of HALF_SAID.trim().split("\n")) assert.equal((await redact(said)).text, said);
});

/** Sentences with a secret between braces. */
const TOLD_BESIDE = [
  "new guest password, {ventiel_2027}",
  "admin password, {Kiwi-4411!}",
  "our new passphrase, {mango#tree7}",
  "it wants a fresh password, i took {07029}",
  "it wanted a new password. so i set it to {X!8}",
  "needed a new password, chose {Regen2boog!}",
  "had to pick a new pin, went with {4471}",
  "the router had a reset, log in with {wafel-9-times}",
  "key {Gr33nTea!}",
  "$ vault kv get -field=password secret/db\n{kastanje7Laan}\n",
  "$ pass show mail/work\n{Tr0ubad0ur#9}\n",
  "$ bw get password github\n{Houtw0rm!99}\n",
  "$ kubectl get secret db -o jsonpath='{.data.pw}' | base64 -d\n{lampion77X}\n",
];

test("a password behind talk of a new one, or below the command that shows it, is replaced", async () => {
  for (const told of TOLD_BESIDE) {
    const secret = /\{([^{}.]+)\}(?!.*\{[^.])/su.exec(told)?.[1] ?? "";
    const text = told.replace(`{${secret}}`, secret);
    const kept = await redact(text);
    assert.ok(secret !== "" && !kept.text.includes(secret), kept.text);
    assert.equal(kept.findings.length, 1, kept.text);
  }
});

test("what keeps passwords, asks for them or hints at one, and what only stands beside talk of them, stays", async () => {
  const others = [
    "OAuth2",
    "SHA-256",
    "TLS-1.3",
    "utf-8",
    "ticket-4411",
    "README.md",
    "mirabel7",
    "2027",
    "90 days",
    "the app",
  ];
  const beside = [
    "the password reset, i took {}",
    "about the password page, we picked {}",
    "new password rules, {}",
    "after the reset log in with {}",
    "key {}",
    "$ pass ls\n{}\n",
    "$ vault kv list secret\n{}\n",
    "i changed the pin layout, went with {}",
  ];
  const kept = ["Proton2Pass", "Bitwarden2", "blue7house", "HomeNet-2G", "Fritz7590", "v2rules"];
  const named = [
    "my passwords app is {}",
    "my password manager is {}",
    "db password hint: {}",
    "the password policy is {}",
    "the wifi is called {}",
    "our network's name is {}",
  ];
  for (const [frames, values] of [
    [beside, others],
    [named, kept],
  ] as const)
    for (const frame of frames)
      for (const value of values) {
        const text = frame.replace("{}", value);
        assert.equal((await redact(text)).text, text);
      }
});
