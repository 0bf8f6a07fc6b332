import type { Drawer } from "../model/drawer.ts";
import { voiceBits } from "../model/message-role.ts";
import { contentHash } from "../text/content-hash.ts";
import { signalsOf } from "../text/signals.ts";
import { type DrawerDraft, embeddedText } from "./document-draft.ts";

/** The draft of a drawer. @param embeddingHash of its `embeddedText`, where that is known already */
export function drawerDraft(drawer: Drawer, embeddingHash = contentHash(embeddedText(drawer))): DrawerDraft {
  return { drawer, embeddingHash, signals: signalsOf(drawer.text) | voiceBits(drawer.message) };
}
