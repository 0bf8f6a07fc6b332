import type { ContentDate, Drawer } from "../../../model/drawer.ts";
import type { MessageMark } from "../../../model/message-role.ts";
import type { MessageRef } from "../../../model/hit.ts";
import type { Placement } from "../../../model/placement.ts";
import type { ElementType } from "../../../model/section.ts";

/**
 * A drawer without its id as a JSON array: positions instead of names, since the same names a thousand times would be most of it.
 * Frozen: a new field goes to the end, and may be absent.
 */
export type DrawerRecord = readonly [
  text: string,
  caption: string | null,
  heading: string,
  headingLevel: number,
  breadcrumb: readonly string[],
  elementType: ElementType,
  span: readonly [start: number, end: number],
  lines: readonly [start: number, end: number] | null,
  pages: readonly [start: number, end: number] | null,
  message:
    | readonly [
        chat: string,
        session: string,
        ids: readonly string[],
        role: string,
        author: string | null,
        time: string | null,
        marks?: readonly MessageMark[] | null,
        parent?: string,
      ]
    | null,
  placement: readonly [
    wing: string,
    wingBy: Placement["wing"]["by"],
    wingConfidence: number,
    hall: Placement["hall"]["value"],
    hallBy: Placement["hall"]["by"],
    hallConfidence: number,
    room: string,
    roomBy: Placement["room"]["by"],
    roomConfidence: number,
    topicalHalls: readonly string[],
  ],
  date: readonly [value: string, by: ContentDate["by"]] | null,
  names?: readonly string[],
];

/** The record of a drawer. */
export function toRecord(drawer: Drawer): DrawerRecord {
  const { lines, pages, message, date, span, names } = drawer;
  const { wing, hall, room, topicalHalls } = drawer.placement;
  const record = [
    drawer.text,
    drawer.caption,
    drawer.heading,
    drawer.headingLevel,
    drawer.breadcrumb,
    drawer.elementType,
    [span.start, span.end],
    lines === null ? null : [lines.start, lines.end],
    pages === null ? null : [pages.start, pages.end],
    message === null ? null : messageRecord(message),
    [
      wing.value,
      wing.by,
      wing.confidence,
      hall.value,
      hall.by,
      hall.confidence,
      room.value,
      room.by,
      room.confidence,
      topicalHalls,
    ],
    date === null ? null : [date.value, date.by],
  ] satisfies DrawerRecord;
  return names.length === 0 ? record : [...record, names];
}

/** The drawer of a record. */
export function fromRecord(id: string, record: DrawerRecord): Drawer {
  const [
    text,
    caption,
    heading,
    headingLevel,
    breadcrumb,
    elementType,
    span,
    lines,
    pages,
    message,
    placed,
    date,
    names = [],
  ] = record;
  return {
    id,
    text,
    caption,
    heading,
    headingLevel,
    breadcrumb,
    names,
    elementType,
    span: { start: span[0], end: span[1] },
    lines: lines === null ? null : { start: lines[0], end: lines[1] },
    pages: pages === null ? null : { start: pages[0], end: pages[1] },
    message: message === null ? null : toMessage(message),
    placement: {
      wing: { value: placed[0], by: placed[1], confidence: placed[2] },
      hall: { value: placed[3], by: placed[4], confidence: placed[5] },
      room: { value: placed[6], by: placed[7], confidence: placed[8] },
      topicalHalls: placed[9],
    },
    date: date === null ? null : { value: date[0], by: date[1] },
  };
}

function messageRecord({
  chat,
  session,
  ids,
  role,
  marks,
  author,
  time,
  parent,
}: MessageRef): NonNullable<DrawerRecord[9]> {
  if (parent !== undefined) return [chat, session, ids, role, author, time, marks ?? null, parent];
  return marks === undefined
    ? [chat, session, ids, role, author, time]
    : [chat, session, ids, role, author, time, marks];
}

function toMessage([chat, session, ids, role, author, time, marks, parent]: NonNullable<DrawerRecord[9]>): MessageRef {
  return {
    chat,
    session,
    ids,
    role,
    ...(marks !== undefined && marks !== null && { marks }),
    author,
    time,
    ...(parent !== undefined && { parent }),
  };
}
