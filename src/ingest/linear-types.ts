/** Types whose parsers are linear, so that no file of them needs a time limit of its own. The others go through the parser pool. */
export const LINEAR_TYPES: ReadonlySet<string> = new Set(["md", "txt", "code", "rst"]);
