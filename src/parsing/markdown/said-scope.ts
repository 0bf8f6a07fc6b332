import type { FrontMatterReading } from "./front-matter-reading.ts";
import { scalar } from "./scalar.ts";

const SCOPE_LINE = { ":": /^([ \t]*)["']?(scope)["']?[ \t]*:(.*)$/gim, "=": /^([ \t]*)["']?(scope)["']?[ \t]*=(.*)$/gim } as const;
const SCOPE = /^(?:kb|admin|user:\S+)$/i;

/**
 * The scope as it was written, wherever the front matter is broken, names it twice, or gives something else than a word: it is for the reader of the
 * document to refuse what is none. Undefined: not a word of it.
 *
 * @param sign what stands between a key and its value
 */
export function saidScope({ values, broken, own }: FrontMatterReading, sign: keyof typeof SCOPE_LINE): string | undefined {
  const read = values !== null && Object.hasOwn(values, "scope") ? (scalar(values["scope"]) ?? "") : undefined;
  const anywhere = broken || values === null;
  const said = [...own.matchAll(SCOPE_LINE[sign])]
    // In what can be read, a line that is indented belongs to something else.
    .filter(([, indentation]) => anywhere || indentation === "")
    .map(([, , key, value]) => ({ key, value: (value as string).replace(/(?:^|\s)#.*$/, "").trim().replace(/^(["'])(.*)\1$/, "$2") }))
    // "Scope: what this page is about" is somebody's own; "Scope: admin" is not.
    .filter(({ key, value }) => key === "scope" || SCOPE.test(value))
    .map(({ value }) => value);
  return said.length === 0 || (said.length === 1 && read !== undefined) ? read : [...new Set(said)].join(" and ");
}
