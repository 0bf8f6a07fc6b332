import { z } from "zod";
import { addExpectation, removeExpectation } from "../../../evaluation/add-expectation.ts";
import { JUDGED } from "../../../model/requests/index.ts";
import { questionsFile } from "../../../index.ts";
import { SCHEMA_VERSION } from "../../../operations/answers/answer.ts";
import { route } from "../route.ts";

/** What its reader says of an answer: a question with the passage that was of use is what `loci eval yours` asks. */
export const JUDGEMENT_ROUTES = {
  judge: route({
    http: "POST /v1/judgements",
    summary: "Say that a passage was of use for a question, for 'loci eval yours'; with `useful: false` take that back",
    access: "owner",
    body: JUDGED,
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), query: z.string(), kept: z.boolean() }),
    async handle({ body: { question, id, useful = true }, project, projectName, service }) {
      const file = questionsFile(service.loci.home, projectName);
      if (!useful) return { query: removeExpectation(file, question, id), kept: false };
      const { query } = await addExpectation(await project(), file, question, id, service.loci.home);
      return { query, kept: true };
    },
  }),
};
