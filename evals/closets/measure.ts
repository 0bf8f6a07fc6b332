/**
 * Size of closets against their source, in tokens of a real tokenizer (WordPiece of the bundled model), on the sample corpora placed as ingest
 * does. Writes evals/closets/report.md.
 *
 * Run: `node evals/closets/measure.ts` (`--show` prints a few closets)
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chunk } from "../../src/chunking/chunk.ts";
import { modelFile } from "../../src/embedding/static/model-file.ts";
import { layTable } from "../../src/embedding/static/table.ts";
import { WordPieceTokenizer } from "../../src/embedding/static/tokenizer.ts";
import { encode } from "../../src/palace/closets/aaak.ts";
import { buildCloset } from "../../src/palace/closets/build-closet.ts";
import { type ClosetDrawer, WingLabels } from "../../src/palace/closets/closet-names.ts";
import { createPlacer, type PlaceInput } from "../../src/palace/place.ts";
import { parseMarkdown } from "../../src/parsing/markdown/parse-markdown.ts";

interface Turn {
  readonly group: string;
  readonly session: string;
  readonly role: string;
  readonly text: string;
}
interface Group {
  readonly wing: string;
  readonly room: string;
  readonly document: string;
  readonly drawers: ClosetDrawer[];
}

const data = new URL("../../../shared/data/", import.meta.url);
const models = new URL("../../models/", import.meta.url);
const tokenizer = new WordPieceTokenizer(
  layTable(
    modelFile(fileURLToPath(new URL("static-256.bin", models))),
    readFileSync(new URL("vocab.txt", models), "utf8"),
  ).vocabulary,
);
const tokens = (text: string): number => tokenizer.encode(text).length;
const place = createPlacer();
const blank = { title: "", metadata: {}, explicit: { wing: null, room: null }, configuredWing: null };
const rows: string[] = [];

for (const [corpus, folder] of [
  ["til", "docs/markdown/til/"],
  ["rust-book", "docs/markdown/rust-book/"],
] as const) {
  const root = new URL(folder, data);
  if (!existsSync(root)) console.log(`${corpus}: data absent, skipped`);
  else
    measure(
      corpus,
      globSync("**/*.md", { cwd: root.pathname })
        .sort()
        .map((path) => markdown(path, readFileSync(new URL(encodeURI(path), root), "utf8"), corpus)),
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
  measure(
    "locomo",
    [...sessions].map(([path, session]) => ({
      ...blank,
      path,
      documentType: "chat",
      chat: path.slice(0, path.indexOf("/")),
      sourceName: "locomo",
      drawers: session.map((turn) => ({ text: turn.text, heading: turn.role, breadcrumb: [], speaker: turn.role })),
    })),
  );
}

writeFileSync(
  new URL("report.md", import.meta.url),
  `# Closets: size against their source

Tokens as the WordPiece tokenizer of the bundled model counts them. A closet holds eight hex digits a drawer, so short drawers (chat turns)
compress less. Written by measure.ts.

| corpus | closets | drawers | source tokens | closet tokens | share | without the ids | median closet | ms a closet |
|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}
`,
);

function markdown(path: string, text: string, corpus: string): PlaceInput {
  const document = parseMarkdown({ text, path } as Parameters<typeof parseMarkdown>[0]);
  return {
    ...blank,
    path,
    documentType: "md",
    metadata: document.metadata,
    sourceName: corpus,
    drawers: chunk(document, { maxChunkSize: 1500, overlapLines: 2 }).map((piece) => ({ ...piece, speaker: null })),
  };
}

function measure(corpus: string, documents: readonly PlaceInput[]): void {
  const groups = documents.flatMap(groupsOf);
  const start = performance.now();
  const labels = new Map<string, WingLabels>();
  for (const { wing, drawers } of groups) {
    const own = labels.get(wing) ?? new WingLabels();
    labels.set(wing, own);
    own.add(drawers);
  }
  const closets = groups.map((group) => encode(buildCloset(group, labels.get(group.wing) as WingLabels)));
  const ms = (performance.now() - start) / closets.length;
  const source = groups.reduce((sum, { drawers }) => sum + drawers.reduce((own, { text }) => own + tokens(text), 0), 0);
  const sizes = closets.map(tokens).sort((a, b) => a - b);
  const sum = sizes.reduce((a, b) => a + b, 0);
  const bare = closets.reduce((all, text) => all + tokens(text.replace(/^# .*\n/m, "")), 0);
  const drawers = groups.reduce((all, group) => all + group.drawers.length, 0);
  rows.push(
    `| ${corpus} | ${closets.length} | ${drawers} | ${source} | ${sum} | ${((100 * sum) / source).toFixed(1)} % | ${((100 * bare) / source).toFixed(1)} % | ${sizes[Math.floor(sizes.length / 2)]} | ${ms.toFixed(2)} |`,
  );
  console.log(rows[rows.length - 1]);
  if (process.argv.includes("--show"))
    for (const at of [0.1, 0.4, 0.7]) console.log(closets[Math.floor(closets.length * at)]);
}

function groupsOf(input: PlaceInput): readonly Group[] {
  const groups = new Map<string, Group>();
  place(input).forEach(({ wing, room, hall, topicalHalls }, i) => {
    const { text, heading, speaker } = input.drawers[i] as PlaceInput["drawers"][number];
    const id = createHash("sha256").update(`${input.path}\u0000${i}\u0000${text}`).digest("hex").slice(0, 32);
    const group = groups.get(room.value) ?? { wing: wing.value, room: room.value, document: input.path, drawers: [] };
    group.drawers.push({ id, text, heading, speaker, date: "2024-01-02", hall: hall.value, topicalHalls });
    groups.set(room.value, group);
  });
  return [...groups.values()];
}
