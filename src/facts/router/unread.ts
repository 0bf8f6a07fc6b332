import type { Clause } from "../language/read-message.ts";
import { listSpokenOf, type Turn } from "./turn.ts";

/** What to say of a message that names an item of the list spoken of with a word of change, and can't be read. */
export function unreadChange(turn: Turn, clauses: readonly Clause[]): string | null {
  const words = clauses.flatMap((clause) => clause.words);
  if (!words.some((word) => CHANGES.test(word))) return null;
  const kept = "That wasn't understood as a change of your favorites: the list was kept as it was.";
  // "Add almond to my favorite nuts and lima to …": a command that names its list.
  if (
    clauses.some(
      ({ refusal, words: [first = "", ...more] }) =>
        refusal === null &&
        CHANGES.test(first) &&
        more.some((word, at) => FRAME.test(word) && /^(?:my|our)$/u.test(more[at - 1] ?? "")),
    )
  )
    return kept;
  const spoken = listSpokenOf(turn);
  const list = spoken === null ? null : turn.view.list(spoken.key);
  if (list === null || list.key.startsWith("@")) return null;
  const said = ` ${words.join(" ")} `;
  const named = list.items.find((item) => item.key.length > 2 && said.includes(` ${item.key} `));
  return named === undefined ? null : kept;
}

/** Verbs that change a list. */
const CHANGES =
  /^(?:move|put|add|swap|switch|replace|change|remove|delete|drop|take|rank|make|promote|demote|insert|bump|exchange|rename)$/u;
const FRAME = /^fav(?:ou?rites?|s|es?)?$/u;

/** Whether what could not be read goes on with the change before it: "… and put Bodoni in its place". */
export function hangsOn(clause: Clause): boolean {
  const words = clause.words.filter((word) => !/^(?:and|then|,|but|also|please)$/u.test(word));
  return (
    (/^(?:put|add|move|make|replace|insert|swap|place|set|use|remove|drop|delete|change|have|do)$/u.test(
      words[0] ?? "",
    ) &&
      words.some((word) => /^(?:its|it|there|instead|them|their|that|place|same|other|others|rest)$/u.test(word))) ||
    (clause.words[0] === "and" && words.some((word) => /^(?:instead|place)$/u.test(word)))
  );
}
