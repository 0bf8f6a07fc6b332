import { withoutCircumstance, withoutTail } from "../../english/adverbials.ts";
import { isPredicate } from "../../english/noun-phrase.ts";
import { isQuoted, written } from "../../english/stated-values.ts";
import { isExact } from "../../english/value-type.ts";
import { quotedToken } from "./secret-token.ts";

/** A single word, of which nothing is taken where it holds a digit or a sign, but the quotation marks around it. */
function codeOf(token: string): string {
  const quoted = quotedToken(token);
  if (quoted !== null) return quoted;
  return /[\d\p{S}#*@_^~$%&/\\|<>+=:;!()[\]{}]/u.test(token) && !/^(['‘*_]+).*\1$/u.test(token)
    ? token
    : written(token);
}

/** "hazelnuts so no nuts please": what follows from it. */
const BEHIND = /\s+so\s+(?:no|please|don['’]t|do not|never|avoid|keep|we|i|you|he|she|they)\b.*$/iu;

/** What stands behind the verb, as a value; null where something limits it. */
export function valueOf(tail: string): string | null {
  const token = tail.trim();
  if (/^\S+$/u.test(token)) return codeOf(token);
  const bare = withoutTail(token.replace(BEHIND, ""));
  if (bare === null) return null;
  // "2208 and the pool opens at six", "X12345 and expires in May": a clause of its own behind an exact value.
  const first = /^(.{1,40}?),?\s+and\s+(?!(?:an?\s+)?(?:half|quarter|third)\b)\p{Ll}+\s+\S/u.exec(bare)?.[1];
  if (first !== undefined && isExact(written(first))) return valueOf(first);
  const value = written(bare);
  return isPredicate(value.split(/\s+/u)) && !isQuoted(bare) && !isExact(value) ? "" : value;
}

/** A name behind a verb, without the circumstances behind it. */
export function nameOf(tail: string): string | null {
  // "Ana and works from Rome", "Dr. Lund (the tall one)"
  const value = valueOf(tail.replace(/\s+and\s+\p{Ll}+s\s+\S.*$|\s*\([^()]*\)$/u, ""));
  const name = value === null ? null : withoutCircumstance(value);
  return name === null || name === value ? name : valueOf(name);
}
