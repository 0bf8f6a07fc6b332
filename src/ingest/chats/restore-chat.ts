import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import type { Note } from "../../model/hit.ts";
import { example, hintOf, step } from "../../model/next-step.ts";
import { writeFault } from "../../model/write-fault.ts";
import type { CutChat } from "./cut-chat.ts";

/** Writes back what a file lacks; when it returns, it is on the disk. @returns what is to be said of it. @throws LociError `STORAGE_FAILED`, `STORAGE_FULL` */
export function restoreChat(file: string, { missing }: CutChat): Note {
  let open: number | null = null;
  try {
    open = openSync(file, "a+", 0o600);
    const before = readFileSync(file);
    const start = before.length > 0 && before.at(-1) !== 0x0a ? "\n" : "";
    const lines = missing.map((message) => `${JSON.stringify(message)}\n`).join("");
    const text = Buffer.from(start + lines);
    for (let written = 0; written < text.length;) written += writeSync(open, text, written);
    fsyncSync(open);
  } catch (thrown) {
    throw writeFault(file, thrown);
  } finally {
    if (open !== null) closeSync(open);
  }
  return restored(file, missing.length);
}

/** That a file lost its end, and got back what the index still held. */
export function restored(file: string, messages: number): Note {
  const restoredText =
    messages === 1 ? "1 message that the index still held was" : `${messages} messages that the index still held were`;
  return {
    code: "CHAT_RESTORED",
    message: `'${file}' was cut off; ${restoredText} written back`,
    ...hintOf(
      step`look at the disk; answers that only quoted passages may be missing; to delete messages, forget them: ${example("forget", "WORDS")}`,
    ),
  };
}
