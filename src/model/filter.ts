import type { MessageRole } from "./message-role.ts";
import type { ElementType } from "./section.ts";

/**
 * Narrows a search inside the boundary. Every field is optional; fields join by AND, the values of
 * one field by OR. An empty list matches nothing (zero is a value).
 */
export interface DrawerFilter {
  readonly wings?: readonly string[];
  /** Cognitive or topical halls. */
  readonly halls?: readonly string[];
  readonly rooms?: readonly string[];
  /** Rooms in wings: for names that mean a room in one wing only. */
  readonly places?: readonly { readonly wing: string; readonly room: string }[];
  /** Source keys. */
  readonly sources?: readonly string[];
  readonly documentTypes?: readonly string[];
  /** What a drawer is made of: tables, entries of a table of contents. */
  readonly elementTypes?: readonly ElementType[];
  /** Who said it; drawers that are no messages fail. */
  readonly roles?: readonly MessageRole[];
  /** Documents by path, as in `Document.path`. */
  readonly paths?: readonly string[];
  /** Content date at or after this instant, milliseconds since the epoch. Drawers without a date fail. */
  readonly since?: number;
  /** Content date strictly before this instant. Drawers without a date fail. */
  readonly before?: number;
  /** Keys of sources that take no part. */
  readonly excludeSources?: readonly string[];
  /** Drawer ids that take no part. */
  readonly excludeIds?: readonly string[];
}
