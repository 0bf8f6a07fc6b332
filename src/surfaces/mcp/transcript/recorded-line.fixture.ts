/** A line of a recorded session: who sent it, and the JSON-RPC message. */
export interface RecordedLine {
  readonly from: "client" | "server";
  readonly message: Record<string, unknown>;
}

/** Names for what differs from run to run, in the order in which it first appears. */
export interface Names {
  /** Real value → name. */
  readonly known: Map<string, string>;
}

const DRAWER_ID = /\b[0-9a-f]{32}\b/g;
const TIME = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g;
/** Figures of ranking: tuned by evaluations, not by the protocol. */
const FIGURES = new Set(["score", "probability", "timings", "parts", "compositeId", "similarity", "weight", "seconds", "bytes", "matches"]);

/** A message with what differs from run to run replaced: ids by names, times, figures and folders by what they are. */
export function withoutVolatile(message: unknown, names: Names, folder: string): unknown {
  if (typeof message === "string") {
    return message
      .replaceAll(folder, "<folder>")
      .replace(DRAWER_ID, (id) => nameOf(id, names))
      .replace(TIME, "<time>")
      .replace(/(the first ones answer|probably no answer among them) \(probability [\d.]+\)/, "<covered>");
  }
  if (Array.isArray(message)) return message.map((one) => withoutVolatile(one, names, folder));
  if (typeof message !== "object" || message === null) return message;
  const volatile = (key: string, value: unknown): unknown => {
    if (key === "covered") return "<covered>";
    if (key === "modelIdentity" && value !== null) return "<model>";
    return FIGURES.has(key) ? "<figure>" : withoutVolatile(value, names, folder);
  };
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, volatile(key, value)]));
}

/** A message with the names replaced by what they stand for. */
export function withNames<T>(message: T, names: Names): T {
  let text = JSON.stringify(message);
  for (const [real, name] of names.known) text = text.replaceAll(name, real);
  return JSON.parse(text) as T;
}

function nameOf(id: string, { known }: Names): string {
  let name = known.get(id);
  if (name === undefined) known.set(id, (name = `<drawer ${known.size + 1}>`));
  return name;
}
