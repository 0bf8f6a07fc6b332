import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/** A node of the syntax tree, as a walk sees it. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** What makes a pattern: an expression, or one from a text. */
const MAKES = new Set(["NewExpression", "CallExpression"]);
const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression", "ClassExpression"]);

/** Classes of letters, and words with both cases of each. */
const COSTLY = /\\p\{|\[[a-z][A-Z]/u;

/**
 * Regular expressions with classes of letters wait until they are used: V8 makes a class such as `\p{L}` anew for each from all of Unicode, which was an
 * eighth of a cold search, and a question uses few of those that its files hold. A constant of a file, exported by none, becomes a function that makes
 * it at its first call.
 *
 * @param isOwn whether a file is one of ours
 */
export function lazyPatterns(isOwn: (path: string) => boolean): Plugin {
  return {
    name: "lazy-patterns",
    transform: (code, path) => (isOwn(path) && COSTLY.test(code) ? waiting(code) : null),
  };
}

/** @example waiting("const A = /\\p{L}/u; f(A);") // "var A$made; const A$lazy = () => (A$made ??= /\\p{L}/u); f((A$made ?? A$lazy()));" */
export function waiting(code: string): string {
  const program = parseAst(code, { lang: "ts" }) as unknown as Node;
  const constants = new Map<string, Constant>();
  for (const statement of program["body"] as readonly Node[]) {
    const [declared, ...others] = (statement["declarations"] ?? []) as readonly Node[];
    const [id, init] = [declared?.["id"], declared?.["init"]];
    if (statement["kind"] !== "const" || others.length > 0 || !isNode(id) || !isNode(init)) continue;
    const isPattern = COSTLY.test(code.slice(init.start, init.end)) && !FUNCTIONS.has(init.type) && makes(init);
    if (id.type === "Identifier" && isPattern) constants.set(String(id["name"]), { statement, id, init, uses: [] });
  }
  walk(program, (node, parent, field) => {
    const name = node.type === "Identifier" ? String(node["name"]) : "";
    const constant = constants.get(name);
    if (constant === undefined || node === constant.id || isKey(parent, field)) return;
    // Bound a second time, or a type: it may be another's name.
    if (isBound(parent, field)) constants.delete(name);
    else constant.uses.push([node, parent["shorthand"] === true ? `${name}: ` : ""]);
  });
  const changes: [start: number, end: number, text: string][] = [];
  for (const [name, { statement, init, uses }] of constants) {
    changes.push([statement.start, init.start, `var ${name}$made; const ${name}$lazy = () => (${name}$made ??= `]);
    changes.push([init.end, statement.end, ");"]);
    for (const [{ start, end }, key] of uses) changes.push([start, end, `${key}(${name}$made ?? ${name}$lazy())`]);
  }
  let [text, from] = ["", 0];
  for (const [start, end, instead] of changes.sort(([a], [b]) => a - b)) {
    text += code.slice(from, start) + instead;
    from = end;
  }
  return text + code.slice(from);
}

/** A constant that waits, and where it is used, with what has to stand before it there. */
interface Constant {
  readonly statement: Node;
  readonly id: Node;
  readonly init: Node;
  readonly uses: [at: Node, key: string][];
}

const isNode = (value: unknown): value is Node => typeof (value as { type?: unknown } | null)?.type === "string";

/** Every node with its parent, and what it is there; "bound" where a pattern gives it a value. */
function walk(node: Node, see: (node: Node, parent: Node, field: string) => void, isPattern = false): void {
  for (const [field, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue;
      see(child, node, isPattern && field === "value" ? "bound" : field);
      walk(child, see, node.type === "ObjectPattern" && child.type === "Property");
    }
  }
}

/** Whether an expression makes patterns when it is evaluated. */
function makes(init: Node): boolean {
  let found = MAKES.has(init.type) || "regex" in init;
  walk(init, (node) => (found ||= MAKES.has(node.type) || "regex" in node));
  return found;
}

/** Whether a name stands there for itself alone; of `{ NAME }`, which the tree has twice, the key. */
const isKey = ({ type, computed }: Node, field: string): boolean =>
  field === "key" ? computed !== true : type === "MemberExpression" && field === "property" && computed !== true;

/** Whether a name is given to something there, or is no value. */
function isBound({ type }: Node, field: string): boolean {
  return (
    (["params", "param", "id", "left", "bound"].includes(field) &&
      type !== "BinaryExpression" &&
      type !== "LogicalExpression") ||
    /^(?:Import|Export|ArrayPattern|RestElement|Labeled|TS(?!As|NonNull|Satisfies))/.test(type)
  );
}
