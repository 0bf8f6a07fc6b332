import { type AnyNode, parse } from "acorn";

/** A node of a script, and how it stands there. */
interface Seen {
  readonly node: AnyNode;
  /** Whether it is a name that is bound there. */
  readonly isBound: boolean;
  /** Whether it is name and value of a property at once. */
  readonly isShort: boolean;
}

/** Keys under which nodes hold what they bind. */
const BINDS: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ["id"],
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  ArrowFunctionExpression: ["params"],
  ClassDeclaration: ["id"],
  ClassExpression: ["id"],
  CatchClause: ["param"],
};

/**
 * Makes the regular expressions that a script's one function binds when they are first used. V8 reads each whole when it is made, and of three hundred
 * a search uses few: that was some 4 % of its processor time from a cold start. A name that is bound in another place, too, is left alone.
 */
export function latePatterns(script: string): string {
  const seen = [...nodesOf(parse(script, { ecmaVersion: "latest" }))];
  const bound = Map.groupBy(
    seen.flatMap(({ node, isBound }) => (isBound && node.type === "Identifier" ? [node.name] : [])),
    (name) => name,
  );
  const outermost = seen.find(({ node }) => node.type === "FunctionExpression")?.node;
  if (outermost?.type !== "FunctionExpression") throw new Error("a script without a function");
  const late = new Set<string>();
  const changes = outermost.body.body.flatMap((statement) => {
    const [one, other] = statement.type === "VariableDeclaration" ? statement.declarations : [];
    if (one?.init == null || other !== undefined || !isPattern(one.init) || one.id.type !== "Identifier") return [];
    const { name } = one.id;
    if (bound.get(name)?.length !== 1) return [];
    late.add(name);
    const begin = `var kept_${name}; function ${name}() { return kept_${name} ??= `;
    return [
      { start: statement.start, end: one.init.start, by: begin },
      { start: one.init.end, end: statement.end, by: "; }" },
    ];
  });
  for (const { node, isBound, isShort } of seen)
    if (node.type === "Identifier" && !isBound && late.has(node.name))
      changes.push({ start: node.start, end: node.end, by: `${isShort ? `${node.name}: ` : ""}${node.name}()` });
  let done = 0;
  const parts = changes
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, by }) => {
      const part = script.slice(done, start) + by;
      done = end;
      return part;
    });
  return parts.join("") + script.slice(done);
}

function isPattern(value: AnyNode): boolean {
  if (value.type === "Literal") return value.regex !== undefined;
  return value.type === "NewExpression" && value.callee.type === "Identifier" && value.callee.name === "RegExp";
}

/** A node with all in it, but for names of properties and labels. */
function* nodesOf(node: AnyNode, isBound = false, isShort = false): Generator<Seen> {
  yield { node, isBound, isShort };
  const isNamed = !("computed" in node && node.computed);
  for (const [key, value] of Object.entries(node)) {
    if (key === "label" || (isNamed && (key === "key" || key === "property"))) continue;
    for (const one of [value].flat() as readonly unknown[]) {
      if (one === null || typeof one !== "object" || !("type" in one)) continue;
      // What stands for a value that is missing binds nothing.
      const binds = key !== "right" && (isBound || BINDS[node.type]?.includes(key) === true);
      yield* nodesOf(one as AnyNode, binds, node.type === "Property" && node.shorthand && key === "value");
    }
  }
}
