const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text of XML with its five named entities as characters. */
export function unescapeXml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/gu, (_, entity: string) => ENTITIES[entity] as string);
}
