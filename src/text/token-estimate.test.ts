import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenEstimate } from "./token-estimate.ts";

test("the estimate: words of six letters, figures of three, signs, ends of line, and scripts without spaces", () => {
  assert.equal(tokenEstimate("We use Clerk."), 4);
  assert.equal(tokenEstimate("internationalisation 2024"), 4 + 1 + 2);
  assert.equal(tokenEstimate("會議の会議"), 6);
  assert.equal(tokenEstimate("a\nb\n"), 4);
  assert.equal(tokenEstimate(""), 0);
});

/** Always the same "random" numbers. */
function numbers(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const CODE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const span = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");
/** Of each kind: the characters, how many make a word, and what the words are parted by; and what o200k_base counts in 400 characters of it. */
const KINDS: Readonly<Record<string, readonly [of: string, length: number, parted: string, tokens: number]>> = {
  hashes: ["0123456789abcdef", 40, "\n", 237],
  "short hashes": ["0123456789abcdef", 8, " ", 276],
  base64: [CODE, 76, "\n", 320],
  keys: [CODE.slice(0, 62), 22, " ", 294],
  letters: ["abcdefghijklmnopqrstuvwxyz", 11, " ", 217],
  figures: ["0123456789", 7, " ", 231],
  han: [span(0x4e00, 0x9fa5), 20, "。", 789],
  kana: [span(0x3042, 0x3093), 12, "、", 477],
  hangul: [span(0xac00, 0xd7a3), 4, " ", 899],
  emoji: [span(0x1f600, 0x1f64f) + span(0x1f680, 0x1f6c5), 5, " ", 794],
  mathematical: [span(0x1d400, 0x1d433), 6, " ", 870],
  amharic: [span(0x1208, 0x1248), 5, " ", 879],
  marks: [span(0x300, 0x36f), 3, "o", 890],
  "one letter a line": ["abcdefghijklmnopqrstuvwxyz", 1, "\n", 799],
  minified: ['abcxyz=>(){}[],;!?:&|+"', 400, "", 287],
};

test("no kind of content takes a twentieth more than it is said to", () => {
  for (const [kind, [of, length, parted, tokens]] of Object.entries(KINDS)) {
    const random = numbers();
    const characters = [...of];
    const one = (): string => characters[random(characters.length)] as string;
    const text = Array.from({ length: Math.ceil(400 / length) }, () => Array.from({ length }, one).join("")).join(
      parted,
    );
    assert.ok(tokenEstimate(text) * 1.05 >= tokens, `${kind}: ${tokenEstimate(text)} for ${tokens}`);
  }
});

/** Sentences, and what o200k_base counts in each. */
const SENTENCES: readonly (readonly [text: string, tokens: number])[] = [
  ["We decided in May to move the harbour's staging database to port 8443, because the old one was shared.", 24],
  [
    "Im Mai haben wir beschlossen, die Datenbank des Hafens auf Port 8443 umzuziehen, weil die Überprüfung größere Lücken fand.",
    30,
  ],
  ["В мае мы решили перенести базу данных порта на 8443, потому что старая была общей.", 23],
  ["მაისში გადავწყვიტეთ ნავსადგურის მონაცემთა ბაზის გადატანა პორტზე 8443.", 25],
  ["במאי החלטנו להעביר את מסד הנתונים של הנמל לפורט 8443 כי הישן היה משותף.", 29],
  ["في مايو قررنا نقل قاعدة بيانات الميناء إلى المنفذ 8443 لأن القديم كان مشتركا.", 24],
  ["मई में हमने बंदरगाह का डेटाबेस पोर्ट 8443 पर ले जाने का निर्णय लिया।", 24],
  ["ในเดือนพฤษภาคมเราตัดสินใจย้ายฐานข้อมูลท่าเรือไปที่พอร์ต 8443", 24],
  ["五月我们决定把港口的数据库迁移到端口 8443，因为旧的是共用的。", 23],
  ["五月我們決定把港口的資料庫遷移到連接埠 8443，因為舊的是共用的。", 31],
  ["五月に港のデータベースをポート8443へ移すことを決めました。古いものは共有だったからです。", 31],
  ["오월에 우리는 항구의 데이터베이스를 포트 8443으로 옮기기로 했다. 예전 것은 공유였기 때문이다.", 31],
  ["Tháng năm chúng tôi quyết định chuyển cơ sở dữ liệu của cảng sang cổng 8443 vì cái cũ dùng chung.", 28],
  [
    "export const port = Number(process.env.PORT ?? 8443); // staging\nif (port < 1024) throw new Error(`no right to ${port}`);",
    35,
  ],
];

test("what people write isn't taken for much more than it is", () => {
  for (const [text, tokens] of SENTENCES) {
    const estimate = tokenEstimate(text);
    assert.ok(estimate >= tokens && estimate <= 1.7 * tokens, `${text}: ${estimate} for ${tokens}`);
  }
});
