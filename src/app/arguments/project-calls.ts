import type { CheckedCall } from "./checked-calls.ts";
import type { Arguments, Fields, Kind } from "./kind.ts";

const TEXT = ["text", "nothing"] as const;
const TEXTS = ["texts", "nothing"] as const;
const NUMBER = ["number", "nothing"] as const;
const COUNT = ["count", "nothing"] as const;
const FLAG = ["flag", "nothing"] as const;
const FUNCTION = ["function", "nothing"] as const;
const SIGNAL = ["signal", "nothing"] as const;
const ONE_OR_MANY = ["text", "texts", "nothing"] as const;

const options = (fields: Readonly<Record<string, Kind>> = {}): Fields => ({
  fields: { caller: "caller", ...fields },
  optional: true,
});
const usage = (args: Arguments): CheckedCall => ({ code: "USAGE", arguments: args });

const RUN = { signal: SIGNAL, onProgress: FUNCTION } as const;
const PLACED = { scope: TEXT, wing: TEXT, room: TEXT, ...RUN } as const;
const INDEX = { ...PLACED, include: TEXTS, exclude: TEXTS, cwd: TEXT } as const;
const END: Fields = { fields: { wing: "text", room: "text" } };

/** The calls of a project whose arguments are checked. Times, numbers and choices are checked where they are read. */
export const PROJECT_CALLS = {
  index: usage({ paths: "texts", options: options(INDEX) }),
  indexText: usage({ text: { fields: { name: "text", text: "text" } }, options: options(INDEX) }),
  mine: usage({ paths: "texts", options: options({ ...INDEX, format: TEXT }) }),
  addDocument: usage({ document: { fields: { name: "text", bytes: "bytes" } }, options: options(PLACED) }),
  removeDocument: usage({ key: "text", options: options() }),
  search: {
    code: "QUERY_INVALID",
    arguments: {
      query: "text",
      options: options({
        wing: ONE_OR_MANY,
        hall: ONE_OR_MANY,
        room: ONE_OR_MANY,
        source: ONE_OR_MANY,
        type: ONE_OR_MANY,
        excludeIds: TEXTS,
        excludeChats: TEXTS,
        signal: SIGNAL,
      }),
    },
  },
  expand: usage({ ids: "texts", options: options({ before: NUMBER, after: NUMBER, section: FLAG, document: FLAG }) }),
  source: usage({ id: "text", options: options() }),
  drawers: usage({
    options: options({
      wing: ONE_OR_MANY,
      hall: ONE_OR_MANY,
      room: ONE_OR_MANY,
      source: ONE_OR_MANY,
      type: ONE_OR_MANY,
      text: TEXT,
      duplicates: FLAG,
      offset: NUMBER,
      limit: NUMBER,
    }),
  }),
  outline: usage({ id: "text", options: options() }),
  timeline: usage({ options: options({ wing: TEXT, room: TEXT }) }),
  status: usage({ options: options() }),
  drawersBySource: usage({ options: options() }),
  removeSource: usage({ source: "text" }),
  jobs: usage({ options: options({ limit: COUNT, source: TEXT }) }),
  job: usage({ id: "text" }),
  rebuild: usage({ options: options(RUN) }),
  inject: usage({ prompt: "text", options: options({ session: TEXT, source: TEXT, budgetTokens: NUMBER }) }),
  sessionBrief: usage({ options: options({ source: TEXT, session: TEXT, summary: TEXT, budgetTokens: NUMBER }) }),
  recordSession: usage({
    session: { fields: { agent: "text", session: "text", machinePrompts: TEXTS } },
  }),
  migrateModel: usage({
    options: { fields: { rollback: FLAG, dryRun: FLAG, questions: TEXTS, signal: SIGNAL, onProgress: FUNCTION } },
  }),
  move: usage({
    options: { fields: { to: "text", questions: TEXTS, signal: SIGNAL, onProgress: FUNCTION } },
  }),
  secrets: usage({ options: options({ paths: TEXTS, scrub: FLAG, signal: SIGNAL }) }),
  doctor: usage({ options: options({ deep: FLAG }) }),
  recordAccess: usage({ kind: "text", ids: "texts", about: options({ query: TEXT }) }),
  recordAccesses: usage({
    accesses: { many: true, fields: { kind: "text", ids: "texts", caller: "caller", query: TEXT } },
  }),
  watch: usage({ options: options({ keys: TEXTS, onJob: FUNCTION, onState: FUNCTION, onFault: FUNCTION }) }),
  ask: {
    code: "QUERY_INVALID",
    arguments: {
      question: "text",
      options: options({
        chat: TEXT,
        scope: TEXT,
        platform: TEXT,
        id: TEXT,
        author: TEXT,
        time: TEXT,
        limit: COUNT,
        strict: FLAG,
        search: { fields: {}, optional: true },
        signal: SIGNAL,
      }),
    },
  },
  verify: usage({ answer: "text", options: options() }),
  flush: usage({
    options: options({ yes: FLAG, source: TEXT, since: TEXT, scope: TEXT, limit: COUNT, signal: SIGNAL }),
  }),
  retention: usage({ options: options({ yes: FLAG }) }),
  redTeam: usage({ options: options({ passages: COUNT }) }),
  addMessage: usage({
    chat: "text",
    message: { fields: { id: "text", role: "text", text: "text", author: TEXT, time: TEXT, parent: TEXT } },
    options: options({ scope: TEXT }),
  }),
  messageDrawers: usage({ chat: "text", id: "text", options: options() }),
  chats: usage({ options: options({ limit: COUNT, offset: COUNT }) }),
  chatMessages: usage({ chat: "text", options: options({ scope: TEXT, limit: COUNT, before: TEXT }) }),
  deleteChat: usage({ chat: "text", options: options({ scope: TEXT }) }),
  changes: usage({ options: options() }),
  audit: usage({ options: options({ limit: COUNT }) }),

  wings: usage({ options: options() }),
  rooms: usage({ options: options({ wing: TEXT }) }),
  taxonomy: usage({ options: options() }),
  tunnels: usage({ options: options({ wings: TEXTS }) }),
  traverse: usage({ room: "text", options: options({ hops: NUMBER }) }),
  graph: usage({ options: options() }),
  closets: usage({ options: options({ wing: TEXT, room: TEXT, limit: NUMBER, offset: COUNT }) }),
  wakeUp: usage({ options: options({ wing: TEXT, budgetTokens: NUMBER }) }),
  importMemPalace: usage({ path: "text", options: { fields: { scope: "text" } } }),
  addDrawer: usage({
    drawer: {
      fields: {
        text: "text",
        wing: "text",
        room: "text",
        hall: TEXT,
        scope: TEXT,
        date: TEXT,
        supersedes: TEXTS,
        force: FLAG,
      },
    },
    options: options(),
  }),
  checkDuplicate: usage({ text: "text", options: options({ scope: TEXT }) }),
  forget: usage({ query: "text", options: options({ yes: FLAG }) }),
  mergeRooms: usage({ from: "text", to: "text", options: options({ wing: TEXT }) }),
  renameRoom: usage({ from: "text", to: "text", options: options({ wing: TEXT }) }),
  moveDrawer: usage({ id: "text", room: "text", options: options() }),
  aliasWing: usage({ alias: "text", wing: "text", options: options() }),
  renameWing: usage({ from: "text", to: "text", options: options() }),
  addTunnel: usage({ from: END, to: END, options: options({ label: TEXT }) }),
  removeTunnel: usage({ from: END, to: END, options: options() }),
} satisfies Readonly<Record<string, CheckedCall>>;
