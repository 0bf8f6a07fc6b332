import type { Rule } from "../../src/facts/language/chart.ts";
import { RULES } from "../../src/facts/language/grammar.ts";

/** The rules' own examples, by what they are about, in the order of the page. */
const SECTIONS: readonly (readonly [title: string, rules: readonly Rule[]])[] = [
  ["State a list or a favourite", RULES.statements],
  ["Change a list", RULES.commands],
  ["Ask about lists", RULES.questions],
  ["State an exact fact, and ask for it", RULES.attributes],
];

/** Every form that is understood, from the rules' own examples, which are tests. */
export function factsReference(): string {
  const count = SECTIONS.reduce((sum, [, rules]) => sum + rules.length, 0);
  return [
    "# Facts",
    "",
    "Ranked lists, favourites and exact facts: stated once, stored exactly, answered exactly, by rule, with no language",
    `model. Made from the ${count} rules in \`src/facts/language/rules/\` by \`npm run docs\`; don't edit. Every example below is a test.`,
    "",
    "```",
    'loci facts tell "My favorite fonts are 1) Garamond, 2) Futura"',
    'loci facts ask "What is my second favorite font?"',
    'loci facts tell "Remember that the staging port is 8443"',
    'loci facts ask "What is the staging port?"',
    "```",
    "",
    "## Three outcomes",
    "",
    "A message is done, and the reply says what was done and what was there before; or it is only partly understood, and the",
    "reply says so and that nothing was changed; or it is none of its business and goes to search. A value is a noun phrase, a",
    "title, a quoted text or a typed span: where a finite verb, a pronoun or another possessive follows, it ends there.",
    "What follows to the end of the sentence has to be accounted for: a courtesy, an adverbial, a remark, a clause of its own.",
    "Otherwise nothing is stored (“My wifi password is hunter2 at home”), and the reply says so, as it does of a list whose",
    "values aren't sure, of a second half that wasn't read, and of a “!” behind a name, which is taken for the sentence's.",
    "",
    "| said | done |",
    "|---|---|",
    "| a list without numbers, where one is stored | what is new is appended; what was there keeps its rank, and the reply says so |",
    "| a list numbered from 1, or in an order given by words or `>` | the whole list is replaced; the reply shows what was there |",
    "| numbers that don't begin with 1 | each value goes to its rank, the others make room |",
    "| “my third favorite … is X” | X is inserted at 3, or moved there; nothing is overwritten |",
    "| “replace #2 with X”, “change … to X”, “#2 is now X”, “my #2 favorite … is now X” | the value at that place is replaced |",
    "| “clear my favorite …”, “forget my wifi password” | emptied; the history keeps what was there, and “undo” takes it back |",
    "| “erase my wifi password for good”, “… with its history”, `loci facts erase TOPIC` | gone from the store, its files and the mirror; what chats and documents say stays until `loci forget` |",
    "| one favourite again: “my favorite tea is X” | X takes rank 1. What was told one at a time gives way and stays in the history; in a list that was told as a list the others shift |",
    "| “one of my favorite …”, “another”, “also” | appended |",
    "| an equal value | nothing new: case, quotes, spaces, final punctuation and forms of Unicode don't count; the first spelling stays |",
    "| “First Contact” where “Star Trek: First Contact” is stored | that item: a title without its subtitle, series, bracketed note or article. “Iron Man” is not “Iron Man 2” |",
    "| a name that fits several items | a question back; nothing is written |",
    "| “take X out and …” where the rest can't be read | nothing is changed, and the reply says so |",
    "| something said with an earlier time than what is stored | what was said later stays; the earlier statement is kept in the history |",
    "| “is my favorite café open?” | goes to search: yes and no are answered only about items |",
    "",
    "**Topic**: the whole noun phrase after “favorite”, in any script. Number, case and spelling variants (`colour`, `color`) don't",
    "count, modifiers do. “Least favorite” is a topic of its own. `loci facts synonym WORD TOPIC` adds a synonym, `loci facts alias TOPIC NAME ITEM` another name of an item.",
    "",
    "**Without a topic** (“swap 1 and 2”, “and the second one?”) the list is the one that the chat's last turn was about. Any other",
    "message ends that. A change needs an item of the list or the word list; “undo” counts only right after a change.",
    "",
    "**Whose**: what the owner says is private to him (scope `admin`) unless `scope` is given; a user's lists are his own. Where the",
    "project's list (`kb`) answers, the reply says “the project's”, and where it was said is for the owner only.",
    "",
    "**Exact facts** are kept by subject and attribute: “my …” is the speaker's, “our”, “we”, “the …” the project's, “Anna's …” that",
    "person's. They are taken when the sentence says “remember”, when the attribute is a known one (birthday, e-mail, port,",
    "deadline, order number …) or is stored already, and when the value is exact by its form. Passwords, keys and numbers of",
    "documents and cards go to the private scope, and into no mirror. The past stays: “what was … before?”, “… in February?”, `--as-of`.",
    "",
    "**Documents** are a second, cited source of exact facts: `key: value` lines of Markdown, text and front matter, `key = value` of INI,",
    "TOML and environment files, YAML, JSON, and the cells of tables (“What is the port of staging?”). They are searched when the",
    "question is asked, and never copied into the store; who may see a document hears what it says. Conflicts are shown, not solved:",
    "“The staging port is 8443 (you, 3 May); 8080 (README.md:12).” What only a document says is answered with its line: “In the documents,",
    "the staging port is 8080 (README.md:12).” `documents` of the answer has them.",
    "",
    "**Never stored**: hedges (“maybe”, “I think”), negations, conditions, wishes, questions, quotations and code, texts to work",
    "on (“Translate: …”), what others said or like, past tastes. `loci facts route TEXT` says which.",
    "",
    "**A deleted chat** takes its facts along, as if it had never been: what it added goes, what it replaced returns.",
    "",
    "**Files**: `facts/<topic>.md` in the project's folder mirrors each list. Edit it, or write a new one with a heading and a list:",
    "the next command that uses the list, or `loci facts sync`, makes operations of the edit. What can't be read is reported with its",
    "line and not applied; when the list next changes, it is kept beside as `facts/<topic>.rejected.md`.",
    "",
    ...SECTIONS.flatMap(([title, rules]) => [`## ${title}`, "", ...rules.flatMap(lines), ""]),
  ].join("\n");
}

function lines(rule: Rule): readonly string[] {
  const after = rule.given === undefined || /[123]\)/u.test(rule.given) ? "" : ` (after “${rule.given}”)`;
  return rule.examples.map(
    (example) =>
      `- ${example
        .split("\n")
        .map((line) => `\`${line}\``)
        .join(" ⏎ ")}${after}`,
  );
}
