import type { CitableSource, Verdict } from "./gate.ts";

/** A quote with the texts that it may come from, and what the gate must say. */
export interface QuoteCase {
  readonly name: string;
  readonly sources: readonly CitableSource[];
  readonly label: string;
  readonly quote: string;
  readonly verdict: Verdict;
}

/** Texts of our own, in several scripts; sentences are parted by a blank. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  english: [
    "The pump in building four starts at six in the morning and stops when the tank holds 1,250 litres.",
    "Do not open the red valve while the pressure gauge reads more than 3.5 bar.",
    "If the filter light blinks twice, the office on the second floor keeps a spare cartridge.",
    "Maria signed the maintenance contract on 14 March 2024 for a period of three years.",
    "The first inspection found no leaks, but the flange beside the ladder was badly corroded.",
  ],
  manual: [
    "The configuration file defines the first offset of each field within the buffer.",
    "Efficient filters flush their staff efficiently before the final fluorescent reflex.",
    "Set max_chunk_size to 800 and restart the service with the --force flag.",
    "The well-known default of the time-out is 30 seconds; a negative value such as -1 turns it off.",
    "Version 2.10.4 removes the old endpoint, which answered with status 410 since release 2.8.",
  ],
  german: [
    "Die Übergabe der Schlüssel findet am Donnerstag um halb neun im Büro des Hausmeisters statt.",
    "Größere Änderungen müssen dem Vermieter spätestens sechs Wochen vorher schriftlich angezeigt werden.",
    "Für die Heizkostenabrechnung gilt der Verteilerschlüssel aus Anlage drei des Vertrages.",
    "Haustiere sind nicht erlaubt, ausgenommen Zierfische in Becken bis zu 80 Litern.",
  ],
  french: [
    "L’assemblée générale a décidé que les réunions se tiendraient désormais le premier mardi du mois.",
    "Le trésorier présentera un état détaillé des dépenses avant la fin de l’année.",
    "Aucune modification du règlement ne sera acceptée sans l’accord écrit de la présidente.",
    "La façade nord sera ravalée à l’été 2026, si le budget de 48 000 euros est voté.",
  ],
  russian: [
    "Поезд до Казани отправляется в двадцать два часа пятнадцать минут с четвёртого пути.",
    "Билеты нельзя вернуть позднее чем за два часа до отправления поезда.",
    "Багаж весом более тридцати шести килограммов оплачивается отдельно по тарифу.",
    "Вагон-ресторан открыт с семи утра и до одиннадцати вечера без перерыва.",
  ],
  greek: [
    "Η βιβλιοθήκη κλείνει στις οκτώ το βράδυ και δεν λειτουργεί τις Κυριακές του Αυγούστου.",
    "Κάθε μέλος μπορεί να δανειστεί μέχρι πέντε βιβλία για τρεις εβδομάδες.",
    "Το πρόστιμο για κάθε ημέρα καθυστέρησης είναι είκοσι λεπτά του ευρώ.",
  ],
  japanese: [
    "会議室の予約は前日の午後五時までに受付で済ませてください。",
    "鍵を紛失した場合は、ただちに管理事務所へ連絡する必要があります。",
    "プリンターの用紙は三階の倉庫にあり、青い箱に入っています。",
    "来月の健康診断は十月十四日の午前九時から行われます。",
  ],
  chinese: [
    "图书馆三楼的自习室每天早上八点开放,晚上十点半关闭。",
    "报销单必须在出差结束后的十五天之内提交给财务部门。",
    "仓库里的备用零件按照颜色分类,红色标签表示已经过期。",
    "新员工在前三个月内不能申请远程办公,除非经理书面同意。",
  ],
  korean: [
    "주차장은 평일 오전 일곱 시부터 오후 열한 시까지 이용할 수 있습니다.",
    "회의록은 회의가 끝난 다음 날까지 공유 폴더에 올려야 합니다.",
    "예비 열쇠는 경비실의 두 번째 서랍에 보관되어 있습니다.",
  ],
  arabic: [
    "يفتح المكتب أبوابه في الساعة الثامنة صباحا ويغلق في الرابعة بعد الظهر.",
    "يجب تقديم طلب الإجازة قبل أسبوعين على الأقل من تاريخ السفر.",
    "لا يسمح بالدخول إلى المختبر دون ارتداء النظارات الواقية والقفازات.",
  ],
  hebrew: [
    "הספרייה העירונית פתוחה בימי ראשון עד חמישי מתשע בבוקר ועד שמונה בערב.",
    "אין להכניס אוכל ושתייה לאולם הקריאה בקומה השנייה.",
    "אפשר לשאול עד שישה ספרים לתקופה של ארבעה שבועות.",
  ],
  hindi: [
    "कार्यालय सोमवार से शुक्रवार सुबह नौ बजे से शाम छह बजे तक खुला रहता है।",
    "छुट्टी का आवेदन कम से कम दस दिन पहले जमा करना आवश्यक है।",
    "पुराने कागज़ात तीसरी मंज़िल की अलमारी में नीले डिब्बे में रखे हैं।",
  ],
  thai: [
    "ร้านอาหารเปิดให้บริการทุกวันตั้งแต่เวลาสิบเอ็ดโมงเช้าถึงสี่ทุ่ม",
    "ลูกค้าต้องจองโต๊ะล่วงหน้าอย่างน้อยสองวันในช่วงวันหยุด",
    "ที่จอดรถอยู่ด้านหลังอาคารและไม่มีค่าใช้จ่ายสำหรับสมาชิก",
  ],
};

const TABLE = [
  "| font | size | licence |",
  "|:---|---:|---|",
  "| Garamond Premier | 12 pt | commercial licence |",
  "| Futura Bold | 14 pt | free for print |",
  "| Gill Sans Nova | -3 pt | expired in 2019 |",
  "| Minion Variable | 10.5 pt | trial until May |",
].join("\n");
const MARKDOWN = [
  "## Deploying the **staging** cluster",
  "",
  "1. Run `make release` in the _root_ folder of the repository.",
  "2. Wait until the **green light** shows on the wall panel.",
  "   - It takes about 40 seconds, never more than two minutes.",
  "",
  "> Never deploy on a Friday afternoon, Jonas wrote,",
  "> unless the customer is standing in the room.",
].join("\n");

/** Some 700 quotes: true ones as typesetting, extraction and models change them, and false ones of each kind. */
export function quoteSet(): readonly QuoteCase[] {
  const cases: QuoteCase[] = [];
  const names = Object.keys(TEXTS);
  const texts = new Map(names.map((name) => [name, (TEXTS[name] as readonly string[]).join(isWide(name) ? "" : " ")]));
  const sourcesFor = (name: string, text = texts.get(name) as string): readonly CitableSource[] => {
    const other = names[(names.indexOf(name) + 1) % names.length] as string;
    return [
      { label: "M1", text },
      { label: "M2", text: texts.get(other) as string },
    ];
  };
  const add = (name: string, sources: readonly CitableSource[], quote: string, verdict: Verdict, label = "M1"): void =>
    void cases.push({ name, sources, label, quote, verdict });

  for (const name of names) {
    const sentences = TEXTS[name] as readonly string[];
    const text = texts.get(name) as string;
    for (const [i, sentence] of sentences.entries()) {
      const pieces = slices(sentence, isWide(name));
      for (const [k, piece] of pieces.entries()) {
        add(`${name}: as it stands`, sourcesFor(name), piece, "supported");
        if (k === 0)
          add(`${name}: decomposed`, sourcesFor(name, text.normalize("NFD")), piece.normalize("NFC"), "supported");
        if (k === 1)
          add(`${name}: composed`, sourcesFor(name, text.normalize("NFC")), piece.normalize("NFD"), "supported");
        if (k === 0) add(`${name}: broken lines`, sourcesFor(name, broken(text, isWide(name))), piece, "supported");
        if (k === 1)
          add(
            `${name}: other blanks`,
            sourcesFor(name, text.replaceAll(" ", " \u00a0").replaceAll("  ", "\u2009")),
            piece,
            "supported",
          );
        if (k === 0) add(`${name}: dots and a full stop`, sourcesFor(name), `… ${piece}.`, "supported");
        if (k === 0) add(`${name}: other label`, sourcesFor(name), piece, "wrong source", "M2");
        if (k === 1) add(`${name}: unknown label`, sourcesFor(name), piece, "no such source", "M7");
      }
      const whole = pieces[0] as string;
      add(`${name}: a word put in`, sourcesFor(name), inserted(whole, isWide(name)), "not found");
      add(`${name}: a word left out`, sourcesFor(name), omitted(sentence, isWide(name)), "stitched together");
      const next = sentences[(i + 2) % sentences.length] as string;
      add(
        `${name}: two sentences joined`,
        sourcesFor(name),
        `${half(sentence, isWide(name), 0)}${isWide(name) ? "" : " "}${half(next, isWide(name), 1)}`,
        "stitched together",
      );
    }
  }
  const english = sourcesFor("english");
  const manual = sourcesFor("manual");
  for (const [quote, verdict] of [
    ["stops when the tank holds 1,250 litres", "supported"],
    ["stops when the tank holds 1,25", "not found"],
    ["stops when the tank holds 1,251 litres", "not found"],
    ["stops when the tank holds 250 litres", "not found"],
    // Cut behind its "not".
    ["open the red valve while the pressure gauge", "not found"],
    ["Open the red valve while", "not found"],
    ["reads more than 3", "not found"],
    ["reads more than 5 bar", "not found"],
    ["pressure gauge reads more than 35 bar", "not found"],
    ["found leaks, but the flange", "not found"],
    ["signed the maintenance contract on 15 March 2024", "not found"],
    ["the office on the second floor keep", "not found"],
    ["aria signed the maintenance contract", "not found"],
    ["do not open the Red Valve while", "not found"],
    ["four starts", "not found"],
    ["pump in bu", "not found"],
  ] as const)
    add("english: by hand", english, quote, verdict);
  for (const [quote, verdict] of [
    ["Set maxchunksize to 800 and restart", "not found"],
    ["Set max_chunk_size to 800", "supported"],
    ["Set max chunk size to 800", "not found"],
    ["Set `max_chunk_size` to 800", "supported"],
    ["a negative value such as -1 turns it off", "supported"],
    ["a negative value such as −1 turns it off", "supported"],
    ["a negative value such as 1 turns it off", "not found"],
    ["restart the service with the -force flag", "stitched together"],
    ["Version 2.10.4 removes the old endpoint", "supported"],
    ["Version 2.1 removes the old endpoint", "not found"],
    ["answered with status 410 since release 2.", "not found"],
    ["10.4 removes the old endpoint", "not found"],
    ["the wellknown default of the time-out", "not found"],
    ["The well‑known default of the time‑out", "supported"],
  ] as const)
    add("manual: by hand", manual, quote, verdict);
  const ligatures = (TEXTS["manual"] as readonly string[])
    .join(" ")
    .replaceAll("ffi", "ﬃ")
    .replaceAll("fl", "ﬂ")
    .replaceAll("fi", "ﬁ")
    .replaceAll("ff", "ﬀ");
  for (const sentence of TEXTS["manual"] as readonly string[])
    for (const piece of slices(sentence, false)) {
      add("manual: ligatures", sourcesFor("manual", ligatures), piece, "supported");
      add(
        "manual: parted words",
        sourcesFor("manual", hyphenated((TEXTS["manual"] as readonly string[]).join(" "))),
        piece,
        "supported",
      );
      add(
        "manual: soft hyphens",
        sourcesFor(
          "manual",
          (TEXTS["manual"] as readonly string[]).join(" ").replace(/(\p{L}{4})(?=\p{L}{3})/gu, "$1\u00ad"),
        ),
        piece,
        "supported",
      );
    }
  const table: readonly CitableSource[] = [
    { label: "M1", text: TABLE },
    { label: "M2", text: MARKDOWN },
  ];
  for (const [quote, verdict] of [
    ["Garamond Premier | 12 pt", "supported"],
    ["Garamond Premier 12 pt commercial licence", "supported"],
    ["Futura Bold 14 pt free for print", "supported"],
    ["Futura Bold 12 pt", "stitched together"],
    ["Gill Sans Nova -3 pt", "supported"],
    ["Gill Sans Nova 3 pt", "not found"],
    ["Garamond Premier free for print", "stitched together"],
    ["Minion Variable 10.5 pt trial until May", "supported"],
    ["Minion Variable 10 pt", "not found"],
    ["Minion Variable 105 pt", "not found"],
  ] as const)
    add("table", table, quote, verdict);
  for (const [quote, verdict] of [
    ["Deploying the staging cluster", "supported"],
    ["Run make release in the root folder", "supported"],
    ["Wait until the green light shows on the wall panel.", "supported"],
    ["the wall panel. It takes about 40 seconds", "supported"],
    ["Never deploy on a Friday afternoon, Jonas wrote, unless the customer", "supported"],
    ["deploy on a Friday afternoon unless the customer", "stitched together"],
    ["It takes about 4 seconds", "not found"],
    ["Run makerelease in the root", "not found"],
  ] as const)
    add("markdown", table, quote, verdict, "M2");
  const powers: readonly CitableSource[] = [
    {
      label: "M1",
      text: "The plot measures 10² metres and the tank 1½ cubic metres; “quoted words” stay, and café au lait is served at ５ ｐｍ.",
    },
  ];
  for (const [quote, verdict] of [
    ["The plot measures 10² metres", "supported"],
    ["The plot measures 102 metres", "not found"],
    ['"quoted words" stay, and café', "supported"],
    ["au lait is served at 5 pm", "supported"],
    ["the tank 11 cubic metres", "stitched together"],
    ["café au lait", "supported"],
    ["cafe au lait is served", "not found"],
  ] as const)
    add("marks", powers, quote, verdict);
  return cases;
}

function isWide(name: string): boolean {
  return ["japanese", "chinese", "thai"].includes(name);
}

/** Two pieces of a sentence: its first two thirds and its last two. */
function slices(sentence: string, wide: boolean): readonly string[] {
  const units = wide
    ? [...new Intl.Segmenter("th", { granularity: "grapheme" }).segment(sentence)].map(({ segment }) => segment)
    : sentence.split(" ");
  const n = Math.ceil((units.length * 2) / 3);
  const glue = wide ? "" : " ";
  return [units.slice(0, n).join(glue), units.slice(-n).join(glue)];
}

function half(sentence: string, wide: boolean, which: 0 | 1): string {
  const units = wide
    ? [...new Intl.Segmenter("th", { granularity: "grapheme" }).segment(sentence)].map(({ segment }) => segment)
    : sentence.split(" ");
  const n = Math.floor(units.length / 2);
  return (which === 0 ? units.slice(0, n) : units.slice(n)).join(wide ? "" : " ");
}

function inserted(piece: string, wide: boolean): string {
  if (wide) return `${piece.slice(0, 6)}ＸＹＺ${piece.slice(6)}`;
  const words = piece.split(" ");
  return [...words.slice(0, 2), "supposedly", ...words.slice(2)].join(" ");
}

function omitted(sentence: string, wide: boolean): string {
  if (wide) {
    const units = [...new Intl.Segmenter("th", { granularity: "grapheme" }).segment(sentence)].map(
      ({ segment }) => segment,
    );
    return [...units.slice(0, 8), ...units.slice(11)].join("");
  }
  const words = sentence.split(" ");
  const at = Math.floor(words.length / 2);
  return [...words.slice(0, at), ...words.slice(at + 1)].join(" ");
}

function broken(text: string, wide: boolean): string {
  if (!wide)
    return text
      .split(" ")
      .map((word, i) => (i % 5 === 4 ? `${word}\n` : `${word} `))
      .join("")
      .trim();
  return [...new Intl.Segmenter("th", { granularity: "grapheme" }).segment(text)]
    .map(({ segment }, i) => (i % 9 === 8 ? `${segment}\n` : segment))
    .join("");
}

function hyphenated(text: string): string {
  return text
    .split(" ")
    .map((word, i) => (i % 3 === 0 && /^\p{L}{6,}$/u.test(word) ? `${word.slice(0, 3)}-\n${word.slice(3)}` : word))
    .join(" ");
}
