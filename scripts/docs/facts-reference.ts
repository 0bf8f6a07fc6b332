import { english } from "../../src/facts/languages/en.ts";
import type { Frame, Language, Meaning } from "../../src/facts/languages/language.ts";
import { spanish } from "../../src/facts/languages/es.ts";

/** What the frames of a meaning do, in the order of the page. */
const MEANINGS: readonly (readonly [title: string, meanings: readonly Meaning[]])[] = [
  ["State a list or a favourite", ["assign", "member"]],
  ["Add, put, make", ["add", "place", "make"]],
  ["Move and swap", ["move", "transfer", "swap"]],
  ["Replace and change", ["replace"]],
  ["Remove and clear", ["remove", "clear"]],
  ["Take back", ["undo"]],
  ["Ask for items and lists", ["pick", "list", "listAll"]],
  ["Ask for a rank, a number, yes or no", ["rankOf", "count", "check"]],
  ["Ask where it was said", ["provenance"]],
];

/** Every form that is understood, from the grammar's own examples, which are tests. */
export function factsReference(): string {
  return [
    "# Facts",
    "",
    "Ranked lists and single favourites: stated once, stored exactly, answered exactly, by rule, with no language model. Made from the grammar's tables in",
    "`src/facts/languages/` by `npm run docs`; don't edit. Every example below is a test.",
    "",
    "```",
    'loci facts tell "My favorite fonts are 1) Garamond, 2) Futura"',
    'loci facts ask "What is my second favorite font?"',
    "```",
    "",
    "## What happens",
    "",
    "| said | done |",
    "|---|---|",
    "| a list without numbers, where one is stored | what is new is appended; what was there keeps its rank, and the reply says so |",
    "| a list numbered from 1, or in an order given by words or `>` | the whole list is replaced; the reply shows what was there |",
    "| numbers that don't begin with 1 | each value goes to its rank, the others make room |",
    "| “my third favorite … is X” | X is inserted at 3, or moved there; nothing is overwritten |",
    "| “replace #2 with X”, “change … to X” | the value at that place is replaced |",
    "| a single favourite again | appended; with “actually”, “now”, “changed”, “instead of” it takes rank 1's place, and the old value stays in the history |",
    "| “my favorite …s are now X and Y” | the whole list is replaced |",
    "| “make X my favorite … instead of Y” | X takes the first place and Y goes, when Y stood there and X is new; else X goes first and nothing is dropped |",
    "| “my second favorite … isn't X, it's Y” | Y takes that place |",
    "| “move X from my favorite …s to my favorite …s” | out of the one list, to the end of the other; undone as one change |",
    "| “my favorite … is X and my least favorite is Y” | two lists |",
    "| an equal value | nothing new: case, quotes, spaces, final punctuation and forms of Unicode don't count; the first spelling stays |",
    "| “First Contact” where “Star Trek: First Contact” is stored | that item: a title without its subtitle, series, bracketed note or article. “Iron Man” is not “Iron Man 2” |",
    "| “bump Márquez up”, “where does Marquez rank?” | the one item that ends in these words, accents or not; only where what is named must be there. Several: a question back |",
    "| a name that fits several items | a question back; nothing is written |",
    "| “one of my favorite … is X” | appended where a list is stored; else not stored, since it says no rank |",
    "| something said with an earlier time than what is stored | what was said later stays; the earlier statement is kept in the history |",
    "| a message that states several things | each is done in its order, all in one transaction; what is not about lists is handed back as `rest` |",
    "",
    "**Topic**: the whole noun phrase after “favorite”, in any script. Number, case and spelling variants (`colour`, `color`) don't count, modifiers do: “weekend breakfast” is not “breakfast”.",
    "“Least favorite” is a topic of its own. `loci facts synonym WORD TOPIC` adds a synonym, `loci facts alias TOPIC NAME ITEM` another name of an item.",
    "",
    "**Without a topic** (“swap 1 and 2”, “and the second one?”) the list is the one that this chat spoke of last; another chat's list is never meant.",
    "",
    "**Never stored**: hedges (“maybe”, “I think”), negations, conditions, wishes, questions, quotations and code, texts to work on (“Translate: …”), what others said or like, past tastes,",
    "open choices (“red or blue”), and states (“my favorite café is closed”). `loci facts route TEXT` says which.",
    "",
    "**A deleted chat** takes its facts along, as if it had never been: what it added goes, what it replaced returns.",
    "",
    "**Files**: `facts/<topic>.md` in the project's folder mirrors each list. Edit it: the next command that uses the list, or `loci facts sync`, makes operations of the edit. What can't be",
    "read is reported with its line and not applied; when the list next changes, it is kept beside as `facts/<topic>.rejected.md`, a further one as `….rejected-2.md`.",
    "",
    ...section(english),
    ...section(spanish),
  ].join("\n");
}

function section(language: Language): readonly string[] {
  const title = { en: "English", es: "Spanish" }[language.name] ?? language.name;
  const parts = MEANINGS.flatMap(([heading, meanings]) => {
    const frames = language.frames.filter((frame) => meanings.includes(frame.means) && frame.examples.length > 0);
    return frames.length === 0 ? [] : [`### ${title}: ${heading.toLowerCase()}`, "", ...frames.flatMap(lines), ""];
  });
  return [`## ${title}`, "", ...parts];
}

function lines(frame: Frame): readonly string[] {
  const after = frame.given === undefined || /[123]\)/u.test(frame.given) ? "" : ` (after “${frame.given}”)`;
  return frame.examples.map((example) => `- ${example.split("\n").map((line) => `\`${line}\``).join(" ⏎ ")}${after}`);
}
