const BEGINS = /<(?:!--|!\[CDATA\[|\?)/gu;
const ENDS: Readonly<Record<string, string>> = { "<!--": "-->", "<![CDATA[": "]]>", "<?": "?>" };

/**
 * XML that says the same in elements and text alone: without comments and instructions, and with the text of CDATA sections as any other. The library
 * fails on the ones inside a text, and leaves the others' text out.
 *
 * Cost: linear.
 */
export function plainMarkup(xml: string): string {
  let plain = "";
  let from = 0;
  for (const { 0: begin, index } of xml.matchAll(BEGINS)) {
    // Inside the one before.
    if (index < from) continue;
    const ending = ENDS[begin] as string;
    const end = xml.indexOf(ending, index + begin.length);
    // Damaged, as the library will say.
    if (end === -1) break;
    plain += xml.slice(from, index);
    if (begin === "<![CDATA[") plain += xml.slice(index + begin.length, end).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    from = end + ending.length;
  }
  return plain + xml.slice(from);
}
