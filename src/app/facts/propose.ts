import { chooseNonce, fence, fenceRule } from "../../conversation/prompt/fence.ts";
import type { Proposal, Propose } from "../../facts/api/proposals.ts";
import { generate } from "../../llm/port.ts";
import type { Caller } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { OpenedProject } from "../opened-project.ts";

const NONE = { proposals: [], notes: [] };
const OUTPUT_TOKENS = 300;
/** Longest message that a model is asked about: a longer one is no remark of a person's. */
const LONGEST = 1_500;
const HOW: readonly unknown[] = ["set", "also", "gone"];

/** Asks the project's language model what a message states; nothing where none is configured or `facts.propose` is off. */
export function proposer(project: () => OpenedProject, holdsSecret: (text: string) => Promise<boolean>): Propose {
  return async ({ text, scope, known }) => {
    const { settings, languageModel, system } = project();
    if (!settings.facts.propose || text.length > LONGEST) return NONE;
    try {
      const model = await languageModel();
      // A secret leaves the machine with nothing.
      if (model === null || (await holdsSecret(text))) return NONE;
      const nonce = chooseNonce([text, ...known], system.newId);
      const shown = fence(
        [
          { label: "M1", about: "the user's message", text },
          { label: "K1", about: "names in use", text: known.join("\n") },
        ],
        nonce,
      );
      const { text: answer } = await generate(model, {
        system: `${TASK}\n\n${fenceRule(nonce)}`,
        messages: [{ role: "user", text: shown.text }],
        maxOutputTokens: OUTPUT_TOKENS,
        temperature: 0,
        job: "facts",
        caller: scope.startsWith("user:") ? (scope as Caller) : "owner",
      });
      return { proposals: answer.split("\n").flatMap(proposalOf), notes: [] };
    } catch (thrown) {
      if (!(thrown instanceof LociError) || thrown.code === "CANCELLED") throw thrown;
      const { code, message, hint = "" } = thrown;
      return { proposals: [], notes: [{ code, message: `the model proposed no fact: ${message}`, hint }] };
    }
  };
}

const TASK = [
  "From the user's message M1, note which plain, lasting facts about the user, his people or his project it states: names, " +
    "dates, numbers, places, choices. Leave out feelings, plans, questions, guesses and what others are said to like.",
  'Write one line of JSON a fact: {"of":"my dentist","value":"Dr. Moe","quote":"I go to Dr. Moe now","how":"set"}. "of" is ' +
    'whose and what in a few words: my …, our …, Anna\'s …, my favorite …; a name from K1 where that is meant. "value" is ' +
    'copied from "quote", and "quote" from the message, letter by letter. "how" is "set", "also" for one more beside what is ' +
    'there, "gone" for what no longer holds.',
  "If there is none, write only: NOTHING",
].join("\n\n");

/** A line of the answer; none where it is no proposal. */
function proposalOf(line: string): readonly Proposal[] {
  try {
    const { of, value, quote, how } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const isWhole = [of, value, quote].every((one) => typeof one === "string") && HOW.includes(how);
    return isWhole ? [{ of, value, quote, how } as Proposal] : [];
  } catch {
    return [];
  }
}
