import type { Document, Drawer } from "../model/drawer.ts";
import { voiceBits } from "../model/message-role.ts";
import { Signal } from "../model/signals.ts";
import type { Source } from "../model/source.ts";
import { contentHash, drawerId } from "../text/content-hash.ts";
import { groundBitsOf } from "../text/ground.ts";
import { noteLinks } from "../text/note-links.ts";
import { signalsOf } from "../text/signals.ts";

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

/** The draft of a drawer. @param embeddingHash of its `embeddedText`, where that is known already */
export function drawerDraft(drawer: Drawer, embeddingHash = contentHash(embeddedText(drawer))): DrawerDraft {
  const signals = signalsOf(drawer.text) | voiceBits(drawer.message) | groundBitsOf(drawer) | linkBits(drawer);
  return { drawer, embeddingHash, signals };
}

/**
 * Drafts of the drawers of a document as they are stored, in order: with who said them, on what they stand and which go on with the one before.
 * The parts of a long message touch; between two messages stands an empty line.
 */
export function storedDrafts(drawers: readonly Drawer[]): readonly DrawerDraft[] {
  return drawers.map((drawer, i) => {
    const draft = drawerDraft(drawer);
    const before = drawers[i - 1];
    const continues =
      drawer.message !== null &&
      before?.message?.ids[0] === drawer.message.ids[0] &&
      before?.span.end === drawer.span.start;
    return continues ? { ...draft, signals: draft.signals | Signal.continues } : draft;
  });
}

/** Whether it may link to another document; what its links mean is found out when the palace is read. */
function linkBits({ message, elementType, text }: Drawer): number {
  return message === null && elementType !== "code" && noteLinks(text).length > 0 ? Signal.linking : 0;
}

/** The key that the ids of a document's drawers are made with: of what came from another project, the one that its source had there. */
export function bornKey({ key, options }: Pick<Source, "key" | "options">, file: string | null): string {
  return options.bornAs?.[file ?? ""] ?? options.bornAs?.[""] ?? key;
}

/**
 * Gives the drawers of one document their ids, in document order: equal texts under equal breadcrumbs are told apart by their
 * ordinal, so call it once a drawer.
 */
export function drawerIdentifier(
  source: string,
  path: string,
): (breadcrumb: readonly string[], text: string) => { readonly id: string; readonly contentHash: string } {
  const seen = new Map<string, number>();
  return (breadcrumb, text) => {
    const hash = contentHash(text);
    const key = JSON.stringify([hash, ...breadcrumb]);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return { id: drawerId({ source, path, breadcrumb, contentHash: hash, ordinal }), contentHash: hash };
  };
}
