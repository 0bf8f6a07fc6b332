import { z } from "zod";
import { SET } from "../../../model/requests/index.ts";
import { changeSetting, describeAllowed, LociError, recordHomeAudit, shownValue } from "../../../index.ts";
import { versioned } from "../../../operations/answers/answer.ts";
import { RequestFault, route } from "../route.ts";

const settingsSchema = versioned({
  file: z.string().describe("Where a change is written: config.toml of the data folder"),
  settings: z.array(
    z.object({
      key: z.string(),
      value: z.string().describe("As it is written on the command line; secrets masked"),
      layer: z.enum(["default", "home", "tree", "environment", "flag"]),
      where: z.string().describe("File and line, variable or flag; empty for a default"),
      doc: z.string(),
      allowed: z.string(),
      secret: z.boolean(),
    }),
  ),
});

export const SETTINGS_ROUTES = {
  settings: route({
    http: "GET /v1/settings",
    summary: "Every setting in force, and which layer it comes from",
    access: "home",
    answer: settingsSchema,
    async handle({ service }) {
      const { entries, homeFile } = await service.configuration();
      return {
        file: homeFile,
        settings: entries.map(({ key, value, layer, where, definition }) => {
          const shown = shownValue(definition, value);
          return {
            key,
            value: typeof shown === "string" ? shown : JSON.stringify(shown),
            layer,
            where,
            doc: definition.doc,
            allowed: describeAllowed(definition),
            secret: definition.secret === true,
          };
        }),
      };
    },
  }),
  changeSetting: route({
    http: "POST /v1/settings",
    summary: "Set a key in config.toml of the data folder, or take it out; holds from the next start of the service",
    access: "home",
    body: SET,
    answer: versioned({ key: z.string(), file: z.string(), changed: z.boolean() }),
    async handle({ body: { key, value }, service }) {
      // A fault in the settings as they are is the service's; after this, what is wrong is the change.
      const { homeFile } = await service.configuration();
      try {
        const { file, changed } = await changeSetting(homeFile, key, value);
        if (changed)
          recordHomeAudit(service.loci.home, {
            action: "setting.change",
            object: key,
            details: { file, client: "http" },
          });
        return { key, file, changed };
      } catch (thrown) {
        const wrong = thrown instanceof LociError && /^CONFIG_(?:INVALID|UNKNOWN_KEY)$/.test(thrown.code);
        throw wrong ? new RequestFault(thrown) : thrown;
      }
    },
  }),
};
