import { createHash } from "node:crypto";
import { slug } from "../../text/slug.ts";
import type { ListName } from "./mirrors.ts";

/**
 * The file name of a list's mirror: its topic as a slug, with `.private` where it is the owner's own; with a hash
 * when the slug doesn't say all of it, so that no two
 * lists meet in one file on any file system.
 *
 * @example mirrorName({ scope: "kb", key: "board game" }) // "board-game.md"
 */
export function mirrorName({ scope, key }: ListName): string {
  const short = slug(key);
  const whole = (scope === "kb" || scope === "admin") && short !== "" && short === key.replaceAll(" ", "-");
  const hash = createHash("sha256").update(`${scope}\n${key}`).digest("hex").slice(0, 10);
  return whole ? `${short}${scope === "kb" ? "" : ".private"}.md` : `${short === "" ? "list" : short}--${hash}.md`;
}
