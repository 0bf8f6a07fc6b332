/** A question that stands in somebody's notes, with where the answer is to be found. */
export interface Expectation {
  readonly query: string;
  /** A drawer's id, or a file's path or the end of it; null: the file in which the question stands. */
  readonly target: string | null;
  /** 1-based. */
  readonly line: number;
  /** The comment as it stands in the text. */
  readonly comment: string;
}

/** Maximum characters of a question; an unclosed comment is given up after this. */
const LONGEST = 1000;
const COMMENT = new RegExp(`(?<!\`)<!--[ \\t]*expect:([^]{1,${LONGEST}}?)-->`, "g");
const ARROW = /^([^]*)(?:→|->)([^]*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * The expectations of a markdown text: comments that say `expect: question → drawer or file`. What stands in code is an example.
 *
 * @example readExpectations("<!-- expect: which port? → ports.md -->") // [{ query: "which port?", target: "ports.md", line: 1, … }]
 * Cost: linear.
 */
export function readExpectations(text: string): readonly Expectation[] {
  const prose = withoutFences(text);
  return [...prose.matchAll(COMMENT)].flatMap((match) => {
    const comment = (match[1] as string).replace(/\s+/g, " ").trim();
    const [, query = comment, target = ""] = ARROW.exec(comment) ?? [];
    if (query.trim() === "") return [];
    return [
      {
        query: query.trim(),
        target: target.trim() === "" ? null : target.trim(),
        line: prose.slice(0, match.index).split("\n").length,
        comment: match[0],
      },
    ];
  });
}

/** An expectation as a comment; null for text that would close the comment. */
export function expectation(query: string, target: string): string | null {
  const comment = `<!-- expect: ${query.replace(/\s+/g, " ").trim()} → ${target} -->`;
  const [read, more] = readExpectations(comment);
  return more === undefined && read?.comment === comment && read.target === target ? comment : null;
}

/** The same text with empty lines for fenced code. */
function withoutFences(text: string): string {
  let fence: string | null = null;
  return text
    .split("\n")
    .map((line) => {
      const [, marks = "", rest = ""] = FENCE.exec(line) ?? [];
      if (fence === null) {
        if (marks === "" || (marks.startsWith("`") && rest.includes("`"))) return line;
        fence = marks;
      } else if (marks.startsWith(fence) && rest.trim() === "") fence = null;
      return "";
    })
    .join("\n");
}
