import { type DateOrder, dateOrder, timeIn, type WrittenTime } from "../../../text/fields.ts";
import { fold } from "../../../text/words.ts";
import takenBack from "./taken-back.json" with { type: "json" };
import { lineBlocks, type Said, type TextShape } from "./shape.ts";

/** Marks of direction, which WhatsApp writes before words of its own and around names. */
const MARKS = "[\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*";
const MORNING = "a\\.?\\s?m\\.?|上午|午前|오전|ص|π\\.?μ\\.?|öö|SA|PG|e paradites|ਪੂ\\.ਦੁ\\.|ጥዋት";
const AFTERNOON = "p\\.?\\s?m\\.?|下午|午後|오후|م|μ\\.?μ\\.?|ös|CH|PTG|e pasdites|ਬਾ\\.ਦੁ\\.|ከሰዓት";
const HALF_DAY = `${MORNING}|${AFTERNOON}`;
const SPACE = "[\\s\\u00a0\\u202f]";
/** Between the numbers of a date, with the marks that Arabic has around it. */
const APART = `${MARKS}(?<sep>[./-])${MARKS}${SPACE}?`;
/** `[12.03.24, 18:02:11] `, `3/12/24, 6:02 PM - `, `12/03/2024 à 18:02 - `, `2024. 3. 12. 오후 6:02, `, `2024-03-12, 18 h 02 - ` */
const STAMP = new RegExp(
  `^${MARKS}(?<open>\\[?)${MARKS}(?<first>\\p{Nd}{1,4})${APART}(?<middle>\\p{Nd}{1,2})${APART.replace("(?<sep>[./-])", "\\k<sep>")}` +
    `(?<last>\\p{Nd}{1,4})\\.?(?:${SPACE}г\\.)?[,،]?${SPACE}(?:(?:à|às|klo|kl\\.?|at|um|alle|om|o)${SPACE})?` +
    `(?:(?<before>${HALF_DAY})${SPACE}?)?(?<hour>\\p{Nd}{1,2})(?:[:.]|${SPACE}h${SPACE})(?<minute>\\p{Nd}{2})` +
    `(?:(?:[:.]|${SPACE}min${SPACE})(?<second>\\p{Nd}{2})(?:${SPACE}s)?)?${MARKS}${SPACE}?(?<after>${HALF_DAY})?${MARKS}` +
    `(?<close>\\])?(?:${SPACE}?[-–—]|(?<=\\])|,(?=${SPACE}))${SPACE}`,
  "iu",
);
const IS_AFTERNOON = new RegExp(`^(?:${AFTERNOON})$`, "iu");
/** A name; a quotation that a colon cuts is a group's subject, which WhatsApp quotes. */
const NAME = '(?:[^:\\n"“”„«»「」]|["“”„«»「][^:\\n"“”„«»「」]*["“”„«»」])+?';
const AUTHOR = new RegExp(`^(?=[^:\\n]{1,90}:)${MARKS}(?:~${SPACE}?)?${MARKS}(${NAME})${MARKS}:(?:${SPACE}|$)`, "u");
/** Words before a colon that programs write into logs. */
const LEVEL = /(?:^|[.\s])(?:trace|debug|info|notice|warn(?:ing)?|error|fatal|critical|alert|emergency|severe)$/iu;
/** Who speaks in a talk with a model. */
const MODEL = /^(?:user|human|assistant|ai|system|bot|chatgpt|claude|gemini)$/iu;
/** What stands for a picture or a recording that isn't there: Android in angles, iOS behind a mark of direction; or the file's name. */
const ANGLES = new RegExp(`^${MARKS}<([^<>\\n]{3,60})>$`, "u");
const OMITTED = /^[\u200e\u200f]+((?:[^\s.:!?]+ ){0,2}[^\s.:!?]+)$/u;
const ENDING = "\\.\\w{2,5})";
const ATTACHED = new RegExp(
  `^(?:(?<file>[\\w-]+${ENDING} \\([^()\\n]+\\)|[\\u200e\\u200f]+(?<file>\\S[^\\n]{0,150}?${ENDING} \\([^()\\n]+\\)|` +
    `[\\u200e\\u200f]*(?<file>\\S[^\\n]{0,150}?${ENDING} • [^\\n]{0,60}[\\u200e\\u200f][^\\n]+)(?:\\r?\\n|$)`,
  "u",
);
/** `\u200eLocation: https://…`, `\u200ePOLL:` and its options: what somebody gives by a form of WhatsApp's. */
const GIVEN = /^\S+\s?:\s/u;

/**
 * What WhatsApp puts in the place of a message that was taken back, in its languages: iOS behind a mark, Android as if somebody had said it. Whole
 * messages, in small letters and without the last dot.
 */
const TAKEN_BACK: ReadonlySet<string> = new Set(takenBack);

interface Stamp {
  readonly written: WrittenTime;
  readonly slashes: boolean;
  readonly upper: boolean;
  readonly korean: boolean;
  readonly author: string | null;
}

/**
 * A chat as WhatsApp exports it, of Android and iOS, in its languages: a stamp and a name before each message. What WhatsApp itself says (of
 * encryption, of who joined) is context; what stands for a file is a caption.
 */
export const whatsApp: TextShape = {
  format: "whatsapp",
  knows(head) {
    const lines = head.replace(/^\uFEFF/u, "").split("\n", 400);
    if (begins(lines[0] ?? "") === null) return false;
    const stamps = lines.flatMap((line) => begins(line)?.mark ?? []);
    const names = stamps.flatMap(({ author }) => author ?? []);
    return names.length >= 2 && !names.some((name) => LEVEL.test(name) || MODEL.test(name));
  },
  *read(text) {
    const blocks = [...lineBlocks(text, begins)];
    const stamps = blocks.flatMap(({ mark }) => mark ?? []);
    const [first] = stamps;
    const usual: DateOrder =
      first?.korean === true ? "ymd" : first !== undefined && first.slashes && first.upper ? "mdy" : "dmy";
    const order = dateOrder(
      stamps.map(({ written }) => written),
      usual,
    );
    for (const { mark, text: body } of blocks) {
      if (mark === null) yield { role: "system", kind: "context", text: body };
      else yield saidOf(mark, body, timeIn(order, mark.written));
    }
  },
};

function saidOf({ author }: Stamp, body: string, time: string | null): Said {
  const own = body.replace(/^[\u200e\u200f]+/u, "");
  if (author === null) return { role: "system", kind: "context", text: own, time };
  const attached = ATTACHED.exec(body);
  const instead = ANGLES.exec(body)?.[1] ?? OMITTED.exec(body)?.[1];
  const said = { role: "user", kind: "message", author, time } as const;
  if (attached !== null)
    return { ...said, text: body.slice(attached[0].length).trim(), caption: attached.groups?.["file"] as string };
  if (instead !== undefined) return { ...said, text: "", caption: instead };
  const isTakenBack = TAKEN_BACK.has(
    own
      .trim()
      .replace(/[.。]$/u, "")
      .toLowerCase(),
  );
  // Behind the mark WhatsApp speaks in somebody's name.
  return !isTakenBack && (own === body || GIVEN.test(own))
    ? { ...said, text: body }
    : { role: "system", kind: "context", text: own, time };
}

/** `2024년 3월 12일 `, `2024年3月12日 `: a date with its words. */
const IN_WORDS = /^([^\p{L}\p{Nd}]{0,4})(\d{4})[년年] ?(\d{1,2})[월月] ?(\d{1,2})[일日]/u;

function begins(said: string): { readonly mark: Stamp; readonly rest: string } | null {
  const line = said.replace(IN_WORDS, "$1$2-$3-$4");
  const found = STAMP.exec(line);
  const parts = found?.groups;
  if (parts === undefined || (parts["open"] === "[") !== (parts["close"] === "]")) return null;
  const rest = line.slice((found as RegExpExecArray)[0].length);
  const half = parts["before"] ?? parts["after"];
  // One digit is no year.
  if (parts["first"]?.length === 1 && parts["last"]?.length === 1) return null;
  const number = (name: string): number => Number(fold(parts[name] ?? "0"));
  const hour = number("hour");
  const author = AUTHOR.exec(rest);
  return {
    mark: {
      written: {
        date: [number("first"), number("middle"), number("last")],
        hour: half === undefined ? hour : (hour % 12) + (IS_AFTERNOON.test(half) ? 12 : 0),
        minute: number("minute"),
        second: number("second"),
      },
      slashes: parts["sep"] === "/",
      upper: half === "PM" || half === "AM",
      korean: half === "오전" || half === "오후",
      author: author?.[1] ?? null,
    },
    rest: author === null ? rest : rest.slice(author[0].length),
  };
}
