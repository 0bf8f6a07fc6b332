import { listedTool, type Tool } from "../../src/surfaces/mcp/tool.ts";
import type { JsonSchema } from "../../src/surfaces/shared/json-schema.ts";
import { toolsOf } from "../../src/surfaces/mcp/served-project.ts";
import { PROMPTS } from "../../src/surfaces/mcp/prompts/prompts.ts";
import { RESOURCES } from "../../src/surfaces/mcp/resources/resources.ts";
import { cell } from "./cell.ts";

/** Tools, resources and prompts of `loci mcp`, as clients are told of them. */
export async function mcpReference(): Promise<string> {
  const few = await toolsOf("default");
  const all = await toolsOf("palace");
  return [
    "# Tools of loci mcp",
    "",
    "Made from the schemas in `src/surfaces/mcp` by `npm run docs`; don't edit. How agents are connected is in [mcp.md](mcp.md). Every tool takes an object without",
    "unknown fields (null, an empty text and an empty list are left out) and gives text for a model, or an error.",
    "",
    "## Always there",
    "",
    ...few.flatMap(describeTool),
    "## With --profile palace",
    "",
    ...all.slice(few.length).flatMap(describeTool),
    "## Resources",
    "",
    "| URI | what it holds | type |",
    "|---|---|---|",
    ...RESOURCES.map(
      ({ uriTemplate, description, mimeType }) => `| \`${uriTemplate}\` | ${cell(description)} | ${mimeType} |`,
    ),
    "",
    "## Prompts",
    "",
    "| prompt | what it does | arguments |",
    "|---|---|---|",
    ...PROMPTS.map(
      ({ name, description, arguments: known }) =>
        `| \`${name}\` | ${cell(description)} | ${known.map((one) => `\`${one.name}\`${one.required ? "" : " (optional)"}`).join(", ")} |`,
    ),
    "",
  ].join("\n");
}

function describeTool(tool: Tool): readonly string[] {
  const { name, description, inputSchema, annotations } = listedTool(tool);
  const properties = inputSchema["properties"] as Record<string, JsonSchema>;
  const required = new Set((inputSchema["required"] ?? []) as readonly string[]);
  const rows = Object.entries(properties).map(
    ([field, schema]) =>
      `| \`${field}\`${required.has(field) ? "" : " (optional)"} | ${cell(typeOf(schema))} | ${cell(String(schema["description"] ?? ""))} |`,
  );
  return [
    `### ${name}`,
    "",
    `${description} ${annotations.readOnlyHint === true ? "Only reads." : annotations.destructiveHint === true ? "Removes what it is told to." : "Writes, and removes nothing."}`,
    "",
    ...(rows.length === 0 ? [] : ["| field | type | |", "|---|---|---|", ...rows, ""]),
  ];
}

function typeOf(schema: JsonSchema): string {
  if (Array.isArray(schema["enum"])) return schema["enum"].map(String).join(", ");
  if (Array.isArray(schema["anyOf"])) return schema["anyOf"].map((one) => typeOf(one as JsonSchema)).join(" or ");
  if (Array.isArray(schema["type"])) return schema["type"].map((type) => typeOf({ ...schema, type })).join(" or ");
  return schema["type"] === "array"
    ? `list of ${typeOf((schema["items"] ?? {}) as JsonSchema)}`
    : String(schema["type"] ?? "anything");
}
