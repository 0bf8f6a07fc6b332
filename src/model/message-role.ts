/** Who says a message. Every transcript's speakers are one of these, whatever its tool calls them. */
export const MESSAGE_ROLES = ["user", "assistant", "tool_call", "tool_result", "summary", "system"] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

/**
 * What a message is beside its role. `subagent`: said to or by a helper of the assistant. `machine`: it stands in the user's place, or in
 * somebody's, but a program wrote it (task notifications, command output, interruptions, wake-ups, hook text). `abandoned`: in a branch
 * that was given up.
 */
export const MESSAGE_MARKS = ["subagent", "machine", "abandoned"] as const;
export type MessageMark = (typeof MESSAGE_MARKS)[number];

const OTHER_NAMES: Readonly<Record<string, MessageRole>> = {
  ai: "assistant",
  bot: "assistant",
  model: "assistant",
  tool: "tool_result",
  function: "tool_result",
  developer: "system",
  context: "system",
};

/**
 * The role that a speaker's name stands for. A name that is no role is a person's, so its messages are a user's.
 * @example messageRole("model") // "assistant"
 */
export function messageRole(name: string): MessageRole {
  const plain = name.toLowerCase();
  return MESSAGE_ROLES.find((role) => role === plain) ?? OTHER_NAMES[plain] ?? "user";
}

/** Bit position of role and marks in `DrawerWrite.signals`, behind the byte of `Signal`. */
const ROLE_SHIFT = 8;
const ROLE_MASK = 0b111;
const MARK_SHIFT = 11;

/** Role and marks of a message as bits beside `Signal`; 0 for what is no message. */
export function voiceBits(
  message: { readonly role: string; readonly marks?: readonly MessageMark[] | undefined } | null,
): number {
  if (message === null) return 0;
  let bits = (MESSAGE_ROLES.indexOf(messageRole(message.role)) + 1) << ROLE_SHIFT;
  for (const mark of message.marks ?? []) bits |= markBit(mark);
  return bits;
}

/** The role in the bits of a drawer; null for what is no message. */
export function roleOfBits(bits: number): MessageRole | null {
  return MESSAGE_ROLES[((bits >> ROLE_SHIFT) & ROLE_MASK) - 1] ?? null;
}

/** Whether a drawer's bits hold a mark. */
export function hasMark(bits: number, mark: MessageMark): boolean {
  return (bits & markBit(mark)) !== 0;
}

function markBit(mark: MessageMark): number {
  return 1 << (MARK_SHIFT + MESSAGE_MARKS.indexOf(mark));
}

/** What a filter may call roles, with `tool` for what a tool was given and gave back. */
export const ROLE_NAMES = [...MESSAGE_ROLES, "tool"] as const;

/** The roles that a filter's name stands for; null for what is none. */
export function rolesCalled(name: string): readonly MessageRole[] | null {
  const plain = name.trim().toLowerCase();
  if (plain === "tool") return ["tool_call", "tool_result"];
  const role = MESSAGE_ROLES.find((one) => one === plain);
  return role === undefined ? null : [role];
}
