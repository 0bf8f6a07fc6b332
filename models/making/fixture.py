"""Reference token ids on varied text, for the test of the TypeScript tokenizer."""
import json
import random
import unicodedata
from pathlib import Path

from tokenizers import Tokenizer

BY_HAND = [
    "", " ", "\t\n\r ", "Hello, World!", "don't can't I'll we'd", "U.S.A. and e.g. i.e.", "state-of-the-art co-operate",
    "snake_case camelCase kebab-case SCREAMING_CASE", "foo.bar(baz)[0] = {a: 1};", "C++ C# F# .NET node.js", "https://example.org/a?b=c&d=%20#frag",
    "me@example.org", "$1,234.56 €99 £5 ¥1000 ₹20 ¢", "50% ± 3 × 2 ÷ 4 ≠ 7 ≤ 8 ≥ 9 ≈ ∞", "1st 2nd 3rd 10km 3.14e-10 0xFF", "12:30pm 2023-05-08 8/5/23",
    "naïve café résumé façade Ångström Übermensch coöperate", "São Paulo, Zürich, Łódź, Dvořák, Ørsted, Æsir, Straße", "İstanbul ıspanak", "ΑΒΓ ὈΔΥΣΣΕΎΣ λόγος ΣΟΦΟΣ",
    "Привет, как дела? Ёлка й", "مرحبا بالعالم كَيْفَ", "שלום עולם שָׁלוֹם", "नमस्ते दुनिया कृपया", "สวัสดีชาวโลก", "안녕하세요 세계", "こんにちは世界 カタカナ ガギグ", "你好，世界。漢字仮名", "龍馬 㐀 豈 𠀀𠀁", "한국어와 English 混ぜる",
    "😀 😃😄 👍🏽 👩‍👩‍👧‍👦 🇫🇷 ❤️ ☕️", "I ❤ NY ☃ ★ ✓ → ← ⇒ ∀x∈S", "“curly” ‘quotes’ «guillemets» „low“", "em—dash en–dash hy‐phen non‑breaking", "ellipsis… bullet • middle·dot dagger†", "™ ® © ℠ № ℃ Å Ω K",
    "½ ¼ ² ³ ₂ ⁿ Ⅷ ⅷ ①②", "ﬁne ﬂow ﬀ", "ｆｕｌｌｗｉｄｔｈ ＡＢＣ １２３ ！？", "zero\u200bwidth\u200djoin \ufeffbom soft\u00adhyphen", "nul\x00bell\x07esc\x1b[31mred", "nbsp\u00a0here\u2003em\u3000ideographic", "line\u2028sep para\u2029sep nel\x85vt\x0bff\x0c", "re\ufffdplacement", "e\u0301 vs \u00e9, o\u0308\u0304 a\u0323\u0302",
    "`code` *bold* _it_ ~~no~~ <b>x</b> | a | b |", "^caret ~tilde `tick $var #tag @you \\back/slash", "((())) [[]] {{}} !!! ??? ... --- ___ ===", "a" * 99, "b" * 100, "c" * 101, "supercalifragilisticexpialidocious", "antidisestablishmentarianism", "pneumonoultramicroscopicsilicovolcanoconiosis",
    "é" * 100 + " " + "é" * 101, "😀" * 60, "😀" * 101, "xyzzy qwertyuiop zzzzzz", "kubectl systemd PostgreSQL OAuth2 gRPC WebSocket", "ATP5F1A BRCA1 TNF-α IL-6 CD4+ p53 H2O", "###", "# ## heading", "##ing", "¡Hola! ¿Qué tal?", "Đà Nẵng, Việt Nam; Nguyễn", "Ｃａｆé ☎ 1-800", "𝒜𝓫𝐜 𝟙𝟚 𝔘𝔫𝔦", "ǅ ǆ Ǆ ŉ ŀ ĳ", "ﷺ ﷲ", "ẞ ß ſ ı", "゛か゛ は゜ が", "᾿Α ᾳ ῼ ΐ", "²⁰²³", "ａ̈", "\u037e greek; \u1fef",
]

BLOCKS = [(0x20, 0x7E), (0xA1, 0x17F), (0x370, 0x3FF), (0x400, 0x45F), (0x5D0, 0x5EA), (0x620, 0x64A), (0x904, 0x939), (0xE01, 0xE2E), (0x1E00, 0x1EFF), (0x2010, 0x2027), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2600, 0x26FF), (0x3041, 0x30FE), (0x4E00, 0x4FFF), (0xAC00, 0xADFF), (0x1F300, 0x1F5FF)]


def write_fixture(tokenizer: Tokenizer, sentences: list[str], path: Path) -> int:
    """[[text, [id, ...]], ...]: texts written by hand, sentences of the corpus, random mixtures of scripts."""
    texts = BY_HAND + sentences + _mixtures(140)
    rows = [[text, tokenizer.encode(text, add_special_tokens=False).ids] for text in texts]
    path.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", "utf-8")
    return len(rows)


def _mixtures(count: int) -> list[str]:
    chance = random.Random(20231)
    texts = []
    for _ in range(count):
        words = []
        for _ in range(chance.randint(2, 7)):
            low, high = chance.choice(BLOCKS)
            word = "".join(chr(chance.randint(low, high)) for _ in range(chance.randint(1, 6)))
            words.append("".join(c for c in word if unicodedata.category(c) != "Cn"))
        texts.append(chance.choice([" ", "", ", "]).join(words))
    return texts
