/**
 * Sends every user turn of LoCoMo and RealMem through the router and prints what would be stored or answered as a fact, for
 * judging by hand (`report.md`). Run: `node evals/facts/false-stores.ts [DATA] [--lists] > found.jsonl`; DATA is `../shared/data`
 * by default. With `--lists` every chat has spoken of lists of common topics before, so that what needs a list (“swap …”, “the
 * second one?”) has one to be mistaken about.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createFacts } from "../../src/facts/create-facts.ts";
import { openMemoryFactStore } from "../../test/contract/reference/open-fact-store.ts";

interface Turn {
  readonly id: string;
  readonly chat: string;
  readonly text: string;
}

const withLists = process.argv.includes("--lists");
const data = process.argv.slice(2).find((argument) => argument !== "--lists") ?? "../shared/data";
const LISTS = [
  "My favorite books are 1) Emma, 2) Dune, 3) Ulysses",
  "My favorite ideas are 1) yoga, 2) music, 3) travel",
  "My favorite things are 1) coffee, 2) family, 3) work, 4) food",
];
let turns = 0;
let found = 0;
for (const collection of ["locomo", "realmem"]) {
  const file = join(data, collection, "docs.jsonl");
  if (!existsSync(file)) {
    process.stderr.write(`skipped: ${file} is not there\n`);
    continue;
  }
  const groups = Map.groupBy(readTurns(file), (turn) => turn.chat.split("\n")[0] as string);
  for (const chats of groups.values()) {
    let next = 0;
    // A project a speaker, so that what is stored is in the way of what is told later, as in use.
    const facts = createFacts({
      store: openMemoryFactStore(),
      files: null,
      clock: () => Date.UTC(2026, 0, 1) + next++,
      newId: () => String(next++),
    });
    const begun = new Set<string>();
    for (const turn of chats) {
      turns += 1;
      if (withLists && !begun.has(turn.chat)) for (const list of LISTS) await facts.tell(list, { chat: turn.chat });
      begun.add(turn.chat);
      const told = await facts.tell(turn.text, { chat: turn.chat, messageId: turn.id });
      if (told.route === "search") continue;
      found += 1;
      process.stdout.write(
        `${JSON.stringify({ collection, id: turn.id, route: told.route, reason: told.reason, changed: told.changed, topic: told.topic, reply: told.text, turn: turn.text.slice(0, 600) })}\n`,
      );
    }
  }
}
process.stderr.write(`${turns} user turns, ${found} routed to facts\n`);

/** User turns in order: every speaker of LoCoMo is a user of his own; of RealMem's sessions the lines of "User:". */
function readTurns(file: string): readonly Turn[] {
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: string; group: string; session: string; role: string; text: string });
  return lines.flatMap((line) => {
    if (line.role !== "session")
      return [
        {
          id: line.id,
          chat: `${line.group} ${line.role}\n${line.session}`,
          text: line.text.replace(/\s*\[shared image:[^\]]*\]/u, ""),
        },
      ];
    return line.text
      .split(/^(?=User: |Assistant: )/mu)
      .filter((turn) => turn.startsWith("User: "))
      .map((turn, i) => ({
        id: `${line.id}:${i}`,
        chat: `${line.group}\n${line.session}`,
        text: turn.slice(6).trim(),
      }));
  });
}
