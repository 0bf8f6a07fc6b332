import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { rounds } from "../../../test/rounds.fixture.ts";
import { openMemoryFactStore } from "../../../test/contract/reference/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";
import { memoryFacts } from "../memory-facts.fixture.ts";

/** What is stored after one message, and what the reply says. */
async function told(message: string): Promise<{ readonly values: readonly string[]; readonly reply: string }> {
  const facts = memoryFacts();
  const { text } = await facts.tell(message, { chat: "A" });
  const lists = await facts.list(null, { kind: "all" });
  return { values: lists.flatMap(({ items }) => items.map(({ value }) => value)), reply: text };
}

const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
const SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_{|}~";
const KEYS = [
  "my gate code",
  "my locker code",
  "the wifi password",
  "the vault password",
  "our api key",
  "our storage key",
  "wifi password",
  "garage code",
  "Anna's locker code",
];
const AROUND = ["", '"', "`", "**", "'"];

/** Letters, digits and signs, with signs at the ends as often as not; some in letters alone, some as a keypad has them. */
const secret = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.array(fc.constantFrom(...LETTERS, ..."23456789".repeat(3), ...SIGNS), {
        minLength: 3,
        maxLength: 14,
      }),
    },
    { weight: 2, arbitrary: fc.array(fc.constantFrom(..."0123456789*#"), { minLength: 3, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...LETTERS, "'"), { minLength: 4, maxLength: 12 }) },
  )
  .chain((middle) =>
    fc.tuple(
      fc.constantFrom("", ...SIGNS),
      fc.constant(middle),
      fc.constantFrom("", "", ...SIGNS, "!?", "?!", ".)", ".."),
    ),
  )
  .map(([first, middle, last]) => [first, ...middle, last].join(""))
  // What stands in quotation marks or backticks is quoted, and one full stop behind a word or a number ends a sentence.
  .filter(
    (one) => /[\p{L}\p{N}]/u.test(one) && !/^(["`]).*\1[.!]*$/u.test(one) && !/^(?:\p{L}+|[\d*#-]+)\.$/u.test(one),
  );

test("a secret of any signs is stored byte for byte, or the reply says that it wasn't", async () => {
  await fc.assert(
    fc.asyncProperty(
      secret,
      fc.constantFrom(...KEYS),
      fc.constantFrom(...AROUND),
      fc.constantFrom("", "."),
      async (one, key, around, stop) => {
        const { values, reply } = await told(`${key} is ${around}${one}${around}${stop}`);
        if (values.length === 0) assert.match(reply, /nothing of it was stored/u);
        else if (/full stop/u.test(reply))
          assert.ok(values[0] === one || `${values[0]}.` === one, `${one} ${values[0]}`);
        else assert.deepEqual(values, [one]);
      },
    ),
    { numRuns: rounds(5_000, 150), seed: 450 },
  );
});

test("what stands in quotation marks is read to the closing one", async () => {
  const PHRASE = "horse not Battery, no wait, and my staple";
  for (const [open, close] of ['""', "“”", "„“", "«»", "``"]) {
    const { values } = await told(`our wifi password is ${open}${PHRASE}${close}`);
    assert.deepEqual(values, [PHRASE], open);
  }
  assert.deepEqual((await told('my favorite poem is "The Road Not Taken"')).values, ["The Road Not Taken"]);
  assert.deepEqual((await told("my favorite poem is The Road Not Taken")).values, ["The Road Not Taken"]);
  assert.deepEqual((await told('my favorite poem is "Howl", not "The Road Not Taken"')).values, ["Howl"]);
});

test("a secret whose marks aren't sure goes into no note either", async () => {
  const notes: string[] = [];
  const [store, files, clock, newId] = [openMemoryFactStore(), null, Date.now, randomUUID];
  const keepNote = ({ text }: { readonly text: string }) => Promise.resolve(notes.push(text) > 0);
  const facts = createFacts({ store, files, clock, newId, keepNote });
  for (const said of [
    "remember that the safe combination is 'Xu77-Ccj'",
    "please note: my voicemail PIN is kKBkFtj1gh...",
    "remember that the shed leaks, and my gate code is 'Xu77-Ccj'",
  ]) {
    const { changed, text } = await facts.tell(said, { chat: "A" });
    assert.equal(changed, false, said);
    assert.match(text, /in double quotes/u, said);
  }
  assert.deepEqual(notes, []);
});

test("a secret that a fact holds is taken out of what is said, however it is spelt", async () => {
  for (const [value, ...spelt] of [
    ["4417-8820", "44178820", "4417 8820", "(4417-8820)"],
    ["Straße-77x", "STRAẞE-77X", "straße-77x"],
    ["Kelvin7", "\u212Aelvin7", "KELVIN7"],
    ["ſafe!903", "SAFE!903", "safe!903"],
    ["*#*#06", "*#*#06"],
  ] as const) {
    const facts = memoryFacts();
    await facts.change({ op: "put", topic: "my alarm code", value });
    for (const one of spelt) {
      const text = `the alarm code is ${one}, I think`;
      const kept = await facts.withoutSecrets({ text, scope: "admin", chat: "A", by: "answer" });
      assert.equal(kept.includes(one), false, `${value}: ${kept}`);
    }
  }
});

test("a secret keeps its last sign in whatever form it is said, and beside its name is one that is stated", async () => {
  for (const said of [
    "password for netflix is",
    "our login for netflix =",
    "remember the netflix password",
    "we changed the netflix password, now it's",
    "the netflix password got changed to",
  ]) {
    const { values } = await told(`${said} Gr33nTea!`);
    assert.deepEqual(values, ["Gr33nTea!"], said);
  }
  for (const [said, value] of [
    ["my netflix login is ada@x.example / Gr33nTea!", "ada@x.example / Gr33nTea!"],
    ["alarm code 4417#", "4417#"],
    ["door code's 4417, don't tell Ben", "4417"],
    ["PIN 4417 for the new card", "4417"],
    ["we changed the wifi, it's GreenHeron88 now", "GreenHeron88"],
  ] as const)
    assert.deepEqual((await told(said)).values, [value], said);
  for (const said of ["error code 4417", "use password Gr33nTea1", "alarm code 4417?", "the alarm code 4417 fails"])
    assert.deepEqual((await told(said)).values, [], said);
});

test("a secret that a chat doesn't keep, and no fact holds, is said", async () => {
  const [store, files, clock, newId] = [openMemoryFactStore(), null, Date.now, randomUUID];
  const facts = createFacts({ store, files, clock, newId, holdsSecret: () => Promise.resolve(false) });
  const { changed, text } = await facts.tell("change the shed padlock code to 4417", { chat: "A" });
  assert.equal(changed, false);
  assert.match(text, /nothing of it was stored|not kept here/u);
});

test("what is called after a secret, stands for one or says where it is, is none", async () => {
  const facts = memoryFacts();
  const kept = (text: string): Promise<string> =>
    facts.withoutSecrets({ text, scope: "admin", chat: "A", by: "speaker" });
  for (const text of [
    "the secret ingredient is smoked paprika",
    "our secret sauce is garlic",
    "the token bucket is 40 per second",
    "the password field is called pw_hash",
    "my password manager is Bitwarden",
    "login: see the wiki",
    "the wifi password: ask Ines at the desk",
    "PASSWORD=${DB_PASSWORD}",
    "password: {{ vault_db_password }}",
    'password: "<your password>"',
  ])
    assert.equal(await kept(text), text);
  for (const text of [
    "my client secret is gardenia",
    "the api token for the weather feed is gardenia",
    "my pin is 8351",
  ])
    assert.doesNotMatch(await kept(text), /gardenia|8351/u);
  for (const value of ["$gardenia9", "{gardenia9", "<gardenia9", "@gardenia9"])
    assert.doesNotMatch(await kept(`the vault password is ${value}`), /gardenia/u);
  await facts.close();
});
