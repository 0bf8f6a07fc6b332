import type { Intent, ItemMention, Target } from "../grammar/intent.ts";

/**
 * An intent with "it" replaced by the item that it stands for; null when it stands for none.
 *
 * @param referent that item; asked only when the intent says "it"
 */
export function refer<T extends Intent>(intent: T, referent: () => string | null): T | null {
  if (!mentions(intent).some((mention) => mention.kind === "that")) return intent;
  const value = referent();
  if (value === null) return null;
  const named: ItemMention = { kind: "value", value, parts: [] };
  const item = (mention: ItemMention): ItemMention => (mention.kind === "that" ? named : mention);
  const target = (to: Target): Target => (to.kind === "before" || to.kind === "after" ? { ...to, item: item(to.item) } : to);
  switch (intent.kind) {
    case "place":
      return { ...intent, item: item(intent.item), to: target(intent.to) };
    case "swap":
      return { ...intent, first: item(intent.first), second: item(intent.second) };
    case "replace":
      return { ...intent, item: item(intent.item) };
    case "remove":
      return { ...intent, items: intent.items.map((one) => (one.kind === "that" ? named : one)) };
    default:
      return intent;
  }
}

function mentions(intent: Intent): readonly { readonly kind: string }[] {
  switch (intent.kind) {
    case "place":
      return [intent.item, ...("item" in intent.to ? [intent.to.item] : [])];
    case "add":
      return intent.to !== null && "item" in intent.to ? [intent.to.item] : [];
    case "swap":
      return [intent.first, intent.second];
    case "replace":
      return [intent.item];
    case "remove":
      return intent.items;
    default:
      return [];
  }
}
