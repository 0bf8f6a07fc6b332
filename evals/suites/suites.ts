import type { SuiteOptions } from "./suite.ts";

/** One suite: what it measures, and how it is run. A module is loaded only when its suite runs. */
export interface Suite {
  readonly name: string;
  readonly measures: string;
  /** Where the development data lies, seen from the project's root; what `--data` gives takes its place. Null where there is none. */
  readonly development: string | null;
  readonly load: () => Promise<(options: SuiteOptions) => Promise<object>>;
}

/** Every suite of `evals/run.ts`. To add one: a file here, and an entry. */
export const SUITES: readonly Suite[] = [
  {
    name: "locomo",
    measures: "the right turn and session of long conversations, and evidence at a budget",
    development: "../shared/data/locomo",
    load: async () => {
      const { evaluateConversations } = await import("./conversation.ts");
      return (options) => evaluateConversations("locomo", options);
    },
  },
  {
    name: "realmem",
    measures: "the sessions that a question needs, of those before it",
    development: "../shared/data/realmem",
    load: async () => {
      const { evaluateConversations } = await import("./conversation.ts");
      return (options) => evaluateConversations("realmem", options);
    },
  },
  {
    name: "beam",
    measures: "the right turns of long chats with an assistant, by kind of question, and evidence at a budget",
    development: "../shared/data/beam",
    load: async () => {
      const { evaluateConversations } = await import("./conversation.ts");
      return (options) => evaluateConversations("beam", options);
    },
  },
  {
    name: "agent-history",
    measures: "the right entry of a coding agent's sessions, by kind, and characters to the first right one",
    development: "../shared/data/agent-history",
    load: async () => (await import("./agent-history.ts")).evaluateAgentHistory,
  },
  {
    name: "facts",
    measures: "ranked lists: what is stored and answered, exactly",
    development: "../shared/data/facts/cases.jsonl",
    load: async () => (await import("./facts.ts")).evaluateFacts,
  },
  {
    name: "gate",
    measures: "whether 'covered' is right and calibrated",
    development: "../shared/data/locomo",
    load: async () => (await import("./gate.ts")).evaluateGate,
  },
  {
    name: "palace",
    measures: "the right turn among the first ten, by how much of its place is known",
    development: "../shared/data/locomo",
    load: async () => (await import("./palace.ts")).evaluatePalace,
  },
  {
    name: "halls",
    measures: "which kind of memory a sentence is",
    development: "evals/halls/sentences.jsonl",
    load: async () => (await import("./halls.ts")).evaluateHalls,
  },
  {
    name: "rooms",
    measures: "whether two headings name one concept",
    development: "evals/rooms/pairs.jsonl",
    load: async () => (await import("./rooms.ts")).evaluateRooms,
  },
  {
    name: "redteam",
    measures: "what attacks inside stored passages get through",
    development: "docs",
    load: async () => (await import("../redteam/redteam.ts")).evaluateRedTeam,
  },
  {
    name: "ir",
    measures: "the right documents of a classic collection",
    development: "../shared/data/ir/scifact",
    load: async () => (await import("./ir.ts")).evaluateIr,
  },
];
