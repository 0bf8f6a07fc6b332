import { LociError, parseCaller, parseProjectName, type KnownIdentity } from "../../index.ts";
import { checkRequest, readTexts } from "../../model/requests/index.ts";
import { SCHEMA_VERSION } from "../../operations/answers/answer.ts";
import { requireToken } from "./event-stream.ts";
import { inWords } from "../shared/error-table.ts";
import { wordsFor } from "./step-words.ts";
import type { Scheme } from "./host-guard.ts";
import { readCookie } from "./page-session.ts";
import { type BodyBudget, type BodyLimits, readBytes, spoolBytes, type SpooledBody } from "./read-bytes.ts";
import type { Admitted, Route, Service } from "./route.ts";
import type { ConcurrencyLimit } from "./request-limits.ts";

interface AdmittedRequest extends Admitted {
  readonly request: Request;
  readonly url: URL;
  /** What stands for the parameters of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Checks a request by the schemas of its route, has it handled, and answers.
 * @throws LociError `USAGE`, `TOO_LARGE`, `UNAVAILABLE` when the time is over; what the route throws
 */
export async function answerRoute(
  route: Route,
  { request, params, ...admitted }: Omit<AdmittedRequest, "named">,
  { gate, service }: { readonly gate: Gate; readonly service: Service },
): Promise<Response> {
  const { url, caller, projectName, tokenId } = admitted;
  const words = wordsFor(request);
  const what = `${route.method.toUpperCase()} ${route.path}`;
  const query = Object.fromEntries([...url.searchParams].filter(([name]) => name !== "project"));
  const { signal, overtime, end } = deadline(request.signal, route.unlimited === true ? null : gate.timeLimit);
  const share = (route.takesBytes === true ? gate.spool.budget : gate.bodies).open(
    route.access === "open" ? "nobody" : caller,
  );
  const most = route.access === "open" ? OPEN_BODY : gate.maxBody;
  const waiting: { document: SpooledBody | null } = { document: null };
  const handled = async (): Promise<object | Response> => {
    const checked = {
      params: checkRequest(route.params ?? {}, readTexts(route.params ?? {}, params), { what }),
      query: checkRequest(route.query ?? {}, readTexts(route.query ?? {}, query), { what, beside: ["project"] }),
    };
    // Read before the request waits for its turn, so that a slow sender delays nobody; a document waits in a file.
    if (route.takesBytes === true)
      waiting.document = await spoolBytes(request, gate.spool.folder, { most: service.maxDocumentBytes, share });
    const sent = waiting.document === null ? await bodyOf(route, request, { most, share }) : {};
    const read = { ...checked, body: checkRequest(route.body ?? {}, sent, { what }) };
    const work = async (): Promise<object | Response> => {
      // A body arrives slowly, and a turn is waited for: the token may have ended meanwhile.
      if (route.access !== "open") requireToken(service.knowsToken, tokenId);
      return await route.handle({
        ...read,
        bytes: (await waiting.document?.read()) ?? new Uint8Array(),
        ...admitted,
        project: ({ make } = { make: false }) => service.project(projectName, { make }),
        signal,
        accept: request.headers.get("accept") ?? "",
        service,
        words,
      });
    };
    if (route.access === "open") return await work();
    if (route.takesBytes === true) return await gate.uploads.run(caller, signal, work);
    // Requests that wait for a run or for changes use no working slot.
    return route.unlimited === true ? await work() : await gate.turns.run(caller, signal, work);
  };
  try {
    // The time limit starts here: a body may arrive slowly.
    const result = await Promise.race([handled(), overtime]);
    return result instanceof Response
      ? result
      : jsonAnswer({ schema: SCHEMA_VERSION, ...inWords(result, words) }, route.status ?? 200);
  } finally {
    end();
    await waiting.document?.remove();
    share.release();
  }
}

/** @throws LociError `FORBIDDEN` where whoever asks may not; an owner's token of some projects doesn't open what is of the data folder */
export function requireAccess(access: Route["access"], { caller, projects }: Pick<Admitted, "caller" | "projects">) {
  const isOwner = caller === "owner" && (access !== "home" || projects === null);
  if ((access === "owner" || access === "home") && !isOwner)
    throw new LociError("FORBIDDEN", "only the owner may do that", { hint: "use the owner's token of all projects" });
}

/** Elements of a list that are written at once: some 5 ms. */
const WRITTEN_AT_ONCE = 500;

/** An answer as JSON; one with a long list is written in parts, so that others have their turn. */
function jsonAnswer(answer: Readonly<Record<string, unknown>>, status: number): Response {
  const isLong = (value: unknown): value is readonly unknown[] =>
    Array.isArray(value) && value.length > WRITTEN_AT_ONCE;
  if (!Object.values(answer).some(isLong)) return Response.json(answer, { status });
  async function* parts(): AsyncGenerator<string> {
    let before = "{";
    for (const [name, value] of Object.entries(answer)) {
      if (value === undefined) continue;
      yield `${before}${JSON.stringify(name)}:${isLong(value) ? "[" : JSON.stringify(value)}`;
      for (let from = 0; isLong(value) && from < value.length; from += WRITTEN_AT_ONCE) {
        yield `${from === 0 ? "" : ","}${JSON.stringify(value.slice(from, from + WRITTEN_AT_ONCE)).slice(1, -1)}`;
        await new Promise(setImmediate);
      }
      before = isLong(value) ? "]," : ",";
    }
    yield before.startsWith("]") ? "]}" : "}";
  }
  const body = ReadableStream.from(parts()).pipeThrough(new TextEncoderStream());
  return new Response(body, { status, headers: { "Content-Type": "application/json" } });
}

/** Largest body of a request that needs no token: of a sign-in, some hundred bytes. */
const OPEN_BODY = 1_024;

/** The body of a request; an empty object for a route that takes none, unless one was sent. */
async function bodyOf(route: Route, request: Request, limits: BodyLimits): Promise<unknown> {
  if (route.body !== undefined) return await readJson(request, limits);
  const sent = route.method === "post" && request.body !== null && request.headers.get("content-length") !== "0";
  return sent ? await readJson(request, limits) : {};
}

/**
 * Reads a JSON body.
 * @throws LociError `USAGE` for what says that it is something else (so that no form of a web page can send it) or isn't JSON,
 *   `TOO_LARGE`
 */
async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json"))
    throw new LociError("USAGE", "the body must be JSON and say so", {
      hint: "send 'Content-Type: application/json'; with curl: --json",
    });
  const bytes = await readBytes(request, limits);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch (thrown) {
    throw new LociError("USAGE", "the body is no JSON", {
      hint: "check its quotes and brackets; the encoding is UTF-8",
      cause: thrown,
    });
  }
}

/**
 * How long somebody waits for an answer.
 * @param reader aborts when nobody waits any more
 * @param limit milliseconds; null: no limit
 */
function deadline(reader: AbortSignal, limit: number | null) {
  const over = new AbortController();
  const { promise: overtime, reject } = Promise.withResolvers<never>();
  const onOver = (): void => {
    over.abort();
    reject(new LociError("UNAVAILABLE", "the answer took too long", { hint: "ask for less at once, or try again" }));
  };
  const timer = limit === null ? undefined : setTimeout(onOver, limit);
  return {
    /** Aborts when the reader has gone, and when the time is over. */
    signal: AbortSignal.any([reader, over.signal]),
    /** Rejects with LociError `UNAVAILABLE` when the time is over; never resolves. */
    overtime,
    /** No time is over any more; to be called when there is an answer. */
    end: (): void => clearTimeout(timer),
  };
}

/**
 * Finds out who asks, and for which project.
 *
 * The caller is the one whose token it is. The owner may ask as somebody who sees less (`Loci-Caller`), as `--as` does on the
 * command line; nobody else may be anybody else.
 * @throws LociError `FORBIDDEN`, `UNAUTHORIZED`, `RATE_LIMITED`, `CALLER_INVALID`, `PROJECT_INVALID`
 */
export function admit(request: Request, url: URL, gate: Gate): Admitted {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  // The page's cookie is valid for the API only, and only without a token.
  const cookie = token === undefined && url.pathname.startsWith("/v1/") ? readCookie(request, url) : null;
  const identity = token !== undefined ? gate.identify(token) : cookie !== null ? gate.identifyCookie(cookie) : null;
  if (identity === null) {
    if (token !== undefined && !gate.allowsWrongToken())
      throw new LociError("RATE_LIMITED", "too many wrong tokens", { hint: "wait a second, and check the token" });
    throw new LociError("UNAUTHORIZED", token === undefined ? "a token is missing" : "the token is not known", {
      hint: "send 'Authorization: Bearer TOKEN': one that 'loci tokens add' issued and that hasn't ended, or the owner's (docs/http.md)",
    });
  }
  gate.used(identity.id);
  const header = request.headers.get("loci-caller");
  const caller = header === null ? identity.caller : parseCaller(header);
  if (caller !== identity.caller && identity.caller !== "owner")
    throw new LociError("FORBIDDEN", "a token stands for one caller", { hint: "leave out the header Loci-Caller" });
  const { projectName: asked, named } = projectOf(request, url, {
    own: identity.projects,
    fallback: gate.defaultProject,
  });
  const projectName = gate.nameOf(asked);
  // A token names projects as they were called when it was issued.
  const own = identity.projects?.map(gate.nameOf) ?? null;
  const admitted = { caller, projectName, named, tokenId: identity.id, projects: own };
  // Anybody may ask who they are, whatever the default project is.
  if (url.pathname === "/v1/session") return admitted;
  if (own !== null && !own.includes(projectName))
    throw new LociError("FORBIDDEN", "this token is for other projects", {
      hint: "name one of its projects: '?project=NAME'",
    });
  return admitted;
}

/**
 * The project that a request is for: the one that it names, else the token's own where it has one only, else the service's.
 * @throws LociError `USAGE` for a request that names two, `PROJECT_INVALID`
 */
function projectOf(
  request: Request,
  url: URL,
  { own, fallback }: { readonly own: readonly string[] | null; readonly fallback: string },
): Pick<Admitted, "projectName" | "named"> {
  const header = request.headers.get("loci-project");
  const names = new Set([...url.searchParams.getAll("project"), ...(header === null ? [] : [header])]);
  const [name, other] = names;
  if (other !== undefined)
    throw new LociError("USAGE", "the request names two projects", {
      hint: "name one, as ?project=NAME or as the header Loci-Project",
    });
  if (name !== undefined) return { projectName: parseProjectName(name), named: true };
  return { projectName: own?.length === 1 ? (own[0] as string) : fallback, named: false };
}

export interface Gate {
  /** @returns how the caller reached the service @throws LociError `FORBIDDEN` */
  readonly guardHost: (headers: Headers) => Scheme;
  /** Who a token stands for; null for none. */
  readonly identify: (token: string) => KnownIdentity | null;
  /** Who a cookie of the page stands for; null for none. */
  readonly identifyCookie: (cookie: string) => KnownIdentity | null;
  /** Notes that a request came with a token. */
  readonly used: (id: string) => void;
  /** Whether one more wrong token is listened to. */
  readonly allowsWrongToken: () => boolean;
  /** Lets requests work a few at a time, callers in turn. */
  readonly turns: ConcurrencyLimit;
  /** The same for documents that are handed over, which take seconds. */
  readonly uploads: ConcurrencyLimit;
  /** The project of requests that name none. */
  readonly defaultProject: string;
  /** Bytes of JSON bodies under way. */
  readonly bodies: BodyBudget;
  /** Where documents wait that are handed over, and how many bytes of them. */
  readonly spool: { readonly folder: string; readonly budget: BodyBudget };
  /** What a project is called now, by any name that it had. */
  readonly nameOf: (name: string) => string;
  /** Largest JSON body, bytes. */
  readonly maxBody: number;
  /** Time for an answer, milliseconds. */
  readonly timeLimit: number;
}
