import { unescapeXml } from "./unescape-xml.ts";

/**
 * Mammoth's style map for headings that it doesn't know by name: paragraph styles with an outline level of their own, or made on top
 * of one that has ("My Chapter", based on "heading 1").
 *
 * @param styles the part `word/styles.xml`
 * @returns lines of a style map, for example `p.MyChapter => h1:fresh`
 */
export function headingStyles(styles: string): string[] {
  const known = new Map<string, { name: string; level: number | null; basedOn: string | null }>();
  for (const { 0: style } of styles.matchAll(/<w:style\b[^>]*w:type="paragraph"[\s\S]*?<\/w:style>/gu)) {
    const id = /w:styleId="([^"]+)"/u.exec(style)?.[1];
    if (id === undefined) continue;
    const name = /<w:name\s+w:val="([^"]*)"/u.exec(style)?.[1] ?? "";
    const outline = /<w:outlineLvl\s+w:val="(\d)"/u.exec(style)?.[1];
    const named = /^heading ([1-6])$/iu.exec(name)?.[1];
    const level = named === undefined ? (outline === undefined ? null : Number(outline) + 1) : Number(named);
    known.set(id, { name, level, basedOn: /<w:basedOn\s+w:val="([^"]+)"/u.exec(style)?.[1] ?? null });
  }
  const levelOf = (id: string): number | null => {
    const seen = new Set<string>();
    for (let at: string | null = id; at !== null && !seen.has(at); at = known.get(at)?.basedOn ?? null) {
      seen.add(at);
      const level = known.get(at)?.level ?? null;
      if (level !== null) return level;
    }
    return null;
  };
  /** Mammoth's style ids are bare words; others ("見出し1", "1") are named by their name. */
  const matcher = (id: string, name: string): string => (/^[A-Za-z][\w-]*$/u.test(id) ? `p.${id}` : `p[style-name='${unescapeXml(name).replaceAll(/[\\']/gu, "\\$&")}']`);
  return [...known.keys()].flatMap((id) => {
    const level = levelOf(id);
    // Level 10 (outlineLvl 9) means body text.
    return level === null || level > 6 ? [] : [`${matcher(id, known.get(id)?.name ?? "")} => h${level}:fresh`];
  });
}
