import { csvCells } from "../../parsing/table/parse-csv.ts";
import { type Fields, objectsOf } from "./fields.ts";
import { type FormatReader, type TranscriptBundle, wholeJson, wholeText } from "./format-reader.ts";
import { talkEntries } from "./record-shapes.ts";
import { FOLDER_EXPORTS, type FolderExport } from "./shapes/folder-exports.ts";
import { slackRoots } from "./slack.ts";

/** The exports in a tree by folder. */
function foldersOf(names: readonly string[]): Map<string, FolderExport> {
  const found = new Map<string, FolderExport>();
  for (const name of names)
    for (const kind of FOLDER_EXPORTS) {
      const folder = kind.sign.exec(name)?.[1];
      if (folder !== undefined && !found.has(folder)) found.set(folder, kind);
    }
  return found;
}

/**
 * The folders in a tree whose files are together one export.
 *
 * @param names paths of files, with `/`
 * @returns `""` or ending in `/`, sorted; none inside another
 */
export function exportRoots(names: readonly string[]): readonly string[] {
  const roots = [...new Set([...slackRoots(names), ...foldersOf(names).keys()])].sort();
  return roots.filter((root) => !roots.some((other) => other !== root && root.startsWith(other)));
}

/** The export that a folder or archive is; null for another one, and for one whose reader reads it by itself. */
export function folderExport({ names, many }: TranscriptBundle): (FolderExport & { readonly root: string }) | null {
  const [first] = many ? foldersOf(names) : [];
  return first === undefined ? null : { ...first[1], root: first[0] };
}

/** Reads the files of an export together. */
export function folderReader({ root, people, talks }: FolderExport & { readonly root: string }): FormatReader {
  return async function* ({ bundle, report }) {
    const objects = async (name: string): Promise<readonly Fields[]> => {
      const path = `${root}${name}`;
      if (name === "" || !bundle.names.includes(path)) return [];
      if (path.endsWith(".csv")) {
        const [head = [], ...rows] = csvCells((await wholeText(bundle, path, report)) ?? "", path);
        return rows.map((row) => Object.fromEntries(head.map((key, i) => [key, row[i] ?? ""])));
      }
      const value = await wholeJson(bundle, path);
      if (value === undefined) {
        report.within(path);
        report.problem(1, "not JSON");
      }
      return objectsOf(Array.isArray(value) ? value : [value]);
    };
    const names = bundle.names.flatMap((name) => (name.startsWith(root) ? [name.slice(root.length)] : []));
    for await (const talk of talks({ names, objects })) yield* talkEntries(talk, bundle.path, people);
  };
}
