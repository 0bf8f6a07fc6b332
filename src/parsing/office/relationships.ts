import type { PackageParts } from "../zip/open-package.ts";
import { xmlAttribute, xmlFind, xmlTree } from "./xml-tree.ts";

/** A part that another one refers to. */
export interface Relationship {
  readonly id: string;
  /** The last word of its type: `slide`, `notesSlide`, `worksheet`. */
  readonly type: string;
  /** Name of the part. */
  readonly target: string;
}

/**
 * What a part of an Office file refers to, in order.
 *
 * @param part its name, `ppt/presentation.xml`
 */
export function relationshipsOf(parts: PackageParts, part: string): readonly Relationship[] {
  const slash = part.lastIndexOf("/");
  const xml = parts.get(`${part.slice(0, slash)}/_rels/${part.slice(slash + 1)}.rels`) ?? "";
  return xmlFind(xmlTree(xml), "Relationship").map((element) => ({
    id: xmlAttribute(element, "Id") ?? "",
    type: (xmlAttribute(element, "Type") ?? "").split("/").pop() as string,
    target: resolvePart(part, xmlAttribute(element, "Target") ?? ""),
  }));
}

/**
 * The name of the part that another part names from where it stands.
 *
 * @example resolvePart("ppt/slides/slide1.xml", "../notesSlides/notesSlide1.xml") // "ppt/notesSlides/notesSlide1.xml"
 */
export function resolvePart(from: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const path = from.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  }
  return path.join("/");
}
