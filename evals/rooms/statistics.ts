/**
 * Room statistics on the sample corpora, placed as ingest does (parse, chunk, place): how many rooms, how large the largest, how many
 * hold one drawer. LoCoMo's conversations are one wing each, its sessions one document each; the others are one wing a corpus.
 *
 * Run: `node evals/rooms/statistics.ts` (writes evals/rooms/report.md between its markers; `--rooms` lists the rooms)
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { chunk } from "../../src/chunking/chunk.ts";
import { createPlacer, type PlaceInput } from "../../src/palace/place.ts";
import { parseMarkdown } from "../../src/parsing/markdown/parse-markdown.ts";
import { writePart } from "./report-part.ts";

interface Turn {
  readonly group: string;
  readonly session: string;
  readonly role: string;
  readonly text: string;
}

const data = new URL("../../../shared/data/", import.meta.url);
const place = createPlacer();
const rows: string[] = [];
const blank = { title: "", metadata: {}, explicit: { wing: null, room: null }, configuredWing: null };

for (const [corpus, folder] of [
  ["til", "docs/markdown/til/"],
  ["rust-book", "docs/markdown/rust-book/"],
] as const) {
  const root = new URL(folder, data);
  if (!existsSync(root)) console.log(`${corpus}: data absent, skipped`);
  else
    report(
      corpus,
      globSync("**/*.md", { cwd: root.pathname })
        .sort()
        .flatMap((path) => placed(markdown(path, readFileSync(new URL(encodeURI(path), root), "utf8"), corpus))),
    );
}
const turns = new URL("locomo/docs.jsonl", data);
if (!existsSync(turns)) console.log("locomo: data absent, skipped");
else {
  const sessions = Map.groupBy(
    readFileSync(turns, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Turn),
    (turn) => `${turn.group}/${turn.session}`,
  );
  report(
    "locomo",
    [...sessions].flatMap(([path, session]) => placed(chat(path, session))),
  );
}

writePart(
  "statistics",
  `| corpus | drawers | rooms | rooms per 1,000 drawers | largest | one drawer only |
|---|---|---|---|---|---|
${rows.join("\n")}

A room that stands in two wings counts once for "rooms"; "largest" is its share of all drawers of the corpus, "one drawer only" the share of
rooms (wing by wing) with a single drawer. Targets: largest < 25 %, singletons < 40 %.
`,
);

function markdown(path: string, text: string, corpus: string): PlaceInput {
  const document = parseMarkdown({ text, path } as Parameters<typeof parseMarkdown>[0]);
  const drawers = chunk(document, { maxChunkSize: 1500, overlapLines: 2 }).map((piece) => ({
    ...piece,
    speaker: null,
  }));
  return {
    ...blank,
    path,
    documentType: "md",
    title: document.metadata.title ?? document.sections.find((section) => section.level > 0)?.title ?? "",
    metadata: document.metadata,
    sourceName: corpus,
    drawers,
  };
}

function chat(path: string, session: readonly Turn[]): PlaceInput {
  const wing = path.slice(0, path.indexOf("/"));
  const drawers = session.map((turn) => ({ text: turn.text, heading: turn.role, breadcrumb: [], speaker: turn.role }));
  return { ...blank, path, documentType: "chat", chat: wing, sourceName: "locomo", drawers };
}

function placed(input: PlaceInput): readonly { readonly wing: string; readonly room: string }[] {
  return place(input).map(({ wing, room }) => ({ wing: wing.value, room: room.value }));
}

function report(corpus: string, drawers: readonly { readonly wing: string; readonly room: string }[]): void {
  const byRoom = Map.groupBy(drawers, (drawer) => drawer.room);
  const byWing = [...Map.groupBy(drawers, (drawer) => `${drawer.wing}/${drawer.room}`).values()].map(
    (group) => group.length,
  );
  const sizes = [...byRoom].map(([room, group]) => [room, group.length] as const).sort((a, b) => b[1] - a[1]);
  const [largest, most] = sizes[0] ?? ["none", 0];
  const row = `| ${corpus} | ${drawers.length} | ${byRoom.size} | ${((1000 * byRoom.size) / drawers.length).toFixed(0)} | ${((100 * most) / drawers.length).toFixed(1)} % (${largest}) | ${((100 * byWing.filter((n) => n === 1).length) / byWing.length).toFixed(1)} % |`;
  console.log(row);
  rows.push(row);
  if (process.argv.includes("--rooms")) console.log(sizes.map(([room, n]) => `${room}:${n}`).join(" "));
}
