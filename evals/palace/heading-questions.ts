/** A question made from a heading that was taken out of its file: the words that a writer used for what follows. */
export interface HeadingQuestion {
  readonly heading: string;
  /** 1-based lines of what stood under it, up to the next heading of its level or higher. */
  readonly from: number;
  readonly to: number;
}

/**
 * Takes every n-th heading (second level or lower, two words or more) out of a Markdown file, leaving an empty line, so that it can be asked for what
 * stands under it without standing there itself.
 *
 * @param every 1 takes all; counts over one file
 */
export function headingQuestions(
  text: string,
  every: number,
): { readonly text: string; readonly questions: readonly HeadingQuestion[] } {
  const lines = text.split("\n");
  const headings: { line: number; level: number; title: string }[] = [];
  let fence: string | null = null;
  for (const [i, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    const heading = fence === null && mark === undefined ? /^(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line) : null;
    if (heading !== null)
      headings.push({
        line: i,
        level: heading[1]?.length ?? 1,
        title: (heading[2] ?? "").replaceAll(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, "$1"),
      });
  }
  const asked = headings
    .filter(({ level, title }) => level > 1 && title.trim().split(/\s+/).length > 1)
    .filter((_, i) => i % every === 0);
  const questions = asked.map(({ line, level, title }) => {
    const next = headings.find((other) => other.line > line && other.level <= level)?.line ?? lines.length;
    return { heading: title.trim(), from: line + 2, to: next };
  });
  for (const { line } of asked) lines[line] = "";
  return { text: lines.join("\n"), questions };
}
