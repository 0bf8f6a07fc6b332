const EQUATION = /<m:oMath(?:\s[^>]*)?>([\s\S]*?)<\/m:oMath>/gu;
/** What stands between the parts of a formula where it is written in one line. */
const BETWEEN: Readonly<Record<string, string>> = { "m:sup": "^", "m:sub": "_", "m:den": "/" };

/**
 * Formulas of a document's XML as runs of text, `E=mc^2`, since the library knows none.
 *
 * @param xml a part of a DOCX
 */
export function equationsAsText(xml: string): string {
  if (!xml.includes("<m:oMath")) return xml;
  return xml
    .replaceAll(/<m:oMathParaPr>[\s\S]*?<\/m:oMathParaPr>|<\/?m:oMathPara(?:\s[^>]*)?>/gu, "")
    .replaceAll(EQUATION, (_, formula: string) => `<w:r><w:t xml:space="preserve">${linear(formula)}</w:t></w:r>`);
}

function linear(formula: string): string {
  let text = "";
  for (const [, opened, said] of formula.matchAll(/<(m:sup|m:sub|m:den)>|<m:t(?:\s[^>]*)?>([^<]*)<\/m:t>/gu)) text += said ?? BETWEEN[opened as string];
  return text;
}
