import { openapiDocument } from "../../src/surfaces/http/openapi-document.ts";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import { cell } from "./cell.ts";

interface Property {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
}

type Operation = {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Property;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        {
          readonly schema: {
            readonly properties?: Readonly<Record<string, Property>>;
            readonly required?: readonly string[];
          };
        }
      >
    >;
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<
          Record<string, { readonly schema: { readonly properties?: Readonly<Record<string, Property>> } }>
        >;
      }
    >
  >;
};

const WHO = {
  open: "nobody needs a token",
  caller: "every caller",
  owner: "the owner",
  home: "the owner of all projects",
} as const;
/** On every route, so said once. */
const EVERYWHERE = new Set(["project", "Loci-Caller"]);

/** Every route of `loci serve`, from the schemas that check its requests. */
export function httpReference(): string {
  const { paths } = openapiDocument(ROUTES, "") as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const lines = [
    "# HTTP routes",
    "",
    "Made from the routes in `src/surfaces/http/routes` by `npm run docs`; don't edit. [http.md](http.md) says how they are used; `/openapi.json` of a running service says the same in full.",
    "Every route takes `?project=NAME` (or the header `Loci-Project`), and from the owner the header `Loci-Caller`.",
  ];
  for (const { method, path, operation, summary, access, status = 200 } of ROUTES) {
    const { parameters = [], requestBody, responses } = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method] as Operation;
    lines.push(
      "",
      `## \`${method.toUpperCase()} ${path}\``,
      "",
      `${summary}. For ${WHO[access]}. In the client: \`${operation}\`.`,
    );
    const own = parameters.filter(({ name }) => !EVERYWHERE.has(name));
    const body = Object.entries(requestBody?.content ?? {})[0];
    const rows = [
      ...own.map(({ name, in: place, required, schema, description = "" }) => [
        `\`${name}\``,
        place,
        typeOf(schema),
        required ? "yes" : "",
        description,
      ]),
      ...Object.entries(body?.[1].schema.properties ?? {}).map(([name, property]) => [
        `\`${name}\``,
        "body",
        typeOf(property),
        body?.[1].schema.required?.includes(name) === true ? "yes" : "",
        property.description ?? "",
      ]),
    ];
    if (rows.length > 0)
      lines.push(
        "",
        "| name | in | type | needed | |",
        "|---|---|---|---|---|",
        ...rows.map((row) => `| ${row.map(cell).join(" | ")} |`),
      );
    if (body?.[0] === "application/octet-stream") lines.push("", "The body is the document's bytes.");
    const answer = Object.entries(responses[String(status)]?.content ?? {})[0];
    const fields = Object.keys(answer?.[1].schema.properties ?? {}).filter((name) => name !== "schema");
    lines.push(
      "",
      answer?.[0] === "application/json"
        ? `Answers ${status} with ${fields.map((name) => `\`${name}\``).join(", ")}.`
        : `Answers ${status} with \`${answer?.[0] ?? ""}\`.`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function typeOf({ type, enum: choices, const: only }: Property): string {
  if (choices !== undefined) return choices.map(String).join(", ");
  if (only !== undefined) return String(only);
  return type === undefined ? "one or more" : [type].flat().join(" or ");
}
