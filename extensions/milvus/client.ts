import { operation, step } from "../../src/model/next-step.ts";
import { once } from "node:events";
import { connect } from "node:http2";
import { connect as connectSocket, isIP } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { setTimeout as delay } from "node:timers/promises";
import { LociError, missingPackage } from "../../src/model/error.ts";

export interface MilvusAddress {
  /** `http://host:19530` or `https://…`. */
  readonly uri: string;
  /** Empty: none. */
  readonly token: string;
}

/** What of the SDK is used; loaded when it is first needed. */
export type Sdk = typeof import("@zilliz/milvus2-sdk-node");
export type SdkClient = InstanceType<Sdk["MilvusClient"]>;

/** A row as it comes from the server; 64-bit integers are texts. */
export type MilvusRow = Readonly<Record<string, unknown>>;

const PACKAGE = "@zilliz/milvus2-sdk-node";
/** Milliseconds that a call may take. */
const TIMEOUT_MS = 60_000;
/** Within which a server takes a connection and says who it is; a search says that it is away within three seconds. */
const CONNECT_MS = 2_000;
/** After which a host that takes no connection, or says nothing on it, counts as away. */
const LISTENING_MS = 1_200;
/** Milliseconds without an answer after which a server is asked whether it lives, and those that it has for saying so. */
const SILENT_MS = 1_200;
/** The same where it writes: a server may have no time for anything else meanwhile. */
const WRITING_MS = 6_000;
/** Attempts of a call that never reached the server, and the pause between them. */
const MAX_UNSENT = 4;
const RETRY_MS = 100;
/** gRPC's numbers for a server that isn't there, and for a call that took too long. */
const UNAVAILABLE = 14;
const DEADLINE = 4;
const UNAUTHENTICATED = 16;
/** Rows of one answer at most; a limit of the server's. */
export const MAX_ROWS = 16_384;

/**
 * One server, called with a bound in time. A client whose connection failed is thrown away, and the next call makes another one: the SDK's own
 * never recovers. A call has succeeded only where the server says so: one that it doesn't know is answered with nothing at all.
 */
export class MilvusServer {
  readonly address: MilvusAddress;
  /** Times that somebody waited for the server: calls that are out together count once. */
  trips = 0;
  /** What the server says it is. */
  version = "";
  #out = 0;
  #sdk: Sdk | null = null;
  #client: Promise<SdkClient> | null = null;
  /** What calls get for a moment after the server was silent: a search makes several, one behind the other. */
  #silence: { readonly error: LociError; readonly until: number } | null = null;

  constructor(address: MilvusAddress) {
    this.address = address;
  }

  /** Types of fields, once a call was made. */
  get types(): Sdk["DataType"] {
    return (this.#sdk as Sdk).DataType;
  }

  /**
   * Makes a call.
   * @param what for messages
   * @param again whether it may be made once more where the connection broke: for reads
   * @throws LociError `UNAVAILABLE` for a server that is gone or slow, `UNAUTHORIZED`, `STORAGE_FAILED` for what it refuses
   */
  async call<T>(what: string, work: (client: SdkClient) => Promise<T>, again = false): Promise<T> {
    if (this.#silence !== null && performance.now() < this.#silence.until) throw this.#silence.error;
    if (this.#out++ === 0) this.trips++;
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#attempt(what, work, again);
        } catch (thrown) {
          if (!(thrown instanceof LociError) || thrown.code !== "UNAVAILABLE") throw thrown;
          const { code, details } = (thrown.cause ?? {}) as { code?: unknown; details?: string };
          // What answers nothing would be waited for as long again.
          if (code === DEADLINE) this.#silence = { error: thrown, until: performance.now() + SILENT_MS };
          // A call without a connection was heard by nobody: the client's was to a server that has restarted.
          const most = details?.includes(UNCONNECTED) === true ? MAX_UNSENT : again ? 2 : 1;
          if (code === DEADLINE || attempt >= most) throw thrown;
          await delay(RETRY_MS * attempt);
        }
      }
    } finally {
      this.#out--;
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.then(
      (open) => open.closeConnection(),
      () => undefined,
    );
  }

  async #attempt<T>(what: string, work: (client: SdkClient) => Promise<T>, isRead: boolean): Promise<T> {
    const connecting = (this.#client ??= this.#connect());
    try {
      const client = await connecting;
      const answer = await this.#whileAlive(work(client), client, isRead ? SILENT_MS : WRITING_MS);
      checkStatus(answer, what);
      return answer;
    } catch (thrown) {
      const error = this.#errorOf(thrown, what);
      if (error.code === "UNAVAILABLE" || error.code === "UNAUTHORIZED") {
        if (this.#client === connecting) this.#client = null;
        void connecting.then((client) => client.closeConnection()).catch(() => undefined);
      }
      throw error;
    }
  }

  /** What a call gives, or an error as soon as the server is silent: one that was stopped takes connections and answers nothing. */
  async #whileAlive<T>(call: Promise<T>, client: SdkClient, silent: number): Promise<T> {
    const done = new AbortController();
    const silence = (async (): Promise<never> => {
      for (;;) {
        await delay(silent, undefined, { signal: done.signal });
        await (this.#sdk as Sdk).promisify(client.channelPool, "GetVersion", {}, silent);
      }
    })();
    try {
      return await Promise.race([call, silence]);
    } finally {
      done.abort();
    }
  }

  async #connect(): Promise<SdkClient> {
    const { uri, token } = this.address;
    const { hostname, port, protocol } = new URL(uri);
    const ssl = protocol === "https:";
    // Before the SDK, whose loading is most of what a command does that finds nobody there.
    const asked = performance.now();
    await requireListening(hostname, Number(port) || (ssl ? 443 : 19530), ssl);
    const left = CONNECT_MS - (performance.now() - asked);
    this.#sdk ??= await loadSdk();
    const client = new this.#sdk.MilvusClient({
      address: `${hostname}:${port === "" ? (ssl ? "443" : "19530") : port}`,
      ssl,
      ...(token !== "" && { token }),
      // A call that nobody waits for any more would hold the process.
      timeout: Math.max(SILENT_MS / 2, left),
      maxRetries: 0,
      logLevel: "error",
      channelOptions: {
        "grpc.keepalive_permit_without_calls": 0,
        "grpc.keepalive_time_ms": 600_000,
        // Another client's connection that waits before it tries again is none of this one's.
        "grpc.use_local_subchannel_pool": 1,
        "grpc.initial_reconnect_backoff_ms": 100,
        "grpc.max_reconnect_backoff_ms": 1_000,
      },
    });
    try {
      const answer = await client.getVersion();
      checkStatus(answer, "its version");
      client.timeout = TIMEOUT_MS;
      this.version = (answer as unknown as { version: string }).version;
      return client;
    } catch (thrown) {
      void client.closeConnection().catch(() => undefined);
      // What stands before a server that is away may answer in its place.
      throw Object.assign(thrown as Error, { code: (thrown as { code?: unknown }).code ?? UNAVAILABLE });
    }
  }

  #errorOf(thrown: unknown, what: string): LociError {
    if (thrown instanceof LociError) return thrown;
    const { uri } = this.address;
    // The SDK throws errors of its own, those of gRPC, and what the server answered: a status, or what has one.
    type Reason = { code?: unknown; details?: string; message?: string; reason?: string };
    const { code, details, message, reason, status } = (thrown ?? {}) as Reason & { status?: Reason };
    const reply = (details ?? message ?? (reason || status?.reason) ?? "").split("\n")[0]?.slice(0, 300) ?? "";
    if (code === UNAUTHENTICATED || /auth check failure|unauthenticated|invalid token/i.test(reply))
      return new LociError("UNAUTHORIZED", `the Milvus server at ${uri} refused the token`, {
        hint: "set LOCI_STORE_TOKEN to a token of that server ('user:password', or an API key)",
        cause: thrown,
      });
    const isLate = code === DEADLINE || /DEADLINE_EXCEEDED/.test(reply);
    if (isLate || code === UNAVAILABLE || /UNAVAILABLE|ECONNREFUSED|ENOTFOUND|connect/i.test(reply)) {
      const how = isLate ? `did not answer in time (${what})` : `can't be reached (${reply || "no answer"})`;
      return new LociError("UNAVAILABLE", `the Milvus server at ${uri} ${how}`, {
        hint: "check store.uri and whether the server is running, then run the command again: nothing that was ready is lost",
        cause: thrown,
      });
    }
    return new LociError("STORAGE_FAILED", `the Milvus server at ${uri} refused ${what}: ${reply}`, {
      hint: step`run ${operation("doctor")}`,
      cause: thrown,
    });
  }
}

/** How the SDK says that there is no connection, so that a call was heard by nobody. */
const UNCONNECTED = "No connection established";

/**
 * Waits for the first that any server of HTTP/2 says by itself: the SDK takes some ten seconds to say that nobody is there, and half a second of
 * the processor to be loaded. Nothing is told to the server, so it needn't prove who it is.
 * @throws what the SDK would say in the end
 */
async function requireListening(hostname: string, port: number, ssl: boolean): Promise<void> {
  // An address of IPv6 stands in brackets, and only a name says which of a host's servers is meant.
  const host = hostname.replace(/^\[|\]$/g, "");
  const servername = isIP(host) === 0 ? host : "";
  const way = { host, port, servername, ALPNProtocols: ["h2"], rejectUnauthorized: false };
  const socket = ssl ? connectSecurely(way) : connectSocket(way);
  const session = connect("http://milvus", { createConnection: () => socket });
  try {
    await once(session, "remoteSettings", { signal: AbortSignal.timeout(LISTENING_MS) });
  } catch (thrown) {
    const { name, message } = thrown as Error;
    if (name === "AbortError") throw Object.assign(new Error("no answer"), { code: DEADLINE });
    throw Object.assign(new Error(message), { code: UNAVAILABLE, details: `${UNCONNECTED}: ${message}` });
  } finally {
    session.on("error", () => undefined).destroy();
    // A session that never had its connection leaves it open.
    socket.destroy();
  }
}

/** @throws LociError `UNAVAILABLE` naming the package where it isn't installed */
async function loadSdk(): Promise<Sdk> {
  try {
    return await import("@zilliz/milvus2-sdk-node");
  } catch (thrown) {
    throw missingPackage(thrown, { name: PACKAGE, major: 3, needed: "store.uri names a Milvus server" });
  }
}

/** @throws what the server said where that isn't "success" */
function checkStatus(answer: unknown, what: string): void {
  const { status = answer } = (answer ?? {}) as { status?: unknown };
  const { error_code, code, reason, detail } = (status ?? {}) as {
    error_code?: string | number;
    code?: number;
    reason?: string;
    detail?: string;
  };
  if ((error_code === "Success" || error_code === 0) && (code ?? 0) === 0) return;
  if (error_code === undefined && typeof answer === "object" && answer !== null && "value" in answer) return;
  throw new Error(reason || detail || `no answer to ${what}`);
}

/**
 * Checks an address.
 * @throws LociError `CONFIG_INVALID`
 */
export function parseMilvusUri(uri: string): string {
  const url = URL.parse(uri);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.hostname === "")
    throw new LociError("CONFIG_INVALID", "store.uri is no address of a Milvus server", {
      hint: "write http://host:19530, https://… for Zilliz Cloud, or leave it empty to keep the index in the project's folder",
    });
  if (url.username !== "" || url.password !== "")
    throw new LociError("CONFIG_INVALID", "store.uri holds a password, and settings are shown", {
      hint: "put the token into the environment: LOCI_STORE_TOKEN=user:password",
    });
  return `${url.protocol}//${url.host}`;
}
