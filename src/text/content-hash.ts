import { hash } from "node:crypto";

/**
 * SHA-256 of the exact text (as UTF-8), 64 hex digits.
 *
 * @example contentHash("abc").slice(0, 8) // "ba7816bf"
 */
export function contentHash(text: string): string {
  return hash("sha256", text, "hex");
}
