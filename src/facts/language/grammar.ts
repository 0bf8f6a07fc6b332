import { makeCategories, WORDS } from "./categories.ts";
import { Compiler, type Grammar, type Rule } from "./chart.ts";
import { attributes } from "./rules/attributes.ts";
import { commands } from "./rules/commands.ts";
import { questions } from "./rules/questions.ts";
import { statements } from "./rules/statements.ts";

/** Every rule, by what it is about; documentation and tests are made of their examples. */
export const RULES: {
  readonly statements: readonly Rule[];
  readonly commands: readonly Rule[];
  readonly questions: readonly Rule[];
  readonly attributes: readonly Rule[];
} = { statements, commands, questions, attributes };

let compiled: Grammar | null = null;

/** The grammar, compiled when it is first needed, once a process: some 10 ms. */
export function grammar(): Grammar {
  return (compiled ??= compileGrammar());
}

function compileGrammar(): Grammar {
  const compiler = new Compiler(WORDS);
  const recognisers = makeCategories(compiler);
  const rules = Object.values(RULES)
    .flat()
    .map((rule) => ({ rule, node: compiler.compile(rule.form) }));
  return { recognisers, rules, vocabulary: compiler.vocabulary };
}
