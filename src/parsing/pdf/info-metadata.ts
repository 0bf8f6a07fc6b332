import type { DocumentMetadata } from "../../model/section.ts";
import { isoDate } from "../iso-date.ts";

/** What a PDF's information dictionary says, as far as it is worth anything. */
export function infoMetadata(info: Readonly<Record<string, unknown>>): DocumentMetadata {
  const title = usefulTitle(info["Title"]);
  const date = pdfDate(info["ModDate"]) ?? pdfDate(info["CreationDate"]);
  return { ...(title === null ? {} : { title }), ...(date === undefined ? {} : { date }) };
}

/** Programs write their own name and the file's as titles ("Microsoft Word - report.doc", "untitled"). */
function usefulTitle(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const title = value
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replace(/^Microsoft (?:Word|PowerPoint|Excel) - /u, "")
    .trim();
  return title === "" || /^(?:untitled.*|.*\.(?:docx?|tex|dvi|ps|indd|qxd|pptx?|xlsx?))$/iu.test(title) ? null : title;
}

/** `D:20221217024144+01'00'` as ISO 8601; a date without a time where the time is missing. */
function pdfDate(value: unknown): string | undefined {
  const found =
    typeof value === "string"
      ? /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/u.exec(value)
      : null;
  if (found === null) return undefined;
  const [, year, month = "01", day = "01", hour, minute, second = "00", , sign, zoneHour, zoneMinute = "00"] = found;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined || minute === undefined) return isoDate(date);
  const zone =
    sign === undefined || (zoneHour === "00" && zoneMinute === "00") ? "Z" : `${sign}${zoneHour}:${zoneMinute}`;
  return isoDate(`${date}T${hour}:${minute}:${second}${zone}`) ?? isoDate(date);
}
