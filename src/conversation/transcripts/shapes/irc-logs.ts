import { timeInWords } from "../../../text/fields.ts";
import { lineBlocks, type TextShape } from "./shape.ts";

/** Of irssi, ZNC and HexChat: a head, or a line of a log and a name in angles in another. */
const LOG =
  /^\s*(?:--- Log opened |\*{4} BEGIN LOGGING |\[?[\d: -]{5,19}\]? (?:<\S+>\s|\*{3} |-!- )[^]*\n\[?[\d: -]{5,19}\]? <\S+>\s)/u;
/** WeeChat's is a table, of whose words `-->`, `<--` and `--` are its own. */
const TABLE = /^(?=(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t[^\t\n]*\t.*\n){2})(?:[^]*\n)?[^\t\n]*\t(?:-->|<--|--| \*)\t/u;
const TIME = String.raw`\[?(?:(?:\d{4}-\d\d-\d\d[ T]|\p{L}{3} \d\d )?\d\d:\d\d(?::\d\d)?(?:[+-]\d{4}|Z)?)\]?`;
/** A line that begins something; what it tells without an author nobody says. */
const LINE = new RegExp(
  `^(?<time>${TIME})(?: {1,2}(?:<[ @+%&~]?(?<author>[^>\\s]+)>[ \\t]|\\* (?<author>[^\\s*]+) |(?:-!-|\\*{1,3}|<?--?>?)[ \\t])|` +
    String.raw`\t(?:-->|<--|--|=!=|[@+%&~]?(?<author>\S[^\t]*)| \*)\t)(?<text>.*)$`,
  "u",
);
/** A line of the program, which tells the day of those below, which have a time of day alone. */
const DAY = /^(?:--- (?:Log (?:opened|closed)|Day changed)|\*{4} (?:BEGIN|ENDING) LOGGING AT) (.*)$/u;

/** Logs of IRC: a time and a name begin each message. A time of day is of the day above it, or of the file's name. */
export const ircLogs: TextShape = {
  format: "irc",
  knows: (head) => [LOG, TABLE].some((sign) => sign.test(head.replaceAll("\r\n", "\n"))),
  *read(text, file) {
    let today = /\d{4}-\d\d-\d\d/u.exec(file)?.[0] ?? "";
    const blocks = lineBlocks(text.replace(/^\uFEFF/u, ""), (one) => {
      const parts = LINE.exec(one)?.groups ?? { day: DAY.exec(one)?.[1] ?? "" };
      return parts["day"] === "" ? null : { mark: parts, rest: parts["text"] ?? "" };
    });
    for (const { mark, text: said } of blocks) {
      today = mark?.["day"] ?? today;
      const { time = "", author } = mark ?? {};
      const about = { time: timeInWords(time) ?? timeInWords(`${time} ${today}`), text: said.trim() };
      if (author === undefined) yield { role: "system", kind: "context", ...about };
      else yield { role: "user", kind: "message", author, ...about };
    }
  },
};
