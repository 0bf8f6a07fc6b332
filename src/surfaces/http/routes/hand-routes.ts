import type { TypedRoutes } from "../route.ts";
import { ASK_ROUTES, CHAT_ROUTES } from "./ask.ts";
import { CHANGES_ROUTES, JOB_ROUTES } from "./jobs.ts";
import { DOCUMENT_ROUTES } from "./documents.ts";
import { DRAWER_ROUTES, EXPAND_ROUTES } from "./drawers.ts";
import { FACT_ROUTES } from "./facts.ts";
import { FILETREE_ROUTES } from "./filetree.ts";
import { JUDGEMENT_ROUTES } from "./judgements.ts";
import { SEARCH_ROUTES } from "./search.ts";
import { SESSION_ROUTES, TOKEN_ROUTES } from "./session.ts";
import { SETTINGS_ROUTES } from "./settings.ts";
import { SOURCE_ROUTES } from "./sources.ts";
import { METRICS_ROUTES, STATUS_ROUTES } from "./status.ts";

/** Routes by hand: those that stream, take bytes, know the service, or add to an answer what only HTTP has. */
export const HAND_ROUTES = {
  ...SEARCH_ROUTES,
  ...ASK_ROUTES,
  ...EXPAND_ROUTES,
  ...DRAWER_ROUTES,
  ...FACT_ROUTES,
  ...CHAT_ROUTES,
  ...CHANGES_ROUTES,
  ...DOCUMENT_ROUTES,
  ...SOURCE_ROUTES,
  ...JOB_ROUTES,
  ...FILETREE_ROUTES,
  ...STATUS_ROUTES,
  ...SETTINGS_ROUTES,
  ...SESSION_ROUTES,
  ...TOKEN_ROUTES,
  ...JUDGEMENT_ROUTES,
  ...METRICS_ROUTES,
} satisfies TypedRoutes;
