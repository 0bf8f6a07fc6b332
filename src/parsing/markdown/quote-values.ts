const LINE = /^([\w-]+)[ \t]*:[ \t]+([^\s"'[{|>#].*)$/gm;

/**
 * YAML whose plain values on lines of their own are quoted: what people write after a colon is often no YAML, a title with another colon ("title: Tea: a
 * guide"), a star, an at sign. Lists, blocks and what is quoted stay as they are.
 *
 * @example quoteValues("title: Tea: a guide # new") // "title: 'Tea: a guide'"
 */
export function quoteValues(yaml: string): string {
  return yaml.replace(LINE, (_, key: string, value: string) => `${key}: '${value.replace(/\s#.*$/, "").trim().replaceAll("'", "''")}'`);
}
