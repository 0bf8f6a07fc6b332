import type { Tool } from "./tool.ts";
import { chatsTool } from "./tools/chats.ts";
import { checkDuplicateTool, deleteDrawerTool } from "./tools/drawers.ts";
import { correctRoomTool, getAaakSpecTool, getTaxonomyTool, listRoomsTool, listWingsTool } from "./tools/places.ts";
import { createTunnelTool, deleteTunnelTool, findTunnelsTool, graphStatsTool, traverseTool } from "./tools/tunnels.ts";
import { injectTool } from "./tools/wake-up.ts";
import { statusTool, syncTool } from "./tools/status.ts";
import { verifyAnswerTool } from "./tools/verify-answer.ts";

/** What the `palace` profile adds: the set that agents of MemPalace know, by its names, and what a palace needs beside it. */
export const PALACE_TOOLS: readonly Tool[] = [
  statusTool,
  injectTool,
  listWingsTool,
  listRoomsTool,
  getTaxonomyTool,
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
