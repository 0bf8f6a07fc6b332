/** When a passage's content is from, and how that was known, strongest first. */
export interface ContentDate {
  /** ISO 8601 date or time with zone. */
  readonly value: string;
  readonly by: "front-matter" | "file-name" | "message" | "document" | "modified";
}
