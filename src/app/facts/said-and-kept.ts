import { harmlessLinks, namesIn } from "../../conversation/citations/answer-links.ts";
import { chooseNonce, fence, fenceRule } from "../../conversation/prompt/fence.ts";
import type { KeepNote, TellResult } from "../../facts/api/facts.ts";
import type { FactsDependencies } from "../../facts/api/list-verbs.ts";
import type { Proposal, Propose } from "../../facts/api/proposals.ts";
import { generate } from "../../llm/port.ts";
import type { Caller, Scope } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { AddedMessage, AddMessageOptions, ChatMessage, LiveChats } from "../chats/live-chats.ts";
import type { OpenedProject } from "../opened-project.ts";
import { oneLine } from "../../text/printable.ts";
import { asKept } from "../redaction.ts";
import { findSaid } from "./find-said.ts";
import { jsonFields } from "../../text/fields.ts";

/** What facts ask of the rest of a project: what people said, notes, secrets, what a model proposes. */
export function saidAndKept(
  opened: () => OpenedProject,
): Required<Pick<FactsDependencies, "said" | "quoted" | "keepNote" | "holdsSecret" | "propose">> {
  const secretIn = async (text: string): Promise<boolean> => await holdsSecret(opened(), text);
  return {
    said: findSaid(opened),
    quoted: (sentence) => harmlessLinks(oneLine(sentence), namesIn(sentence)),
    keepNote: noteKeeper(opened),
    holdsSecret: secretIn,
    propose: async (asked) => await proposer(opened, secretIn)(asked),
  };
}

/** Where notes that were to be remembered stand: in a room of their own. */
const NOTES = { wing: "notes", room: "remembered" } as const;

/** Whether a text holds a secret, by the redaction of chats. */
const holdsSecret = async (opened: Pick<OpenedProject, "facts" | "settings">, text: string): Promise<boolean> =>
  (await asKept(opened, text, { by: "history" })) !== text;

/**
 * Keeps what was to be remembered and is no fact as a pinned drawer, word for word: found by every search, and taken out
 * by forget. What holds a secret isn't kept.
 */
function noteKeeper(project: () => OpenedProject): KeepNote {
  return async ({ text, scope, time }) => {
    const opened = project();
    if (await holdsSecret(opened, text)) return false;
    const { drawerAdder } = await import("../palace/add-drawer.ts");
    const caller: Caller = scope === "admin" || scope === "kb" ? "owner" : (scope as Caller);
    const date = new Date(time).toISOString();
    const pin = caller === "owner";
    await drawerAdder(opened)({ ...NOTES, text, scope, date, pin, force: true }, { caller });
    return true;
  };
}

const NONE = { proposals: [], notes: [] };
const OUTPUT_TOKENS = 300;
/** Longest message that a model is asked about: a longer one is no remark of a person's. */
const LONGEST = 1_500;
const HOW: readonly unknown[] = ["set", "also", "gone"];

/** Asks the project's language model what a message states; nothing where none is configured or `facts.propose` is off. */
function proposer(project: () => OpenedProject, holdsSecret: (text: string) => Promise<boolean>): Propose {
  return async ({ text, scope, known: stored }) => {
    const { settings, languageModel, system } = project();
    if (!settings.facts.propose || text.length > LONGEST) return NONE;
    try {
      const model = await languageModel();
      // A secret leaves the machine with nothing.
      if (model === null || (await holdsSecret(text))) return NONE;
      const known = await stored();
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

function proposalOf(line: string): readonly Proposal[] {
  const { of, value, quote, how } = jsonFields(line) ?? {};
  const isWhole = [of, value, quote].every((one) => typeof one === "string") && HOW.includes(how);
  return isWhole ? [{ of, value, quote, how } as Proposal] : [];
}

/** What a message of a chat led to beside being kept. */
export type KeptOfMessage = Pick<TellResult, "route" | "reason" | "changed" | "text" | "topic" | "items">;

/** A message that was added, and what was kept of it as facts or notes; null where it was about none. */
export interface ToldMessage extends AddedMessage {
  readonly facts: KeptOfMessage | null;
}

/** Characters of what is said; a longer message is a text that was pasted, of which nothing is a fact. */
const LONGEST_SAID = 20_000;

/** Appends a message to its chat; a user's feeds facts as it was said. */
export async function addAndTell(
  { project, chats }: { readonly project: OpenedProject; readonly chats: LiveChats },
  { chat, message }: { readonly chat: string; readonly message: ChatMessage },
  options: AddMessageOptions = {},
): Promise<ToldMessage> {
  // One time for both: what is said behind a fact is told from it by time.
  const { caller = "owner" } = options;
  const { time = new Date(project.system.clock()).toISOString() } = message;
  const added = await chats.add(chat, { ...message, time }, options);
  const isSaid = message.role === "user" && message.text.length <= LONGEST_SAID;
  if (!isSaid || !added.added || caller === "public") return { ...added, facts: null };
  const { route, reason, changed, text, topic, items } = await project.facts.tell(message.text, {
    chat,
    messageId: added.id,
    scope: scopeOf(caller, added.scope),
    time,
  });
  return { ...added, facts: text === "" ? null : { route, reason, changed, text, topic, items } };
}

/** Facts of a caller are his own; the owner's are those of whom the chat is for. */
const scopeOf = (caller: Caller, chat: Scope): Scope => (caller === "owner" || caller === "public" ? chat : caller);
