import type { Source } from "../../model/source.ts";
import type { Scope } from "../../model/scope.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import type { IngestDependencies } from "../dependencies.ts";
import type { HeldLease } from "../hold-lease.ts";
import { leaseWriter } from "../lease-writer.ts";
import type { LiveChat } from "./live-chat.ts";
import { sessionDocument } from "./session-document.ts";

/**
 * Writes the session of a message to the index, as a run over the chat's file would: when it has resolved, the message is found.
 *
 * @returns ids of the message's drawers, in order: one, or several for a long message
 * Cost: the session's messages, 64 at most; only the new one is embedded.
 */
export async function indexMessage(
  deps: Pick<IngestDependencies, "catalog" | "index" | "provider" | "cache" | "settings" | "place">,
  chat: LiveChat,
  message: TranscriptMessage,
  source: Source & { readonly options: { readonly scope: Scope } },
  lease: HeldLease,
): Promise<readonly string[]> {
  const { settings, place } = deps;
  const { bytes, modifiedAt } = chat.file;
  const draft = sessionDocument({
    messages: chat.session(message.session),
    title: null,
    path: message.session,
    bytes,
    modifiedAt,
    source,
    scope: source.options.scope,
    settings,
    place,
  });
  const writer = await leaseWriter(deps, lease);
  await writer.add(draft);
  await writer.flush();
  return draft.drawers
    .filter(({ drawer }) => drawer.message?.ids.includes(message.id) === true)
    .map(({ drawer }) => drawer.id);
}
