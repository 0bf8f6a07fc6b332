import { drawerResource } from "./drawer.ts";
import type { PalaceResource } from "./palace-resource.ts";

/** Every kind of resource, in the order of the lists. */
export const RESOURCES: readonly PalaceResource[] = [drawerResource];
