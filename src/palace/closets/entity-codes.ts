import { fold } from "../../text/fold.ts";
import { transliterate } from "../../text/transliterate.ts";

/**
 * A code for each name of a wing: capitals, unique. The first three letters where no other name begins so, else initials with more of the
 * last word, else three letters and a number. A function of the set of names, not of their order.
 *
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

/** In Latin capitals, words apart; what has no Latin letters gives nothing. */
function lettersOf(name: string): string {
  return transliterate(fold(name))
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, " ")
    .trim();
}
