import { drawerResource } from "./drawer.ts";
import type { PalaceResource } from "./palace-resource.ts";
import { wingResource } from "./wing.ts";

/** Every kind of resource, in the order of the lists. */
export const RESOURCES: readonly PalaceResource[] = [drawerResource, wingResource];
