import { OPERATIONS } from "../../../operations/operations.ts";
import { operationRoutes } from "../operation-routes.ts";
import { methodAndPath, type Route, type TypedRoutes } from "../route.ts";
import { HAND_ROUTES } from "./hand-routes.ts";

const BY_HAND = Object.entries(HAND_ROUTES as TypedRoutes).map(
  ([operation, { http, ...route }]) => ({ ...methodAndPath(http), operation, ...route }) as Route,
);

/** Every route, in the order of the document: those by hand, and those that operations bring. */
export const ROUTES: readonly Route[] = [...BY_HAND, ...(await operationRoutes(OPERATIONS))];
