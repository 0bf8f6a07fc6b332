import { outermostElements, replaceElements, tags } from "./tags.ts";

/**
 * Results of fields, directions of writing, and links, whose targets are no text: the library leaves out what it
 * finds in the first two, and fails on links to nothing.
 */
const AROUND = tags("w:(?:fldSimple|bdo|dir|hyperlink)");

/** Style map for what `knownElements` marks, and for breaks that would join the words around them. */
export const KNOWN_STYLES: readonly string[] = [
  "r.LociRubyBase => ruby",
  "r.LociRubyText => ruby > rt:fresh",
  "br[type='page'] => br",
  "br[type='column'] => br",
];

/**
 * Elements of a document's XML that the library would leave out with their text, as ones that it knows.
 *
 * @param xml a part of a DOCX
 * Cost: linear.
 */
export function knownElements(xml: string): string {
  // A field's instruction would make a link of its result again; only a box to tick needs its own.
  const plain = replaceElements(xml, "w:instrText", (field) =>
    field.includes("FORMCHECKBOX") ? `<w:instrText>${field}</w:instrText>` : "",
  );
  return replaceElements(
    plain,
    "w:ruby",
    (content) => styled("LociRubyBase", content, "w:rubyBase") + styled("LociRubyText", content, "w:rt"),
  )
    .replaceAll(AROUND, "")
    .replaceAll(/<(\/?)w:cr(?=[\s/>])/gu, "<$1w:br")
    .replaceAll(/<(\/?)w:ptab(?=[\s/>])/gu, "<$1w:tab");
}

function styled(style: string, content: string, name: string): string {
  const runs = outermostElements(content, name)
    .map((element) => element.content)
    .join("");
  return `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr>${runs}</w:r>`;
}
