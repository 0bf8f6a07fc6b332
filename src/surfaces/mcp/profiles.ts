import type { Tool } from "./tool.ts";
import { browseTool, injectTool, VIEW_TOOLS, wakeUpTool } from "./tools/browse.ts";
import { chatsTool } from "./tools/chats.ts";
import { addDrawerTool, checkDuplicateTool, deleteDrawerTool, forgetTool } from "./tools/drawers.ts";
import { changeFactsTool, factsTool } from "./tools/facts.ts";
import { expandTool, searchTool, verifyAnswerTool } from "./tools/passages.ts";
import {
  correctRoomTool,
  createTunnelTool,
  deleteTunnelTool,
  findTunnelsTool,
  getAaakSpecTool,
  graphStatsTool,
  traverseTool,
} from "./tools/places.ts";
import { statusTool, syncTool } from "./tools/status.ts";

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

/** What the `palace` profile adds: the set that agents of MemPalace know, by its names, and what a palace needs beside it. */
export const PALACE_TOOLS: readonly Tool[] = [
  statusTool,
  injectTool,
  ...VIEW_TOOLS,
  getAaakSpecTool,
  findTunnelsTool,
  traverseTool,
  graphStatsTool,
  checkDuplicateTool,
  verifyAnswerTool,
  deleteDrawerTool,
  chatsTool,
  correctRoomTool,
  createTunnelTool,
  deleteTunnelTool,
  syncTool,
];
