import type { CommandModule } from "../command.ts";
import { backupCommand as backup, restoreCommand as restore } from "./backup.ts";
import { command as importing } from "./import.ts";
import { command as move } from "./move.ts";
import { migrateModelCommand as migrateModel, rebuildCommand as rebuild } from "./rebuild.ts";
import { command as retention } from "./retention.ts";

/** `loci data PART` */
export const command: CommandModule = {
  examples: [
    ["loci data backup /media/disk/loci-monday", "all projects, also while a service writes"],
    ["loci data rebuild", "same passages, same ids, same answers; vectors come from the cache"],
    ["loci data retention --dry-run", "what was kept for long enough, and which setting says so"],
  ],
  define(command) {
    command.description(
      "Keep the data folder: back it up, put it back, move it, make its index anew, end what was kept for long.",
    );
  },
  parts: { backup, restore, move, rebuild, "migrate-model": migrateModel, retention, import: importing },
};
