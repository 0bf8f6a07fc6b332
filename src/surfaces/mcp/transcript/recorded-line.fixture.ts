/** A line of a recorded session: who sent it, and the JSON-RPC message. */
export interface RecordedLine {
  readonly from: "client" | "server";
  readonly message: Record<string, unknown>;
}

/** Ids of drawers, which follow from the folder and so differ from run to run, by their first eight digits in the order of appearance. */
export type Ids = Map<string, { readonly number: number; whole: string | null }>;

const WHOLE_ID = /\b[0-9a-f]{32}\b/g;
const SHORT_ID = /\b(?=[0-9a-f]*\d)[0-9a-f]{8}\b/g;
/** A source's key ends in a hash of its folder. */
const SOURCE_KEY = /\b([a-z]+)-[0-9a-f]{12}\b/g;
const TIME = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g;
/** Tuned by evaluations, not by the protocol; or lengths of texts that hold ids. */
const FIGURES = new Set([
  "score",
  "probability",
  "timings",
  "parts",
  "compositeId",
  "contentHash",
  "similarity",
  "weight",
  "tokens",
  "covered",
  "modelIdentity",
]);

/** A message with what differs from run to run replaced: ids by names; times, figures and the folder by what they are. */
export function withoutVolatile(message: unknown, ids: Ids, folder: string): unknown {
  if (typeof message === "string") {
    const nonce = /<<<DATA (\w{7}):/.exec(message)?.[1] ?? "<none>";
    return message
      .replaceAll(folder, "<folder>")
      .replaceAll(nonce, "<nonce>")
      .replace(WHOLE_ID, (id) => `<drawer ${numberOf(id, ids)}>`)
      .replace(SHORT_ID, (id) => `<short ${numberOf(id, ids)}>`)
      .replace(SOURCE_KEY, "$1-<hash>")
      .replace(TIME, "<time>")
      .replace(
        /(the first ones answer|probably no answer among them|it answers|it probably doesn't answer) \(probability [\d.]+\)/,
        "<covered>",
      );
  }
  if (Array.isArray(message)) return message.map((one) => withoutVolatile(one, ids, folder));
  if (typeof message !== "object" || message === null) return message;
  const replaced = (key: string, value: unknown): unknown =>
    FIGURES.has(key) || isHighlight(key, value) ? "<figure>" : withoutVolatile(value, ids, folder);
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, replaced(key, value)]));
}

/** A message with the names of whole ids replaced by what they stand for. */
export function withIds<T>(message: T, ids: Ids): T {
  let text = JSON.stringify(message);
  for (const [short, { number, whole }] of ids) {
    text = text.replaceAll(`<short ${number}>`, short);
    if (whole !== null) text = text.replaceAll(`<drawer ${number}>`, whole);
  }
  return JSON.parse(text) as T;
}

function numberOf(id: string, ids: Ids): number {
  const known = ids.get(id.slice(0, 8)) ?? { number: ids.size + 1, whole: null };
  if (id.length > 8) known.whole = id;
  ids.set(id.slice(0, 8), known);
  return known.number;
}

/** Where words of the question stand in a snippet; `matches` are also the drawers that a duplicate is one of. */
function isHighlight(key: string, value: unknown): boolean {
  return (
    key === "matches" &&
    Array.isArray(value) &&
    value.every((one) => typeof one === "object" && one !== null && "start" in one)
  );
}
