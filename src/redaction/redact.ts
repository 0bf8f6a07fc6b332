import { type Redacted, replaceFindings, type SecretFinding } from "./finding.ts";
import { findByOwnRules } from "./own-rules.ts";

/** Replaces the secrets in a text. Doing it twice changes nothing more. */
export type Redact = (text: string) => Promise<Redacted>;

/** Something that the kept rule set could know: a long word without blanks, or the head of a key. Most chat messages have neither. */
const MAY_HOLD_TOKEN = /[\w+/=.~-]{18,}|-----BEGIN/u;

/** Rules of the kept set that are left out: what the own rules narrow down to the password itself, and comments that switch rules off. */
const LEFT_OUT = /rule-(?:basicauth|database-connection-string|filter-comments)$/u;
/** What they find and is no secret. */
const NO_SECRETS: ReadonlySet<string> = new Set(["AWSAccountID"]);

/**
 * Opens the redaction. The kept rule set (secretlint's recommended preset) is loaded with the first text that could hold a token.
 *
 * Cost: 0.1 ms for a chat message, 30 ms once for loading, about 30 ms for a megabyte.
 *
 * @example (await openRedaction()("the password is hunter2")).text // "the password is [redacted:password]"
 */
export function openRedaction(): Redact {
  let kept: Promise<(text: string) => Promise<SecretFinding[]>> | null = null;
  return async (text) => {
    const own = findByOwnRules(text);
    if (!MAY_HOLD_TOKEN.test(text)) return replaceFindings(text, own);
    kept ??= openKeptRules();
    return replaceFindings(text, [...(await (await kept)(text)), ...own]);
  };
}

async function openKeptRules(): Promise<(text: string) => Promise<SecretFinding[]>> {
  const [{ lintSource }, { rules }] = await Promise.all([
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
  ]);
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
      return NO_SECRETS.has(messageId) || /EXAMPLE|\[redacted:|(.)\1{9,}|x{6,}|X{6,}|\.{3}/u.test(value)
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
