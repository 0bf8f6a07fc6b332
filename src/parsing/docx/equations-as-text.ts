import { replaceElements, tags } from "./tags.ts";

const APART = tags("m:oMathPara");
/** What stands between the parts of a formula where it is written in one line. */
const BETWEEN: Readonly<Record<string, string>> = { sup: "^", sub: "_", den: "/" };
/** What a formula draws without writing it, and the property that names another sign. */
const DRAWN: Readonly<Record<string, readonly [property: string, sign: string]>> = {
  rad: ["", "√"],
  nary: ["chr", "∫"],
  d: ["begChr", "("],
};
const TOKEN =
  /<m:(sup|sub|den|rad|nary|d)(?:\s[^<>]*)?>(?:\s*<m:(?:nary|d)Pr>([\s\S]*?)<\/m:(?:nary|d)Pr>)?|<\/m:d>|<m:t(?:\s[^<>]*)?>([^<]*)<\/m:t>/gu;

/**
 * Formulas of a document's XML as runs of text, `E=m(c+1)^2`, since the library knows none.
 *
 * @param xml a part of a DOCX
 */
export function equationsAsText(xml: string): string {
  if (!xml.includes("<m:oMath")) return xml;
  const bare = replaceElements(xml, "m:oMathParaPr", () => "").replaceAll(APART, "");
  return replaceElements(bare, "m:oMath", (formula) => `<w:r><w:t xml:space="preserve">${linear(formula)}</w:t></w:r>`);
}

function linear(formula: string): string {
  let text = "";
  /** Brackets that are open, by what ends them. */
  const ends: string[] = [];
  for (const [, opened, properties = "", literal] of formula.matchAll(TOKEN)) {
    if (literal !== undefined) text += literal;
    else if (opened === undefined) text += ends.pop() ?? "";
    else {
      const drawn = DRAWN[opened];
      text += drawn === undefined ? BETWEEN[opened] : (sign(properties, drawn[0]) ?? drawn[1]);
      if (opened === "d") ends.push(sign(properties, "endChr") ?? ")");
    }
  }
  return text;
}

/** A sign that a property names, which may be none; undefined where nothing is said. */
function sign(properties: string, name: string): string | undefined {
  return new RegExp(`<m:${name}\\sm:val="([^"]*)"`, "u").exec(properties)?.[1];
}
