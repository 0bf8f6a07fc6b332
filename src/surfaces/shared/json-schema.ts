import { describeField, type Field, type Fields } from "../../model/requests/index.ts";

export type JsonSchema = { readonly [key: string]: unknown };

export type ObjectSchema = JsonSchema & {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
};

/**
 * The JSON schema of a request.
 * @param brief for agents, who pay for every byte: without bounds (they are checked, and named by the error) and with few words
 */
export function jsonSchemaOf(fields: Fields, { brief }: { readonly brief: boolean } = { brief: false }): ObjectSchema {
  const required = Object.keys(fields).filter((name) => fields[name]?.needed);
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, brief)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function fieldSchema(field: Field, brief: boolean): JsonSchema {
  const { types, min, max, least, most, choices, pattern, nullable } = field;
  const description = brief ? (field.short ?? describeField(field)) : describeField(field);
  const isText = types.includes("text") || types.includes("texts");
  const bounds = brief || min === undefined ? {} : isText ? { minLength: min } : { minimum: min };
  const limits = brief || max === undefined ? {} : isText ? { maxLength: max } : { maximum: max };
  const ofText = isText
    ? { ...bounds, ...limits, ...(choices && { enum: choices }), ...(pattern && !brief && { pattern: pattern.source }) }
    : {};
  const list = (types.includes("texts") && !(brief && types.includes("text"))) || types.includes("objects");
  const item = field.fields === undefined ? { type: "string", ...ofText } : jsonSchemaOf(field.fields, { brief });
  const all = [...types.map((type) => TYPES[type] ?? "object"), ...(nullable ? ["null"] : [])];
  // Some clients of agents know no unions, and refuse a whole list of tools for one.
  const names = brief ? all.slice(0, 1) : all;
  return {
    type: names.length === 1 ? names[0] : names,
    ...(types.includes("text") && ofText),
    ...(types.includes("whole") || types.includes("number") ? { ...bounds, ...limits } : {}),
    ...(list && { items: item, ...(!brief && { ...(least && { minItems: least }), ...(most && { maxItems: most }) }) }),
    ...(types.includes("object") && field.fields && jsonSchemaOf(field.fields, { brief })),
    ...(description !== "" && { description }),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  text: "string",
  texts: "array",
  whole: "integer",
  number: "number",
  flag: "boolean",
  object: "object",
  objects: "array",
};
