import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "./notes.fixture.ts";
import { type TestService, testService } from "./service.fixture.ts";
import { ended } from "../ended.fixture.ts";
import { freePort } from "../free-port.fixture.ts";

const DOCS = readFileSync(new URL("../../docs/team.md", import.meta.url), "utf8");
const NAME = "loci.example.com";

/** The file of the documentation, in the language that its block names. */
function file(language: string): string {
  const [, block] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "mu").exec(DOCS) ?? [];
  assert.ok(block !== undefined, language);
  return block;
}

/** A certificate for the name, which signs itself. @returns the paths of both parts */
function certificate(folder: string): { readonly pem: string; readonly key: string } {
  const [pem, key] = [join(folder, "loci.pem"), join(folder, "loci.key")];
  const options = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${NAME}`];
  const { status, stderr } = spawnSync("openssl", ["req", ...options, "-keyout", key, "-out", pem], {
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return { pem, key };
}

interface Reached {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks through the proxy, by its name. `until`: closes the answer when that has come. */
async function ask(
  port: number,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
    until,
  }: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
    readonly until?: string;
  } = {},
): Promise<Reached> {
  return await new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        servername: NAME,
        rejectUnauthorized: false,
        headers: { host: `${NAME}:${port}`, ...headers },
      },
      (response) => {
        let read = "";
        const done = (): void => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read });
        response.setEncoding("utf8").on("data", (piece: string) => {
          read += piece;
          if (until === undefined || !read.includes(until)) return;
          done();
          asked.destroy();
        });
        response.on("end", done).on("error", reject);
      },
    );
    asked.on("error", reject).end(body);
  });
}

interface Proxy {
  readonly port: number;
  readonly process: ChildProcess;
}

/** The documented nginx, with the ports and paths of a test; what else a whole configuration needs stands around it. */
async function nginx(folder: string, service: number): Promise<Proxy> {
  const { pem, key } = certificate(folder);
  const port = await freePort();
  const server = file("nginx")
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("/etc/ssl/loci.pem", pem)
    .replace("/etc/ssl/loci.key", key)
    .replace("5858", String(service));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder};`);
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/errors.log; events {}\nhttp { access_log off; ${temporary.join(" ")}\n${server}}\n`,
  );
  return {
    port,
    process: spawn("nginx", ["-p", folder, "-e", join(folder, "errors.log"), "-c", config], { stdio: "inherit" }),
  };
}

/** The documented Caddy, with a certificate that it need not ask for. */
async function caddy(folder: string, service: number): Promise<Proxy> {
  const { pem, key } = certificate(folder);
  const port = await freePort();
  const site = file("caddyfile")
    .replace(`${NAME} {`, `${NAME}:${port} {\n  bind 127.0.0.1\n  tls ${pem} ${key}`)
    .replace("5858", String(service));
  const config = join(folder, "Caddyfile");
  writeFileSync(config, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`);
  return {
    port,
    process: spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
      stdio: "ignore",
      env: { ...process.env, HOME: folder },
    }),
  };
}

/** A service behind a proxy that answers. */
async function behind(
  t: TestContext,
  start: typeof nginx,
): Promise<{ readonly service: TestService; readonly port: number }> {
  const service = await testService(t, { settings: { server: { allowed_hosts: [NAME] } } });
  const proxy = await start(temporaryFolder(t), Number(new URL(service.url).port));
  t.after(async () => {
    proxy.process.kill("SIGTERM");
    await ended(proxy.process);
  });
  for (let left = 600; ; left--) {
    const up = await ask(proxy.port, "/healthz").then(
      ({ status }) => status,
      () => 0,
    );
    if (up === 200) return { service, port: proxy.port };
    assert.ok(left > 0, `the proxy never answered: ${up}`);
    await sleep(100);
  }
}

for (const [program, version, start] of [
  ["nginx", "-v", nginx],
  ["caddy", "version", caddy],
] as const) {
  const absent = [program, "openssl"].find((needed) => spawnSync(needed, [version]).error !== undefined);
  const skip = absent !== undefined && `${absent} is not installed`;
  test(`behind ${program} as documented: sign-in, streams, documents, and what is refused`, { skip }, async (t) => {
    const { service, port } = await behind(t, start);
    const origin = `https://${NAME}:${port}`;
    const { token } = service.tokens.issue("owner", { projects: "all" });
    const authorization = `Bearer ${token}`;

    const signedIn = await ask(port, "/v1/session", {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    const [cookie = ""] = signedIn.headers["set-cookie"] ?? [];
    assert.match(cookie, /^loci-\d+=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/u);
    const own = { cookie: cookie.split(";", 1)[0] as string, origin };
    assert.equal((await ask(port, "/v1/session", { headers: own })).status, 200);

    // 1.5 MB: more than nginx takes without being told.
    const document = Buffer.from(`# Harbour\n\n${"The harbour opens at six. ".repeat(60_000)}`);
    const sent = await ask(port, "/v1/documents?name=harbour.md&scope=kb", {
      method: "POST",
      headers: { authorization },
      body: document,
    });
    assert.equal(sent.status, 200, sent.body.slice(0, 300));
    const stream = await ask(port, "/v1/changes", {
      headers: { ...own, accept: "text/event-stream" },
      until: "event: change",
    });
    assert.equal(stream.status, 200);
    const code = await ask(port, "/v1/session/codes", { method: "POST", headers: { authorization } });
    assert.ok((JSON.parse(code.body) as { readonly url: string }).url.startsWith(`${origin}/#code=`), code.body);

    for (const [name, headers] of Object.entries({
      "another site": { ...own, origin: "https://evil.example" },
      "another port": { ...own, origin: `https://${NAME}:1` },
      "the same name in the open": { ...own, origin: `http://${NAME}:${port}` },
      "a page across": { ...own, origin: "null" },
    }))
      assert.equal((await ask(port, "/v1/session", { headers })).status, 403, name);
    const foreign = await ask(port, "/v1/session", { headers: { authorization, host: `evil.example:${port}` } });
    assert.ok(foreign.status >= 400 || foreign.body === "", `another name: ${foreign.status} ${foreign.body}`);
  });
}
