/** Where a sentence falls into clauses: what follows begins with a subject of its own. */
const CLAUSE = new RegExp(
  String.raw`(?:\s*;\s*|,\s*(?:(?:and|but|so|also|plus|while|whereas)\s+)?|\s+(?:and|but|while|whereas|` +
    String.raw`plus)\s+(?:also\s+)?|\s+[–—]\s+)(?=(?:(?:now|these days|lately|currently),?\s+)?(?:my|` +
    String.raw`our)\s+\S+.{0,60}?\s(?:is|are|was)\s|the\s+\S+.{0,40}?\s(?:is|are)\s+now\s|(?:my|our)\s+#\d|` +
    String.raw`(?:my|our|the)\s(?!new|only|same)\p{L}+\sone(?:\sis|'s)\s|my\s+(?:second|third|2nd|3rd)\s|(?:i|` +
    String.raw`i'm|i've|I|I'm|I've)\s+\p{Ll}+\s|(?:he|she|they|we|you|it|his|her|their)\s+\p{Ll}+\s|` +
    String.raw`\p{Lu}\p{L}+(?:'s|’s)\s\p{Ll}+.{0,40}?\s(?:is|are)\s|(?:by the way,?\s+|btw,?\s+)?(?:what|` +
    String.raw`who|when|where|how|do|can|could)\s+(?:is|are|was|do|does|did|you|time|about|i)\b|(?:what|` +
    String.raw`who|where|when)'s\s)`,
  "gu",
);

/** "my wifi password is X" / "the guest one is Y": the second with the name that "one" stands for. */
export function withoutOne(clause: string, before: string): string {
  const [head = "", whose = "", which = ""] = /^(my|our|the)\s(\p{L}+)\sone(?:\sis|'s)(?=\s)/iu.exec(clause) ?? [];
  const name = head === "" ? undefined : /\b(?:my|our|the)\s([^,;:]{2,40}?)\s(?:is|=)\s/iu.exec(before)?.[1];
  return name === undefined ? clause : `${whose} ${which} ${name} is${clause.slice(head.length)}`;
}

/** The clauses of a sentence that say something of their own; a long text, and one of several lines, stays whole. */
export function clausesOf(text: string): readonly string[] {
  if (text.length > 1500 || text.includes("\n")) return [text];
  const parts: string[] = [];
  let from = 0;
  for (const cut of text.matchAll(CLAUSE)) {
    if (
      cut.index === 0 ||
      /^(?:if|when|unless|because|since|although|though|while|as|suppose|whether)\b/iu.test(text.slice(from))
    )
      continue;
    if (/['’]s$/u.test(text.slice(from, cut.index))) continue;
    if ((text.slice(from, cut.index).match(/["“”]/gu)?.length ?? 0) % 2 === 1) continue;
    parts.push(text.slice(from, cut.index));
    from = cut.index + cut[0].length;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
}
