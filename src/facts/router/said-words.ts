import type { Clause } from "../language/read-message.ts";

/** Whether words are written as a name in a sentence: a capital, a digit, quotes. */
export function isName(value: string, sentence: string): boolean {
  if (
    value.length === 0 ||
    new RegExp(`["“'‘]${value.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&")}["”'’]`, "u").test(sentence)
  )
    return value.length > 0;
  return (
    value
      .split(" ")
      .every((word) => /^[\p{Lu}\d]/u.test(word) || /^(?:of|the|and|in|a|de|la|to|on|for|&)$/u.test(word)) &&
    /[\p{Lu}\d]/u.test(value) &&
    sentence !== sentence.toUpperCase()
  );
}

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
