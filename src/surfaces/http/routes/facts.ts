import { factsScope } from "../../../index.ts";
import { LIST_FACTS } from "../../../model/requests/index.ts";
import { factListsSchema } from "../../../operations/answers/facts.ts";
import { route } from "../route.ts";

/** All lists; what else can be asked of facts is an operation. */
export const FACT_ROUTES = {
  facts: route({
    http: "GET /v1/facts",
    summary: "Every list, or every exact fact, page by page",
    access: "caller",
    query: LIST_FACTS,
    answer: factListsSchema,
    async handle({ query, project, caller }) {
      const scope = caller === "owner" ? null : factsScope(caller, "read");
      return { lists: await (await project()).facts.list(scope, { limit: LIST_FACTS.limit.max, ...query }) };
    },
  }),
};
