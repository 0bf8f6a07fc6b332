import type { ParsedDocument, Block, DocumentMetadata } from "../../model/section.ts";
import { lineTable } from "../../text/line-table.ts";
import { withLetters } from "../../text/words.ts";
import { type FoundHeading, paragraphs, sectionsAround, sectionsFromHeadings } from "../sections-from-headings.ts";
import type { TextInput } from "../parser-input.ts";
import { basename, extname } from "node:path";
import { statedDate } from "../../text/iso-date.ts";

/**
 * Plain text: one section, its paragraphs as blocks. It says nothing of itself.
 * Cost: linear.
 */
export function parseText({ text }: TextInput): ParsedDocument {
  const lines = lineTable(text);
  const blocks = paragraphs(text, lines, { kind: "paragraph", span: { start: 0, end: text.length } });
  return {
    text,
    sections: sectionsFromHeadings({ text, lines, headings: [], blocks, elementType: "paragraph" }),
    metadata: {},
  };
}

/** Between two cues: blank lines, which some programs leave out, or the line end before a number and a time that begin no block. */
const CUES = /\n{2,}|(?<!(?:^|\n\n)[^\n]*|\n\d+)\n(?=(?:\d+\n)?\s*[\d:]+[.,]\d+\s+-->)/u;
/** Blocks of WebVTT that nobody says, and marks within what is said. */
const UNSAID = /^(?:WEBVTT|NOTE|STYLE|REGION)(?!\S)/u;
const MARKS = /<\/?[a-z\d][^<>\n]*>|\{\\[^{}\n]*\}/giu;

/**
 * Subtitles (SRT, WebVTT): what is said, who says it, and the moment at which that begins.
 * Cost: linear.
 */
export function parseCaptions({ text: file, path }: TextInput): ParsedDocument {
  const blocks = file.replaceAll("\r\n", "\n").split(CUES);
  const cues = blocks.flatMap((block) => {
    const [, moment, words = block] = /^(?:.*\n)?\s*([\d:]+)[.,]\d+\s+-->.*\n?([^]*)$/u.exec(block) ?? [];
    const said = words
      .replaceAll(/<v(?:\.[^\s<>]*)? ([^<>\n]+)>/giu, "$1: ")
      .replaceAll(MARKS, "")
      .trim();
    return UNSAID.test(block) || said === "" ? [] : [`${moment === undefined ? "" : `[${moment}] `}${said}\n`];
  });
  const text = cues.join("\n");
  const { sections, metadata } = parseText({ text, path });
  // Its lines aren't those of the file.
  return { text, sections: sections.map((section) => ({ ...section, lines: null })), metadata };
}

/** What an appointment or the card of an address tells people, and as what (RFC 5545, 6350); what it is called stands above, without a name. */
const TOLD: ReadonlyMap<string, string> = new Map(
  (
    "SUMMARY=,FN=,DTSTART=Starts,DTEND=Ends,DUE=Due,RRULE=Repeats,LOCATION=Where,DESCRIPTION=About,ORGANIZER=Organizer," +
    "ATTENDEE=Attendee,ORG=Organization,TEL=Phone,EMAIL=E-mail,ADR=Address,BDAY=Birthday,NOTE=Note," +
    "TITLE=Title,ROLE=Role,NICKNAME=Nickname,ANNIVERSARY=Anniversary,URL=Web,CATEGORIES=Categories,COMMENT=Comment,CONTACT=Contact"
  )
    .split(",")
    .map((pair) => pair.split("=") as [string, string]),
);
const FIELD = /^(?:\w+\.)?(\w+)((?:;(?:"[^"]*"|[^:"])*)?):(.*\S)/gmu;

/** A field as a line: its kind, person or time zone beside it, parts apart by commas. */
function toldOf([, name = "", about = "", written = ""]: readonly string[]): readonly [
  called: boolean,
  line: string,
][] {
  const label = TOLD.get(name.toUpperCase());
  if (label === undefined) return [];
  const [kind, person, zone] = ["TYPE", "CN", "TZID"].map(
    (of) => new RegExp(`;${of}="?([^";,]+)`, "iu").exec(about)?.[1],
  );
  const value = (label === "Repeats" ? written.toLowerCase().replace("freq=", "") : written)
    .replace(/^mailto:/iu, "")
    .replace(/^((?:19|20)\d\d)([01]\d)([0-3]\d)(?=$|T\d{6}Z?$)/u, "$1-$2-$3")
    .replace(/(?<=^[\d-]{10})T(\d\d)(\d\d)\d\d/u, " $1:$2")
    .replace(/(?<=^[\d-]{10} \d\d:\d\d)Z$/u, " UTC")
    .replaceAll(/(?<!\\);+/gu, ", ")
    .replaceAll(/\\(?:[nN]|([,;\\]))/gu, (_, sign: string | undefined) => sign ?? " ");
  const beside = zone ?? (person === undefined ? undefined : value);
  const line = `${person ?? value.replace(/^, /u, "")}${beside === undefined ? "" : ` (${beside})`}`;
  return [
    [label === "", label === "" ? line : `${label}${kind === undefined ? "" : ` (${kind.toLowerCase()})`}: ${line}`],
  ];
}

/** Appointments and addresses (ICS, VCF), a section each, as people read them, without alarms and what time zones are. Cost: linear. */
export function parseCards({ text: file, path }: TextInput): ParsedDocument {
  const [headings, blocks]: [FoundHeading[], Block[]] = [[], []];
  let text = "";
  for (const part of file.replaceAll(/\r?\n[ \t]/gu, "").split(/^BEGIN:(?=\w)/mu)) {
    const told = /^(?:STANDARD|DAYLIGHT|VALARM)/u.test(part) ? [] : [...part.matchAll(FIELD)].flatMap(toldOf);
    const lines = told.toSorted(([a], [b]) => Number(b) - Number(a)).map(([, line]) => line);
    if (lines.length === 0) continue;
    const start = text.length;
    text += `${lines.join("\n")}\n\n`;
    headings.push({ title: lines[0] as string, level: 1, start });
    blocks.push({ kind: "paragraph", span: { start, end: text.length - 1 } });
  }
  const sections = sectionsFromHeadings({ text, lines: null, headings, blocks, elementType: "paragraph" });
  // Several are called as their file is.
  return { text, sections, metadata: headings.length > 1 ? { title: basename(path, extname(path)) } : {} };
}

/** How a format marks its headings, one a line, and lines among which there are none. */
interface Markup {
  /** The heading that a line begins; null for any other line. `ahead` is the text from there on. */
  readonly heading: (line: string, ahead: string) => { readonly title: string; readonly level: number } | null;
  /** What begins lines that are quoted as they are, and what ends them. */
  readonly begins: RegExp;
  readonly ends: (begin: string) => RegExp;
  readonly title: RegExp;
  readonly date: RegExp;
}

/** Characters, line ends included, of a heading. */
const LONGEST_HEADING = 400;
const LEVELS = ["part", "chapter", "section", "subsection", "subsubsection", "paragraph"] as const;
const NEVER = /(?!)/u;

const MARKUPS: Readonly<Record<string, Markup>> = {
  ".org": {
    heading: (line) => {
      const [, stars = "", title = ""] =
        /^(\*+)\s+(?:(?:TODO|DONE|NEXT|WAITING|HOLD|CANCELLED)\s+)?(?:\[#[A-Z]\]\s+)?(.*?)(?:\s+:[\w@#%:]+:)?\s*$/u.exec(
          line,
        ) ?? [];
      return title === "" ? null : { title, level: stars.length };
    },
    begins: /^\s*#\+begin_(\w+)/iu,
    ends: (begin) => new RegExp(`^\\s*#\\+end_${begin}`, "iu"),
    title: /^#\+title:\s*(.+)$/imu,
    date: /^#\+date:(.+)/imu,
  },
  ".adoc": {
    heading: (line) => {
      const [, signs = "", title = ""] = /^(={1,6}|#{1,6})\s+(\S.*?)\s*$/u.exec(line) ?? [];
      return title === "" ? null : { title, level: signs.length };
    },
    begins: /^(-{4,}|\.{4,}|\/{4,}|\+{4,}|`{3,})\s*$/u,
    ends: (begin) => new RegExp(`^${begin.replaceAll(/[.+/]/gu, "\\$&")}\\s*$`, "u"),
    title: /^= +(\S.*)$/mu,
    date: /^(?::revdate:|v\S+,)(.+)/mu,
  },
  ".tex": {
    heading: (_, ahead) => {
      const [, command = "", title = ""] =
        /^\s*\\(part|chapter|(?:sub){0,2}section|paragraph)\*?(?:\[[^\]]*\])?\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})+)\}/u.exec(
          ahead,
        ) ?? [];
      return title === "" ? null : { title: withoutCommands(title), level: LEVELS.indexOf(command as "part") + 1 };
    },
    begins: /\\begin\{(verbatim|lstlisting|minted|comment)\*?\}/u,
    ends: (begin) => new RegExp(`\\\\end\\{${begin}\\*?\\}`, "u"),
    title: /^\s*\\title(?:\[[^\]]*\])?\{((?:[^{}]|\{[^{}]*\})+)\}/mu,
    date: NEVER,
  },
};

/** `The \emph{second} case` as `The second case`. */
const withoutCommands = (title: string): string =>
  withLetters(title)
    .replaceAll(/\\(?:label|index)\{[^{}]*\}/gu, "")
    .replaceAll(/\\[a-zA-Z]+\*?\s?|[{}]/gu, "")
    .replaceAll(/\\(.)/gu, "$1")
    .replaceAll(/\s+/gu, " ")
    .trim();

/**
 * A text whose headings are marked line by line: Org, AsciiDoc and TeX. It is the file's own text; what is marked up
 * stays as it is written.
 * Cost: linear.
 */
export function parseHeadedText({ text, path }: TextInput): ParsedDocument {
  const extension = extname(path).toLowerCase();
  const markup = MARKUPS[extension === ".asciidoc" ? ".adoc" : extension] ?? (MARKUPS[".tex"] as Markup);
  const lines = lineTable(text);
  const headings: FoundHeading[] = [];
  const bodies: Block[] = [];
  let end: RegExp | null = null;
  let quoted = 0;
  for (const [i, start] of lines.starts.entries()) {
    const next = lines.starts[i + 1] ?? text.length;
    const line = text.slice(start, next).trimEnd();
    if (end !== null) {
      if (!end.test(line)) continue;
      bodies.push({ kind: "fence", span: { start: quoted, end: next } });
      end = null;
      continue;
    }
    const begin = markup.begins.exec(line)?.[1];
    if (begin !== undefined) {
      [quoted, end] = [start, markup.ends(begin)];
      continue;
    }
    const heading = markup.heading(line, text.slice(start, start + LONGEST_HEADING));
    if (heading === null || heading.title === "") continue;
    headings.push({ title: heading.title, level: Math.min(6, heading.level), start });
  }
  // What nobody ends is text.
  if (end !== null)
    bodies.push(...paragraphs(text, lines, { kind: "paragraph", span: { start: quoted, end: text.length } }));
  return { text, sections: sectionsAround(bodies, { text, lines, headings }), metadata: metadataOf(text, markup) };
}

/** What the head of a file says of it. */
function metadataOf(text: string, markup: Markup): DocumentMetadata {
  const head = text.slice(0, 20_000);
  const title = withoutCommands(markup.title.exec(head)?.[1] ?? "");
  const date = statedDate(markup.date.exec(head)?.[1] ?? "");
  return { ...(title === "" ? {} : { title }), ...(date === undefined ? {} : { date }) };
}
