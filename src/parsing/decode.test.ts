import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decode, plainText } from "./decode.ts";
import { DEFAULT_PARSE_LIMITS } from "./parser-input.ts";
import { parseFile } from "./registry.ts";
import CODE_PAGES from "./code-pages.json" with { type: "json" };

test("UTF-8 with and without a mark, UTF-16 behind one", () => {
  assert.deepEqual(decode(Buffer.from("tea é😀")), { text: "tea é😀" });
  assert.deepEqual(decode(Buffer.from("\ufefftea")), { text: "tea" });
  assert.deepEqual(decode(Buffer.from("\ufeffté😀", "utf16le")), { text: "té😀" });
  assert.deepEqual(decode(Buffer.from("\ufeffté😀", "utf16le").swap16()), { text: "té😀" });
  assert.deepEqual(decode(new Uint8Array()), { text: "" });
});

test("UTF-16 without a mark is told by where its NULs stand", () => {
  for (const text of [
    "Plant gooseberries\r\nin September",
    "Крыжовник сажают осенью\r\n",
    "すぐりは九月に植えます。\n",
    "一二一 一一一\n",
    "ab😀",
  ]) {
    assert.deepEqual(decode(Buffer.from(text, "utf16le")), { text });
    assert.deepEqual(decode(Buffer.from(text, "utf16le").swap16()), { text });
  }
  for (const text of ["# Text\n\nwith a \0 in it\n", "ended by a NUL.\0", "Größe\0 12"])
    assert.deepEqual(decode(Buffer.from(text)), { refused: "binary" }, text);
  // Small numbers in two bytes each, a NUL on either side, half a character too many, what stands for nothing.
  for (const bytes of [
    [1, 0, 2, 0, 3, 0],
    [0x61, 0, 0, 0x61],
    [0x61, 0, 0x62, 0, 0x63],
    [0x61, 0, 0, 0xe0],
    [0x61, 0, 0x00, 0xd8],
  ])
    assert.deepEqual(decode(Buffer.from(bytes)), { refused: "binary" });
});

test("what isn't text is refused, never repaired", () => {
  assert.deepEqual(decode(Buffer.from("a\0b")), { refused: "binary" });
  assert.deepEqual(decode(Buffer.from([0x61, 0xff, 0x62])), { refused: "broken-utf8" });
  assert.deepEqual(decode(Buffer.from([0xe2, 0x82])), { refused: "broken-utf8" });
  assert.deepEqual(decode(Buffer.from([0xff, 0xfe, 0x00, 0xd8])), { refused: "broken-utf8" });
  assert.deepEqual(decode(Buffer.from("\ufeffa\0", "utf16le")), { refused: "binary" });
});

test("encoding what was decoded gives the bytes again", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const decoded = decode(bytes);
      if ("text" in decoded && !bytes.includes(0) && bytes[0] !== 0xef && bytes[0] !== 0xff && bytes[0] !== 0xfe)
        assert.deepEqual(new TextEncoder().encode(decoded.text), bytes);
    }),
  );
});

/** "Größe, “déjà vu” – 5 €" with text around it, as Windows writes it. */
const BYTES = Buffer.from("Die Gr\xF6\xDFe: \x93d\xE9j\xE0 vu\x94 \x96 kostet heute 5 \x80 und mehr.\r\n", "latin1");
const TEXT = "Die Größe: “déjà vu” – kostet heute 5 € und mehr.\r\n";

test("older European text is read as Windows-1252, and says so", async () => {
  const document = await parseFile({ bytes: BYTES, path: "a.txt", documentType: "txt", limits: DEFAULT_PARSE_LIMITS });
  assert.equal(document.text, TEXT);
  assert.equal(document.metadata.encoding, "windows-1252");
  const utf8 = { bytes: Buffer.from(TEXT), path: "a.txt", documentType: "txt", limits: DEFAULT_PARSE_LIMITS };
  assert.equal((await parseFile(utf8)).metadata.encoding, undefined);
});

test("UTF-8 with a few damaged bytes is read but for these, and says so; binary data stays refused", async () => {
  const damaged: readonly (readonly [bytes: Buffer, text: string])[] = [
    [Buffer.concat([Buffer.from("Die Größe der Stadt."), Buffer.from([0xc3])]), "Die Größe der Stadt.\uFFFD"],
    [Buffer.from("Größe M\xFF\xFCnchen", "latin1"), ""],
    [Buffer.from("Вчера на собрании").subarray(1), "\uFFFDчера на собрании"],
    [Buffer.from("我们昨天在会议上讨论").subarray(0, -1), "我们昨天在会议上讨\uFFFD"],
  ];
  for (const [bytes, text] of damaged) {
    const read = await plainText(bytes);
    if (text === "") assert.notEqual(read.encoding, "utf-8");
    else assert.deepEqual(read, { text, encoding: "utf-8" });
  }
  const refused = {
    damaged: Buffer.concat([Buffer.from("Die Größe der \x01 Stadt ist bekannt."), Buffer.from([0xc3])]),
    control: Buffer.from("some text with \x01 in it and \xE9", "latin1"),
    nothing: Buffer.from("some text with a byte \x81 of no sign", "latin1"),
    short: Buffer.from([0x23, 0x20, 0xc3, 0x28, 0x0a]),
  };
  for (const [name, bytes] of Object.entries(refused)) assert.equal("refused" in (await plainText(bytes)), true, name);
  const noise = fc.uint8Array({ minLength: 200, maxLength: 400 });
  for (const bytes of fc.sample(noise, { numRuns: 100, seed: 7 }))
    assert.equal("refused" in (await plainText(bytes)), true);
});

/** Texts in encodings of their countries, made by another program (iconv). */
const OLDER: readonly (readonly [encoding: string, text: string, base64: string])[] = [
  [
    "shift_jis",
    "吾輩は猫である。名前はまだ無い。どこで生れたか",
    "jOGUeYLNlEyCxYKggumBQpa8kU+CzYLcgr6Ws4KigUKCx4KxgsWQtoLqgr2CqQ==",
  ],
  [
    "euc-jp",
    "吾輩は猫である。名前はまだ無い。どこで生れたか",
    "uOPH2qTPx62kx6SipOuho8y+wbCkz6TepMDMtaSkoaOkyaSzpMfAuKTspL+kqw==",
  ],
  ["gb18030", "我们昨天在会议上讨论了新的仓库位置，决定", "ztLDx9fyzOzU2rvh0unJz8zWwtvBy9DCtcSy1r/izrvWw6Osvva2qA=="],
  ["big5", "我們昨天在會議上討論了新的倉庫位置，決定", "p9qtzKxRpNGmYrd8xLOkV7BRvdekRrdzqrqt3K53puy4baFBqE2pdw=="],
  [
    "euc-kr",
    "어제 회의에서 새로운 창고의 위치를 논의했고",
    "vu7BpiDIuMDHv6G8rSC79bfOv+4gw6Kw7cDHIMCnxKG4piCz7cDHx9+w7Q==",
  ],
  [
    "koi8-r",
    "Вчера на собрании мы обсудили новое место для склада",
    "997F0sEgzsEg08/C0sHOyckgzdkgz8LT1cTJzMkgzs/Xz8UgzcXT1M8gxMzRINPLzMHEwQ==",
  ],
  [
    "windows-1251",
    "Вчера на собрании мы обсудили новое место для склада",
    "wvfl8OAg7eAg8e7h8ODt6Ogg7Psg7uHx8+To6+gg7e7i7uUg7OXx8u4g5Ov/IPHq6+Dk4A==",
  ],
  [
    "ibm866",
    "Вчера на собрании мы обсудили новое место для склада",
    "guel4KAgraAg4a6h4KCtqKggrOsgrqHh46Soq6ggra6irqUgrKXh4q4gpKvvIOGqq6CkoA==",
  ],
  [
    "windows-1250",
    "Wczoraj na zebraniu omówiliśmy nowe miejsce na magazyn: żółte łodzie płyną",
    "V2N6b3JhaiBuYSB6ZWJyYW5pdSBvbfN3aWxpnG15IG5vd2UgbWllanNjZSBuYSBtYWdhenluOiC/87N0ZSCzb2R6aWUgcLN5brk=",
  ],
  [
    // These two are the same in ISO-8859-2.
    "windows-1250",
    "Klíč od sklepa visí na modrém háčku u dveří. Náhradní klíč má paní Orthová, která bydlí ve druhém patře.",
    "S2zt6CBvZCBza2xlcGEgdmlz7SBuYSBtb2Ry6W0gaOHoa3UgdSBkdmX47S4gTuFocmFkbu0ga2zt6CBt4SBwYW7tIE9ydGhvduEsIGt0ZXLhIGJ5ZGztIHZlIGRydWjpbSBwYXT4ZS4=",
  ],
  [
    "windows-1250",
    "A pince kulcsa a kék kampón lóg az ajtó mellett. A pótkulcs Orth asszonynál van, aki a második emeleten lakik. Árvíztűrő.",
    "QSBwaW5jZSBrdWxjc2EgYSBr6Wsga2FtcPNuIGzzZyBheiBhanTzIG1lbGxldHQuIEEgcPN0a3VsY3MgT3J0aCBhc3N6b255buFsIHZhbiwgYWtpIGEgbeFzb2RpayBlbWVsZXRlbiBsYWtpay4gwXJ27Xp0+3L1Lg==",
  ],
  [
    "windows-1251",
    "Ключ від підвалу висить на синьому гачку біля дверей. Запасний ключ є у пані Орт, яка живе на другому поверсі.",
    "yuv+9yDis+Qg77Pk4uDr8yDi6PHo8vwg7eAg8ejt/O7s8yDj4Pfq8yDhs+v/IOTi5fDl6S4gx+Dv4PHt6Okg6uv+9yC6IPMg7+DtsyDO8PIsIP/q4CDm6OLlIO3gIOTw8+Pu7PMg7+7i5fDxsy4=",
  ],
  [
    "koi8-u",
    "Ключ від підвалу висить на синьому гачку біля дверей. Запасний ключ є у пані Орт, яка живе на другому поверсі.",
    "68zA3iDXpsQg0KbE18HM1SDXydPJ1NggzsEg08nO2M/N1SDHwd7L1SDCpszRIMTXxdLFyi4g+sHQwdPOycogy8zA3iCkINUg0MHOpiDv0tQsINHLwSDWydfFIM7BIMTS1cfPzdUg0M/XxdLTpi4=",
  ],
  [
    "iso-8859-5",
    "Ключ от подвала висит на синем крючке у двери. Запасной ключ лежит у госпожи Орт.",
    "utvu5yDe4iDf3tTS0NvQINLY4djiIN3QIOHY3dXcINrg7ufa1SDjINTS1eDYLiC30N/Q4d3e2SDa2+7nINvV1tjiIOMg097h397W2CC+4OIu",
  ],
  [
    "windows-1255",
    "המפתח של המרתף תלוי על הוו הכחול ליד הדלת. המפתח הרזרבי נמצא אצל גברת אורט.",
    "5O70+ucg+ewg5O74+vMg+uzl6SDy7CDk5eUg5Ovn5ewg7OnjIOTj7PouIOTu9PrnIOT45vjh6SDw7vbgIOD27CDi4fj6IODl+Ogu",
  ],
  [
    "windows-1256",
    "مفتاح القبو معلق على الخطاف الأزرق بجانب الباب. المفتاح الاحتياطي عند السيدة أورت.",
    "493Kx80gx+HeyOYg49rh3iDa4ewgx+HO2MfdIMfhw9LR3iDIzMfkyCDH4cjHyC4gx+Hj3crHzSDH4cfNyu3H2O0g2uTPIMfh0+3PySDD5tHKLg==",
  ],
  [
    "windows-1254",
    "Bodrumun anahtarı kapının yanındaki mavi kancada asılı. Yedek anahtar ikinci katta oturan Orth Hanımda. Işık, şeker.",
    "Qm9kcnVtdW4gYW5haHRhcv0ga2Fw/W79biB5YW79bmRha2kgbWF2aSBrYW5jYWRhIGFz/Wz9LiBZZWRlayBhbmFodGFyIGlraW5jaSBrYXR0YSBvdHVyYW4gT3J0aCBIYW79bWRhLiBJ/v1rLCD+ZWtlci4=",
  ],
  [
    "iso-2022-jp",
    "地下室の鍵は青いフックに掛かっています。",
    "GyRCQ08yPDw8JE44MCRPQEQkJCVVJUMlLyRLM10kKyRDJEYkJCReJDkhIxsoQg==",
  ],
];

test("older text of other scripts is read in its encoding, also among English", async () => {
  for (const [encoding, text, base64] of OLDER)
    for (const before of ["", "# Notes\n\nSome English words first, as in many files of code.\n\n"]) {
      const bytes = Buffer.concat([Buffer.from(before), Buffer.from(base64, "base64")]);
      assert.deepEqual(await plainText(bytes), { text: before + text, encoding });
    }
});

/** A text in an encoding of one byte a character. */
function encoded(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const));
  return Buffer.from([...text].map((letter) => bytes.get(letter) as number));
}

/** Sentences with few letters beyond ASCII, by the encodings that their countries used. */
const FEW: readonly (readonly [encodings: string, text: string])[] = [
  [
    "windows-1250 iso-8859-2",
    "Ključ od podruma visi na kuki pored vrata, a rezervni čuva gospođa Orth u prizemlju kuće.",
  ],
  [
    "windows-1250 iso-8859-2",
    "Klič visi pri vratih, rezervni pa je pri sosedi v drugem nadstropju, če ga kdo še išče.",
  ],
  [
    "windows-1250 iso-8859-2",
    "Klucz do piwnicy wisi na haku przy drzwiach, a zapasowy ma pani Orth, która mieszka na drugim piętrze, dopóki nie wróci właściciel.",
  ],
  ["windows-1250 iso-8859-2", "Klíč visí vedle dveří a náhradní má sousedka ve druhém patře."],
  [
    "windows-1250 iso-8859-2",
    "Kľúč visí pri dverách a náhradný má suseda, ktorá býva na druhom poschodí, ťažko ju nájsť.",
  ],
  ["windows-1250 iso-8859-2", "A kulcs az ajtó mellett lóg, a pótkulcs a szomszédnál van a második emeleten."],
  ["windows-1250 iso-8859-2", "Cheia este lângă uşă, iar cea de rezervă este la vecina de la etajul al doilea."],
  ["windows-1257", "Raktas kabo prie durų, o atsarginį turi kaimynė antrame aukšte."],
  ["windows-1257", "Atslēga karājas pie durvīm, bet rezerves atslēga ir kaimiņienei otrajā stāvā."],
  ["windows-1254", "Anahtar kapının yanında asılı, yedeği ikinci kattaki komşuda."],
  ["windows-1251", "Кључ виси поред врата, а резервни чува комшиница на другом спрату."],
  ["windows-1251", "Ключ вісіць каля дзвярэй, а запасны ў суседкі."],
  ["windows-1251 koi8-r ibm866", "Ключ лежит у двери."],
  ["windows-1256", "کليد کنار در آويزان است و کليد يدکي نزد همسايه است."],
  ["windows-874", "กุญแจแขวนอยู่ข้างประตู กุญแจสำรองอยู่กับเพื่อนบ้าน"],
];
/** What Western text has that others have letters for. */
const WESTERN = [
  "La chiave è accanto alla porta e quella di riserva è al secondo piano.",
  "¿Dónde está la llave? La de reserva la tiene la vecina del segundo piso.",
  "Der Schlüssel hängt an der Tür, „bloß keinen Spaß“, sagte sie, und der andere ist bei Frau Köhler im zweiten Stock.",
  "A cellar of 12 m³ (4 × 3 m) at £5 a day, ¾ of it let; heated to 20 °C ± 1.",
  "Çelësi varet pranë derës, kurse rezervën e mban fqinja në katin e dytë.",
  "La clau és al costat de la porta, i la de recanvi la té la veïna.",
  "Nøkkelen henger ved døra, og det er lurt å spørre naboen om å få reservenøkkelen.",
];

test("a sentence is read in its encoding by the letters of its language", async () => {
  for (const [encodings, text] of FEW)
    for (const encoding of encodings.split(" "))
      assert.deepEqual({ ...(await plainText(encoded(text, encoding))), encoding }, { text, encoding }, encoding);
  for (const text of WESTERN) {
    const bytes = Buffer.from(
      text.replaceAll(/[^\0-\xFF]/gu, (sign) => ({ "„": "\x84", "“": "\x93" })[sign] ?? "?"),
      "latin1",
    );
    assert.deepEqual(await plainText(bytes), { text, encoding: "windows-1252" });
  }
});

test("three sentences in the Macintosh's encoding are read in it", async () => {
  const several = [
    "La chiave è accanto alla porta, perché così la trovi; più sù c’è quella di riserva.",
    "¿Dónde está la llave? La de reserva la tiene la señora del último piso, creo yo.",
    "Der Schlüssel hängt an der Tür; „bloß keinen Spaß“, sagte sie, und ging zu Frau Köhler hinüber.",
    "La clé pend à côté de la fenêtre ; l’autre a été prêtée à François, où qu’il soit.",
    "A chave está pendurada junto à porta; a outra é da irmã da dona Conceição.",
    "Nyckeln hänger vid dörren på övre våningen, och Åsa har den andra.",
    "Nøkkelen henger ved døra, og det er lurt å spørre naboen om å få reservenøkkelen på søndag.",
  ];
  for (const text of several)
    for (const end of ["\n", "\r"]) {
      const lines = text.replaceAll(/[,;] /gu, (sign) => `${sign.trim()}${end}`);
      assert.deepEqual(await plainText(encoded(lines, "macintosh")), { text: lines, encoding: "macintosh" });
    }
});

test("binary data of any length is refused at its beginning", () => {
  const bytes = new Uint32Array(4_000_000);
  for (let at = 0, seed = 1; at < bytes.length; at++) bytes[at] = seed = Math.imul(seed, 1_664_525) + 1_013_904_223;
  const before = process.cpuUsage();
  assert.deepEqual(decode(new Uint8Array(bytes.buffer)), { refused: "binary" });
  const { user, system } = process.cpuUsage(before);
  // 16 MB: 8 ms; where each four bytes became a number and a text first, 1,400, and 600 MB.
  assert.ok(user + system < 350_000, `${(user + system) / 1000} ms of processor time`);
});

/** Of several words each, the first of whose letters beyond ASCII another encoding has at the same place. */
const SHORT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  "windows-1252": [
    ...["Café déjà vu", "crème brûlée", "hôtel près de la forêt", "Où est la clé ?", "Élève"],
    ...["Fußgänger überqueren", "Größe", "Äpfel und Brötchen", "¿Dónde está?", "¡Qué día!", "Señor Núñez"],
    ...["informação", "Três irmãs", "smörgås", "räksmörgås på Åland", "rødgrød med fløde"],
    ...["blåbær og smør", "Hyvää päivää", "Góðan daginn", "Þórsmörk"],
  ],
  "windows-1250": [
    ...["Zażółć gęślą jaźń", "źródło", "święto", "Příliš žluťoučký kůň", "křižovatka", "České Budějovice"],
    ...["Klíč je pod rohožkou", "schůzka ve středu", "árvíztűrő tükörfúrógép", "Székesfehérvár", "bătrân", "šťastie"],
  ],
};

test("a few words in an older encoding are read in that of their language", async () => {
  const wrong = [];
  for (const [encoding, texts] of Object.entries(SHORT_TEXTS))
    for (const text of texts) {
      const read = await plainText(encoded(text, encoding));
      if (!("text" in read) || read.text !== text) wrong.push(`${text}: ${JSON.stringify(read)}`);
    }
  assert.deepEqual(wrong, []);
});

test("texts of DOS and of the Macintosh are read in their encoding, and those of Windows in theirs", async () => {
  const said: Readonly<Record<string, string>> = {
    cp850: "Les élèves français n'étaient pas là, où était leur père ? À côté, près de l'hôtel.",
    cp437: "Müller kaufte zwölf Brötchen für die Gäste über der Straße; Äpfel gab es später.",
    cp852: "Příliš žluťoučký kůň úpěl ďábelské ódy. Děti běží přes hřiště.",
    cp857: "Şu köşe yaz köşesi, bu köşe kış köşesi. Çocuğun ağabeyi güneşli günde geldi.",
    cp737: "Η γρήγορη αλεπού πηδά πάνω από τον τεμπέλη σκύλο.",
    cp862: "מחר נלך לים עם הילדים.",
    maclatin2: "Zażółć gęślą jaźń, powiedział chłopiec idąc przez łąkę. Książka leży na półce.",
    macturkish: "Şu köşe yaz köşesi, bu köşe kış köşesi. Çocuğun ağabeyi güneşli günde geldi.",
    macgreek: "Η γρήγορη αλεπού πηδά πάνω από τον τεμπέλη σκύλο.",
    maccyrillic: "Съешь же ещё этих мягких французских булок да выпей чаю. Завтра мы поедем на дачу.",
  };
  for (const [encoding, text] of Object.entries(said)) {
    const page: string = CODE_PAGES[encoding as keyof typeof CODE_PAGES];
    const bytes = [...text].map((one) => (one < "\x80" ? one.charCodeAt(0) : 0x80 + page.indexOf(one)));
    const read = await plainText(Uint8Array.from(bytes));
    assert.equal("text" in read ? read.text : read.refused, text, encoding);
  }
});

test("the tables of older encodings have each byte once", () => {
  for (const [encoding, page] of Object.entries(CODE_PAGES)) {
    const known = [...page].filter((one) => one !== "\uFFFD");
    assert.deepEqual([page.length, new Set(known).size], [128, known.length], encoding);
  }
});
