import { Signal } from "../../../model/signals.ts";
import type { NumberColumn, SegmentColumns } from "../segment/segment-columns.ts";

/** Whether a drawer is a message: those have an author, or at least a role in its place. */
export function isMessage({ author, dictionaries }: SegmentColumns, ordinal: number): boolean {
  return dictionaries.authors[author[ordinal] as number] !== "";
}

/** Ordinal of the first drawer of the message that a drawer is a part of; its own where it is whole. @param first of the document */
export function messageStart(signals: NumberColumn, ordinal: number, first: number): number {
  let at = ordinal;
  while (at > first && ((signals[at] as number) & Signal.continues) !== 0) at--;
  return at;
}

/** Ordinal behind the last drawer of that message. @param end behind the last drawer of the document */
export function messageEnd(signals: NumberColumn, ordinal: number, end: number): number {
  let at = ordinal + 1;
  while (at < end && ((signals[at] as number) & Signal.continues) !== 0) at++;
  return at;
}
