import { type Redacted, type SecretFinding, isRandom, joinFindings, replaceFindings } from "./secret-value.ts";
import { findByOwnRules } from "./own-rules.ts";

/** Replaces the secrets in a text. Doing it twice changes nothing more. */
export type Redact = (text: string) => Promise<Redacted>;

/** Something that the kept rule set could know: a long word without blanks, or the head of a key. Most chat messages have neither. */
const MAY_HOLD_TOKEN = /[\w+/=.~-]{18,}|-----BEGIN/u;

/** Rules of the kept set that are left out: what the own rules narrow down to the password itself, and comments that switch rules off. */
const LEFT_OUT = /rule-(?:basicauth|database-connection-string|filter-comments)$/u;

/**
 * Opens the redaction.
 * Cost: 0.1 ms for a chat message, 30 ms once for loading, about 30 ms for a megabyte.
 * @example (await openRedaction()("the password is hunter2")).text // "the password is [redacted:password]"
 */
export function openRedaction(): Redact {
  const find = openSecretFinder();
  return async (text) => replaceFindings(text, (await Array.fromAsync(find(text))).flat());
}

/** The secrets of a text in order of place, none of which overlap, some at a time: a text may be full of them. */
export type FindSecrets = (text: string) => AsyncIterable<readonly SecretFinding[]>;

/** Opens the search for secrets. The kept rule set (secretlint's recommended preset) is loaded with the first text that could hold a token. */
export function openSecretFinder(): FindSecrets {
  let kept: Promise<(text: string) => Promise<SecretFinding[]>> | null = null;
  const look = async (text: string): Promise<readonly SecretFinding[]> => [
    ...(MAY_HOLD_TOKEN.test(text) ? await (await (kept ??= openKeptRules()))(text) : []),
    ...findByOwnRules(text),
  ];
  return async function* (text) {
    // The last one may go on in the next slice.
    let last: readonly SecretFinding[] = [];
    // What begins from `from` on, and before the next slice, is this one's.
    for (let from = 0; from < text.length; from += SLICE) {
      if (from > 0) await new Promise(setImmediate);
      const [start, end] = [Math.max(0, from - AROUND), from + SLICE];
      const behind = GOES_ON.test(text.slice(start, end + AROUND)) ? LONG : AROUND;
      const found = (await findInLayers(text.slice(start, end + behind), look))
        .map((finding) => ({ ...finding, start: start + finding.start, end: start + finding.end }))
        .filter((finding) => finding.start >= from && finding.start < end);
      const joined = joinFindings([...last, ...withoutTails(text, found)]);
      last = joined.slice(-1);
      yield joined.slice(0, -1);
    }
    yield last;
  };
}

/** Characters that are looked through in one turn: some 10 ms, and the kept rule set holds on to several times as much. */
const SLICE = 10_000;
/** Characters that are looked at on either side: no rule looks further around a secret. */
const AROUND = 3_000;
/** Behind what goes on for long no token or private key is longer. */
const LONG = 16_000;
const GOES_ON = /-----BEGIN|(?<!\S)\S{500}/u;

/** Kinds that are one word of their own alphabet, whatever length a rule knows of. */
const TOKEN = /(?:key|token|webhook|jwt|cookie)$/u;

/** Findings with what belongs to the same word behind them: half a token that is left looks as if all was done. */
function withoutTails(text: string, findings: readonly SecretFinding[]): readonly SecretFinding[] {
  return findings.map((finding) => {
    const { kind, start, end } = finding;
    if (!TOKEN.test(kind) || kind === "private-key" || !/[\w+/=~-]/u.test(text[end - 1] ?? "")) return finding;
    const value = text.slice(start, end);
    const more = /\//u.test(value) ? /[\w+/=~%-]*(?:\.[\w-]{6,})*/uy : /[\w+=~%-]*(?:\.[\w-]{20,})*/uy;
    more.lastIndex = end;
    return { ...finding, end: end + (more.exec(text)?.[0].length ?? 0) };
  });
}

async function openKeptRules(): Promise<(text: string) => Promise<SecretFinding[]>> {
  const [{ lintSource }, { rules }, { secretLintProfiler }] = await Promise.all([
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
    import("@secretlint/profiler"),
  ]);
  // It keeps every mark of every rule for as long as the process runs.
  secretLintProfiler.setEnabled(false);
  const config = {
    rules: rules.filter(({ meta }) => !LEFT_OUT.test(meta.id)).map((rule) => ({ id: rule.meta.id, rule, options: {} })),
  };
  return async (content) => {
    const { messages } = await lintSource({
      source: { content, filePath: "message.txt", ext: ".txt", contentType: "text" },
      options: { config: config as never, noPhysicFilePath: true },
    });
    return messages.flatMap(({ ruleId, messageId, range: [start, end] }) => {
      const value = content.slice(start, end);
      const isWords = kindOf(ruleId) !== "private-key" && !isRandom(value);
      return messageId === "AWSAccountID" || isWords || /EXAMPLE|\[redacted:|(.)\1{9,}|x{6,}|X{6,}|\.{3}/u.test(value)
        ? []
        : [{ kind: kindOf(ruleId), start, end }];
    });
  };
}

/** `@secretlint/secretlint-rule-github` as `github-key`. */
function kindOf(ruleId: string): string {
  const name = ruleId.replace(/^.*secretlint-rule-/u, "").toLowerCase();
  return name === "privatekey" ? "private-key" : `${name}-key`;
}

/** Calls of tools are JSON that holds commands and JSON that hold more of it; deeper than any that was seen. */
const DEEPEST = 6;
/** What a string of JSON, of a program or of a shell writes for a character, and the quotes between which such strings stand. */
const ESCAPE = /'\\''|'"'"'|\\(?:u[\da-f]{4}|x[\da-f]{2}|["'\\/`nrtbf])|"/giu;
const HOLDS_STRINGS = /\\["'\\/`nrtbfux]|'"'"'|"\s{0,20}[,:\]}]/u;
/** A string of JSON or of a list, which may be cut off: other quotes close nothing. */
const STRING = /(?<=(?:^|[[{,:])\s{0,20})"(?:\\.|[^"\\\n])*(?:"(?=\s{0,20}(?:[\]},:]|$))|$)/gu;

/**
 * What is found in a text as each reader has it: as it is, and with one layer of escapes after the other undone, down to the strings inside of
 * strings. Rules look for lines, quotes and words; each string stands on lines of its own. Places are those of the text that was given.
 * Cost: one `find`, and a further one for each layer.
 */
async function findInLayers(
  text: string,
  find: (text: string) => Promise<readonly SecretFinding[]>,
  depth = DEEPEST,
): Promise<readonly SecretFinding[]> {
  const found = await find(text);
  if (depth === 0 || !HOLDS_STRINGS.test(text)) return found;
  const strings = Array.from(text.matchAll(STRING), ({ 0: { length }, index }) => [index, index + length - 1] as const);
  const inner = unescaped(text, new Set(strings.flat()));
  if (inner.text === text) return found;
  // What an escape in a string is part of, or ends, the next layer has as it is meant.
  const isEscaped = ({ start, end }: SecretFinding): boolean =>
    (text.slice(start, end) + (/^[^\s"]{0,8}/u.exec(text.slice(end)) as RegExpExecArray)[0]).includes("\\") &&
    strings.some(([first, last]) => first < start && end <= last);
  const below = await findInLayers(inner.text, find, depth - 1);
  return [
    ...found.filter((one) => !isEscaped(one)),
    ...below.map(({ kind, start, end }) => ({ kind, start: inner.origin(start), end: inner.origin(end) })),
  ];
}

/** A text with one layer of escapes less, and where its places stand in the one that was given. @param bounds quotes around strings */
function unescaped(text: string, bounds: ReadonlySet<number>) {
  const gaps: { readonly at: number; readonly removed: number }[] = [];
  let removed = 0;
  const read = text.replace(ESCAPE, (escape, index: number) => {
    gaps.push({ at: index - removed, removed: (removed += escape.length - 1) });
    if (bounds.has(index) || /^\\[nrtbf]$/iu.test(escape)) return "\n";
    if (/^\\[ux]/iu.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    return escape.charAt(escape.length - 1);
  });
  return { text: read, origin: (place: number) => place + (gaps.findLast(({ at }) => at < place)?.removed ?? 0) };
}
