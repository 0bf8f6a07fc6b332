import { recordAccess } from "../app/search/record-access.ts";
import type { EmbeddingSettings } from "../app/move/project-store.ts";
import { auditTrail } from "../app/audit.ts";
import {
  ACCESS,
  AUDIT,
  FLAG,
  given,
  MIGRATE_MODEL,
  MOVE,
  object,
  pick,
  SECRETS_CALL,
  SIGNAL,
  SPEND,
  TEXTS,
} from "../model/requests/index.ts";
import { operation } from "./operation.ts";

const answers = () => import("./answers/status.ts");
const MOVING = {
  signal: SIGNAL,
  onProgress: given<(progress: { readonly done: number; readonly total: number }) => void>("function"),
};
const TO = object({ ...pick(MIGRATE_MODEL, ["provider", "model", "dimension"]), base_url: MIGRATE_MODEL.baseUrl }, "");

/** How a project stands, what was done with it, and moving it. For the owner, but for what a caller may know of his own. */
export const UPKEEP = {
  /** How the project stands. */
  status: operation({
    request: {},
    answer: async () => (await answers()).statusSchema,
    access: "caller",
    load: async () => (await import("../app/status.ts")).projectStatus,
  }),
  /** How far the project is, for the caller: compare two of them to see what changed in between. Nothing that he may not see changes it. */
  changes: operation({
    request: {},
    access: "caller",
    load:
      async () =>
      async ({ revision }, { caller }) =>
        await revision(caller),
  }),
  /** Who did what, latest first; 100 entries by default. For the owner. */
  audit: operation({
    request: AUDIT,
    answer: async () => (await answers()).auditSchema,
    under: "entries",
    access: "home",
    load: async () => auditTrail,
  }),
  /** What the language model was asked, for whom, and what that came to; the latest day first. @param options `days`: 7 by default */
  spend: operation({ request: SPEND, access: "owner", load: async () => (await import("../app/quota.ts")).spend }),
  /** Checks everything and changes nothing; each finding says the next step. @param options `deep`: recomputes a sample, takes seconds */
  doctor: operation({
    summary: "Check everything and change nothing; each finding says the next step",
    request: { deep: FLAG },
    answer: async () => (await answers()).findingsSchema,
    under: "findings",
    access: "home",
    http: "GET /v1/doctor",
    unlimited: true,
    load: async () => (await import("../app/doctor/doctor.ts")).doctor,
  }),
  /**
   * Looks for secrets (keys, tokens, passwords) in what the project keeps of chats, in its drawers and in files that are named; with
   * `scrub` replaces them in the project's own files and makes the index anew. Never tells a secret.
   * @param options `paths`: absolute, files or folders such as transcripts of agents, which are never changed
   * @throws LociError `CONFIG_INVALID` for `scrub` while `security.redact` is off
   * @example const { places } = await project.secrets();
   */
  secrets: operation({
    request: SECRETS_CALL,
    access: "owner",
    audit: ({ scrub }) => (scrub === true ? "scrub" : null),
    load: async () => (await import("../app/secrets.ts")).findSecrets,
  }),
  /**
   * Embeds everything with another model beside the live index, compares both on the user's own questions, and switches at once; or goes
   * back. Search and indexing go on meanwhile; interrupted, it goes on where it ended.
   * @param options `rollback`: back to the model before; `dryRun`: embeds and compares, and leaves the live index as it is; `questions` to
   *   compare both with, by default what was asked lately
   * @throws LociError `USAGE`, `MODEL_UNAVAILABLE` with everything as it was, `SOURCE_BUSY`, `CANCELLED`
   * @example const { compared } = await project.migrateModel({ to: { provider: "ollama" } });
   */
  migrateModel: operation({
    request: {
      to: { ...TO, valueType: undefined as Partial<EmbeddingSettings> | undefined },
      ...pick(MIGRATE_MODEL, ["rollback", "dryRun"]),
      questions: TEXTS,
      ...MOVING,
    },
    access: "owner",
    ends: true,
    audit: ({ to, rollback, dryRun }) =>
      dryRun === true ? null : rollback === true ? "rollback" : (to?.provider ?? ""),
    load: async () => (await import("../app/move/migrate-model.ts")).migrateModel,
  }),
  /**
   * Moves the index to a Milvus server, or back into the project's folder, compared drawer by drawer before the switch.
   * @throws LociError `USAGE`, `UNAVAILABLE`, `STORAGE_FAILED` with everything as it was
   * @example const { drawers } = await project.move({ to: "http://localhost:19530" });
   */
  move: operation({
    request: { ...MOVE, ...MOVING },
    access: "owner",
    ends: true,
    audit: ({ to }) => to,
    load: async () => (await import("../app/move/move-project.ts")).moveProject,
  }),
  /**
   * Records that drawers were shown, opened or cited, for activation. To be called by whoever shows them, after answering. Of the
   * question only a hash is kept. @param options `covered`: whether they probably answer it
   */
  recordAccess: operation({
    request: ACCESS,
    given: ["kind", "ids"],
    access: "caller",
    load: async () => recordAccess,
  }),
};
