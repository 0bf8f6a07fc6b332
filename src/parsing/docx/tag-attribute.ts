/**
 * The value of a tag's attribute, as it is written; empty when there is none.
 *
 * @param name with its prefix, as a part of a pattern: `w:id`
 */
export function tagAttribute(tag: string, name: string): string {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "u").exec(tag) ?? [];
  return double ?? single ?? "";
}
