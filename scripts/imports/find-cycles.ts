import { posix } from "node:path";
import { importsOf, type SourceFile } from "./source-file.ts";

/**
 * Groups of files that import each other in a circle (Tarjan's strongly connected components), each sorted, sorted. Types
 * and imports by call count too: files of a circle can only be understood, moved and removed together.
 *
 * Cost: O(files + imports).
 */
export function findCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const known = new Set(files.map(({ path }) => path));
  const targets = new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text).flatMap(({ specifier }) => {
        const target = posix.normalize(posix.join(posix.dirname(path), specifier));
        return specifier.startsWith(".") && known.has(target) ? [target] : [];
      }),
    ]),
  );
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (path: string): number => {
    const number = order.size;
    order.set(path, number);
    stack.push(path);
    let lowest = number;
    for (const target of targets.get(path) ?? []) {
      if (!order.has(target)) lowest = Math.min(lowest, visit(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, order.get(target) ?? lowest);
    }
    if (lowest === number) {
      const group = stack.splice(stack.indexOf(path));
      if (group.length > 1 || (targets.get(path) ?? []).includes(path)) cycles.push(group.sort());
    }
    return lowest;
  };
  for (const { path } of files) if (!order.has(path)) visit(path);
  return cycles.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
}
