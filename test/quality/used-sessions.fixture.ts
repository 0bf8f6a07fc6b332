import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fenceSigner } from "../../src/engine/open-project.ts";
import { renderForModel } from "../../src/conversation/prompt/fence.ts";
import type { Loci, Project } from "../../src/index.ts";

/**
 * Use without clients: an agent's sessions about fifty subjects are asked, answered, remarked upon, resumed, branched, recorded by hooks and
 * mined again. What Loci gave stands in them as clients write it down. The same numbers give the same sessions.
 */
const PLACES = [
  ..."Alder Birch Cedar Dune Ember Fjord Gorse Heron Inlet Jasper Kelp Larch Maple Nettle Osprey Poplar Quartz".split(
    " ",
  ),
  ..."Raven Sorrel Tern Umber Violet Willow Yarrow Zephyr Acorn Bramble Clover Drift Elm Flint Garnet Hazel Iris".split(
    " ",
  ),
  ..."Juniper Kestrel Lichen Moss Nutmeg Opal Pebble Quill Reed Slate Thistle Urchin Vetch Wren Yew Zinnia".split(" "),
];
const KINDS = ["gateway", "ledger", "archive", "greenhouse", "ferry"] as const;
const REMARKS = [
  "Thanks, that helps.",
  "Good, go on.",
  "Hm, okay.",
  "Perfect, thank you.",
  "Right, then do it that way.",
];

interface Subject {
  readonly name: string;
  readonly note: string;
  /** Several ways to ask, the first of which is measured. */
  readonly questions: readonly string[];
  readonly answer: string;
  /** Nothing answers it. */
  readonly unanswerable: string;
}

const SUBJECTS: readonly Subject[] = PLACES.slice(0, 50).map((place, i) => {
  const name = `${place} ${KINDS[i % KINDS.length] as string}`;
  const [port, keeper, day] = [String(4100 + 37 * i), `${PLACES[(i * 7 + 3) % 50] as string}son`, String(1 + (i % 28))];
  return {
    name,
    answer: port,
    note: `# The ${name}\n\nThe ${name} listens on port ${port} behind the proxy.\n\nIts keeper is Ms ${keeper}, who answers within a day.\n\nIt is rebuilt on day ${day} of each month, after the backup.\n`,
    questions: [
      `Which port does the ${name} listen on?`,
      `On what port is the ${name} reached?`,
      `Remind me: what was the port of the ${name}?`,
    ],
    unanswerable: `Which port does the ${place}mere lighthouse listen on?`,
  };
});

/** How well documents are found. */
export interface Quality {
  /** Questions of which a document answers at the first place, among three, among ten. */
  readonly first: number;
  readonly third: number;
  readonly tenth: number;
  /** Of as many questions that nothing answers: those called covered. */
  readonly falselyCovered: number;
}

type Entry = Readonly<Record<string, unknown>> & { readonly uuid: string };

/** A project that is used. */
export class UsedSessions {
  readonly #loci: Loci;
  readonly #root: string;
  readonly #project: Project;
  readonly #sign;
  /** Entries by session, as its file holds them; and each once, where it was said. */
  readonly #files = new Map<string, readonly Entry[]>();
  readonly #once: Entry[] = [];
  #lived = 0;
  #seed = 1;

  /** @param root an empty folder, with the home in `home` */
  static async open(loci: Loci, root: string): Promise<UsedSessions> {
    const project = await loci.project("used");
    mkdirSync(join(root, "notes"), { recursive: true });
    mkdirSync(join(root, "tree"));
    for (const [i, { note }] of SUBJECTS.entries()) writeFileSync(join(root, "notes", `note-${i}.md`), note);
    await project.index([join(root, "notes")], { scope: "admin" });
    return new UsedSessions(loci, root, project);
  }

  private constructor(loci: Loci, root: string, project: Project) {
    this.#loci = loci;
    this.#root = root;
    this.#project = project;
    this.#sign = fenceSigner(join(root, "home"));
  }

  async quality(): Promise<Quality> {
    const quality = { first: 0, third: 0, tenth: 0, falselyCovered: 0 };
    for (const { questions, answer, unanswerable } of SUBJECTS) {
      const { hits } = await this.#project.search(questions[0] as string, { limit: 10, all: true });
      const at = hits.findIndex(({ text, message }) => message === null && text.includes(answer));
      if (at === 0) quality.first++;
      if (at >= 0 && at < 3) quality.third++;
      if (at >= 0) quality.tenth++;
      if ((await this.#project.search(unanswerable)).covered) quality.falselyCovered++;
    }
    return quality;
  }

  /** Lives on until so many sessions have been. Each is brought by a hook, by mining now and then, or by both. */
  async liveUntil(sessions: number, mineEvery: number): Promise<void> {
    while (this.#lived < sessions) {
      const session = `session-${this.#lived++}`;
      const transcript = await this.#session(session);
      if (this.#random(4) > 0) await this.#project.recordSession({ agent: "claude-code", session, transcript });
      if (this.#lived % mineEvery === 0 || this.#lived === sessions)
        await this.#project.mine([join(this.#root, "tree")], { scope: "admin" });
    }
  }

  /** Ids and texts of what indexing each message once gives: in a project of its own, from one file that holds each entry once. */
  async once(): Promise<string> {
    const folder = join(this.#root, "once");
    mkdirSync(folder, { recursive: true });
    const project = await this.#loci.project("once");
    writeFileSync(join(folder, "all.jsonl"), lines(this.#once));
    await project.mine([folder], { scope: "admin" });
    return "once";
  }

  async #session(session: string): Promise<string> {
    const before = [...this.#files.keys()];
    const origin = this.#random(5) === 0 && before.length > 0 ? (before[this.#random(before.length)] as string) : null;
    const said = origin === null ? [] : (this.#files.get(origin) as readonly Entry[]);
    // A branch leaves the end of what was said.
    const copied = said.slice(0, said.length - (this.#random(2) === 0 ? 0 : 2));
    const forked = this.#random(2) === 0;
    const entries = copied.map((entry) => ({
      ...entry,
      sessionId: session,
      ...(forked && { forkedFrom: { sessionId: entry["sessionId"], messageUuid: entry.uuid } }),
    }));
    const own = await this.#turns(session, copied.at(-1)?.uuid ?? null);
    this.#once.push(...own);
    this.#files.set(session, [...copied, ...own]);
    const file = join(this.#root, "tree", `${session}.jsonl`);
    writeFileSync(file, lines([...entries, ...own]));
    return file;
  }

  /** A question with what a hook adds, the search, what the assistant makes of it, and a remark. */
  async #turns(session: string, after: string | null): Promise<readonly Entry[]> {
    const { name, questions, unanswerable, answer } = SUBJECTS[this.#random(SUBJECTS.length)] as Subject;
    const question = this.#random(4) === 0 ? unanswerable : (questions[this.#random(questions.length)] as string);
    const { hits } = await this.#project.search(question, { limit: 3 });
    const stored = hits.map(({ text, source }, i) => ({ label: `M${i + 1}`, about: source.path, text }));
    const given = renderForModel({ lead: "Passages from memory.", stored, tail: "More: expand" }, this.#sign).text;
    const wrong = String(9000 + this.#random(900));
    const told =
      question === unanswerable
        ? `It listens on port ${wrong}, as far as I know.`
        : `The ${name} listens on port ${this.#random(5) === 0 ? wrong : answer}.`;
    const call = { type: "tool_use", id: "t", name: "mcp__loci__search", input: { query: question } };
    const result = { type: "tool_result", tool_use_id: "t", content: given };
    const contents: readonly (readonly ["user" | "assistant", unknown])[] = [
      ["user", `${this.#random(2) === 0 ? `<hook_context>\n${given}\n</hook_context>\n\n` : ""}${question}`],
      ["assistant", [call]],
      ["user", [result]],
      ["assistant", [{ type: "text", text: told }]],
      ["user", REMARKS[this.#random(REMARKS.length)]],
      ["assistant", [{ type: "text", text: `Done, the ${name} is settled.` }]],
    ];
    let parentUuid = after;
    return contents.map(([type, content], n) => {
      const uuid = this.#uuid();
      const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 10 * this.#lived, n)).toISOString();
      const entry = { type, uuid, parentUuid, sessionId: session, timestamp, message: { role: type, content } };
      parentUuid = uuid;
      return entry;
    });
  }

  #uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.#random(16).toString(16)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
  }

  /** A linear congruential generator, as in Numerical Recipes: the same on every machine. */
  #random(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * below);
  }
}

function lines(entries: readonly Entry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
