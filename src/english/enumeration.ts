/**
 * Cuts an enumeration at commas, semicolons and "and"; "half" where it isn't sure what is one name. Quotes and brackets hold together.
 * @param plural whether several are meant
 * @param count how many were announced; null where that isn't known
 */
export function splitList(
  text: string,
  { plural, count }: { readonly plural: boolean; readonly count: number | null },
): readonly string[] | "half" {
  const commas = cutAtCommas(text);
  if (commas.length === 1) return splitAtAnd(text, plural, count);
  const last = commas.at(-1) as string;
  const joined = /^(and|&|plus|or)\s+/u.exec(last);
  if (joined?.[1] === "or") return "half";
  // "Earth, Wind, and Fire" said of one favourite is one name.
  const isOne = (name: RegExp): boolean => !plural && commas.every((part) => name.test(part));
  if (joined !== null)
    return isOne(/^(?:and )?\p{Lu}/u) ? [text] : [...commas.slice(0, -1), last.slice(joined[0].length)];
  if (commas.slice(1, -1).some((part, i) => / & /u.test(part) && /^\p{Lu}\S*$/u.test(commas[i] as string)))
    return "half";
  const closing = cutAtAnd(last);
  // "Mac & cheese, fish & chips": two names or three.
  if (/ & .*, .* & /u.test(text) && !/\sand\s/u.test(last)) return "half";
  const all = [...commas.slice(0, -1), ...closing];
  if (closing.length > 2) return count === commas.length ? commas : "half";
  if (closing.length === 1)
    return !plural && commas.length === 2 && /^(?!(?:a|the)\b)\p{Lu}/u.test(last) ? [text] : all;
  if (isOne(/^(?:the )?\p{Lu}/u)) return [text];
  if (commas.slice(0, -1).some((part) => cutAtAnd(part).length > 1)) return plural ? all : "half";
  // "My top two are Heat, Ran and Alien": the number or the comma is wrong, or "Ran and Alien" is one.
  return count === commas.length ? "half" : all;
}

function splitAtAnd(text: string, plural: boolean, count: number | null): readonly string[] | "half" {
  const slashes = text.split(/\s+[/·•|]\s+/u);
  if (slashes.length > 1) return slashes;
  const ands = cutAtAnd(text);
  if (ands.length === 1 || !plural) return [text];
  if (count !== null && ands.length !== count) return ands.length > count && count === 1 ? [text] : "half";
  return ands.length === 2 || count !== null || ands.every((part) => !/\s/u.test(part)) ? ands : "half";
}

/** In "salt & vinegar and paprika" the sign is a name's. */
function cutAtAnd(text: string): readonly string[] {
  const isName = /\sand\s/u.test(text);
  const parts = cutOutside(text, isName ? /^\s+(?:and|plus)\s+/u : /^\s+(?:and|&|\+|plus|n)\s+/u);
  return parts.some((part) => part.trim() === "") ? [text] : parts;
}

const ABBREVIATION = new RegExp(
  String.raw`^(?:Jr\.?|Sr\.?|Inc\.?|Ltd\.?|D\.?C\.?|PhD|MD|DC|A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|` +
    String.raw`LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$`,
  "u",
);

function cutAtCommas(text: string): readonly string[] {
  const semicolons = cutOutside(text, /^;\s*/u);
  if (semicolons.length > 1) return semicolons;
  const cut = cutOutside(text, /^,(?!\d{3}(?!\d))\s*|^[，、]\s*/u);
  // What a comma joins to a name: "Sammy Davis, Jr.", "Washington, D.C."
  return cut.reduce<string[]>((joined, part) => {
    if (joined.length > 0 && ABBREVIATION.test(part) && /^\p{Lu}/u.test(joined.at(-1) ?? ""))
      joined.push(`${joined.pop() ?? ""}, ${part}`);
    else joined.push(part);
    return joined;
  }, []);
}

/** Cuts a text where a pattern holds outside quotes and brackets. Linear. */
function cutOutside(text: string, pattern: RegExp): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote !== "") {
      if (sign === quote) quote = "";
      continue;
    }
    if ((sign === '"' || sign === "“") && /["”]/u.test(text.slice(at + 1, at + 200))) quote = sign === "“" ? "”" : '"';
    else if (sign === "(" || sign === "[") depth += 1;
    else if (sign === ")" || sign === "]") depth = Math.max(0, depth - 1);
    if (
      depth > 0 ||
      quote !== "" ||
      !/[\s,;，、]/u.test(sign) ||
      (/\s/u.test(sign) && at > 0 && /\s/u.test(text.charAt(at - 1)))
    )
      continue;
    const found = pattern.exec(text.slice(at, at + 24));
    if (found === null || at === 0) continue;
    parts.push(text.slice(from, at).trim());
    from = at + found[0].length;
    at = from - 1;
  }
  parts.push(text.slice(from).trim());
  return parts.filter((part) => part !== "");
}
