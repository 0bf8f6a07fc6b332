import { HALLS } from "../../src/palace/halls/classify-hall.ts";
import { FEATURES, type Feature } from "../../src/ranking/features.ts";
import { RRF_K } from "../../src/ranking/best-first.ts";
import { WEIGHTS } from "../../src/ranking/weights.ts";
import { MAX_OPERATOR_WORDS } from "../../src/retrieval/analyse/analyse-question.ts";
import { DEFAULT_RECALL } from "../../src/retrieval/settings.ts";

/** What a feature says, each between 0 and 1 but cosines, which may be below 0. */
const MEANING: Readonly<Record<Feature, string>> = {
  message:
    "the question's words in the whole message (BM25, over the best of all candidates); of a file, in the passage alone",
  window1: "the same with one message on either side; of a file, the passage alone, as in all windows",
  window3: "the same with three messages on either side",
  window6: "the same with six",
  coverage: "share of the question's words that the passage holds, rare words counting more",
  documentCoverage: "the same share for the whole chat session; of a file, for the passage",
  dense:
    "how near the passage is in meaning: the cosine of its vector and the question's, seen from unrelated texts of the same model",
  denseNeighbours: "that of the closer message beside it",
  documentDense: "that of the closest message of the session",
  speaker: "the question names who said it",
  question: "it ends in a question itself",
  followsQuestion: "the message before it asks something",
  firstPerson: "it says something of its speaker",
  time: "it is from the time that the question names",
  hall: "a message of the kind of memory that is asked for",
  recency: "how lately a message was said: 1 on the day of asking, half after 30 days",
  named: "the question names its file",
  links: "it is mostly a list of links",
  assistant: "an assistant said it",
  assistantAsked: "an assistant said it, and the question asks for what he said",
  tool: "a tool was given it, or gave it back",
  toolAsked: "the same, and the question asks for a command, a file, an error or the like",
  aside: "a summary, a note of the system, what a program or a helper said, a branch that was given up",
};

/** How a question is read and what a score is made of, with the weights in use. */
export function searchReference(): string {
  const { spelling, weight } = DEFAULT_RECALL.expand;
  return [
    "# Searching",
    "",
    "Made from the ranking's own tables by `npm run docs`; don't edit. The same for `loci search`, the library, HTTP and MCP. Flags: [cli.md](cli.md); settings: [config.md](config.md).",
    "",
    "## How a question is read",
    "",
    "| in the question | means |",
    "|---|---|",
    '| `"connection refused"` | passages must hold the words side by side |',
    '| `-docker`, `-"two words"` | passages with it are left out; a flag of a command in quotes (`"-la"`) is searched |',
    "| `wing:kai`, `room:release`, `source:notes`, `type:md` | only there |",
    `| \`hall:preferences\` | only memories of this kind: ${HALLS.join(", ")}, or one of your own |`,
    "| `after:2026-05-01`, `before:yesterday` | only content dated so |",
    '| "last week", "in May 2023" | nothing is left out, but what is from that time counts for more |',
    "| `src/ranking/weights.ts`, `weights.ts` | that file's passages count for more than those that mention it |",
    "| `C++`, `F#`, `--no-verify` | searched with their signs; other signs are not searched |",
    "| common words alone | the most recent passages, with a note |",
    "",
    `A message of more than ${MAX_OPERATOR_WORDS} words is prose: quotes, minus signs and fields in it are read as words, and a note says so.`,
    "",
    `Words are searched by their stems; beside them, up to ${DEFAULT_RECALL.expand.perWord} words near in meaning that the index itself holds (weight ${weight} times their cosine), other spellings (\`Wi-Fi\` and wifi, 2,000 and 2000, \`lastSeenAt\` and \`last_seen_at\`: ${spelling.joined}) and, for`,
    `a word that nobody knows, what is one typing error away (${spelling.near}).`,
    "",
    "## What a score is made of",
    "",
    "A sum of named features times weights; `--explain` shows it for each hit, with the words that were searched, what each filter removed, and what nearly was a hit. Equal",
    "scores stand in the order of their ids. The weights were chosen on development data: [evals/ranking.md](../evals/ranking.md).",
    "",
    "| feature | weight | what it says |",
    "|---|---|---|",
    ...FEATURES.map((name) => `| \`${name}\` | ${WEIGHTS[name]} | ${MEANING[name]} |`),
    "",
    `With \`--fusion plain\` a score is BM25 (over what the question could reach at most) plus the cosine; with \`--fusion rrf\` the sum of 1 / (${RRF_K} + rank) of both legs.`,
    "",
    "## Questions for several things",
    "",
    '"What books has Ann read?", "how many times …", "what do both …": such a question (of English; one that names an occasion is none) is answered from several places. Each passage is',
    "charged 0.05 for every one of its session or file that stands before it, and 0.1 more if that stands near it (`spread` among the parts of its score); where no limit is",
    "given up to three times the usual number of hits is shown, as far as their scores reach a quarter of the first; `several.documents` says how many sessions and files they stand in.",
    "",
    "## What was said later",
    "",
    'Of two passages among the first ten that say different things of what is asked ("We chose Postgres 16 for staging", "Staging moved to 17") the later one comes first, and',
    "`replaced` holds what the earlier one said (`update` among the parts of its score). Both must be dated by what they say, of one scope and wing, and the later one must tell of the",
    'change. A question for the past ("originally", "before", "in March") is answered as it is asked; `--as-of` shows what was known then. How often that is right:',
    "[evals/updates/report.md](../evals/updates/report.md).",
    "",
    "## A time and nothing else",
    "",
    '"What happened last Friday?", "yesterday", "what did we do in March": passages of that time, each session and file of it in turn, with the note `TIME_ALONE`; covered where there is',
    "one, and `TIME_EMPTY` where nothing is dated so. With anything else in the question they are ranked, those of that time higher (`time`).",
    "",
    "## Whether the answer is there",
    "",
    `\`covered\` is true where \`probability\`, that the first hits answer the question, is at least ${DEFAULT_RECALL.coveredThreshold} (\`recall.covered_threshold\`). It is calibrated on questions that can and can't be answered`,
    "([evals/report.md](../evals/report.md), gate) and hides no hit.",
    "",
  ].join("\n");
}
