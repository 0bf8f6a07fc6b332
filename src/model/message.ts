/** The chat message that a drawer holds, or a part of it. */
export interface MessageRef {
  /** The chat or imported conversation. */
  readonly chat: string;
  /** The session: one session is one document. */
  readonly session: string;
  /** Ids as the chat gave them, in order. */
  readonly ids: readonly string[];
  readonly role: string;
  readonly author: string | null;
  /** ISO 8601 with zone, or null when the chat gave none. */
  readonly time: string | null;
}
