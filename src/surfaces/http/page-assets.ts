import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
};

/**
 * Content security policy: the page loads from this service alone, runs only its own scripts, and can't turn text into markup. `form-action 'none'`, since it
 * submits no forms; `frame-ancestors 'none'`, so that no other page embeds it.
 */
const POLICY = [
  ...["default-src", "script-src", "style-src", "img-src", "connect-src"].map((what) => `${what} 'self'`),
  ...["object-src", "base-uri", "form-action", "frame-ancestors", "trusted-types"].map((what) => `${what} 'none'`),
  "require-trusted-types-for 'script'",
].join("; ");

const UNBUILT = "<!doctype html><title>Loci</title><p>The page is not built. Run <code>npm run build</code>.</p>";

/** The folder that the build made: beside this file in dist/, or of the checkout that the sources run from. */
function builtFolder(): string | null {
  const places = ["../../web", "../../../dist/web"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return places.find((place) => existsSync(join(place, "index.html"))) ?? null;
}

/** The page's files, the same for everybody and with nothing of anybody: read when they are first asked for, and kept, some 100 kB. */
export function pageAssets() {
  let read: ReadonlyMap<string, Asset> | null = null;
  const files = (): ReadonlyMap<string, Asset> => (read ??= readAssets(builtFolder()));
  return {
    page(request: Request): Response {
      const html = files().get("index.html") ?? assetOf(Buffer.from(UNBUILT), ".html");
      return answer(html, request, { "Content-Security-Policy": POLICY, "Cache-Control": "no-cache" });
    },
    /** A file by its path below `/assets/`; null where there is none. */
    asset(path: string, request: Request): Response | null {
      const found = files().get(`assets/${path}`);
      // The path holds a hash of the contents.
      return found === undefined ? null : answer(found, request, { "Cache-Control": "max-age=31536000, immutable" });
    },
  };
}

function readAssets(folder: string | null): ReadonlyMap<string, Asset> {
  if (folder === null) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    paths.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const name = file.slice(folder.length).replaceAll("\\", "/").replace(/^\//, "");
      return [name, assetOf(readFileSync(file), extname(name))];
    }),
  );
}

function assetOf(contents: Buffer, extension: string): Asset {
  const type = TYPES[extension] ?? "application/octet-stream";
  return { type, bytes: new Uint8Array(contents), compressed: new Uint8Array(gzipSync(contents, { level: 9 })) };
}

function answer({ type, bytes, compressed }: Asset, request: Request, headers: Record<string, string>): Response {
  const tag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 20)}"`;
  const all = { ...headers, "Content-Type": type, ETag: tag, Vary: "Accept-Encoding" };
  if (request.headers.get("if-none-match") === tag) return new Response(null, { status: 304, headers: all });
  const zipped = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  return new Response(zipped ? compressed : bytes, {
    headers: { ...all, ...(zipped && { "Content-Encoding": "gzip" }) },
  });
}
