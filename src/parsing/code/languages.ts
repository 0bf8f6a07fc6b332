/** How the top level of a language looks, line by line. */
export interface Language {
  /** A line at column 0 that starts a definition; its name is the group `name`. */
  readonly definition: RegExp;
  /** A line at column 0 that belongs to the definition behind it: comment, decorator, attribute, annotation. */
  readonly lead: RegExp;
}

const C_COMMENT = String.raw`\/\/|\/\*|\*\/|\*(?:\s|$)| \*`;
const NAME = String.raw`(?<name>[\p{L}_$][\p{L}\p{N}_$]*)`;

const TYPESCRIPT: Language = {
  definition: new RegExp(
    String.raw`^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*\s*|(?:function|class|interface|(?:const\s+)?enum|namespace|module|type|const|let|var)\s+(?!extends\b))${NAME}`,
    "u",
  ),
  lead: new RegExp(`^(?:${C_COMMENT}|@)`),
};
const PYTHON: Language = { definition: new RegExp(String.raw`^(?:async\s+)?(?:def|class)\s+${NAME}`, "u"), lead: /^(?:#|@)/ };
const GO: Language = {
  definition: new RegExp(String.raw`^(?:func\s+(?:\([^)]*\)\s*)?|type\s+|var\s+|const\s+)${NAME}`, "u"),
  lead: new RegExp(`^(?:${C_COMMENT})`),
};
const RUST: Language = {
  definition: new RegExp(
    String.raw`^(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:const\s+|async\s+|unsafe\s+|extern\s+(?:"[^"]*"\s+)?)*(?:fn|struct|enum|union|trait|mod|type|static(?:\s+mut)?|const|macro_rules!|impl(?:<[^{]*?>)?)\s+(?:[\w:<>, &']+\s+for\s+)?${NAME}`,
    "u",
  ),
  lead: new RegExp(`^(?:${C_COMMENT}|#!?\\[)`),
};
const JAVA: Language = {
  definition: new RegExp(String.raw`^(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp)\s+)*(?:class|interface|enum|record|@interface)\s+${NAME}`, "u"),
  lead: new RegExp(`^(?:${C_COMMENT}|@(?!interface))`),
};
/** A function stands at column 0 with its brackets and doesn't end in a semicolon; `if (…)` and macros with arguments alone don't count. */
const C: Language = {
  definition: new RegExp(
    String.raw`^(?!(?:if|else|for|while|switch|return|do|goto|case|default|using|extern\s+"C")\b)(?:(?:typedef\s+)?(?:struct|union|enum(?:\s+class)?|class|namespace)\s+${NAME}(?![^{]*;)|(?:[\p{L}_][\p{L}\p{N}_:<>,]*[\s*&]+)+(?<function>[\p{L}_~][\p{L}\p{N}_:~]*)\s*\([^;]*$)`,
    "u",
  ),
  lead: new RegExp(`^(?:${C_COMMENT}|template\\b|\\[\\[)`),
};
const RUBY: Language = { definition: new RegExp(String.raw`^(?:class|module|def)\s+(?:self\.)?(?<name>[\p{L}_][\p{L}\p{N}_:]*[?!=]?)`, "u"), lead: /^#/ };

/** Languages by extension, without its dot. */
export const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ...["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"].map((extension) => [extension, TYPESCRIPT] as const),
  ...["py", "pyi"].map((extension) => [extension, PYTHON] as const),
  ["go", GO],
  ["rs", RUST],
  ["java", JAVA],
  ...["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx"].map((extension) => [extension, C] as const),
  ...["rb", "rake"].map((extension) => [extension, RUBY] as const),
]);
