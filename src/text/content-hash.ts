import { hash } from "node:crypto";
import type { Document, Drawer } from "../model/drawer.ts";

/**
 * SHA-256 of the exact text (as UTF-8), 64 hex digits.
 * @example contentHash("abc").slice(0, 8) // "ba7816bf"
 */
export const contentHash = (text: string): string => hash("sha256", text, "hex");

/** A chunk as memsearch and OpenClaw name it. */
interface CompositeIdentity {
  /** Path of the file, as the source gives it. */
  readonly source: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** SHA-256 hex of the text; its first 16 digits count, as in memsearch. */
  readonly contentHash: string;
  readonly model: string;
}

/**
 * The id that memsearch and OpenClaw give a chunk: `sha256("markdown:source:startLine:endLine:contentHash:model")`, where
 * contentHash is cut to 16 hex digits; 16 digits of the result, the length that memsearch keeps. It is for other programs:
 * colons inside a part make it ambiguous and lines make it move, so nothing in Loci is keyed by it (see `drawerId`).
 */
export function compositeId({ source, startLine, endLine, contentHash, model }: CompositeIdentity): string {
  const spelt = `markdown:${source}:${startLine}:${endLine}:${contentHash.slice(0, 16)}:${model}`;
  return hash("sha256", spelt, "hex").slice(0, 16);
}

/** What makes a drawer the same drawer: never its line or page, so text put in above it changes no id. */
interface DrawerIdentity extends Pick<Document, "source" | "path">, Pick<Drawer, "breadcrumb"> {
  /** From `contentHash`. */
  readonly contentHash: string;
  /** 0-based place among drawers of the document with the same breadcrumb and content hash. */
  readonly ordinal: number;
}

/**
 * The id of a drawer: 32 hex digits, the first half of a SHA-256 over all parts. Every part is preceded by its length and the breadcrumb by its
 * number of headings, so no two identities spell the same bytes. Cost: about 2 µs.
 */
export function drawerId({ source, path, breadcrumb, contentHash, ordinal }: DrawerIdentity): string {
  let spelt = `${part(source)}${part(path)}${breadcrumb.length};`;
  for (const heading of breadcrumb) spelt += part(heading);
  return hash("sha256", `${spelt}${part(contentHash)}${ordinal};`, "hex").slice(0, 32);
}

/** Length in UTF-16 units, a colon, the text. */
const part = (text: string): string => `${text.length}:${text}`;
