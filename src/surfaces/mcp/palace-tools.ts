import type { Tool } from "./tool.ts";
import { chatsTool } from "./tools/chats.ts";
import { checkDuplicateTool } from "./tools/check-duplicate.ts";
import { correctRoomTool } from "./tools/correct-room.ts";
import { createTunnelTool } from "./tools/create-tunnel.ts";
import { deleteDrawerTool } from "./tools/delete-drawer.ts";
import { deleteTunnelTool } from "./tools/delete-tunnel.ts";
import { findTunnelsTool } from "./tools/find-tunnels.ts";
import { getAaakSpecTool } from "./tools/get-aaak-spec.ts";
import { getTaxonomyTool } from "./tools/get-taxonomy.ts";
import { graphStatsTool } from "./tools/graph-stats.ts";
import { injectTool } from "./tools/inject.ts";
import { listRoomsTool } from "./tools/list-rooms.ts";
import { listWingsTool } from "./tools/list-wings.ts";
import { statusTool } from "./tools/status.ts";
import { syncTool } from "./tools/sync.ts";
import { traverseTool } from "./tools/traverse.ts";
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
