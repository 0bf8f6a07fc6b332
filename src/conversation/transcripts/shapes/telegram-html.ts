import {
  type Element,
  type Parent,
  attribute,
  children,
  findElement,
  findElements,
  isElement,
  parseTree,
} from "../../../parsing/html/tree.ts";
import { textsJoined, timeInWords } from "../../../text/fields.ts";
import type { Said, TextShape } from "./shape.ts";

export const MAX_DEPTH = 200;

/** Tells elements of a class. */
export const has =
  (name: string) =>
  (element: Element): boolean =>
    (attribute(element, "class") ?? "").split(" ").includes(name);

/** Text with its line breaks: those of the page's elements, or, where white space is kept, as they are written. */
export function wordsOf(node: Parent | null, isKept = false): string {
  const words = (parent: Parent): string =>
    children(parent)
      .map((child) =>
        "value" in child ? child.value : isElement(child) ? (child.tagName === "br" ? "\r" : words(child)) : "",
      )
      .join("");
  return node === null
    ? ""
    : words(node)
        .replaceAll(/\s*\n\s*/gu, (space) => (isKept ? space : " "))
        .replaceAll(/ *\r */gu, "\n")
        .trim();
}

/** A chat as Telegram exports it for people: a page of messages, of which those that follow one of the same sender have no name. */
export const telegramHtml: TextShape = {
  format: "telegram",
  knows: (head) => /<div class="page_wrap">/u.test(head) && /<div class="message (?:default|service)/u.test(head),
  *read(text) {
    const tree = parseTree(text, "messages.html", MAX_DEPTH);
    const title = wordsOf(findElement(tree, has("page_header"))) || null;
    let author: string | null = null;
    for (const message of findElements(tree, has("message"))) {
      if (has("service")(message)) yield { role: "system", kind: "context", text: wordsOf(message), title };
      else {
        const said = saidOf(message);
        author = said.author ?? author;
        yield { ...said, author, title };
      }
    }
  },
};

function saidOf(message: Element): Said & { readonly author: string | null } {
  const body = findElement(message, has("body")) ?? message;
  const own = children(body).filter(isElement);
  const media = findElement(body, has("media_wrap"));
  const file = media === null ? null : findElement(media, (element) => attribute(element, "href") !== null);
  const forwarded = own.find(has("forwarded"));
  return {
    role: "user",
    kind: "message",
    author: wordsOf(own.find(has("from_name")) ?? null) || null,
    // `12.03.2024 18:02:11 UTC+01:00`
    time: timeInWords(attribute(own.find(has("date")) ?? body, "title") ?? ""),
    text: textsJoined(
      [
        own.find(has("text")) ?? (forwarded === undefined ? null : findElement(forwarded, has("text"))),
        ...(media === null ? [] : findElements(media, (element) => has("question")(element) || has("answer")(element))),
      ].map((words) => wordsOf(words)),
    ),
    caption: file === null ? null : ((attribute(file, "href") as string).split("/").at(-1) as string),
  };
}
