import { createHash } from "node:crypto";

/**
 * A JSON object with a last field that says the hash of the others, so that one wrong byte is noticed before it is believed.
 *
 * @param text an object, as it is to be spelt
 * @example sealedJson('{ "uri": "" }\n') // '{ "uri": "",\n  "sha256": "5f…"\n}\n'
 */
export function sealedJson(text: string): string {
  const open = text.slice(0, text.lastIndexOf("}")).trimEnd();
  return `${open},\n  "sha256": "${sealOf(JSON.parse(text) as object)}"\n}\n`;
}

/** Whether an object that was read is as it was sealed, or never was: what an older version wrote, or a person, has no seal. */
export function isIntact(value: object): boolean {
  const { sha256, ...rest } = value as { readonly sha256?: unknown };
  return sha256 === undefined || sha256 === sealOf(rest);
}

function sealOf(value: object): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
