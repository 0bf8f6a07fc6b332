import { type AskResult, type Caller, type HistoryEntry, type ListedFacts, LociError, type Project, type Scope, type Speech, type TellResult } from "../../index.ts";

/** The facts of a project as a caller may see and change them. */
export interface FactsOfCaller {
  /** @throws LociError `FORBIDDEN` for the public, who have no lists of their own */
  tell(text: string, speech: Pick<Speech, "chat" | "messageId" | "time">): Promise<TellResult>;
  ask(text: string, speech: Pick<Speech, "chat">): Promise<AskResult>;
  /** The lists that hold something: the caller's own, then the project's. */
  list(): Promise<readonly ListedFacts[]>;
  /** @throws LociError `FACT_NOT_FOUND` */
  history(topic: string): Promise<readonly HistoryEntry[]>;
}

const PROJECT: Scope = "kb";

/**
 * The one rule for every surface of whose lists a caller speaks: the owner of the project's, a user of his own, and he reads the project's where he has
 * none; the public only reads the project's. A list that is read but not owned isn't remembered as the one that a chat speaks of, except for
 * this caller.
 */
export function factsOf({ facts }: Project, caller: Caller): FactsOfCaller {
  const own: Scope | null = caller === "owner" ? PROJECT : caller === "public" ? null : caller;
  const read = own === null ? [PROJECT] : [...new Set([own, PROJECT])];
  return {
    async tell(text, speech) {
      if (own === null) throw new LociError("FORBIDDEN", "the public has no facts of its own to change", { hint: "say who you are, for example --as user:42" });
      return await facts.tell(text, { ...speech, scope: own });
    },
    async ask(text, { chat = "" }) {
      let answer: AskResult | null = null;
      for (const scope of read) {
        answer = await facts.ask(text, { scope, chat: scope === own ? chat : `${caller} ${chat}` });
        if (answer.kind !== "not_stored") return answer;
      }
      return answer as AskResult;
    },
    list: async () => (await Promise.all(read.map((scope) => facts.list(scope)))).flat(),
    async history(topic) {
      const found = (await Promise.all(read.map((scope) => facts.list(scope)))).findIndex((lists) => lists.some((list) => list.topic === topic));
      return await facts.history(topic, read[Math.max(0, found)] as Scope);
    },
  };
}
