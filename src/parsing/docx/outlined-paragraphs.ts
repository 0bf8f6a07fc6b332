const STYLE = "LociOutline";

/** Style map for what `outlinedParagraphs` marks. */
export const OUTLINE_STYLES: readonly string[] = [1, 2, 3, 4, 5, 6].map((level) => `p.${STYLE}${level} => h${level}:fresh`);

/**
 * Gives paragraphs that have an outline level of their own a style that says so: the library looks at styles only.
 *
 * @param xml the part `word/document.xml`
 */
export function outlinedParagraphs(xml: string): string {
  if (!xml.includes("<w:outlineLvl")) return xml;
  return xml.replaceAll(/<w:pPr>((?:(?!<\/w:pPr>)[\s\S])*?)<w:outlineLvl w:val="([0-5])"\s*\/>/gu, (_, before: string, level: string) => {
    const rest = before.replace(/<w:pStyle\b[^>]*\/>/u, "");
    return `<w:pPr><w:pStyle w:val="${STYLE}${Number(level) + 1}"/>${rest}`;
  });
}
