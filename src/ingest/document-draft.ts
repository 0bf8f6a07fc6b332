import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { chunk } from "../chunking/chunk.ts";
import { opaqueRuns } from "../chunking/opaque-runs.ts";
import type { Document, Drawer } from "../model/drawer.ts";
import { LociError } from "../model/error.ts";
import { voiceBits, Signal } from "../model/message-role.ts";
import { option, step } from "../model/next-step.ts";
import { type Scope, isScope, parseScope } from "../model/caller.ts";
import type { Block, DocumentMetadata, ParsedDocument } from "../model/section.ts";
import type { Source } from "../model/source.ts";
import { contentHash, drawerId } from "../text/content-hash.ts";
import { groundBitsOf, signalsOf } from "../text/evidence.ts";
import { noteLinks } from "../text/note-links.ts";
import type { IngestSettings } from "./fingerprint.ts";
import { isInside } from "./source-key.ts";

export interface DrawerDraft {
  readonly drawer: Drawer;
  /** SHA-256 of what is embedded (see `embeddedText`): the key of its vector in the cache. */
  readonly embeddingHash: string;
  /** What the form of its text says: bits of `Signal`. */
  readonly signals: number;
}

export interface DocumentDraft {
  readonly document: Document;
  readonly drawers: readonly DrawerDraft[];
}

/**
 * What of a drawer is embedded: its text and its caption. Nothing of its place, so that moving, renaming or renumbering never
 * embeds the same text twice.
 */
export const embeddedText = ({ text, caption }: Pick<Drawer, "text" | "caption">): string =>
  caption === null ? text : text === "" ? caption : `${text}\n${caption}`;

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
const linkBits = ({ message, elementType, text }: Drawer): number =>
  message === null && elementType !== "code" && noteLinks(text).length > 0 ? Signal.linking : 0;

/** The key that the ids of a document's drawers are made with: of what came from another project, the one that its source had there. */
export const bornKey = ({ key, options }: Pick<Source, "key" | "options">, file: string | null): string =>
  options.bornAs?.[file ?? ""] ?? options.bornAs?.[""] ?? key;

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

/** The scope that a source was given, and what a document's own front matter may make of it. */
export interface ScopeRule {
  /** Null: every document must name its own. */
  readonly given: Scope | null;
  /**
   * `fixed`: nothing, for what a user handed over: who may see it follows from his token alone.
   * `narrow`: fewer may see it than the source says.
   */
  readonly frontMatter: "fixed" | "narrow";
}

/**
 * The scope of one document: its source's, narrowed by its front matter where the rule allows it. There is no default.
 * @throws LociError `SCOPE_INVALID` when the front matter names no scope, `SOURCE_SCOPE_REQUIRED` when nobody does
 * @example documentScope({ scope: "kb" }, { given: "user:42", frontMatter: "fixed" }) // { scope: "user:42", ignored: true }
 */
export function documentScope(
  metadata: DocumentMetadata,
  { given, frontMatter }: ScopeRule,
): { readonly scope: Scope; readonly ignored: boolean } {
  if (metadata.scope === undefined) {
    if (given !== null) return { scope: given, ignored: false };
    throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this document", {
      hint: step`give ${option("scope")} kb, admin or user:<id>, set ingest.scope, or write 'scope:' into its front matter`,
    });
  }
  if (given !== null && frontMatter === "fixed") return { scope: given, ignored: metadata.scope !== given };
  const asked = isScope(metadata.scope) ? metadata.scope : parseScope(metadata.scope);
  if (given === null || isWithin(asked, given)) return { scope: asked, ignored: false };
  return { scope: given, ignored: true };
}

/** Whether everyone who sees `inner` sees `outer` too. The owner sees all, a user `kb` and his own. */
const isWithin = (inner: Scope, outer: Scope): boolean => inner === outer || outer === "kb" || inner === "admin";

/** The scope of a source's documents, and what their front matter may make of it. */
export function scopeRule(
  { kind, root, options }: Pick<Source, "kind" | "root" | "options">,
  { settings, ownFolder }: { readonly settings: IngestSettings; readonly ownFolder: string | null },
): ScopeRule {
  const given = options.scope ?? settings.scope;
  const uploaded = kind === "file" && ownFolder !== null && isInside(realFolder(root), ownFolder);
  if (uploaded) return { given, frontMatter: given?.startsWith("user:") === true ? "fixed" : "narrow" };
  return { given, frontMatter: "narrow" };
}

/** The folder of a file without symlinks; as it is spelled when it is gone. */
function realFolder(file: string): string {
  try {
    return realpathSync(dirname(file)) + "/";
  } catch {
    return dirname(file) + "/";
  }
}

/**
 * Cuts a text that is a drawer by itself where it is over the size: the parts follow one another without overlap and cover it exactly, but
 * for runs that are no language (`opaqueRuns`). One part, the text itself, where it isn't; none where there is nothing to read in it.
 * @param maxChunkSize characters
 */
export function cutExactly(
  text: string,
  maxChunkSize: number,
): readonly { readonly text: string; readonly start: number }[] {
  if (text.length <= maxChunkSize && opaqueRuns(text).length === 0) return [{ text, start: 0 }];
  return chunk(asDocument(text), { maxChunkSize, overlapLines: 0 }).map((part) => ({
    text: part.text,
    start: part.span.start,
  }));
}

function asDocument(text: string): ParsedDocument {
  const blocks: Block[] = [];
  for (const { index, 0: paragraph } of text.matchAll(/[^\n]+(?:\n[^\n]+)*/g))
    blocks.push({ kind: "paragraph", span: { start: index, end: index + paragraph.length } });
  return {
    text,
    sections: [
      {
        title: "",
        breadcrumb: [],
        level: 0,
        span: { start: 0, end: text.length },
        lines: null,
        pages: null,
        elementType: "message",
        blocks,
      },
    ],
    metadata: {},
  };
}
