import { LociError } from "../../model/error.ts";
import { encode } from "./aaak.ts";
import type { Closet } from "../../operations/answers/palace.ts";

const HALLS = ["facts", "events", "discoveries", "preferences", "advice", "unsure"];

/**
 * Reads a closet that `encode` wrote, as the grammar says. Strict: only what `encode` writes is valid, so `encode(decode(text))` is `text`.
 *
 * @throws LociError `USAGE` for anything else, with the line in `details`
 */
export function decode(text: string): Closet {
  const lines = text.split("\n");
  const header = /^AAAK2 ([^/ ]+)\/([^ ]+) (.*)$/s.exec(lines[0] ?? "");
  if (header === null) throw invalid(1);
  const who: Closet["who"][number][] = [];
  const drawers: string[] = [];
  const topics: Closet["topics"][number][] = [];
  const telling: string[] = [];
  let when: Closet["when"] = null;
  const halls: { hall: string; count: number }[] = [];
  let key: Closet["key"] = null;
  lines.slice(1, -1).forEach((line, i) => {
    const content = line.slice(2);
    switch (line.slice(0, 2)) {
      case "@ ":
        for (const entry of unjoined(content, "; ")) {
          const named = /^([\p{L}\p{N}]+)=(.*)$/su.exec(entry) ?? fail(i + 2);
          who.push({ code: named[1] as string, name: unescaped(named[2] as string) });
        }
        break;
      case "# ":
        drawers.push(...content.split(" "));
        break;
      case "+ ": {
        const [name, rest] = unjoined(content, " | ");
        if (name === undefined || rest === undefined) throw invalid(i + 2);
        const words = rest.split(" ");
        topics.push({ name: unescaped(name), drawers: places(words[0] ?? ""), who: words.slice(1) });
        break;
      }
      case "* ":
        telling.push(...content.split(" "));
        break;
      case "~ ": {
        const [first, last] = content.split("..");
        when = { first: first as string, last: last ?? (first as string) };
        break;
      }
      case "% ":
        for (const entry of content.split("; ")) {
          const counted = /^(\S+) (\d+)$/.exec(entry) ?? fail(i + 2);
          halls.push({ hall: counted[1] as string, count: Number(counted[2]) });
        }
        break;
      case "! ": {
        const match = /^(\d+) (.*)$/s.exec(content) ?? fail(i + 2);
        key = { drawer: Number(match[1]) - 1, sentence: unescaped(match[2] as string) };
        break;
      }
      default:
        fail(i + 2);
    }
  });
  const closet: Closet = {
    wing: header[1] as string,
    room: header[2] as string,
    document: unescaped(header[3] as string),
    who,
    drawers,
    topics,
    words: telling,
    when,
    halls,
    key,
  };
  check(closet);
  if (encode(closet) !== text) throw invalid(firstDifference(encode(closet), text));
  return closet;
}

/** What the grammar can't say: places inside the list, codes that stand in the legend, values of the right form. */
function check({ who, drawers, topics, words, when, halls, key }: Closet): void {
  const codes = new Set(who.map(({ code }) => code));
  const inside = (place: number): boolean => Number.isSafeInteger(place) && place >= 0 && place < drawers.length;
  const right =
    codes.size === who.length &&
    drawers.every((id) => /^[0-9a-f]{8}$/.test(id)) &&
    topics.every(
      (topic) => topic.drawers.length > 0 && topic.drawers.every(inside) && topic.who.every((code) => codes.has(code)),
    ) &&
    words.every((word) => /^\S+$/u.test(word)) &&
    (when === null || [when.first, when.last].every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day))) &&
    halls.every(
      ({ hall, count }, i) => count > 0 && (i === 0 || comesAfter(hall, (halls[i - 1] as { hall: string }).hall)),
    ) &&
    (key === null || inside(key.drawer));
  if (!right) throw invalid(1);
}

/** The five and `unsure` in their order, then topical halls by name. */
function comesAfter(hall: string, before: string): boolean {
  const place = (one: string): number => (HALLS.includes(one) ? HALLS.indexOf(one) : HALLS.length);
  return (
    place(hall) > place(before) || (place(hall) === HALLS.length && place(before) === HALLS.length && hall > before)
  );
}

function places(text: string): readonly number[] {
  return text.split(",").flatMap((part) => {
    const [from, to = from] = part.split("-").map(Number);
    // A range can't be longer than a document has drawers; more would only cost memory.
    if (from === undefined || to === undefined || !(to >= from && to - from < 1_000_000)) throw invalid(1);
    return Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i);
  });
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, sign: string) => (sign === "n" ? "\n" : sign === "r" ? "\r" : sign));
}

/** Splits at a separator whose sign isn't escaped. */
function unjoined(text: string, separator: string): readonly string[] {
  const sign = separator.trim();
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (
      text[i] === sign &&
      text.startsWith(separator, i - separator.indexOf(sign)) &&
      i - separator.indexOf(sign) >= start
    ) {
      parts.push(text.slice(start, i - separator.indexOf(sign)));
      start = i - separator.indexOf(sign) + separator.length;
    }
  }
  return [...parts, text.slice(start)];
}

function firstDifference(one: string, other: string): number {
  const [left, right] = [one.split("\n"), other.split("\n")];
  return left.findIndex((line, i) => line !== right[i]) + 1 || left.length;
}

function fail(line: number): never {
  throw invalid(line);
}

function invalid(line: number): LociError {
  return new LociError("USAGE", `line ${line} is not AAAK`, {
    hint: "see the grammar in docs/aaak.md",
    details: { line },
  });
}
