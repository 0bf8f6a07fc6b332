import { extname } from "node:path";
import type { ParsedDocument } from "../../model/section.ts";
import { lineTable, type LineTable } from "../../text/line-table.ts";
import { type FoundHeading, paragraphs, sectionsFromHeadings } from "../sections-from-headings.ts";
import type { TextInput } from "../parser-input.ts";

/** How the top level of a language looks, line by line. */
interface Language {
  /** A line at column 0 that starts a definition; its name is the group `name`. */
  readonly definition: RegExp;
  /** A line at column 0 that belongs to the definition behind it: comment, decorator, attribute, annotation. */
  readonly lead: RegExp;
}

const C_COMMENT = String.raw`\/\/|\/\*|\*\/|\*(?:\s|$)| \*`;
const NAME = String.raw`(?<name>[\p{L}_$][\p{L}\p{N}_$]*)`;

const TYPESCRIPT: Language = {
  definition: new RegExp(
    String.raw`^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*\s*` +
      String.raw`|(?:function|class|interface|(?:const\s+)?enum|namespace|module|type|const|let` +
      String.raw`|var)\s+(?!extends\b))${NAME}`,
    "u",
  ),
  lead: new RegExp(`^(?:${C_COMMENT}|@)`),
};
const PYTHON: Language = {
  definition: new RegExp(String.raw`^(?:async\s+)?(?:def|class)\s+${NAME}`, "u"),
  lead: /^(?:#|@)/,
};
const GO: Language = {
  definition: new RegExp(String.raw`^(?:func\s+(?:\([^)]*\)\s*)?|type\s+|var\s+|const\s+)${NAME}`, "u"),
  lead: new RegExp(`^(?:${C_COMMENT})`),
};
const RUST: Language = {
  definition: new RegExp(
    String.raw`^(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:const\s+|async\s+|unsafe\s+` +
      String.raw`|extern\s+(?:"[^"]*"\s+)?)*(?:fn|struct|enum|union|trait|mod|type|static(?:\s+mut)?|const` +
      String.raw`|macro_rules!|impl(?:<[^{]*?>)?)\s+(?:[\w:<>, &']+\s+for\s+)?${NAME}`,
    "u",
  ),
  lead: new RegExp(`^(?:${C_COMMENT}|#!?\\[)`),
};
const JAVA: Language = {
  definition: new RegExp(
    String.raw`^(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp)\s+)*(?:class|interface|enum|record|@interface)\s+${NAME}`,
    "u",
  ),
  lead: new RegExp(`^(?:${C_COMMENT}|@(?!interface))`),
};
/** A function stands at column 0 with its brackets and doesn't end in a semicolon; `if (…)` and macros with arguments alone don't count. */
const C: Language = {
  definition: new RegExp(
    String.raw`^(?!(?:if|else|for|while|switch|return|do|goto|case|default|using` +
      String.raw`|extern\s+"C")\b)(?:(?:typedef\s+)?(?:struct|union|enum(?:\s+class)?|class|namespace)\s+${NAME}` +
      String.raw`(?![^{]*;)|(?:[\p{L}_][\p{L}\p{N}_:<>,]*[\s*&]+)+(?<function>[\p{L}_~][\p{L}\p{N}_:~]*)\s*\([^;]*$)`,
    "u",
  ),
  lead: new RegExp(`^(?:${C_COMMENT}|template\\b|\\[\\[)`),
};
const RUBY: Language = {
  definition: new RegExp(String.raw`^(?:class|module|def)\s+(?:self\.)?(?<name>[\p{L}_][\p{L}\p{N}_:]*[?!=]?)`, "u"),
  lead: /^#/,
};

/** Languages by extension, without its dot. */
const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ...["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"].map((extension) => [extension, TYPESCRIPT] as const),
  ...["py", "pyi"].map((extension) => [extension, PYTHON] as const),
  ["go", GO],
  ["rs", RUST],
  ["java", JAVA],
  ...["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx"].map((extension) => [extension, C] as const),
  ...["rb", "rake"].map((extension) => [extension, RUBY] as const),
]);

/** Characters of a line that are looked at. */
const READ = 300;

/**
 * The top-level definitions of a program, each from its first comment, decorator or attribute line. By lines alone: a line at column 0
 * inside a multi-line string may be taken for one, which costs a section and no text. Lines inside `/* … *\/` are not.
 * Definitions of one line behind each other (constants), with what stands between them, are one section, named after the first.
 * Cost: linear.
 */
function findDefinitions(text: string, lines: LineTable, language: Language): FoundHeading[] {
  const found: FoundHeading[] = [];
  let leadStart = -1;
  let inComment = false;
  let runOfOneLiners = false;
  for (const [i, start] of lines.starts.entries()) {
    const end = lines.starts[i + 1] ?? text.length;
    const line = text.slice(start, Math.min(end, start + READ)).trimEnd();
    const wasInComment = inComment;
    inComment = commentAfter(line, inComment);
    if (line === "") {
      leadStart = -1;
    } else if (wasInComment || language.lead.test(line)) {
      if (leadStart < 0) leadStart = start;
    } else {
      const match = language.definition.exec(line);
      const title = match?.groups?.["name"] ?? match?.groups?.["function"];
      if (title !== undefined) {
        const oneLiner = /;$/.test(line);
        if (!(oneLiner && runOfOneLiners)) found.push({ title, level: 1, start: leadStart < 0 ? start : leadStart });
        runOfOneLiners = oneLiner;
      }
      leadStart = -1;
    }
  }
  return found;
}

/** Whether a block comment is open behind a line. A `/*` behind other text on the line isn't looked for: it may stand in a string. */
function commentAfter(line: string, before: boolean): boolean {
  if (before) return !line.includes("*/");
  return /^\s*\/\*/.test(line) && !line.includes("*/");
}

/**
 * A program: one section of level 1 for each top-level definition where the language is known by the extension, with the code before the first
 * (imports) as preamble; else one section. Blocks are runs of lines without a blank one, which chunking cuts between lines only.
 * Cost: linear.
 */
export function parseCode({ text, path }: TextInput): ParsedDocument {
  const lines = lineTable(text);
  const language = LANGUAGES.get(extname(path).slice(1).toLowerCase());
  const headings = language === undefined ? [] : findDefinitions(text, lines, language);
  const blocks = between(headings, text.length).flatMap((span) => paragraphs(text, lines, { kind: "fence", span }));
  return { text, sections: sectionsFromHeadings({ text, lines, headings, blocks, elementType: "code" }), metadata: {} };
}

/** The spans that the starts of definitions cut the text into, so that no block reaches over one. */
function between(headings: readonly FoundHeading[], length: number): { start: number; end: number }[] {
  const edges = [0, ...headings.map(({ start }) => start), length];
  return edges.slice(0, -1).map((start, i) => ({ start, end: edges[i + 1] as number }));
}
