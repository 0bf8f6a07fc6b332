import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allRoutes } from "./route-paths.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { testService } from "./service.fixture.ts";

/** Milliseconds of processor time that others wait for at most; a search scans its index, and says so. */
const LONGEST = 50;
const SCANS = /^\/v1\/(?:search|inject|ask|forget|drawers\/check|verify)/u;
const DRAWERS = rounds(100_000, 6_000);

/** Processor time of this thread between two turns of the event loop, the longest one of some work. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let going = true;
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = spent();
  const look = (): void => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
    if (going) setImmediate(look);
  };
  setImmediate(look);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  going = false;
  return longest;
}

/** Texts that make most work, by how long they are to be. */
const HOSTILE: Readonly<Record<string, (i: number) => string>> = {
  "one word": () => "a",
  digits: () => "1234567890",
  lines: () => "x\n",
  "empty lines": () => "\n",
  questions: (i) => `What is my favorite font of kind${i}? `,
  "what is": () => "what is the ",
  "short questions": () => "What? ",
  "when and where": (i) => `When was the lantern ${i} seen, and where is it? `,
  "left out": (i) => `-${["harbour", "lantern", "note", "day"][i % 4]} `,
  favorites: (i) => `My favorite fonts of kind${i} are 1) Alpha, 2) Beta. `,
  "one list": (i) => (i === 0 ? "My favorite fonts are " : `${i}) Font${i}, `),
  commas: () => ",",
  brackets: () => "[",
  hyphens: () => "harbour-lantern-",
  quotes: (i) => `"harbour lantern ${i}" `,
  possessives: () => "Anna's brother's ",
  "new words": (i) => `w${(i * 7_919).toString(36)} `,
  unspaced: () => "我最喜欢的茶是",
  encoded: (i) => `aGVsbG8gd29ybGQ${i.toString(36)}`,
  passwords: () => "password: hunter2 ",
  escapes: () => String.raw`\u0041`,
  prose: (i) => `The harbour near the pier was seen by Anna${i % 7} on day ${i}. `,
};
/** What is taken to be remembered, or to answer from, in characters. Every day a third of it: several times what is worked on between two turns. */
const LONG = rounds(200_000, 60_000);
/** Routes that take a text of strangers, the longest that each reads, and how it is sent. */
const TAKES: readonly (readonly [path: string, longest: number, body: (text: string, nth: number) => object])[] = [
  ["/v1/search", 20_000, (query) => ({ query })],
  ["/v1/ask", 20_000, (question) => ({ question })],
  ["/v1/inject", LONG, (prompt) => ({ prompt })],
  ["/v1/facts/tell", 20_000, (text, nth) => ({ text, chat: `told${nth}` })],
  ["/v1/facts/ask", 20_000, (text) => ({ text, chat: "c" })],
  ["/v1/drawers/check", 200_000, (text) => ({ text })],
  ["/v1/forget", 2_000, (query) => ({ query })],
  ["/v1/drawers", 40_000, (text, nth) => ({ text: `${nth} ${text}`, wing: "long", room: `r${nth}`, force: true })],
  ["/v1/chats/CHAT/messages", LONG, (text, nth) => ({ id: `m${nth}`, role: "user", text })],
];

function longText(one: (i: number) => string, length: number): string {
  let text = "";
  for (let i = 0; text.length < length; i++) text += one(i);
  return text.slice(0, length);
}

test("no route works in proportion to the project without letting others have their turn", async (t) => {
  const { docs, loci, ask } = await testService(t, { smallBatches: false, background: "process" });
  const project = await loci.project("default");
  const words = ["harbour", "lantern", "ferry", "pier", "keeper", "storm", "rope", "gull"];
  for (let file = 0; file < DRAWERS / 200; file++) {
    mkdirSync(join(docs, `wing${file % 9}`), { recursive: true });
    // The word "note" stands in all of them, and of every other file there are copies.
    const of = file % 2 === 0 ? file % 4 : file;
    const notes = Array.from({ length: 200 }, (_, i) => {
      const [a, b] = [words[(of + i) % 8], words[(of * 7 + i * 3) % 8]];
      return `## ${a} ${b} ${i % 40}\n\nNote ${i % 150} of the ${a}: the ${b} was seen on day ${(of * 200 + i) % 365}, as ${a} ${of % 50} says.\n`;
    });
    writeFileSync(join(docs, `wing${file % 9}`, `n${file}.md`), `# Log ${file}\n\n${notes.join("\n")}`);
  }
  const entries = Array.from(
    { length: DRAWERS / 8 },
    (_, i) => `### Entry ${i}\n\nThe ${words[i % 8]} met entry ${i * 3}.\n`,
  );
  writeFileSync(join(docs, "whole.md"), `# Whole\n\n${entries.join("\n")}`);
  await project.index([docs], { scope: "kb" });
  for (let i = 0; i < DRAWERS / 100; i++)
    await project.tellFacts(`My favorite fonts of kind${i} are 1) Alpha${i}, 2) Beta${i}`, { chat: "c" });
  const { hits } = await project.search("harbour lantern");
  const { hits: entriesFound } = await project.search("Entry 700 met entry 2100", { limit: 50 });
  const whole = entriesFound.find(({ source }) => source.path === "whole.md")?.id ?? "";
  assert.notEqual(whole, "");
  const late: string[] = [];
  const places = { wing: "wing1", room: hits[0]?.room ?? "" };
  const paths = [hits[0]?.id ?? "", whole].flatMap((id) => allRoutes({ id, ...places }));
  // What stands in thousands of passages, word for word, is looked for in the texts: in all of few, or in an eighth of many.
  const everywhere = DRAWERS > 10_000 ? "as harbour" : "was seen on day";
  const times = (count: number, of: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => of(i)).join("\n");
  const labels = times(300, (i) => `\n[M${i}] passage ${entriesFound[i % 50]?.id}`);
  let nth = 0;
  const posts: (readonly [string, object | (() => object)])[] = [
    ["/v1/search", { query: `"${everywhere}"` }],
    ["/v1/search", { query: `harbour -"${everywhere}"` }],
    ["/v1/verify", { text: `It ${everywhere} one [M1: "${everywhere}"].` }],
    ["/v1/verify", { text: times(40, (i) => `It says [M1 "harbour and lantern by the pier, number ${i}"].`) }],
    ["/v1/verify", { text: `It says [M1${' "harbour and lantern"'.repeat(40)}].` }],
    ["/v1/verify", { text: times(300, () => `It says [M1 "harbour and lantern by the pier"].`) + labels }],
    ["/v1/verify", { text: "[M1] x\n ".repeat(8_000) }],
    ["/v1/ask", { question: `Which "${everywhere}" 12?` }],
    ["/v1/ask", { question: "When was the ferry seen by the keeper?" }],
  ];
  for (const [route, [path, longest, body]] of TAKES.entries()) {
    // Every day each route is sent some of them, and each is sent to some; what a chat takes in goes on in another process, which takes its time.
    const apart = rounds(1, path.includes("CHAT") ? 11 : 3);
    const kinds = Object.values(HOSTILE).filter((_, i) => (i + route) % apart === 0);
    for (const one of kinds) posts.push([path, () => body(longText(one, longest), nth++)]);
  }
  // As it is typed.
  paths.push("/v1/drawers?text=harbo");
  const asked = [...[...new Set(paths)].filter((path) => !SCANS.test(path)).map((path) => [path] as const), ...posts];
  for (const [path, body] of asked) {
    // Made before it is measured; a chat of its own for each message.
    const made = (): readonly [string, RequestInit?] => {
      const asking = typeof body === "function" ? body() : body;
      const headers = { "content-type": "application/json" };
      const sent = asking && { method: "POST", headers, body: JSON.stringify(asking) };
      return [path.replace("CHAT", `long${nth}`), sent];
    };
    const answer = async (asking: ReturnType<typeof made>): Promise<string> => await (await ask(...asking)).text();
    const work = (): (() => Promise<string>) => {
      const asking = made();
      return async () => await answer(asking);
    };
    // The first answer loads code and opens files; what is repeated is the route's work.
    await work()();
    let turn = Infinity;
    // What is in proportion is so each time; a collection of garbage, or a neighbour that empties the processor's caches, is not.
    for (let tries = 0; tries < 8 && turn > LONGEST; tries++) turn = Math.min(turn, await longestTurn(work()));
    if (turn > LONGEST)
      late.push(
        `${path} ${JSON.stringify(typeof body === "function" ? body() : body)?.slice(0, 200) ?? ""}: ${Math.round(turn)} ms`,
      );
  }
  assert.deepEqual(late, []);
  // However fast the machine is, a thousand hits are made in pieces.
  let turns = 0;
  let going = true;
  const count = (): void => {
    turns++;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  const many = await project.search("harbour lantern", { limit: 1_000, all: true });
  going = false;
  assert.ok(turns >= many.hits.length / 100, `${turns} turns for ${many.hits.length} hits`);
  assert.notEqual((await project.drawers({ text: "harbo" })).total, 0);
  const { drawers } = await project.drawers({ text: "note", duplicates: true });
  assert.ok(drawers.length > 1);
});
