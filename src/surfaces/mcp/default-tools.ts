import type { Tool } from "./tool.ts";
import { addDrawerTool } from "./tools/drawers.ts";
import { browseTool } from "./tools/browse.ts";
import { expandTool } from "./tools/expand.ts";
import { changeFactsTool, factsTool } from "./tools/facts.ts";
import { forgetTool } from "./tools/forget.ts";
import { searchTool } from "./tools/search.ts";
import { wakeUpTool } from "./tools/wake-up.ts";

/** What every agent gets. Their listing together stays within 6 KB: it stands in the context of every conversation. */
export const DEFAULT_TOOLS: readonly Tool[] = [
  searchTool,
  wakeUpTool,
  expandTool,
  addDrawerTool,
  forgetTool,
  browseTool,
  factsTool,
  changeFactsTool,
];
