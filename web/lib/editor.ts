import { kept } from "./kept.ts";

/** Editors that open a file at a line by an address, by the name that is kept. */
export const EDITORS: Readonly<
  Record<string, { readonly name: string; readonly address: (path: string, line: number) => string }>
> = {
  vscode: { name: "VS Code", address: (path, line) => `vscode://file${path}:${line}` },
  cursor: { name: "Cursor", address: (path, line) => `cursor://file${path}:${line}` },
  zed: { name: "Zed", address: (path, line) => `zed://file${path}:${line}` },
  idea: { name: "IntelliJ", address: (path, line) => `idea://open?file=${encodeURIComponent(path)}&line=${line}` },
};

/** The reader's editor. */
export const editor = kept("loci.editor", "vscode");

/** The address that opens a file of this machine in the chosen editor. @param file absolute path */
export function editorAddress(file: string, line: number): string {
  const { address } = EDITORS[editor.value] ?? (EDITORS["vscode"] as (typeof EDITORS)[string]);
  const path = file
    .replaceAll("\\", "/")
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(/^([A-Za-z])%3A/, "/$1:");
  return address(path, line);
}
