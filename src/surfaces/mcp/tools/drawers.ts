import { LociError, ofWhom, storedLines } from "../../../index.ts";
import { ADD_DRAWER, CHECK_DUPLICATE, FORGET, needed, text } from "../../../model/requests/index.ts";
import { MCP_WORDS } from "../serve-request.ts";
import { SHOWN_ID } from "../text/hits-text.ts";
import type { Tool } from "../tool.ts";
import { counted, remainingLines, stillFound } from "../../shared/wording.ts";
import { inWords } from "../../shared/error-table.ts";

/** Pinned is what a person pins, never a call of an agent. */
// An agent says where what it keeps belongs.
const { pin: _pin, ...OFFERED } = ADD_DRAWER;
const ADD = { ...OFFERED, wing: needed(ADD_DRAWER.wing), room: needed(ADD_DRAWER.room) };

export const addDrawerTool: Tool<typeof ADD> = {
  name: "add_drawer",
  description:
    "Store a passage: verbatim, exact words, never summarised. What is stored already (similarity > 0.9) is refused, with the matches.",
  input: ADD,
  behaviour: {},
  async run(drawer, { project, caller }) {
    const { id, wing, room } = await project.addDrawer({ ...drawer, agent: true }, { caller });
    return { lead: `Stored word for word as passage ${id} in ${wing}/${room}.` };
  },
};

const ID = text(32, "Its id", { pattern: /^[0-9a-fA-F]{8,32}$/, form: "an id as search shows it, of 8 to 32 digits" });
const input = { id: needed(ID) };

export const deleteDrawerTool: Tool<typeof input> = {
  name: "delete_drawer",
  description:
    "Forget a passage that was added by hand, or the chat message that it is of, for good, and prove that " +
    "nothing finds it any more. Passages from the user's own files stay: they are his to delete.",
  input,
  behaviour: { destructive: true },
  async run({ id }, { project, caller }) {
    const found = await project.forgetDrawers([id], { caller, yes: true });
    const [match] = found.matches;
    if (match !== undefined && !match.goes)
      throw new LociError("FORBIDDEN", `passage ${id} is neither added by hand nor of a chat here`, {
        hint: match.why,
        details: { id },
      });
    const proof = found.proof?.clean === true ? "nothing finds it any more" : `still found by: ${stillFound(found)}`;
    return { lead: `Passage ${id} is forgotten; ${proof}.` };
  },
};

export const checkDuplicateTool: Tool<typeof CHECK_DUPLICATE> = {
  name: "check_duplicate",
  description: "Whether a text is stored already: passages that are more than 0.9 similar to it, or than `threshold`.",
  input: CHECK_DUPLICATE,
  behaviour: { readOnly: true },
  async run({ text: draft, ...options }, { project, caller }) {
    const { duplicate, matches } = await project.checkDuplicate(draft, { ...options, caller });
    return {
      lead: duplicate ? "It is stored already." : "It is not stored.",
      stored: matches.map(({ id, similarity, text: words }) => ({
        label: id.slice(0, SHOWN_ID),
        about: `similarity ${similarity}`,
        text: words,
      })),
    };
  },
};

export const forgetTool: Tool<typeof FORGET> = {
  name: "forget",
  description: "Forget passages (added, chats, mined) for good; ask the user first.",
  input: FORGET,
  behaviour: { destructive: true },
  async run({ query, yes = false }, { project, caller }) {
    // One word may stand in everything that is kept: more than these a person forgets, who has seen what would go.
    const seen = yes ? (await project.forget(query, { caller })).matches.filter(({ goes }) => goes).length : 0;
    if (seen > 10)
      throw new LociError("USAGE", `${seen} passages hold that; an agent forgets at most 10 at once`, {
        hint: "name one by its id, or by more of its words; the user forgets more of them by 'loci forget'",
      });
    const found = await project.forget(query, { caller, yes });
    const gone = found.proof?.clean === true ? "Nothing finds it any more." : `Still found by: ${stillFound(found)}.`;
    const lines = found.matches.map((match) => {
      const { why } = inWords(match, MCP_WORDS);
      const what = (match.goes ? (yes ? "gone" : "would go") : "stays") + ofWhom(match.scope, caller);
      return `[${match.id.slice(0, SHOWN_ID)}] ${what}${why === "" ? "" : ` (${why})`}: ${match.text.slice(0, 120)}${match.text.length > 120 ? "…" : ""}`;
    });
    const answers = found.answers.length === 0 ? "" : `, and ${counted(found.answers.length, "answer")}`;
    return {
      lead: `${counted(found.matches.length, "passage")} found${answers}.`,
      stored: storedLines([...lines, ...remainingLines(found, yes)]),
      tail: found.proof === null ? "" : gone,
    };
  },
};
