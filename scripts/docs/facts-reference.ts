import { EXAMPLES, type FactExample } from "./facts-examples.ts";

/** The page on facts: what is read, asked and kept, with examples that are tests. */
export function factsReference(): string {
  return [
    "# Facts",
    "",
    "Ranked lists, favourites and exact facts: stated once, stored exactly as they were said, answered exactly, by rule, with no language",
    "model, and never in front of what was said later. Made by `npm run docs`; don't edit. Every example below is a test.",
    "",
    "```",
    'loci facts tell "My favorite fonts are 1) Garamond, 2) Futura"',
    'loci facts ask "What is my second favorite font?"',
    'loci facts tell "Remember that the staging port is 8443"',
    'loci facts ask "staging port?"',
    "```",
    "",
    "## What is read",
    "",
    "A sentence is read whole, or it changes nothing. Where a part of it was read and a part not, or where it sounds like a change of what",
    "is stored and can't be read, the reply says so at once. A **value is a slice of the message**: a single word with a digit or a sign",
    "keeps every character (`*99#`, `Secret_1_`), a title its article and capitals; quotation marks and decoration around it are no part",
    "of it. A favourite that is a common noun loses its article (“the whippet” is kept as “whippet”). A predicate is no value: “800 pages long”, “packed",
    "tonight”, “in the garage”.",
    "",
    "| said | done |",
    "|---|---|",
    "| a list without numbers, where one is stored | what is new is appended; what was there keeps its rank, and the reply says so |",
    "| a list numbered from 1, or in an order given by words or `>` | the whole list is replaced; the reply shows what was there |",
    "| “worst to best” | turned round; with numbers it is refused |",
    "| “my third favorite … is X” | X is inserted at 3, or moved there; nothing is overwritten. “Replace #3 with X” overwrites |",
    "| one favourite again: “my favorite tea is X” | X takes rank 1. What was told one at a time gives way and stays in the history; in a list that was told as a list the others shift |",
    "| “one of my favorite …”, “another”, “also” | appended |",
    "| an equal value | nothing new: case, quotes, spaces, final punctuation and forms of Unicode don't count; the first spelling stays |",
    "| “First Contact” where “Star Trek: First Contact” is stored | that item: a title without its subtitle, bracketed note or article. “Iron Man” is not “Iron Man 2” |",
    "| a name that fits several items | a question back; nothing is written |",
    "| “clear my favorite …”, “forget my wifi password” | emptied; the history keeps what was there, and “undo” takes it back |",
    "| “erase my wifi password for good”, `loci facts erase TOPIC` | gone from the store and its files; what chats and documents say stays; `loci forget` takes the words out of all of them |",
    "| something said with an earlier time than what is stored | what was said later stays; the earlier statement is kept in the history |",
    "| “remember …” | the whole message is kept: as facts where it can be read, the rest word for word as a note |",
    "",
    "A full stop behind a word with signs in it is taken for the sentence's, and the reply says so: in double quotation marks it stays. A",
    "secret that no fact holds is kept nowhere, and the reply says that, too.",
    "",
    "**Never stored**: hedges (“maybe”, “I think”), conditions, questions, quoted, forwarded and pasted text, code, texts to work on",
    "(“Translate: …”), what others like, past tastes. `loci facts ask TEXT --json` says which.",
    "",
    "**Topic**: the whole noun phrase after “favorite”, in any script. Number, case and spelling variants (`colour`, `color`) don't",
    "count, modifiers do. “Least favorite” is a topic of its own.",
    "",
    "**Without a topic** (“swap 1 and 2”, “and the second one?”) the list is the one that the chat's last turn was about. Any other",
    "message ends that; “undo” counts only right after a change. A message that is sent again under its id changes nothing twice.",
    "",
    "**Exact facts** are kept by whose and what: “my …” is the speaker's, “our …” and “the …” the project's, “Anna's …” that person's.",
    "They are found by their key, not by the form of the question: “staging port?” asks for it.",
    "",
    "**Whose**: what the owner says is private to him (scope `admin`) unless `scope` is given; a user's facts are his own. Where the",
    "project's (`kb`) answers, the reply says “the project's”, and where it was said is for the owner only. Passwords, keys and numbers of",
    "documents and cards go to the private scope, and into no file but the catalog.",
    "",
    "## Fresh",
    "",
    "Before a stored value is stated, what people said later in the project's chats is searched for its words, among what the caller may",
    "see, with what was said right behind the statement and in reply to an assistant's questions. Where a sentence has another value in",
    "its place, or says that it is over, that comes first: “Last said of it: “they changed the gym code to 3391” (12 May). Before that,",
    "your gym code was 2208 (3 May).” Where a sentence only may change it, the stored value does: “Your gym code is 2208, said on 3 May. Later it",
    "was said: “the new code at the gym starts with 33” (12 May).” `later` of the answer has the sentences. What isn't stored is looked for",
    "in the same way.",
    "",
    "A sentence that sounds like a change of something stored and can't be read (“I don't go to Dr. Sand any more”) is answered at once: what",
    "it sounds like, and that nothing was changed. It stands in the history of that fact and beside its answers and in the brief, told in a chat",
    "or by `loci facts tell`, until a newer value is said.",
    "",
    "The past stays: “what was … before?”, `--as-of`, `loci facts history`.",
    "",
    "## A language model proposes",
    "",
    "Nothing above needs one. Where a language model is configured and `facts.propose` is on (it is off by default), it is asked about messages of",
    "the user that no form reads: never about questions, doubts, other people's words or what holds a secret. It proposes; the store checks. A value",
    "is taken only where it stands in the user's sentence word for word. The reply shows what was stored, “undo that” takes it back, and each call",
    "counts in what may be spent, as the job `facts`. A model that fails is named in a note, and the message is read without it.",
    "",
    "## Files",
    "",
    "`facts/<topic>.md` in the project's folder shows each list to people; it is not read back. `facts.jsonl` beside the catalog records",
    "every change; where the catalog is lost, or an older one was put back, it gives the facts back with their history. A deleted chat",
    "takes its facts along, as if it had never been: what it added goes, what it replaced returns.",
    "",
    ...EXAMPLES.flatMap(([title, examples]) => [`## ${title}`, "", ...examples.map(line), ""]),
  ].join("\n");
}

function line({ given, said, holds, answers }: FactExample): string {
  const after = given === undefined ? "" : ` (after “${given}”)`;
  const result =
    answers !== undefined
      ? answers.join(", ")
      : holds === undefined
        ? "no fact"
        : holds.length === 0
          ? "empty"
          : holds.map((value, i) => (holds.length === 1 ? value : `${i + 1}. ${value}`)).join(", ");
  return `- \`${said}\`${after} → ${result}`;
}
