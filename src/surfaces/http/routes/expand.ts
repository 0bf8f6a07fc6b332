import { EXPAND } from "../../../model/requests/index.ts";
import { expandedSchema } from "../../../operations/answers/hits.ts";
import { route } from "../route.ts";

/** Opens drawers. What was opened is recorded after the answer. */
export const EXPAND_ROUTES = {
  expand: route({
    http: "POST /v1/expand",
    summary: "Open drawers: their exact text, read again from their files, and what stands around it",
    access: "caller",
    body: EXPAND,
    answer: expandedSchema,
    async handle({ body: { ids, ...options }, project, caller, service }) {
      const opened = await project();
      const expanded = await opened.expand(ids, { ...options, caller });
      const requested = expanded.drawers
        .filter(({ id }) => ids.some((start) => id.startsWith(start.toLowerCase())))
        .map(({ id }) => id);
      service.accesses.add(opened, { kind: "expanded", ids: requested, caller });
      return expanded;
    },
  }),
};
