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
