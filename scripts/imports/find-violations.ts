import { posix } from "node:path";
import { RULES, type RoomRule } from "./rules.ts";
import { type ImportStatement, importsOf, type SourceFile } from "./source-file.ts";

/** What only the rim may touch, as it stands in code. */
const IMPURE =
  /\b(?:process\.(?!nextTick)\w+|Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|randomUUID\(|randomBytes\()/;

/** Every import, and every use of clock, randomness or process, that the table doesn't allow; one line each, by file. */
export function findViolations(files: readonly SourceFile[], rules: readonly RoomRule[] = RULES): readonly string[] {
  return files.flatMap((file) => {
    const rule = roomOf(file.path, rules);
    if (rule === null) return [`src/${file.path}: stands in no room of scripts/imports/rules.ts`];
    const imports = importsOf(file.text).flatMap((statement) => {
      const why = refused(file.path, statement, rule, rules);
      return why === null ? [] : [`src/${file.path}:${statement.line}: ${rule.room} may not import ${why}`];
    });
    return rule.pure === true ? [...imports, ...impurities(file)] : imports;
  });
}

function refused(
  path: string,
  { specifier, types }: ImportStatement,
  rule: RoomRule,
  rules: readonly RoomRule[],
): string | null {
  if (specifier.startsWith("node:")) {
    return rule.builtins === "any" || rule.builtins.includes(specifier.slice("node:".length)) ? null : specifier;
  }
  if (!specifier.startsWith(".")) {
    const name = specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");
    return rule.packages === "any" || rule.packages.includes(name) ? null : `the package ${name}`;
  }
  const target = posix.normalize(posix.join(posix.dirname(path), specifier));
  if (target.startsWith("..")) return `${specifier}, which is outside of src/`;
  const room = roomOf(target, rules);
  // A file with a rule of its own inside a room is still that room's to import.
  const own = room !== null && (room.room === rule.room || room.room.startsWith(`${rule.room}/`));
  if (own) return null;
  if (room === null) return `an unknown room (${specifier})`;
  if (rule.rooms.includes(room.room)) return null;
  if (!rule.rooms.includes(`type ${room.room}`)) return `${room.room} (${specifier})`;
  return types ? null : `more than types of ${room.room} (${specifier})`;
}

/** The rule of the longest room that the path lies in. */
function roomOf(path: string, rules: readonly RoomRule[]): RoomRule | null {
  const fitting = rules.filter(({ room }) => path === room || path.startsWith(`${room}/`));
  return fitting.sort((a, b) => b.room.length - a.room.length)[0] ?? null;
}

function impurities({ path, text }: SourceFile): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    const code = line.replace(/^\s*(?:\/\*\*?|\*).*$/, "").replace(/\/\/.*$/, "");
    const match = IMPURE.exec(code.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
    return match === null ? [] : [`src/${path}:${index + 1}: ${match[0]} — give it as a value instead`];
  });
}
