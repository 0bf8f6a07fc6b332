import type { Scope, VisibleScopes } from "./caller.ts";

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

/** The place of a role among `MESSAGE_ROLES`, from 1, in the bits of a drawer; 0 for what is no message. */
export const roleCode = (bits: number): number => (bits >> ROLE_SHIFT) & ROLE_MASK;

export const roleOfBits = (bits: number): MessageRole | null => MESSAGE_ROLES[roleCode(bits) - 1] ?? null;

/** Whether a drawer's bits hold a mark. */
export const hasMark = (bits: number, mark: MessageMark): boolean => (bits & markBit(mark)) !== 0;

const markBit = (mark: MessageMark): number => 1 << (MARK_SHIFT + MESSAGE_MARKS.indexOf(mark));

/** What a filter may call roles, with `tool` for what a tool was given and gave back. */
export const ROLE_NAMES = [...MESSAGE_ROLES, "tool"] as const;

/** The roles that a filter's name stands for; null for what is none. */
export function rolesCalled(name: string): readonly MessageRole[] | null {
  const plain = name.trim().toLowerCase();
  if (plain === "tool") return ["tool_call", "tool_result"];
  const role = MESSAGE_ROLES.find((one) => one === plain);
  return role === undefined ? null : [role];
}

/**
 * What a passage's form says about it, as bits, so that ranking can read them without the text.
 * Found by `text/evidence.ts` when a drawer is made. The other bits of the lowest byte meant something once and may stand in an index;
 * above it stand role and marks of a message (`voiceBits`).
 */
export const Signal = {
  /** Asks something: its last sentence ends in a question mark. */
  question: 1,
  /** Says something of its speaker: first person. */
  firstPerson: 8,
  /** Is mostly a list of links. */
  links: 64,
  /** Goes on with the message that the drawer before it is a part of: a long message is several drawers. */
  continues: 65_536,
  /** Links to another document: `[[Note]]`, `[so](note.md)`. */
  linking: 131_072,
  /** Is short and holds nothing that could be a value or set one right: no number, name or day, no "instead". */
  bare: 262_144,
} as const;

/**
 * On what a drawer stands, weakest first.
 *
 * - `machine`: system prompts, skills, environment, helpers' chatter, sessions without a person.
 * - `asked`: a person's message that only asks.
 * - `derived`: an assistant, a summary or a capture says or asks it.
 * - `stated`: a person or a document says it, or a tool's result in a person's session shows it.
 */
export const GROUNDS = ["machine", "asked", "derived", "stated"] as const;
export type Ground = (typeof GROUNDS)[number];

/** Place of the two bits in `DrawerWrite.signals`, behind role and marks. In them 0 is `stated`, as in an index that knew no grounds. */
const SHIFT = 14;
const MASK = 0b11;

/** A ground as bits beside `Signal`. */
export const groundBits = (ground: Ground): number => (GROUNDS.length - 1 - GROUNDS.indexOf(ground)) << SHIFT;

export const groundOfBits = (bits: number): Ground => GROUNDS[GROUNDS.length - 1 - ((bits >> SHIFT) & MASK)] as Ground;

/** A message as its reader may believe it: an author whom another caller chose is what that caller calls himself. */
export function messageFor<Message extends { readonly author: string | null } | null>(
  visible: VisibleScopes,
  scope: Scope,
  message: Message,
): Message {
  if (visible !== "all" || !scope.startsWith("user:") || message === null || message.author === null) return message;
  return { ...message, author: `${claim(scope)}${message.author}` };
}

/** What stands before a name that the caller of this scope gave himself. */
export const claim = (scope: string): string => `${scope}, who calls himself `;
