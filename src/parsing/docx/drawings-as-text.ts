import { outermostElements, replaceElements, tagAttribute, tags } from "./tags.ts";

const HAS_TEXT = /<[wm]:t[\s>]|\bdescr="\s*[^\s"<]/u;
/** What a drawing shows, for those who can't see it, stands on this element. */
const PROPERTIES = tags("wp:docPr");
const PICTURE = tags("v:imagedata");
/** Shapes that the library doesn't know; what they hold it knows. */
const SHAPE = tags("v:(?:arc|curve|line|oval|polyline)");

/**
 * Drawings of a document's XML as what they say: their description, and the text of their boxes in a form that the
 * library knows. It reads descriptions of pictures
 * only, and fails on a picture whose part isn't named.
 *
 * @param xml a part of a DOCX
 * Cost: linear for bounded depth of drawings in drawings.
 */
export function drawingsAsText(xml: string): string {
  return inPlace(replaceElements(xml, "mc:AlternateContent", chosen));
}

/** The older form of a drawing, which is the simpler; the newer where that one says nothing. */
function chosen(content: string): string {
  const older = outermostElements(content, "mc:Fallback")[0]?.content ?? "";
  const newer = outermostElements(content, "mc:Choice")[0]?.content ?? "";
  return replaceElements(HAS_TEXT.test(newer) && !HAS_TEXT.test(older) ? newer : older, "mc:AlternateContent", chosen);
}

function inPlace(xml: string): string {
  return replaceElements(xml, "w:drawing", (content) => {
    const properties = content.match(PROPERTIES)?.[0] ?? "";
    const boxes = outermostElements(content, "w:txbxContent").map(
      (box) => `<w:txbxContent>${inPlace(box.content)}</w:txbxContent>`,
    );
    return (
      textElement(tagAttribute(properties, "descr").trim() || tagAttribute(properties, "title").trim()) +
      (boxes.length === 0 ? "" : `<w:pict>${boxes.join("")}</w:pict>`)
    );
  })
    .replaceAll(PICTURE, (tag) => `<w:r>${textElement(tagAttribute(tag, "o:title").trim())}</w:r>`)
    .replaceAll(SHAPE, "");
}

/** Text apart from its neighbours; that of an attribute is escaped already. */
function textElement(text: string): string {
  return text === "" ? "" : `<w:t xml:space="preserve"> ${text} </w:t>`;
}
