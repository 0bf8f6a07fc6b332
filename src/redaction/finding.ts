/** A secret in a text. */
export interface SecretFinding {
  /** What it is, for the placeholder: lower case letters, digits and hyphens. */
  readonly kind: string;
  /** UTF-16 offsets of the secret itself, without what stands around it. */
  readonly start: number;
  readonly end: number;
}

/** A shape in which secrets stand. */
export interface SecretRule {
  readonly kind: string;
  /** The secret is the first group that took part. Global and with indices; a source is read in any case. */
  readonly pattern: RegExp | string;
  /** Looked for first, since most texts have none of it. Lower case, one of them must occur in the lower-cased text. */
  readonly hints: readonly string[];
  readonly accepts?: (value: string, match: RegExpExecArray) => boolean;
}

/** A text whose secrets were replaced. */
export interface Redacted {
  readonly text: string;
  /** One a placeholder, in order of place; offsets are those of the text that was given. */
  readonly findings: readonly SecretFinding[];
}

/** What stands in place of a secret. */
export function placeholderOf(kind: string): string {
  return `[redacted:${kind}]`;
}

/**
 * Replaces each finding by its placeholder. Of findings that overlap, the union is replaced once, under the kind of the longest.
 *
 * @example replaceFindings("key=abc123", [{ kind: "api-key", start: 4, end: 10 }]).text // "key=[redacted:api-key]"
 */
export function replaceFindings(text: string, found: readonly SecretFinding[]): Redacted {
  const sorted = found.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start || b.end - a.end);
  const joined: SecretFinding[] = [];
  for (const finding of sorted) {
    const last = joined.at(-1);
    if (last === undefined || finding.start >= last.end) joined.push(finding);
    else {
      const kind = finding.end - finding.start > last.end - last.start ? finding.kind : last.kind;
      joined[joined.length - 1] = { kind, start: last.start, end: Math.max(last.end, finding.end) };
    }
  }
  let replaced = "";
  let from = 0;
  for (const { kind, start, end } of joined) {
    replaced += text.slice(from, start) + placeholderOf(kind);
    from = end;
  }
  return { text: from === 0 ? text : replaced + text.slice(from), findings: joined };
}
