import type { Route } from "../route.ts";
import { chatRoutes } from "./chats.ts";
import { documentRoutes } from "./documents.ts";
import { drawerRoutes } from "./drawers.ts";
import { expandRoutes } from "./expand.ts";
import { factRoutes } from "./facts.ts";
import { filetreeRoute } from "./filetree.ts";
import { jobRoutes } from "./jobs.ts";
import { metricsRoute } from "./metrics.ts";
import { palaceRoutes } from "./palace.ts";
import { searchRoute } from "./search.ts";
import { sourceRoutes } from "./sources.ts";
import { statusRoutes } from "./status.ts";

/** Every route, in the order of the document. To add one: a file here, and a line. */
export const ROUTES: readonly Route[] = [searchRoute, ...expandRoutes, ...drawerRoutes, ...palaceRoutes, ...factRoutes, ...chatRoutes, ...documentRoutes, ...sourceRoutes, ...jobRoutes, filetreeRoute, ...statusRoutes, metricsRoute];
