import { contentHash } from "../text/content-hash.ts";
import { drawerId } from "../text/drawer-id.ts";

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
