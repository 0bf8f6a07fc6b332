/** A form, compiled. */
export type Pattern =
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Pattern[] }
  | { readonly kind: "optional" | "repeat"; readonly part: Pattern }
  | { readonly kind: "word" | "category" | "slot" | "flag"; readonly name: string };

/**
 * Compiles a form as `languages/language.ts` describes it.
 *
 * @param macros other forms by name; may use each other, not themselves
 * @throws Error on an unbalanced parenthesis or an unknown macro: a mistake in a language's table, found when it is loaded.
 * @example compilePattern("<my> RANK? <favorite> TOPIC", {})
 */
export function compilePattern(form: string, macros: Readonly<Record<string, string>>): Pattern {
  const pieces = expand(form, macros).match(/[()|]|[?*](?=\s|$|\)|\|)|<\w+>|=\w+|[^\s()|?*]+|[?*]/gu) ?? [];
  let at = 0;
  const choice = (): Pattern => {
    const options = [sequence()];
    while (pieces[at] === "|") {
      at += 1;
      options.push(sequence());
    }
    return options.length === 1 ? (options[0] as Pattern) : { kind: "choice", parts: options };
  };
  const sequence = (): Pattern => {
    const parts: Pattern[] = [];
    while (at < pieces.length && pieces[at] !== ")" && pieces[at] !== "|") parts.push(quantified());
    return parts.length === 1 ? (parts[0] as Pattern) : { kind: "sequence", parts };
  };
  const quantified = (): Pattern => {
    const piece = pieces[at] as string;
    at += 1;
    let part: Pattern;
    if (piece === "(") {
      part = choice();
      if (pieces[at] !== ")") throw new Error(`unbalanced parenthesis in form '${form}'`);
      at += 1;
    } else part = leaf(piece);
    const sign = pieces[at];
    if (sign !== "?" && sign !== "*") return part;
    at += 1;
    return { kind: sign === "?" ? "optional" : "repeat", part };
  };
  const pattern = choice();
  if (at < pieces.length) throw new Error(`unbalanced parenthesis in form '${form}'`);
  return pattern;
}

function expand(form: string, macros: Readonly<Record<string, string>>, depth = 0): string {
  if (depth > 8) throw new Error(`macros of form '${form}' use each other in a circle`);
  return form.replace(/\{(\w+)\}/gu, (_, name: string) => {
    const macro = macros[name];
    if (macro === undefined) throw new Error(`unknown macro {${name}} in form '${form}'`);
    return `( ${expand(macro, macros, depth + 1)} )`;
  });
}

function leaf(piece: string): Pattern {
  if (piece.startsWith("<")) return { kind: "category", name: piece.slice(1, -1) };
  if (piece.length > 1 && piece.startsWith("=")) return { kind: "flag", name: piece.slice(1) };
  return { kind: /^[A-Z]{2,}$/u.test(piece) ? "slot" : "word", name: piece };
}
