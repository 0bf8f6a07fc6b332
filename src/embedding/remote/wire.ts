/** Providers of embeddings that are reached over HTTP. */
const REMOTE_PROVIDERS = ["openai", "google", "voyage", "ollama"] as const;
export type RemoteProvider = (typeof REMOTE_PROVIDERS)[number];

export type Purpose = "passage" | "query";

/** A request as it goes out, and how its answer is read. */
export interface WireRequest {
  readonly path: string;
  readonly body: object;
}

/** One provider's true wire format, its limits and its models. Pure: no network, no environment. */
export interface Wire {
  readonly baseUrl: string;
  readonly model: string;
  /** Variables that may hold its key, in order; none where it needs no key. */
  readonly keys: readonly string[];
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  readonly request: (asked: {
    readonly model: string;
    readonly texts: readonly string[];
    readonly purpose: Purpose;
    readonly dimension: number | null;
  }) => WireRequest;
  /** The vectors of an answer, in the order of the texts; null for what is no such answer. */
  readonly read: (answer: unknown) => readonly (readonly number[])[] | null;
  readonly texts: number;
  /** Characters a request at most, well below the provider's limit of tokens. */
  readonly characters: number;
  /** Characters a text at most, likewise. */
  readonly textCharacters: number;
  /** Dimensions of known models; others are asked once. */
  readonly dimensions: Readonly<Record<string, number>>;
  readonly choosesDimension: boolean;
}

/** Prefixes that some models need for good results, by purpose of the text. */
const PREFIXES: readonly (readonly [model: RegExp, passage: string, query: string])[] = [
  [/nomic-embed/u, "search_document: ", "search_query: "],
  [/(?:^|[/-])e5-/u, "passage: ", "query: "],
  [/mxbai-embed|snowflake-arctic-embed/u, "", "Represent this sentence for searching relevant passages: "],
];

export function prefixed(model: string, text: string, purpose: Purpose): string {
  const found = PREFIXES.find(([pattern]) => pattern.test(model));
  return found === undefined ? text : (purpose === "passage" ? found[1] : found[2]) + text;
}

const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const vectorOf = (value: unknown): readonly number[] | null =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "number" && Number.isFinite(one))
    ? (value as number[])
    : null;
const all = (vectors: readonly (readonly number[] | null)[]): readonly (readonly number[])[] | null =>
  vectors.some((vector) => vector === null) ? null : (vectors as readonly (readonly number[])[]);

/** `{ data: [{ index, embedding }] }`, in any order. */
function readIndexed(answer: unknown): readonly (readonly number[])[] | null {
  const { data } = asFields(answer);
  if (!Array.isArray(data)) return null;
  const ordered: (readonly number[] | null)[] = new Array<null>(data.length).fill(null);
  for (const [i, one] of data.entries()) {
    const { index, embedding } = asFields(one);
    const at = typeof index === "number" ? index : i;
    if (at >= 0 && at < ordered.length) ordered[at] = vectorOf(embedding);
  }
  return all(ordered);
}

const bearer = (key: string): Readonly<Record<string, string>> =>
  key === "" ? {} : { authorization: `Bearer ${key}` };

export const WIRES: Readonly<Record<RemoteProvider, Wire>> = {
  openai: {
    baseUrl: "https://api.openai.com/v1",
    model: "text-embedding-3-small",
    keys: ["OPENAI_API_KEY"],
    headers: bearer,
    request: ({ model, texts: input, dimension }) => ({
      path: "/embeddings",
      body: { model, input, encoding_format: "float", ...(dimension !== null && { dimensions: dimension }) },
    }),
    read: readIndexed,
    texts: 256,
    characters: 400_000,
    textCharacters: 16_000,
    dimensions: { "text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536 },
    choosesDimension: true,
  },
  google: {
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    model: "gemini-embedding-001",
    keys: ["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
    headers: (key) => ({ "x-goog-api-key": key }),
    request: ({ model, texts, purpose, dimension }) => ({
      path: `/models/${encodeURIComponent(model)}:batchEmbedContents`,
      body: {
        requests: texts.map((text) => ({
          model: `models/${model}`,
          content: { parts: [{ text }] },
          taskType: purpose === "passage" ? "RETRIEVAL_DOCUMENT" : "RETRIEVAL_QUERY",
          ...(dimension !== null && { outputDimensionality: dimension }),
        })),
      },
    }),
    read(answer) {
      const { embeddings } = asFields(answer);
      return Array.isArray(embeddings) ? all(embeddings.map((one) => vectorOf(asFields(one)["values"]))) : null;
    },
    texts: 100,
    characters: 60_000,
    textCharacters: 4_000,
    dimensions: { "gemini-embedding-001": 3072, "text-embedding-004": 768 },
    choosesDimension: true,
  },
  voyage: {
    baseUrl: "https://api.voyageai.com/v1",
    model: "voyage-3-lite",
    keys: ["VOYAGE_API_KEY"],
    headers: bearer,
    request: ({ model, texts: input, purpose, dimension }) => ({
      path: "/embeddings",
      body: {
        model,
        input,
        input_type: purpose === "passage" ? "document" : "query",
        // What is too long is cut into windows here, never by the service unsaid.
        truncation: false,
        ...(dimension !== null && { output_dimension: dimension }),
      },
    }),
    read: readIndexed,
    texts: 128,
    characters: 200_000,
    textCharacters: 40_000,
    dimensions: {
      "voyage-3-lite": 512,
      "voyage-3": 1024,
      "voyage-3-large": 1024,
      "voyage-3.5": 1024,
      "voyage-3.5-lite": 1024,
      "voyage-code-3": 1024,
    },
    choosesDimension: true,
  },
  ollama: {
    baseUrl: "http://127.0.0.1:11434",
    model: "nomic-embed-text",
    keys: [],
    headers: () => ({}),
    request: ({ model, texts: input }) => ({ path: "/api/embed", body: { model, input, truncate: false } }),
    read(answer) {
      const { embeddings } = asFields(answer);
      return Array.isArray(embeddings) ? all(embeddings.map(vectorOf)) : null;
    },
    texts: 64,
    characters: 100_000,
    textCharacters: 4_000,
    dimensions: {
      "nomic-embed-text": 768,
      "mxbai-embed-large": 1024,
      "all-minilm": 384,
      "bge-m3": 1024,
      "snowflake-arctic-embed": 1024,
    },
    choosesDimension: false,
  },
};

/** Environment variables that a provider's key may stand in; none for one that isn't reached over a network. */
export const keyNames = (provider: string): readonly string[] =>
  Object.hasOwn(WIRES, provider) ? WIRES[provider as RemoteProvider].keys : [];
