import type { Clause } from "../language/read-message.ts";
import { typeOf } from "./known.ts";

/** Whether a value may correct another by context alone: of its type, in its unit, a day of the calendar for one. */
export function sameForm(value: string, old: string): boolean {
  const type = typeOf(value);
  if (type !== typeOf(old)) return false;
  if (type === "number") return unitOf(value) === unitOf(old);
  return type !== "date" || (/\d/u.test(value) === /\d/u.test(old) && !/\b(?:already|yet|again)\b/iu.test(value));
}

const unitOf = (value: string): string => value.replace(/[\d.,\s]/gu, "").toLowerCase();

const COURTESY = /\b(?:thanks|thank you|sorry|please|now|my mistake|my bad|actually)\b/giu;

/** Whether a clause is all of its sentence, but for courtesies. */
export function isAlone({ text, sentence }: Clause): boolean {
  return (
    sentence
      .replace(text, "")
      .replace(COURTESY, "")
      .replace(/[\p{P}\p{S}\s]/gu, "") === ""
  );
}
