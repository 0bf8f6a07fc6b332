/** Heads of a topic that say no more than the word before them. */
const SLIGHT_HEADS = ["show", "series", "program", "programme", "title", "brand", "name", "type"];

/** Other names of a list: "tv" of "tv show", "tv show" of "tv series". */
export function otherNames(key: string): readonly string[] {
  const words = key.split(" ");
  const bare = words.length > 1 && SLIGHT_HEADS.includes(words.at(-1) ?? "") ? words.slice(0, -1).join(" ") : key;
  return [bare, ...SLIGHT_HEADS.map((head) => `${bare} ${head}`)].filter((one) => one !== key);
}

/** Words that people shorten, or have another one for, as pairs: either names the other. */
const SHORT = (
  "db:database prod:production repo:repository env:environment config:configuration dev:development boss:manager " +
  "mum:mother mom:mother dad:father hubby:husband combo:combination licence:license"
)
  .split(" ")
  .map((pair) => pair.split(":") as [string, string]);

/** A key, and the same with a word shortened or whole, and with the first as an owner without its apostrophe: "dogs chip". */
export function spellings(key: string): readonly string[] {
  const swapped = (from: string, to: string): string =>
    key
      .split(" ")
      .map((word) => (word === from ? to : word))
      .join(" ");
  const owned = /^(\p{L}{3,})s (.+)$/u.exec(key);
  const own = owned === null ? [] : [`${owned[1]} ${owned[2]}`];
  return [
    ...new Set([key, ...own, ...SHORT.flatMap(([short, whole]) => [swapped(short, whole), swapped(whole, short)])]),
  ];
}

/** Keys under which what is asked for may stand: "wife name" for "wife", "standup" for "standup time". */
export function alternatives(key: string): readonly string[] {
  const shorter = key.replace(/ (?:name|date|time|day|number|address)$/u, "");
  return [
    key,
    ...(shorter === key ? ["name", "date", "time", "number", "day"].map((word) => `${key} ${word}`) : [shorter]),
  ];
}
