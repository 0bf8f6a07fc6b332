import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { english } from "../languages/en.ts";
import { spanish } from "../languages/es.ts";
import { cleanMessage } from "./clean-message.ts";
import { compileGrammar } from "./grammar.ts";
import { cutClauses } from "./cut-clauses.ts";
import { cutSentences } from "./cut-sentences.ts";
import { plural, singular } from "./inflect.ts";
import { matchPattern } from "./match-pattern.ts";
import { compilePattern } from "./pattern.ts";
import { splitValues } from "./split-values.ts";
import { tokenise } from "./tokenise.ts";
import { topicOf } from "./topic.ts";

const grammar = compileGrammar(english);
const words = (text: string): readonly string[] => tokenise(cleanMessage(text)).map((token) => (token.kind === "quote" ? `“${token.text}”` : token.text));

test("tokens", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["My top-3 teas", ["my", "top", "3", "teas"]],
    ["1) flan 2.pie", ["1", ")", "flan", "2", ".", "pie"]],
    ["at 10:30, v2.5", ["at", "10:30", ",", "v2.5"]],
    ["What’s Reese's?", ["what", "'s", "reese", "'s", "?"]],
    ["M*A*S*H, C++ and F#.", ["m*a*s*h", ",", "c++", "and", "f#", "."]],
    ["**1.** figs [M2] ## , x", ["1", ".", "figs", ",", "x"]],
    ["“a, b” and 'c d'", ["“a, b”", "and", "“c d”"]],
    ["１）桃、２）梨", ["1", ")", "桃", "、", "2", ")", "梨"]],
    ["te\u200bal \u202Ex\u202C", ["teal", "x"]],
    ["x # 2 #3", ["x", "#2", "#3"]],
    ["```\ncode\n```\nx", ["\n", "x"]],
    ["> cited\nx", ["\n", "x"]],
  ];
  for (const [text, expected] of cases) assert.deepEqual(words(text), expected, text);
});

test("tokens lie in the text, in order, and don't overlap", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (source) => {
      const text = cleanMessage(source);
      let end = 0;
      for (const token of tokenise(text)) {
        assert.ok(token.start >= end && token.end > token.start && token.end <= text.length);
        end = token.end;
      }
    }),
    { numRuns: 2000 },
  );
});

const sentences = (message: string): readonly string[] => {
  const text = cleanMessage(message);
  const tokens = tokenise(text);
  return cutSentences(tokens, grammar.lexicon, [grammar.lexicon.tables["denial"] ?? new Map()]).map(({ start, end }) => text.slice(tokens[start]?.start, tokens[end - 1]?.end).trim());
};

test("sentences", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["Hi. I'm Bo! Ok?", ["Hi.", "I'm Bo!", "Ok?"]],
    ["My favorite shows are 1. Dr. Who 2. Mr. Robot", ["My favorite shows are 1. Dr. Who 2. Mr. Robot"]],
    ["I have 3. She has 4. Ok.", ["I have 3.", "She has 4.", "Ok."]],
    ["By Ursula K. Le Guin. Yes.", ["By Ursula K. Le Guin.", "Yes."]],
    ["My favorite teas:\n- assam\n- mate\n\nBye", ["My favorite teas:\n- assam\n- mate", "Bye"]],
    ["My favorite teas:\nassam\nmate\n\nBye", ["My favorite teas:\nassam\nmate", "Bye"]],
    ["#1 a\n#2 b\nThose are my favorite teas.", ["#1 a\n#2 b\nThose are my favorite teas."]],
    ["a wrapped\nline here. Next", ["a wrapped\nline here.", "Next"]],
    ["Version 2.5 is out. Ok", ["Version 2.5 is out.", "Ok"]],
  ];
  for (const [text, expected] of cases) assert.deepEqual(sentences(text), expected, text);
});

test("sentences and clauses cover every token once", () => {
  const piece = fc.constantFrom("my favorite", "tea", "is", "1.", "2)", ",", ".", "?", "\n", "\n\n", "and", "but", "I think", "- ", "Dr.", "\"q\"", "because", "x");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      const tokens = tokenise(cleanMessage(parts.join(" ")));
      let at = 0;
      for (const sentence of cutSentences(tokens, grammar.lexicon, [grammar.lexicon.tables["denial"] ?? new Map()])) {
        assert.ok(sentence.start >= at);
        for (const token of tokens.slice(at, sentence.start)) assert.ok(token.kind === "line" || token.kind === "blank");
        let inside = sentence.start;
        for (const clause of cutClauses(tokens, sentence, grammar)) {
          assert.ok(clause.start >= inside && clause.start - inside <= 1 && clause.end >= clause.start);
          inside = clause.end;
        }
        assert.equal(inside, sentence.end);
        at = sentence.end;
      }
    }),
    { numRuns: 2000 },
  );
});

const items = (text: string, single = false): readonly (readonly [number | null, string])[] => {
  const tokens = tokenise(text);
  return splitValues(tokens, { start: 0, end: tokens.length }, grammar.lexicon, single).items.map((item) => [item.rank, text.slice(tokens[item.start]?.start, tokens[item.end - 1]?.end)]);
};

test("values", () => {
  assert.deepEqual(items("1) a 2) b and 3) c"), [[1, "a"], [2, "b"], [3, "c"]]);
  assert.deepEqual(items("2. Ocean's 11. 1. Se7en"), [[2, "Ocean's 11."], [1, "Se7en"]]);
  assert.deepEqual(items("mac and cheese, fish and chips, and ramen").map(([, value]) => value), ["mac and cheese", "fish and chips", "ramen"]);
  assert.deepEqual(items("a, b and c").map(([, value]) => value), ["a", "b", "c"]);
  assert.deepEqual(items("Portland, Oregon", true).map(([, value]) => value), ["Portland, Oregon"]);
  assert.deepEqual(items("1917, 300 and 42").map(([rank]) => rank), [null, null, null]);
  assert.deepEqual(items("first a, second b, third c").map(([rank]) => rank), [1, 2, 3]);
  assert.deepEqual(items("a first, b second"), [[1, "a"], [2, "b"]]);
  assert.deepEqual(items("Dune (1984), Dune (2021)").map(([, value]) => value), ["Dune (1984)", "Dune (2021)"]);
  assert.deepEqual(items("a > b > c").map(([, value]) => value), ["a", "b", "c"]);
  assert.deepEqual(items("x, then y, followed by z").map(([, value]) => value.replace(",", "")), ["x", "y", "z"]);
});

test("forms: slots take as little as they can, alternatives are tried in order, circles and open brackets are refused", () => {
  const match = (form: string, text: string): readonly string[] | null => {
    const tokens = tokenise(text);
    const found = matchPattern(compilePattern(form, {}), tokens, { start: 0, end: tokens.length }, grammar.lexicon, true);
    return found === null ? null : Object.entries(found.ranges).map(([name, { start, end }]) => `${name}=${tokens.slice(start, end).map((token) => token.text).join(" ")}`);
  };
  assert.deepEqual(match("swap REF and OTHER", "swap a and b and c"), ["REF=a", "OTHER=b and c"]);
  assert.deepEqual(match("(a|b)? c* VALUES", "b c c d e"), ["VALUES=d e"]);
  assert.equal(match("a b", "a b c"), null);
  assert.throws(() => compilePattern("( a", {}));
  assert.throws(() => compilePattern("{A}", { A: "{A}" }));
  assert.throws(() => compilePattern("{B}", {}));
});

test("nouns and topics", () => {
  const pairs = "boxes box,pies pie,ties tie,movies movie,cities city,wolves wolf,knives knife,leaves leaf,heroes hero,shoes shoe,potatoes potato,lenses lens,buses bus,glasses glass,dishes dish,classes class,series series,species species,cacti cactus,mice mouse,geese goose,people person,women woman,beaches beach,peaches peach,volcanoes volcano,canoes canoe,houses house,exercises exercise,irises iris,viruses virus,menus menu,kiwis kiwi,taxis taxi,analyses analysis,quizzes quiz,horses horse,courses course,spices spice,roses rose,axes axe,gases gas,toys toy,monkeys monkey,olives olive,caves cave,gloves glove,cookies cookie,candies candy,zombies zombie,firemen fireman,headaches headache,quiches quiche,cliches cliche".split(",");
  for (const pair of pairs) {
    const [many, one] = pair.split(" ") as [string, string];
    assert.equal(singular(many, english.inflection), one, many);
    assert.equal(singular(one, english.inflection), one, one);
    assert.equal(singular(plural(one, english.inflection), english.inflection), one, plural(one, english.inflection));
  }
  assert.notEqual(topicOf("ties", "", english).key, topicOf("pies", "", english).key);
  assert.equal(topicOf("Board Games", "", english).key, topicOf("board game", "", english).key);
  assert.equal(topicOf("kinds of pasta", "", english).name, "kind of pasta");
  assert.equal(topicOf("plats préférés", "", english).name, "plats préférés");
  assert.equal(topicOf("cafés", "", english).key, topicOf("café", "", english).key);
  assert.equal(topicOf("colours", "", english).key, topicOf("color", "", english).key);
  assert.equal(topicOf("colours", "", english).name, "colour");
  assert.equal(topicOf("films", "", english).key, topicOf("movie", "", english).key);
  assert.notEqual(topicOf("weekend breakfasts", "", english).key, topicOf("breakfast", "", english).key);
  assert.equal(topicOf("canciones españolas", "", spanish).name, "canción española");
  assert.equal(topicOf("chore", "least favorite", english).key, "least favorite chore");
});
