import type { Route } from "./route.ts";

const STYLE =
  `:root{color-scheme:light dark}` +
  `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}` +
  `h2{margin:2rem 0 .25rem;font-size:1.05rem}` +
  `code,pre{font:14px/1.45 ui-monospace,monospace}` +
  `pre{overflow:auto;padding:.75rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.4rem}` +
  `.method{display:inline-block;min-width:4.5rem;font-weight:600}` +
  `.note{opacity:.75}` +
  `details{margin:.25rem 0}` +
  `nav ul{columns:18rem;padding-left:1rem;list-style:none}` +
  `nav a{text-decoration:none}`;

/**
 * The reference as one page: no script, nothing loaded from anywhere.
 * @param document as `openapiDocument` gives it
 */
export function docsPage(routes: readonly Route[], document: object, version: string): string {
  const paths = (
    document as {
      paths: Record<
        string,
        Record<
          string,
          {
            parameters?: object[];
            requestBody?: { content: Record<string, { schema: object }> };
            responses: Record<string, { content?: Record<string, { schema: object }> }>;
          }
        >
      >;
    }
  ).paths;
  const sections = routes.map(({ method, path, operation, summary, access, status = 200 }) => {
    const described = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method];
    const who = access === "open" ? "no token needed" : access === "owner" ? "for the owner" : "";
    const parts: [string, unknown][] = [
      ["Parameters", described?.parameters],
      ["Body", Object.values(described?.requestBody?.content ?? {})[0]?.schema],
      ["Answer", Object.values(described?.responses[String(status)]?.content ?? {})[0]?.schema],
    ];
    const details = parts
      .filter(([, value]) => value !== undefined)
      .map(
        ([title, value]) =>
          `<details><summary>${title}</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre></details>`,
      );
    const note = who === "" ? "" : ` <span class="note">${who}</span>`;
    return (
      `<h2 id="${operation}"><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}` +
      `</code></h2><p>${prose(summary)}.${note}</p>${details.join("")}`
    );
  });
  const contents = routes.map(
    ({ method, path, operation }) =>
      `<li><a href="#${operation}"><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code></a></li>`,
  );
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" ` +
    `content="width=device-width,initial-scale=1"><title>Loci: HTTP</title><style>${STYLE}` +
    `</style><h1>Loci ${escape(version)}` +
    `: HTTP</h1><p>Every request but a few carries <code>Authorization: Bearer TOKEN</code>; the ` +
    `owner's token stands in the file <code>token</code> of the data folder. A project is named by ` +
    `<code>?project=NAME</code>. The same as data: <a ` +
    `href="/openapi.json">openapi.json</a>.</p><nav><ul>${contents.join("")}</ul></nav>` +
    `${sections.join("")}</html>`
  );
}

/** A sentence with code in backticks. */
function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function escape(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character] as string,
  );
}
