import { setTimeout as sleepFor } from "node:timers/promises";
import { LociError } from "../../model/error.ts";
import type { EmbeddingProvider } from "../port.ts";
import { prefixed, type Purpose, type RemoteProvider, type Wire, WIRES } from "./wire.ts";

export interface RemoteSettings {
  readonly provider: RemoteProvider;
  /** Empty: its usual one. */
  readonly model: string;
  /** Empty: its own address. */
  readonly baseUrl: string;
  /** 0: the model's own. */
  readonly dimension: number;
  /** Requests at once. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  /** Keys are read from here and nowhere else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Waits; for tests. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

const RETRIES = 4;
/** Retries for a question: few, since somebody waits, and a search by words alone can answer. */
const QUERY_RETRIES = 1;
const FIRST_PAUSE_MS = 500;
/** Longest pause that a service may ask for; beyond it counts as unavailable, so that a run doesn't hang silently for minutes. */
const LONGEST_PAUSE_MS = 60_000;
/** Matches the messages of services for an exhausted quota, which no retry helps. */
const EXHAUSTED = /insufficient_quota|quota.{0,40}exceeded.{0,40}(?:day|billing)|billing|credit|payment/iu;
const LOOPBACK = /^https?:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::|\/|$)/iu;

/**
 * Opens a provider that is reached over HTTP. Texts go in batches within the provider's limits, several at once; what is too long for the model
 * is cut into windows whose vectors are averaged by length, so nothing is left out unsaid. Vectors are brought to length 1.
 *
 * Failed requests are tried again up to four times, with growing pauses or the one that the service asks for; wrong keys and exhausted
 * quota end at once. Not by `embedMany` of `ai`: it divides by the number of texts alone, and reaches only two of these four providers by itself.
 * @throws LociError `MODEL_UNAVAILABLE` without its key; for a model whose dimension isn't known, also when it can't be asked
 */
export async function openRemoteEmbedding(settings: RemoteSettings): Promise<EmbeddingProvider> {
  const wire = WIRES[settings.provider];
  const model = settings.model === "" ? wire.model : settings.model;
  const key = wire.keys.map((name) => settings.environment[name] ?? "").find((value) => value !== "") ?? "";
  const baseUrl = (settings.baseUrl === "" ? wire.baseUrl : settings.baseUrl).replace(/\/+$/u, "");
  if (wire.keys.length > 0 && key === "" && settings.baseUrl === "")
    throw unavailable(settings.provider, model, {
      what: `has no key: ${wire.keys[0]} is not set`,
      hint: `export ${wire.keys[0]}=…`,
    });
  const asked = settings.dimension > 0 ? settings.dimension : null;
  const call = caller({ wire, settings, model, baseUrl, key, dimension: wire.choosesDimension ? asked : null });
  const known = asked ?? wire.dimensions[model.replace(/:.*$/u, "")] ?? null;
  const dimension = known ?? (await call(["dimension"], "query", undefined))[0]?.length ?? 0;

  const embed = async (...[texts, purpose, signal]: Parameters<Embed>): Promise<readonly Float32Array[]> => {
    const pieces = texts.flatMap((text, of) =>
      windows(prefixed(model, text, purpose), wire.textCharacters).map((piece) => ({ of, piece })),
    );
    const sums = texts.map(() => new Float32Array(dimension));
    const batches = batchesOf(pieces, wire);
    let next = 0;
    const work = async (): Promise<void> => {
      for (let i = next++; i < batches.length; i = next++) {
        const batch = batches[i] as typeof pieces;
        const vectors = await call(
          batch.map(({ piece }) => piece),
          purpose,
          signal,
        );
        for (const [j, { of, piece }] of batch.entries()) {
          const vector = vectors[j] as readonly number[];
          if (vector.length !== dimension)
            throw unavailable(settings.provider, model, {
              what: `gave vectors of ${vector.length} dimensions where ${dimension} were expected`,
              hint: `set embedding.dimension to ${vector.length}, then migrate the model`,
            });
          const sum = sums[of] as Float32Array;
          const weight = piece.length / norm(vector);
          if (Number.isFinite(weight))
            for (let d = 0; d < dimension; d++) sum[d] = (sum[d] as number) + weight * (vector[d] as number);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(settings.concurrency, batches.length) }, work));
    return sums.map(toUnit);
  };

  return {
    identity: {
      provider: settings.provider,
      model,
      dimension,
      // Another address may serve other weights under the same name.
      version: settings.baseUrl === "" ? "1" : `1@${baseUrl.replace(/^https?:\/\//u, "").replaceAll(":", ".")}`,
    },
    capabilities: { local: LOOPBACK.test(baseUrl), maxBatch: wire.texts * settings.concurrency, similarWords: false },
    embedPassages: async (texts, { signal } = {}) => await embed(texts, "passage", signal),
    embedQuery: async (text, { signal } = {}) => (await embed([text], "query", signal))[0] as Float32Array,
    similarWords: () => [],
  };
}

interface Call {
  readonly wire: Wire;
  readonly settings: RemoteSettings;
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly dimension: number | null;
}

type Embed = (
  texts: readonly string[],
  purpose: Purpose,
  signal: AbortSignal | undefined,
) => Promise<readonly (readonly number[])[]>;

/** One request with its retries. */
function caller({ wire, settings, model, baseUrl, key, dimension }: Call): Embed {
  const { provider, timeoutMs } = settings;
  const sleep =
    settings.sleep ??
    (async (milliseconds, signal) =>
      void (await sleepFor(milliseconds, undefined, signal === undefined ? {} : { signal })));

  const once = async (...[texts, purpose, signal]: Parameters<Embed>): Promise<Awaited<ReturnType<Embed>> | Fault> => {
    const { path, body } = wire.request({ model, texts, purpose, dimension });
    const limit = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${baseUrl}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...wire.headers(key) },
        body: JSON.stringify(body),
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      });
      text = await response.text();
    } catch (thrown) {
      signal?.throwIfAborted();
      const why = limit.aborted
        ? `gave no answer within ${timeoutMs / 1000} s`
        : `can't be reached (${reasonOf(thrown)})`;
      return fault(
        why,
        provider === "ollama" ? "start it: ollama serve" : "check the network and embedding.base_url",
        true,
      );
    }
    if (!response.ok)
      return { ...faultOf(provider, model, { status: response.status, text }), pauseMs: pauseOf(response) };
    let vectors: readonly (readonly number[])[] | null;
    try {
      vectors = wire.read(JSON.parse(text));
    } catch {
      return fault("answered something else than JSON", "check embedding.base_url", true);
    }
    if (vectors?.length === texts.length) return vectors;
    const what = vectors === null ? "no vectors" : `${vectors.length} vectors for ${texts.length} texts`;
    return fault(`answered ${what}`, "check embedding.model and embedding.base_url", true);
  };

  return async (texts, purpose, signal) => {
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      const answer = await once(texts, purpose, signal);
      if (!("again" in answer)) return answer;
      if (!answer.again || attempt === (purpose === "query" ? QUERY_RETRIES : RETRIES))
        throw unavailable(provider, model, { what: answer.message, hint: answer.hint });
      const pause = answer.pauseMs ?? FIRST_PAUSE_MS * 2 ** attempt;
      if (pause > LONGEST_PAUSE_MS)
        throw unavailable(provider, model, { what: `asks to wait ${Math.round(pause / 1000)} s`, hint: LATER });
      await sleep(pause, signal);
    }
  };
}

interface Fault {
  readonly message: string;
  readonly hint: string;
  /** Whether another try may help. */
  readonly again: boolean;
  /** As the service asks for; null: as usual. */
  readonly pauseMs: number | null;
}

const LATER = "try again later: what was embedded so far is kept";

const fault = (message: string, hint: string, again = false): Fault => ({ message, hint, again, pauseMs: null });

function faultOf(
  provider: RemoteProvider,
  model: string,
  { status, text }: { readonly status: number; readonly text: string },
): Fault {
  if (status === 401 || status === 403)
    return fault(`refused the key (${status})`, `check ${WIRES[provider].keys[0] ?? "its access"}`);
  if (status === 404)
    return provider === "ollama"
      ? fault(`has no model '${model}'`, `ollama pull ${model}`)
      : fault(`knows no model '${model}'`, "check embedding.model");
  if (status === 402 || (status === 429 && EXHAUSTED.test(text)))
    return fault("has no quota left", "check the account; what was embedded so far is kept");
  if (status === 429) return fault("is asked too often", LATER, true);
  if (status === 408 || status >= 500) return fault(`failed (${status})`, LATER, true);
  return fault(`refused the request (${status})`, "check embedding.model and embedding.dimension");
}

/** Seconds or a date, in milliseconds; null where there is none. */
function pauseOf({ headers }: Response): number | null {
  const header = headers.get("retry-after");
  if (header === null) return null;
  const seconds = Number(header);
  const pause = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(pause) ? Math.max(0, pause) : null;
}

/** Never a key: those stand in headers, and no header is shown. */
const unavailable = (
  provider: string,
  model: string,
  { what, hint }: { readonly what: string; readonly hint: string },
): LociError =>
  new LociError("MODEL_UNAVAILABLE", `the embedding provider '${provider}' ${what}`, {
    hint,
    details: { provider, model },
  });

function reasonOf(thrown: unknown): string {
  const cause = (thrown as { cause?: { code?: string } }).cause;
  return cause?.code ?? (thrown instanceof Error ? thrown.name : "unknown");
}

/** A text cut where a word ends, in pieces of at most `most` characters. */
function windows(text: string, most: number): readonly string[] {
  if (text.length <= most) return [text];
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + most);
    if (end < text.length) {
      const space = text.lastIndexOf(" ", end);
      if (space > start + most / 2) end = space + 1;
      else if (/[\ud800-\udbff]/u.test(text[end - 1] as string)) end--;
    }
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function batchesOf<T extends { readonly piece: string }>(
  pieces: readonly T[],
  { texts, characters }: Wire,
): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let size = 0;
  for (const one of pieces) {
    const last = batches.at(-1);
    if (last === undefined || last.length === texts || size + one.piece.length > characters) {
      batches.push([one]);
      size = one.piece.length;
    } else {
      last.push(one);
      size += one.piece.length;
    }
  }
  return batches;
}

function norm(vector: readonly number[] | Float32Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}

function toUnit(vector: Float32Array): Float32Array {
  const length = norm(vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
