import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rounds } from "../../test/rounds.fixture.ts";
import { SECRET_WORDS } from "../english/secret-words.ts";
import { LOOK_ALIKES } from "./look-alikes.fixture.ts";
import { openRedaction } from "./redact.ts";

const redact = openRedaction();
const number = fc.integer({ min: 10_000, max: 999_999 }).map(String);
const word = fc
  .tuple(
    fc.constantFrom("Sommer", "soleil", "Girasol", "tulp", "kotik", "Sakura", "hunter", "Bl0me"),
    fc.constantFrom("", "!", "#", "_", "-", "@"),
    fc.integer({ min: 10, max: 9999 }),
    fc.constantFrom("", "x", "Q"),
  )
  .map((parts) => parts.join(""));

/** Sentences of one language a line; `#` is a number, `$` a password. */
const SAID = [
  "Meine PIN ist #|Die PIN der Karte lautet #|Geheimzahl: #|Der Türcode ist #|Der Code für die Haustür ist #|Die Kombination vom Tresor ist #|Der Safe geht mit # auf|Das Tor öffnet mit #|Der Code ist #.|das Handy entsperrst du mit #|die Alarmanlage geht mit # aus",
  "Passwort: $|Das WLAN-Passwort lautet $|Mein Passwort ist $|Das Passwort für das NAS ist jetzt $|Kennwort = $|Routerpasswort → $|Melde dich mit $ an|Zugangsdaten: bob / $|WLAN-Schlüssel: $",
  "mon code PIN est #|le digicode est #|Le code de l'alarme est #|la porte s'ouvre avec #|le code est #|code d'accès : #",
  "mot de passe : $|le mot de passe du wifi est $|mdp : $|connecte-toi avec $|Mes identifiants sont bob / $|la clé du wifi est $",
  "mi PIN es #|el código de la puerta es #|la clave del portón es #|La clave de la caja fuerte es #|la puerta se abre con #|código de acceso: #",
  "la contraseña es $|la clave del wifi es $|contraseña → $|entra con $|credenciales: bob / $",
  "il mio PIN è #|il codice del cancello è #|il codice è #|la combinazione della cassaforte è #|la porta si apre con #",
  "la password del wifi è $|la parola d'ordine è $|accedi con $|credenziali: bob / $",
  "senha do portão #|meu PIN é #|o código do alarme é #|código de acesso: #|a porta abre com #",
  "a senha é $|senha: $|a senha do wifi é $",
  "mijn pincode is #|de code van de poort is #|alarmcode: #|de deur gaat open met #",
  "het wachtwoord is $|wachtwoord: $|wifiwachtwoord = $|inloggegevens: bob / $",
  "mój PIN to #|kod do bramy to #",
  "hasło to $|hasło do wifi: $",
  "lösenord: $|lösenordet är $|passordet er $|adgangskoden er $|salasana on $|dörrkoden är #",
  "мой пин-код #|код от домофона #|код сейфа: #|пін-код: #",
  "пароль: $|пароль от вайфая — $|мой пароль это $|heslo je $|lozinka je $",
  "şifre: $|jelszó: $|parola este $|mật khẩu là $|mật khẩu wifi: $|kata sandi: $|κωδικός: $|كلمة المرور هي $|كلمة سر الواي فاي $|הסיסמה היא $|पासवर्ड है $|वाईफाई का पासवर्ड $ है",
  "kapı kodu: #|mã vào cửa là #|kode pintu adalah #|κωδικός πόρτας: #|ajtókód: #|codul de la ușă este #|kód ke dveřím je #|šifra za vrata je #|låskoden är #|interphone : #",
  "密码是#|门锁密码是 #|密码：#|暗証番号は#です|비밀번호는 #입니다|PIN码是#",
  "密码是$|WiFi密码：$|パスワードは$です|パスワード: $|비밀번호는 $|비밀번호: $입니다|รหัสผ่านคือ $",
  "you get in with #|my pin's #|the gate code #|type # at the gate|my pin, #|PIN # for the visa card|the door opens with #|the safe's combination is #",
  "my password is $…, ok|pw: $… for now|creds: bob $|use $ to log in to the NAS|log in with bob / $|you get in with $!|admin / $ gets you in|wifi: Fritz / $|the wifi key is $|credentials are bob/$|the credentials: bob:$",
]
  .join("|")
  .split("|");

test("a secret said in a sentence of any of 25 languages is taken out, whole", async () => {
  for (const sentence of SAID)
    await fc.assert(
      fc.asyncProperty(sentence.includes("#") ? number : word, async (secret) => {
        const said = sentence.replace(/[#$]/u, () => secret);
        for (const text of [said, `Notiz: ${said}\n`, `ok, ${said}. Merci!`, `- ${said}\n- 2 kg`]) {
          const { text: left } = await redact(text);
          assert.ok(!left.includes(secret) && !left.includes(secret.slice(0, -1)), `${text}\n→ ${left}`);
          assert.equal((await redact(left)).text, left);
        }
      }),
      { numRuns: rounds(100, 4), seed: 11 },
    );
});

test("a password is found by every way of writing what a language calls it", async () => {
  for (const { password } of Object.values(SECRET_WORDS)) {
    const plain = password.replaceAll(String.raw`\p{L}*`, "[a-z]{0,2}");
    const name = fc.stringMatching(new RegExp(`^(?:${plain})$`, "u"));
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom("", "(", "- ", "ok, "), async (called, before) => {
        for (const text of [`${before}${called}: Tr0ub4dor&3x`, `${before}${called.toUpperCase()} = Tr0ub4dor&3x`])
          assert.ok(!(await redact(text)).text.includes("dor&3"), text);
      }),
      { numRuns: rounds(500, 13), seed: 12 },
    );
  }
});

/** What opens with a keypad's code, and with a lock of three wheels; `#` stands for it. */
const KEYED =
  "the gate is #|our front door's now #|the office: #|das Tor ist #|die Haustür: #|la porte est #|la puerta es #|la porta è #" +
  "|o portão é #|de poort is #|drzwi to #|дверь это #";
const DIALED =
  "combination of my bike lock is #|the suitcase combination is #|die Kombination vom Fahrradschloss ist #" +
  "|la combinaison du cadenas est #|la combinación del candado es #|la combinazione del lucchetto è #|kod do sejfu to #";

test("what opens a door is taken out whole where only a keypad or a lock has such a number", async () => {
  const digits = fc.stringMatching(/^[3-9]\d{3,5}$/u);
  const keyed = fc.oneof(
    digits.map((one) => `${one}*`),
    digits.map((one) => `${one}#`),
    digits.map((one) => `*${one}#`),
  );
  for (const [sentences, code] of [
    [KEYED, keyed],
    [DIALED, fc.stringMatching(/^\d-\d-\d$/u)],
  ] as const)
    for (const sentence of sentences.split("|"))
      await fc.assert(
        fc.asyncProperty(code, async (secret) => {
          const said = sentence.replace("#", () => secret);
          for (const text of [said, `ok, ${said}. Merci!`, `- ${said}\n- 2 kg`])
            assert.ok(!/\d[*#-]?(?!\s*kg)/u.test((await redact(text)).text), `${text}\n→ ${(await redact(text)).text}`);
        }),
        { numRuns: rounds(100, 4), seed: 11 },
      );
  for (const text of [
    "The lock fix is #4821",
    "The gate is 5580 mm wide",
    "the house is 1920* according to them",
    "We won 4-1-7 at the gate",
    "the door is at 12:30",
    "Version 4-1-7 of the lock is out",
    "the gate was *bold* and the office is 3 floors",
    "The garage is **4821** in all",
    "see #4711: the safe is fine",
  ])
    assert.equal((await redact(text)).text, text);
});

test("secrets of several words and groups go whole", async () => {
  for (const [said, parts] of [
    ["passphrase is correct horse battery staple", "correct horse battery staple"],
    ["The passphrase for the backup disk: correct-horse-battery-staple", "correct battery"],
    ["TOTP secret JBSWY3DPEHPK3PXP", "JBSWY3DPEHPK3PXP"],
    ["2FA secret: JBSW Y3DP EHPK 3PXP", "JBSW 3PXP"],
    ["backup codes: 1234-5678, 8765-4321", "1234 8765 4321"],
    ["backup codes are 12345678 and 87654321", "12345678 87654321"],
    ["The safe's combination is 12 left, 34 right, 56 left", "12 34 56"],
    ["the wifi password's marigold", "marigold"],
    ["Das WLAN-Passwort ist Sonnenblume", "Sonnenblume"],
    ["Das Passwort fürs NAS ist jetzt Rosengarten.", "Rosengarten"],
    ["le digicode est 45B12", "45B12"],
    ["the code to get in is 6634", "6634"],
    ["API key → abcd1234efgh5678", "abcd1234efgh5678"],
  ] as const) {
    const { text } = await redact(said);
    for (const part of parts.split(" ")) assert.ok(!text.includes(part), `${said}\n→ ${text}`);
  }
});

test("no look-alike, of these languages and of every day, is touched", async () => {
  assert.ok(LOOK_ALIKES.length >= 240);
  const taken: string[] = [];
  for (const said of LOOK_ALIKES) {
    const { text } = await redact(said);
    if (text !== said) taken.push(`${said}\n→ ${text}`);
  }
  assert.deepEqual(taken, []);
});

/** What is said of a password in words that are none, by language: sentences, and what may stand at their sign. */
const SAID_OF_IT: readonly (readonly [sentences: string, predicates: string])[] = [
  [
    "het wifi-wachtwoord is $|Het wachtwoord is $.|ons wachtwoord is nu $",
    "geheim bekend onbekend fout juist onjuist nieuw oud kort lang zwak sterk veilig verlopen gewijzigd geblokkeerd weg anders nodig opgeslagen leeg openbaar tijdelijk uniek ongeldig makkelijk kwijt vergeten",
  ],
  [
    "das WLAN-Passwort ist $|Unser Kennwort ist jetzt $.",
    "geheim bekannt falsch neu kurz schwach abgelaufen weg Teamsache Glückssache Chefsache Voraussetzung Bestandteil Vergangenheit Pflicht Notwendigkeit Eigenschaft",
  ],
  [
    "le mot de passe du wifi est $|Le mot de passe est $.",
    "secret connu faux correct nouveau court faible expiré perdu partout parti valable trop simple",
  ],
  [
    "la contraseña del wifi es $|La contraseña es $.",
    "secreta conocida falsa incorrecta nueva corta débil única distinta caduca absurda mía esta",
  ],
  [
    "la password del wifi è $|La password è $.",
    "segreta nota falsa giusta sbagliata nuova corta debole scaduta assurda",
  ],
  ["a senha do wifi é $|A senha é $.", "secreta conhecida falsa certa errada nova curta fraca única absurda minha"],
  [
    "wifi-lösenordet är $|Passordet er $.|Adgangskoden er $.|Salasana on $.",
    "hemligt feil ny svagt udløbet väärä borta",
  ],
  ["hasło do wifi to $|Heslo k wifi je $.", "tajemnica podstawa problem tajné nové krátké"],
];

test("what is said of a password in any of these languages is none", async () => {
  const taken: string[] = [];
  let asked = 0;
  for (const [sentences, predicates] of SAID_OF_IT)
    for (const sentence of sentences.split("|"))
      for (const predicate of predicates.split(" ")) {
        const said = sentence.replace("$", predicate);
        if ((await redact(said)).text !== said) taken.push(said);
        asked++;
      }
  assert.ok(asked >= 200, String(asked));
  assert.deepEqual(taken, []);
});

/** Names of passwords with what says what one is, and a word that is in no list. */
const NAMED = [
  "Das Passwort|lautet|Teekanne",
  "Le mot de passe|est|théière",
  "La contraseña|es|tetera",
  "La password|è|teiera",
  "A senha|é|chaleira",
  "Het wachtwoord|is|theepot",
  "Lösenordet|är|tekanna",
  "Passordet|er|tekanne",
  "Adgangskoden|er|tepotte",
  "Salasana|on|teekannu",
  "Hasło|to|czajnik",
  "Пароль|это|чайник",
  "Heslo|je|konvice",
  "Lozinka|je|čajnik",
  "Geslo|je|čajnik",
  "Паролата|е|чайник",
  "Parola|este|ceainic",
  "Kata sandi|adalah|teko",
  "Ο κωδικός|είναι|τσαγιέρα",
  "Nenosiri|ni|birika",
  "The password|is|teapot",
].map((row) => row.split("|") as [string, string, string]);

test("a plain word that signs set apart behind a password's name is taken out in every language", async () => {
  for (const [name, states, word] of NAMED)
    for (const text of [
      ...[`"${word}"`, `'${word}'`, `\`${word}\``, `“${word}”`, `„${word}“`, `«${word}»`, `« ${word} »`].map(
        (one) => `${name} ${states} ${one}.`,
      ),
      `${name}: ${word}`,
      `${name} ${states}: ${word}`,
      `- **${name}**: ${word}\n- 2 kg`,
      `**${name}:** ${word}`,
    ]) {
      const { text: left } = await redact(text);
      assert.ok(!left.includes(word), `${text}\n→ ${left}`);
    }
});
