import type { Placement } from "../model/placement.ts";
import type { DocumentMetadata } from "../model/section.ts";

/** What is known of a document when its drawers are placed. */
export interface PlacingInput {
  /** Relative to the source's root. */
  readonly path: string;
  readonly documentType: string;
  readonly title: string;
  readonly metadata: DocumentMetadata;
  /** What was said on the command line. */
  readonly explicit: { readonly wing: string | null; readonly room: string | null; readonly hall?: string | null };
  /** `palace.wing` of the configuration; null when it isn't set. */
  readonly configuredWing: string | null;
  /** The project's own name (git remote, manifest) where the source lies in one. */
  readonly project: string | null;
  /** The chat that a session belongs to; null for files. */
  readonly chat: string | null;
  /** The source's name, the last resort for a wing. */
  readonly sourceName: string;
  readonly drawers: readonly {
    readonly text: string;
    readonly heading: string;
    readonly breadcrumb: readonly string[];
    /** Author or role of a message; null for what is none. */
    readonly speaker: string | null;
  }[];
}

/** Wing, hall and room of each drawer, in order. Pure: the same document gives the same places. */
export type PlaceDrawers = (input: PlacingInput) => readonly Placement[];
