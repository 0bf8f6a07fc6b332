import type { Caller, Project, SearchOptions } from "../../src/index.ts";
import { OPERATIONS } from "../../src/operations/project.ts";
import { operationAsks, withoutFence } from "./operation-asks.ts";
import { type LeakAnswer, leakAnswer, type LeakReader, type LeakTargets } from "./leak-reader.ts";

/** What is asked of a project, by the method that answers. */
export type Asks = readonly (readonly [request: string, ask: (project: Project) => Promise<unknown>])[];

/** The public API itself: every method that answers a caller. */
export const libraryReader: LeakReader = {
  name: "library",
  open: async (loci) => ({
    async ask(caller, targets) {
      const project = await loci.project(targets.project);
      const answers: LeakAnswer[] = [];
      for (const [request, ask] of [
        ...searches(caller, targets),
        ...openings(caller, targets),
        ...operationAsks(OPERATIONS, caller, targets),
        ...facts(caller, targets),
        ...conversation(caller, targets),
      ])
        answers.push(await leakAnswer(request, () => ask(project)));
      await project.close();
      return answers;
    },
    close: async () => {},
  }),
};

function searches(caller: Caller, { baits, names, hiddenIds }: LeakTargets): Asks {
  const questions = [...baits.flatMap((bait) => [`what is the vault code ${bait}`, `"${bait}"`]), "vault code", ""];
  const named = names.flatMap((name) => [name, `source:${name} vault`, `wing:${name} vault`, `room:${name} vault`]);
  const ways: SearchOptions[] = [
    { mode: "lexical" },
    { mode: "semantic" },
    { mode: "hybrid", explain: true },
    { mode: "hybrid", groupBy: "document", limit: 50 },
    { mode: "hybrid", budgetTokens: 4_000 },
    { excludeIds: hiddenIds },
  ];
  const filters: SearchOptions[] = names.flatMap((name) => [
    { wing: name },
    { room: name },
    { source: name },
    { hall: name },
    { type: name },
  ]);
  const requests: [string, SearchOptions & { query: string }][] = [
    ...questions.flatMap((query) =>
      ways.map((way): [string, SearchOptions & { query: string }] => [
        `search ${query} ${JSON.stringify(way)}`,
        { ...way, query },
      ]),
    ),
    ...named.map((query): [string, SearchOptions & { query: string }] => [`search ${query}`, { query, explain: true }]),
    ...filters.map((filter): [string, SearchOptions & { query: string }] => [
      `search vault ${JSON.stringify(filter)}`,
      { ...filter, query: "vault code", explain: true },
    ]),
  ];
  return [
    ...requests.map(
      ([request, { query, ...options }]) =>
        [request, (project: Project) => project.search(query, { ...options, caller })] as const,
    ),
  ];
}

function openings(caller: Caller, { hiddenIds, visibleIds, names }: LeakTargets): Asks {
  return [
    ...hiddenIds.flatMap((id): Asks => [
      [`expand ${id}`, (project) => project.expand([id], { caller })],
      [`expand ${id.slice(0, 4)}`, (project) => project.expand([id.slice(0, 4)], { caller })],
      [`mixed ${id}`, (project) => project.expand([...visibleIds.slice(0, 1), id], { caller })],
    ]),
    ...visibleIds.flatMap((id): Asks => [
      [`expand ${id} document`, (project) => project.expand([id], { caller, document: true })],
      [`expand ${id} section`, (project) => project.expand([id], { caller, section: true })],
      [`expand ${id} around`, (project) => project.expand([id], { caller, before: 100, after: 100 })],
    ]),
    ...names.map(
      (name) => [`message ${name}`, (project: Project) => project.messageDrawers(name, "canary", { caller })] as const,
    ),
    ["inject", async (project) => withoutFence(await project.inject("What about the vault code?", { caller }))],
    ...names.map(
      (name) =>
        [
          `inject ${name}`,
          async (project: Project) => withoutFence(await project.inject(`What is ${name}?`, { caller })),
        ] as const,
    ),
  ];
}

function conversation(caller: Caller, { baits, names }: LeakTargets): Asks {
  return [
    ...baits.map(
      (bait) =>
        [`ask ${bait}`, (project: Project) => project.ask(`what is the vault code ${bait}`, { caller })] as const,
    ),
    ...baits.map(
      (bait) =>
        [
          `verify ${bait}`,
          (project: Project) => project.verify(`It is known [M1 "the vault code ${bait}"].`, { caller }),
        ] as const,
    ),
    ...names.flatMap((name): Asks => [
      [`messages ${name}`, async (project) => await project.chatMessages(name, { caller })],
      [`memory ${name}`, async (project) => await project.chatMemory(name, { caller })],
    ]),
  ];
}

function facts(caller: Caller, { topics, names }: LeakTargets): Asks {
  return [
    ["facts list", (project) => project.facts({ caller })],
    ...topics.flatMap((topic): Asks => [
      [`facts ask ${topic}`, (project) => project.askFacts(`What are my favorite ${topic}?`, { caller })],
      [
        `facts ask second ${topic}`,
        (project) => project.askFacts(`What is my second favorite ${topic}?`, { caller, chat: "asking" }),
      ],
      [`facts show ${topic}`, (project) => project.factList(topic, { caller })],
    ]),
    ["facts ask follow-up", (project) => project.askFacts("And the third?", { caller, chat: names[0] ?? "" })],
  ];
}
