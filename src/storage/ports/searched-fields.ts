import type { Drawer } from "../../model/drawer.ts";
import { joinedWords } from "../../text/joined-words.ts";

/** The texts that the lexical leg indexes, by field. */
export interface SearchedFields {
  readonly heading: string;
  readonly content: readonly string[];
  readonly breadcrumb: readonly string[];
}

/**
 * What of a drawer is searched lexically, the same for every engine: the heading; the text and the caption; the
 * breadcrumb above the heading (its last element is left out when it is the heading itself, which would count twice)
 * behind the names of its file.
 * What of the texts others write in another way follows them (see `joinedWords`).
 * Each string is cut into terms on its own, so a phrase never reaches from one into the next.
 */
export function searchedFields(drawer: Drawer): SearchedFields {
  const path = drawer.breadcrumb;
  const above = path.length > 0 && path[path.length - 1] === drawer.heading ? path.slice(0, -1) : path;
  const texts = drawer.caption === null ? [drawer.text] : [drawer.text, drawer.caption];
  const joined = texts.map(joinedWords).filter((words) => words !== "");
  return {
    heading: drawer.heading,
    content: joined.length === 0 ? texts : [...texts, ...joined],
    breadcrumb: [...drawer.names, ...above],
  };
}
