import type { DocumentMetadata } from "../../model/section.ts";
import { isoDate } from "../iso-date.ts";
import type { Mapping } from "./front-matter-reading.ts";
import { scalar } from "./scalar.ts";

/** What front matter says of its document, but for the scope. Of the values only strings, numbers and lists of them are read. */
export function frontMatterMetadata(values: Mapping): Omit<DocumentMetadata, "scope"> {
  const text = (key: string): string | undefined => (Object.hasOwn(values, key) ? scalar(values[key]) : undefined);
  const [title, wing, room, hall] = [text("title"), text("wing"), text("room"), text("hall")];
  const date = isoDate(text("date"));
  const list = (key: string, separator: RegExp): string[] => (Object.hasOwn(values, key) ? listOf(values[key], separator) : []);
  const tags = list("tags", /[,\s]+/).map((tag) => tag.replace(/^#/, ""));
  const aliases = list("aliases", /,/);
  return {
    ...(title !== undefined && { title }),
    ...(wing !== undefined && { wing }),
    ...(room !== undefined && { room }),
    ...(hall !== undefined && { hall }),
    ...(date !== undefined && { date }),
    ...(tags.length > 0 && { tags }),
    ...(aliases.length > 0 && { aliases }),
  };
}

/** A list, or a text that is one. */
function listOf(value: unknown, separator: RegExp): string[] {
  const list = Array.isArray(value) ? value.map(scalar) : (scalar(value) ?? "").split(separator).map((item) => item.trim());
  return list.filter((item) => item !== undefined && item !== "") as string[];
}
