import type { Document, Drawer } from "../model/drawer.ts";

/** A drawer before it has a vector. */
export interface DrawerDraft {
  readonly drawer: Drawer;
  /** SHA-256 of what is embedded (see `embeddedText`): the key of its vector in the cache. */
  readonly embeddingHash: string;
  /** What the form of its text says: bits of `Signal`. */
  readonly signals: number;
}

/** A document ready to be embedded and written. */
export interface DocumentDraft {
  readonly document: Document;
  readonly drawers: readonly DrawerDraft[];
}

/**
 * What of a drawer is embedded: its text and its caption. Nothing of its place, so that moving, renaming or renumbering never
 * embeds the same text twice.
 */
export function embeddedText({ text, caption }: Pick<Drawer, "text" | "caption">): string {
  return caption === null ? text : text === "" ? caption : `${text}\n${caption}`;
}
