import { fold } from "../../text/fold.ts";

/** What a name may be made of, with its folders. */
const NAME = /[\p{L}\p{N}_@~.+/-]+/gu;
/** What stands around a name in a sentence or a command and is none of it: "./a.md" is "a.md", a sentence ends in a point. */
const AROUND = /^(?:\.{1,2}\/)+|[./+-]+$/g;
const ENDING = /[^./]\.\p{L}[\p{L}\p{N}]{0,9}$/u;
const LONGEST = 1_000;
/** Names that are looked at; more are a list of files, which means none of them. */
const MOST = 8;

/**
 * What in a question may be the name of a file, folded, distinct: "e.g" and "node.js" too, which do no harm where no file is called so.
 *
 * @example fileNames("What does `src/ranking/Weights.ts` hold?") // ["src/ranking/weights.ts"]
 */
export function fileNames(text: string): readonly string[] {
  const names = (text.match(NAME) ?? []).filter(({ length }) => length <= LONGEST).map((name) => fold(name.replace(AROUND, ""))).filter((name) => ENDING.test(name));
  return [...new Set(names)].slice(0, MOST);
}
