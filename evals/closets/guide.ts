/**
 * Do labels of closets lead to the right one? Questions of conversations, each closet of the conversation ranked by BM25 over what a reader sees of it:
 * its label; the first characters of its drawers, as many; the words that are most and rarest, as many characters; nothing but the room's name; and, as
 * the ceiling of all labels, the whole text. The weights were chosen on LoCoMo alone. Of SciFact each abstract is a document of its own, all in one
 * wing. Writes evals/closets/guide.md.
 *
 * Run: `node evals/closets/guide.ts`
 */
import { readFileSync, writeFileSync } from "node:fs";
import { encode } from "../../src/palace/closets/aaak.ts";
import { buildCloset } from "../../src/palace/closets/build-closet.ts";
import { type ClosetDrawer, WingLabels } from "../../src/palace/closets/closet-names.ts";
import { createPlacer } from "../../src/palace/place.ts";
import { fold, isStopWord, words } from "../../src/text/words.ts";
import { stem } from "../../src/text/stem.ts";

interface Turn {
  readonly id: string;
  readonly group: string;
  readonly session: string;
  readonly seq?: number;
  readonly role: string;
  readonly text: string;
  /** Of a document; what is said in a chat has none. */
  readonly title?: string;
}
interface Question {
  readonly group: string;
  readonly query: string;
  readonly gold: readonly string[];
  /** Asked when only the sessions before this one had been held. */
  readonly asked_seq?: number;
}
interface Seen {
  readonly seq: number;
  readonly turns: ReadonlySet<string>;
  readonly views: ReadonlyMap<string, string>;
}

const data = new URL("../../../shared/data/", import.meta.url);
const lines = <T>(path: string): readonly T[] =>
  readFileSync(new URL(path, data), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
const termsOf = (text: string): readonly string[] =>
  words(text)
    .map(({ text: word }) => fold(word))
    .filter((word) => !isStopWord(word))
    .map(stem);

const textOf = (drawers: readonly ClosetDrawer[]): string => drawers.map(({ text }) => text).join("\n");

const rows = ["locomo", "beam", "realmem", "scifact"].flatMap((set) => {
  const read =
    set === "scifact"
      ? scifact()
      : { turns: lines<Turn>(`${set}/docs.jsonl`), asked: lines<Question>(`${set}/queries.jsonl`) };
  const closets = closetsOf(read.turns.flatMap(turnsOf));
  const questions = read.asked.filter(({ gold }) => gold.length > 0);
  const views = ["label", "first characters", "rarest words", "room", "whole text"];
  return views.map((view) => {
    const right = [0, 0, 0];
    const rankers = new Map([...closets].map(([group, own]) => [group, ranker(own, view)]));
    for (const { group, query, gold, asked_seq: before = Infinity } of questions) {
      const ranked = (rankers.get(group)?.(query) ?? []).filter(({ seq }) => seq < before);
      [1, 3, 5].forEach((k, n) => {
        const found = gold.filter((id) => ranked.slice(0, k).some(({ turns }) => turns.has(id)));
        right[n] = (right[n] as number) + found.length / gold.length;
      });
    }
    const all = [...closets.values()].flat();
    const size = all.reduce((sum, { views: own }) => sum + (own.get(view) as string).length, 0) / all.length;
    const shares = right.map((sum) => ((100 * sum) / questions.length).toFixed(1));
    return `| ${set} | ${view} | ${questions.length} | ${(all.length / closets.size).toFixed(0)} | ${size.toFixed(0)} | ${shares.join(" | ")} |`;
  });
});
const head = [
  "| set | reader sees | questions | closets a wing | characters | first | in three | in five |",
  "|---|---|---|---|---|---|---|---|",
];
const report = `# Closets: does a label lead to the right one?\n\nGold turns whose closet is among the first, ranked by BM25 over what a reader sees of each closet of the wing; the whole text is what no label can pass. Weights and sizes were chosen on LoCoMo; BEAM, RealMem and SciFact judge. Written by guide.ts.\n\n${[...head, ...rows].join("\n")}\n`;
writeFileSync(new URL("guide.md", import.meta.url), report);
console.log(report);

/** Abstracts in the layout of BEIR, with the claims that they support or refute. */
function scifact(): { readonly turns: readonly Turn[]; readonly asked: readonly Question[] } {
  const group = "scifact";
  const turns = lines<{ _id: string; title: string; text: string }>("ir/scifact/corpus.jsonl").map(
    ({ _id: id, title, text }): Turn => ({
      id,
      group,
      session: id,
      role: "document",
      title,
      text: `${title}\n\n${text}`,
    }),
  );
  const claims = new Map(
    lines<{ _id: string; text: string }>("ir/scifact/queries.jsonl").map((one) => [one._id, one.text]),
  );
  const judged = readFileSync(new URL("ir/scifact/qrels/dev.tsv", data), "utf8").trim().split("\n").slice(1);
  const right = judged.map((line) => line.split("\t")).filter(([, , score]) => Number(score) > 0);
  const asked = [...Map.groupBy(right, ([claim = ""]) => claim)].map(([claim, own]): Question => ({
    group,
    query: claims.get(claim) ?? "",
    gold: own.map(([, id = ""]) => id),
  }));
  return { turns, asked };
}

/** RealMem stores a session in one piece. */
function turnsOf(turn: Turn): readonly Turn[] {
  if (turn.role !== "session") return [turn];
  return turn.text.split(/\n(?=(?:User|Assistant): )/).map((text) => ({
    ...turn,
    role: text.startsWith("User: ") ? "user" : "assistant",
    text: text.replace(/^(?:User|Assistant): /, ""),
  }));
}

function closetsOf(turns: readonly Turn[]): ReadonlyMap<string, readonly Seen[]> {
  const place = createPlacer();
  const sessions = Map.groupBy(turns, ({ group, session }) => `${group}/${session}`);
  const groups = [...sessions].flatMap(([path, session]) => {
    const { group: wing, title } = session[0] as Turn;
    const drawers = session.map(({ id, role, text, seq = 0 }, i): TurnDrawer => ({
      id: `${i}`.padStart(32, "0"),
      turn: id,
      seq,
      text,
      heading: title ?? role,
      speaker: title === undefined ? role : null,
      date: null,
      topicalHalls: [],
      hall: null,
    }));
    const placements = place({
      path,
      documentType: title === undefined ? "chat" : "txt",
      chat: wing,
      title: "",
      metadata: {},
      explicit: { wing: null, room: null },
      configuredWing: null,
      sourceName: "chats",
      drawers: drawers.map(({ text, heading, speaker }) => ({
        text,
        heading,
        breadcrumb: title === undefined ? [] : [title],
        speaker,
      })),
    } as Parameters<typeof place>[0]);
    const byRoom = Map.groupBy(drawers, (_, i) => placements[i]?.room.value ?? "");
    return [...byRoom].map(([room, own]) => ({ wing, room, document: path, drawers: own }));
  });
  return new Map(
    [...Map.groupBy(groups, ({ wing }) => wing)].map(([wing, own]) => {
      const labels = new WingLabels();
      for (const { drawers } of own) labels.add(drawers);
      const holding = new Map<string, number>();
      for (const { drawers } of own)
        for (const term of new Set(termsOf(textOf(drawers)))) holding.set(term, (holding.get(term) ?? 0) + 1);
      const rarity = (term: string): number => Math.log(own.length / (1 + (holding.get(term) ?? 0)));
      return [wing, own.map((group) => seen(group, labels, rarity))];
    }),
  );
}

type TurnDrawer = ClosetDrawer & { readonly turn: string; readonly seq: number };

/** The label as a reader sees it: codes read as the names that they stand for, without the ids. */
function seen(
  group: Omit<Parameters<typeof buildCloset>[0], "drawers"> & {
    readonly drawers: readonly TurnDrawer[];
  },
  labels: WingLabels,
  rarity: (term: string) => number,
): Seen {
  const closet = buildCloset(group, labels);
  const names = new Map(closet.who.map(({ code, name }) => [code, name]));
  const label = encode(closet)
    .replace(/^# .*$/mu, "")
    .replace(/\b[A-Z0-9]{2,}\b(?!=)/gu, (code) => names.get(code) ?? code);
  const whole = textOf(group.drawers);
  const counts = Map.groupBy(termsOf(whole), (term) => term);
  const rarest = [...counts]
    .map(([term, { length }]) => ({ term, weight: length * rarity(term) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ term }) => term);
  return {
    seq: (group.drawers[0] as TurnDrawer).seq,
    turns: new Set(group.drawers.map(({ turn }) => turn)),
    views: new Map([
      ["label", label],
      ["first characters", whole.slice(0, label.length)],
      ["rarest words", rarest.join(" ").slice(0, label.length)],
      ["whole text", whole],
      ["room", closet.room.replaceAll("-", " ")],
    ]),
  };
}

function ranker(closets: readonly Seen[], view: string): (query: string) => readonly Seen[] {
  const counted = closets.map(({ views }) => Map.groupBy(termsOf(views.get(view) as string), (term) => term));
  const lengths = counted.map((terms) => [...terms.values()].reduce((sum, { length }) => sum + length, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / closets.length || 1;
  const holding = (term: string): number => counted.filter((terms) => terms.has(term)).length;
  return (query) => {
    const terms = [...new Set(termsOf(query))].map((term) => ({ term, df: holding(term) }));
    const scores = counted.map((own, n) =>
      terms.reduce((sum, { term, df }) => {
        const count = own.get(term)?.length ?? 0;
        const idf = Math.log(1 + (closets.length - df + 0.5) / (df + 0.5));
        return sum + (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * (lengths[n] as number)) / average));
      }, 0),
    );
    return closets
      .map((closet, n) => ({ closet, score: scores[n] as number, n }))
      .sort((a, b) => b.score - a.score || a.n - b.n)
      .map(({ closet }) => closet);
  };
}
