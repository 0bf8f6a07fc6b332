import type { Closet } from "../../operations/answers/palace.ts";
import { fold } from "../../text/words.ts";

/**
 * AAAK, the compact line format of closets; its grammar stands in docs/aaak.md. One header, then lines in a fixed order, each told by its first
 * character; a line without content is left out.
 */
const HEADER = "AAAK2";

/**
 * Writes a closet. There is one way to write it, and it can be read back: a test does.
 * @param closet as `buildCloset` makes it: codes of topics stand in `who`, drawer places ascend
 * @example encode(closet) // "AAAK2 driftwood/auth docs/auth.md\n@ KAI=Kai\n# 9f2a1c03 77b0e2aa\n+ token refresh 1-2
 * KAI\n~ 2024-01-02\n% facts 2\n! 1 We use Clerk.\n"
 */
export function encode(closet: Closet): string {
  const lines = [`${HEADER} ${closet.wing}/${closet.room} ${escaped(closet.document, "")}`];
  if (closet.who.length > 0)
    lines.push(`@ ${closet.who.map(({ code, name }) => `${code}=${escaped(name, ";")}`).join("; ")}`);
  if (closet.drawers.length > 0) lines.push(`# ${closet.drawers.join(" ")}`);
  for (const { name, drawers, who } of closet.topics)
    lines.push(`+ ${escaped(name, "|")} | ${[ranges(drawers), ...who].join(" ")}`);
  if (closet.words.length > 0) lines.push(`* ${closet.words.join(" ")}`);
  if (closet.when !== null)
    lines.push(
      `~ ${closet.when.first === closet.when.last ? closet.when.first : `${closet.when.first}..${closet.when.last}`}`,
    );
  if (closet.halls.length > 0) lines.push(`% ${closet.halls.map(({ hall, count }) => `${hall} ${count}`).join("; ")}`);
  if (closet.key !== null) lines.push(`! ${closet.key.drawer + 1} ${escaped(closet.key.sentence, "")}`);
  return `${lines.join("\n")}\n`;
}

/** Places from 1, with ranges of three or more: `1 3-5` is written `1,3-5`. */
function ranges(indices: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < indices.length;) {
    let j = i;
    while (j + 1 < indices.length && indices[j + 1] === (indices[j] as number) + 1) j++;
    const [from, to] = [(indices[i] as number) + 1, (indices[j] as number) + 1];
    parts.push(to - from >= 2 ? `${from}-${to}` : to > from ? `${from},${to}` : `${from}`);
    i = j + 1;
  }
  return parts.join(",");
}

/** `\` before `\` and before the separator's sign; line ends as `\n` and `\r`. */
function escaped(text: string, separator: string): string {
  const special = separator === "" ? /[\\\n\r]/g : new RegExp(`[\\\\\\n\\r${separator}]`, "g");
  return text.replace(special, (sign) => (sign === "\n" ? "\\n" : sign === "\r" ? "\\r" : `\\${sign}`));
}

/**
 * A code for each name of a wing: capitals, unique. The first three letters where no other name begins so, else initials with more of the
 * last word, else three letters and a number. A function of the set of names, not of their order.
 * @example entityCodes(["Kai", "Kaira Sol"]) // Map { "Kai" → "KAI", "Kaira Sol" → "KSO" }
 * Cost: linear in the names but for those that begin alike.
 */
export function entityCodes(names: Iterable<string>): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const taken = new Set<string>();
  // Short names first: "Kai" gets KAI, "Kaira" finds another.
  for (const name of [...new Set(names)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const code = candidates(name).find((candidate) => !taken.has(candidate)) ?? numbered(name, taken);
    taken.add(code);
    codes.set(name, code);
  }
  return codes;
}

function candidates(name: string): readonly string[] {
  const parts = lettersOf(name)
    .split(" ")
    .filter((part) => part !== "");
  const whole = parts.join("");
  const initials = parts.map((part) => part[0]).join("");
  const last = parts[parts.length - 1] ?? "";
  const first = parts[0] ?? "";
  return [
    whole.slice(0, 3),
    parts.length > 1 ? first.slice(0, 1) + last.slice(0, 2) : "",
    initials,
    first.slice(0, 2) + last.slice(-1),
    first.slice(0, 1) + first.slice(-2),
    whole.slice(0, 4),
    whole.slice(0, 5),
  ].filter((candidate) => candidate.length >= 2);
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  const stem = lettersOf(name).replaceAll(" ", "").slice(0, 3) || "X";
  for (let n = 2; ; n++) if (!taken.has(`${stem}${n}`)) return `${stem}${n}`;
}

/** In capitals where its script has them, words apart; what has no letters gives nothing. */
const lettersOf = (name: string): string =>
  fold(name)
    .toUpperCase()
    .replace(/\p{M}+/gu, "")
    .replace(/(?:[^\p{L}\p{N}]|[\u{10000}-\u{10ffff}])+/gu, " ")
    .trim();
