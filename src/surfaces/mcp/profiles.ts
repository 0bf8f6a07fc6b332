import type { Tool } from "./tool.ts";

/** Which tools are served: few and sharp, or with the set that agents of MemPalace know. */
export const PROFILES = ["default", "palace"] as const;
export type Profile = (typeof PROFILES)[number];

/** The tools of a profile, in the order in which they are listed. Loaded when they are asked for. */
export async function toolsOf(profile: Profile): Promise<readonly Tool[]> {
  const { DEFAULT_TOOLS } = await import("./default-tools.ts");
  if (profile === "default") return DEFAULT_TOOLS;
  const { PALACE_TOOLS } = await import("./palace-tools.ts");
  return [...DEFAULT_TOOLS, ...PALACE_TOOLS];
}
