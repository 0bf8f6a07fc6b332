import type { Tool } from "./tool.ts";
import { statusTool } from "./tools/status.ts";
import { syncTool } from "./tools/sync.ts";

/** What the `palace` profile adds: the set that agents of MemPalace know, by its names. */
export const PALACE_TOOLS: readonly Tool[] = [statusTool, syncTool] as unknown as readonly Tool[];
