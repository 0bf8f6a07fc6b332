/**
 * Would a passage gain from standing in a note that a strong hit links to? Tried over the public API on two collections that have links, and
 * on a small vault of its own (vault.json) whose questions name what the linking note says and are answered by the note it links to. Hits
 * are ordered again with a gift to the best passage of each linked note. Writes evals/links/report.md. Run: node evals/links/measure.ts [DATA]
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { Hit, Project } from "../../src/index.ts";
import { NoteNames } from "../../src/palace/graph/note-names.ts";
import { noteLinks } from "../../src/text/note-links.ts";
import { headingQuestions } from "../palace/heading-questions.ts";
import { withLoci } from "../shared/with-loci.ts";

const GIFTS = [0, 0.02, 0.05, 0.1, 0.2, 0.3];
/** Hits whose links count. */
const STRONG = [1, 3];
const data = process.argv[2] ?? "../shared/data";

interface Asked {
  readonly question: string;
  readonly path: string;
  /** Lines of the answer; null: anywhere in the file. */
  readonly lines: { readonly from: number; readonly to: number } | null;
}

interface Vault {
  readonly files: ReadonlyMap<string, string>;
  readonly asked: readonly Asked[];
}

/** The book with its links written as notes write them, and every second heading taken out and asked for. */
function book(): Vault {
  const root = join(data, "docs", "markdown", "rust-book", "src");
  const files = new Map<string, string>();
  const asked: Asked[] = [];
  for (const path of globSync("*.md", { cwd: root }).sort()) {
    const { text, questions } = headingQuestions(readFileSync(join(root, path), "utf8"), 2);
    const targets = new Map(
      [...text.matchAll(/^\[([^\]]+)\]:\s*(ch\S+?)\.html(#\S+)?/gm)].map((one) => [one[1], `${one[2]}${one[3] ?? ""}`]),
    );
    files.set(
      path,
      text.replace(/\[([^\]]+)\](?:\[([^\]]*)\])?(?!\(|:)/g, (whole, shown: string, key: string | undefined) => {
        const target = targets.get(key === undefined || key === "" ? shown : key);
        return target === undefined ? whole : `[[${target}|${shown}]]`;
      }),
    );
    for (const { heading, from, to } of questions) asked.push({ question: heading, path, lines: { from, to } });
  }
  return { files, asked };
}

/** Notes of `til` beside the page that links them all by their titles; every fourth note without its own title, asked for by it. */
function til(): Vault {
  const root = join(data, "docs", "markdown", "til");
  const files = new Map<string, string>();
  const asked: Asked[] = [];
  for (const [i, path] of globSync("**/*.md", { cwd: root }).sort().entries()) {
    const text = readFileSync(join(root, path), "utf8");
    const title = /^# (.+)\n/.exec(text)?.[1];
    const hidden = i % 4 === 0 && path.includes("/") && title !== undefined;
    files.set(path, hidden ? text.slice(text.indexOf("\n") + 1) : text);
    if (hidden) asked.push({ question: title, path, lines: null });
  }
  return { files, asked };
}

function own(): Vault {
  const { files, questions } = JSON.parse(readFileSync(new URL("vault.json", import.meta.url), "utf8")) as {
    files: Record<string, string>;
    questions: readonly (readonly [question: string, path: string])[];
  };
  return {
    files: new Map(Object.entries(files)),
    asked: questions.map(([question, path]) => ({ question, path, lines: null })),
  };
}

const rightIn = (hits: readonly Hit[], { path, lines }: Asked): number =>
  hits.findIndex(
    (hit) =>
      hit.source.path === path &&
      (lines === null || (hit.lines !== null && hit.lines.start <= lines.to && hit.lines.end >= lines.from)),
  );

async function measure({ files, asked }: Vault): Promise<readonly string[]> {
  return await withLoci(async (loci, home) => {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(home, "vault", path)), { recursive: true });
      writeFileSync(join(home, "vault", path), text);
    }
    const project: Project = await loci.project("vault");
    await project.index([join(home, "vault")], { scope: "kb" });
    const names = new NoteNames([...files.keys()].map((path) => ({ source: "", path, title: posix.basename(path) })));
    const answers = [];
    for (const one of asked) answers.push({ one, hits: (await project.search(one.question, { limit: 60 })).hits });
    const rows: string[] = [];
    for (const strong of STRONG)
      for (const gift of GIFTS) {
        if (gift === 0 && strong !== STRONG[0]) continue;
        let [ten, first, reciprocal] = [0, 0, 0];
        for (const { one, hits } of answers) {
          const at = rightIn(again(hits, names, strong, gift), one);
          if (at >= 0 && at < 10) ten++;
          if (at === 0) first++;
          if (at >= 0) reciprocal += 1 / (at + 1);
        }
        const per = (count: number): string => ((100 * count) / asked.length).toFixed(1);
        rows.push(
          `| ${gift === 0 ? "none" : `${gift}, of the first ${strong}${gift === 0.2 && strong === 1 ? " (in use)" : ""}`} | ${per(first)} | ${per(ten)} | ${per(reciprocal)} |`,
        );
      }
    return ["| gift | first | in ten | MRR |", "|---|---|---|---|", ...rows];
  });
}

/** The hits in the order that a gift to linked notes gives, in the place of the one in use. */
function again(given: readonly Hit[], names: NoteNames, strong: number, gift: number): readonly Hit[] {
  const plain = ({ score, parts }: Hit): number => score - (parts["linked"] ?? 0);
  const hits = given.toSorted((a, b) => plain(b) - plain(a));
  const linked = new Set<string>();
  for (const { text, source } of hits.slice(0, strong))
    for (const link of noteLinks(text)) {
      const to = names.find({ source: "", path: source.path, title: "" }, link);
      if (to !== null && to.path !== source.path) linked.add(to.path);
    }
  const gifted = new Set<string>();
  const score = new Map(
    hits.map((hit) => {
      const best = linked.has(hit.source.path) && !gifted.has(hit.source.path);
      if (best) gifted.add(hit.source.path);
      return [hit, plain(hit) + (best ? gift : 0)];
    }),
  );
  return hits.toSorted((a, b) => (score.get(b) as number) - (score.get(a) as number));
}

const lines: string[] = [];
for (const [name, vault] of [
  ["A small vault of its own", own()],
  ["The Rust book", book()],
  ["til", til()],
] as const) {
  lines.push(
    `## ${name}: ${vault.files.size} notes, ${vault.asked.length} questions`,
    "",
    ...(await measure(vault)),
    "",
  );
  console.error(lines.slice(-14).join("\n"));
}
writeFileSync(
  new URL("report.md", import.meta.url),
  [
    "# A gift for being linked from a strong hit",
    "",
    "Written by `node evals/links/measure.ts`. Per cent of the questions whose answer comes first, and in ten; mean reciprocal rank times 100. The book:",
    "every second heading taken out and asked for. til: every fourth note without its title, asked for by it, beside the page that links all notes by",
    "their titles. The vault: questions in words of a note that links to the one with the answer (half), and in words of the answer (half).",
    "",
    ...lines,
  ].join("\n"),
);
