/**
 * A pattern for the tags of some elements, first and last ones, with attributes that may hold `>`. Nothing holds `<`, so that it stops at the next tag even in
 * damaged XML, and stays linear.
 *
 * @param names with their prefixes, as a part of a pattern: `w:(?:bdo|dir)`
 */
export function tags(names: string): RegExp {
  return new RegExp(`</?(?:${names})(?=[\\s/>])(?:[^<>"']|"[^<"]*"|'[^<']*')*>`, "gu");
}
