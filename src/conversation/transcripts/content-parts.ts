import type { TranscriptEntry } from "../../model/transcript-read.ts";
import { type Fields, fieldsOf, jsonText, listOf, objectsOf, textOf, toolText } from "../../text/fields.ts";

/** A part of a message: words, a call, what it gave, or something that the model is shown. */
export interface ContentPart extends Pick<TranscriptEntry, "text" | "caption"> {
  readonly kind: "message" | "tool" | "context";
  /** Where it isn't the message's own. */
  readonly role?: string;
}

/** A whole text that a client put in for the model, once or several times; words of a person between two of them are his. */
const INJECTED = new RegExp(
  String.raw`^(?:\s*<(system-reminder|environment_details|environment_context|session_context|system|context|user_info` +
    String.raw`|current_datetime|reminder|hook_context)\b(?:(?!<\/\1>)[\s\S])*<\/\1>)+\s*$`,
  "u",
);
/** Such texts before what a person typed: what the model is told beside a prompt, and where he stands in his editor. */
const BEFORE_TYPED = new RegExp(
  String.raw`^(?:\s*<(system-reminder|environment_context|session_context|hook_context|ide_opened_file|ide_selection` +
    String.raw`|ide_diagnostics|new-diagnostics)\b(?:(?!<\/\1>)[\s\S])*<\/\1>)+\s*(?=[^\s<])`,
  "u",
);

/** Where what a person typed begins, behind what the client put before it; 0 for what has nothing before it, or nothing but that. */
export const framesBefore = (text: string): number => BEFORE_TYPED.exec(text)?.[0].length ?? 0;

/** The tags by which a client says that a person typed something, among what the client put in. */
const TYPED = /<(task|user_message|feedback|answer|user_query)>\n?/u;
/** Words of the client's own that stand above them: "The user provided the following feedback: <feedback>". */
const TOLD = /\bthe user\b|^\[[A-Za-z_ ]+\b|^New (?:message|instructions) /iu;
/** What Cline says in the user's place. */
const CLIENT = /^\[(?:ERROR|TASK RESUMPTION)\]/u;
/** What Cline and Roo write before the result of a call. */
const RESULT = /^\[[a-z_]+(?: for [^\n]*|\b[^\n]*)?\] Result:/u;
/** Their calls, inside of what the model says: tags of several words around tags. */
const CALL = /(<([a-z]+(?:_[a-z]+)+)>\s*<[a-z_]+>[\s\S]*?<\/\2>)/u;

/**
 * The parts of a message's content, whichever agent or model wrote it: a text, or blocks of Anthropic's, OpenAI's and Google's kinds. What a
 * model thinks, and what only keeps books, has no part.
 * @param isUser whether a person may have typed it
 */
export function* contentParts(content: unknown, isUser: boolean): Generator<ContentPart> {
  if (typeof content === "string") return yield* textParts(content, isUser);
  let isResult = false;
  for (const block of Array.isArray(content) ? listOf(content) : [content]) {
    const text = isUser ? (textOf(block) ?? textOf(fieldsOf(block)?.["text"])) : null;
    // Cline and Roo give what a tool gave in a block of its own, below the one that names the tool.
    if (isResult && text !== null && typedIn(text) === null && !INJECTED.test(text)) yield result(text);
    else yield* blockParts(block, isUser);
    isResult = text !== null && RESULT.test(text) && text.trimEnd().endsWith("] Result:");
  }
}

/** What a person typed of a text, and what the client put around it; null where no tag says so. Linear in the text. */
export function typedIn(
  text: string,
): { readonly above: string; readonly typed: string; readonly below: string } | null {
  const opening = TYPED.exec(text);
  if (opening === null) return null;
  const tag = opening[1] as string;
  const from = opening.index + opening[0].length;
  const to = text.indexOf(`</${tag}>`, from);
  const above = text.slice(0, opening.index).trim();
  const below = text.slice(to + tag.length + 3).trim();
  if (to === -1 || (below !== "" && !/^<[a-z]/u.test(below))) return null;
  if (above !== "" && !above.startsWith("<") && !TOLD.test(above)) return null;
  return { above, typed: text.slice(from, to).replace(/\n$/u, ""), below };
}

/** An answer without what the model thought, as Cline, Aider and models that run at home write it among the words. */
export const withoutThoughts = (answer: string): string =>
  answer.replaceAll(
    new RegExp(
      String.raw`<thinking>[\s\S]*?<\/thinking>\s*|^\s*<think>[\s\S]*?<\/think>\s*|<details type="reasoning"[\s\S]*?<\/details>\s*` +
        String.raw`|<(thinking-content-[\da-f]{32})>[\s\S]*?(?:<\/\1>\s*|$)`,
      "gu",
    ),
    "",
  );

function* textParts(text: string, isUser: boolean): Generator<ContentPart> {
  const typed = isUser ? typedIn(text) : null;
  const context = (put: string): ContentPart => ({ text: put, caption: null, kind: "context", role: "system" });
  if (typed !== null) {
    if (typed.above !== "") yield RESULT.test(typed.above) ? result(typed.above) : context(typed.above);
    yield { text: typed.typed, caption: null, kind: "message" };
    if (typed.below !== "") yield context(typed.below);
  } else if (isUser && (INJECTED.test(text) || CLIENT.test(text))) yield context(text);
  else if (isUser && framesBefore(text) > 0) {
    yield context(text.slice(0, framesBefore(text)).trim());
    yield* textParts(text.slice(framesBefore(text)), isUser);
  } else if (isUser && RESULT.test(text)) yield result(text);
  else if (isUser) yield { text, caption: null, kind: "message" };
  else {
    const said = withoutThoughts(text);
    const pieces = said.split(CALL);
    for (let i = 0; i < pieces.length; i += 3) {
      const words = pieces.length === 1 ? said : (pieces[i]?.trim() ?? "");
      if (words !== "") yield { text: words, caption: null, kind: "message" };
      if (pieces[i + 1] !== undefined) yield callInText(pieces[i + 1] as string, pieces[i + 2] as string);
    }
  }
}

/** Calls of Cline and Roo that say something to the user: the last one of a task says the answer. */
const TELLS = /^(?:attempt_completion|ask_followup_question|(?:plan|act)_mode_respond)$/u;

/** A call between tags. */
function callInText(text: string, name: string): ContentPart {
  const answer = /<(result|question|response)>\n?([\s\S]*?)\n?<\/\1>/u.exec(text)?.[2];
  if (answer !== undefined && TELLS.test(name)) return { text: answer, caption: null, kind: "message" };
  const inside = text.slice(name.length + 2, -(name.length + 3)).trim();
  return { text: `${name}\n${inside}`, caption: null, kind: "tool", role: "tool_call" };
}

const result = (text: string): ContentPart => ({ text, caption: null, kind: "tool", role: "tool_result" });
const call = (name: unknown, input: unknown): ContentPart => {
  const { result, question, response } = fieldsOf(input) ?? {};
  const told = TELLS.test(textOf(name) ?? "") ? textOf(result ?? question ?? response) : null;
  if (told !== null) return { text: told, caption: null, kind: "message" };
  return { text: toolText(textOf(name), input), caption: null, kind: "tool", role: "tool_call" };
};

function* blockParts(block: unknown, isUser: boolean): Generator<ContentPart> {
  if (typeof block === "string") return yield* textParts(block, isUser);
  const fields = fieldsOf(block);
  if (fields === null || fields["thought"] === true || fields["ignored"] === true) return;
  const type = textOf(fields["type"]);
  const given = fieldsOf(fields["functionCall"]);
  const gave = fieldsOf(fields["functionResponse"]);
  if (given !== null) yield call(given["name"], given["args"]);
  else if (gave !== null) yield result(resultText(gave["response"]));
  else if (type === "tool" && fieldsOf(fields["state"]) !== null)
    yield* stateParts(fields, fieldsOf(fields["state"]) as Fields);
  else if (/^(?:tool_use|toolCall|tool-call|server_tool_use|mcp_tool_use|function_call)$/u.test(type ?? ""))
    yield call(fields["name"] ?? fields["toolName"], fields["input"] ?? fields["arguments"] ?? fields["args"]);
  else if (/^(?:tool_result|toolResult|tool-result|mcp_tool_result|function_call_output)$/u.test(type ?? ""))
    yield result(
      resultText(fields["content"] ?? fieldsOf(fields["run"])?.["result"] ?? fields["output"] ?? fields["result"]),
    );
  else if (
    /^(?:image|image_url|input_image|file|document|audio|video_url)$/u.test(type ?? "") ||
    fields["inlineData"] !== undefined
  )
    yield {
      text: "",
      caption: textOf(fields["filename"]) ?? textOf(fields["name"]) ?? type ?? "picture",
      kind: "message",
    };
  else if (
    (type === null || /^(?:text|input_text|output_text|markdown|refusal)$/u.test(type)) &&
    typeof fields["text"] === "string"
  ) {
    if (fields["synthetic"] === true) yield { text: fields["text"], caption: null, kind: "context", role: "system" };
    else yield* textParts(fields["text"], isUser);
  }
}

/** A call of opencode, with what it gave. */
function* stateParts(fields: Fields, state: Fields): Generator<ContentPart> {
  yield call(fields["tool"], state["input"]);
  const gave = resultText(state["output"] ?? state["error"]);
  if (gave !== "") yield result(gave);
}

/** What a tool gave, as text: as it is, the texts of its parts (a picture has none), or JSON. */
export function resultText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && (value.length === 0 || objectsOf(value).some(isSaid)))
    return value
      .flatMap((part: unknown) => (typeof part === "string" ? part : (textOf(fieldsOf(part)?.["text"]) ?? [])))
      .join("\n");
  const fields = fieldsOf(value);
  for (const key of ["content_items", "output", "content", "text"]) {
    const text = fields?.[key];
    if (typeof text === "string") return text;
    if (Array.isArray(text)) return resultText(text);
  }
  return jsonText(value);
}

const isSaid = ({ text, type }: Fields): boolean =>
  typeof text === "string" || /^(?:input_)?(?:image|audio|document)/u.test(textOf(type) ?? "");
