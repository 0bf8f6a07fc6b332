import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SignWord } from "../conversation/prompt/fence.ts";
import { createPrivateFile } from "../files/private-folder.ts";

const LETTERS = 4;

/**
 * Signs by the key of a data folder, `fence-key`, which is made with the first signature. Where it can be neither read nor made, what is
 * signed is known again by nobody.
 *
 * Cost: a small file once, then some 5 µs a word.
 */
export function fenceSigner(home: string): SignWord {
  let key: string | null = null;
  return (word) => {
    key ??= keyOf(home);
    const digest = createHmac("sha256", key).update(word).digest();
    return Array.from(digest.subarray(0, LETTERS), (byte) => String.fromCharCode(0x61 + (byte % 26))).join("");
  };
}

function keyOf(home: string): string {
  const path = join(home, "fence-key");
  const made = randomBytes(32).toString("hex");
  try {
    return readFileSync(path, "utf8");
  } catch {
    try {
      return createPrivateFile(path, made) ? made : readFileSync(path, "utf8");
    } catch {
      return made;
    }
  }
}
