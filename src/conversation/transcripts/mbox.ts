import type { TranscriptEntry } from "../../model/transcript-read.ts";
import { mailboxMessages, readMail, sentAt } from "../../parsing/mail/parse-mail.ts";
import { renderText } from "../../parsing/html/render-text.ts";
import { parseTree } from "../../parsing/html/tree.ts";
import { type ReaderInput, readWhole } from "./format-reader.ts";

/** What answers and forwards put before a subject. */
const ANSWER = /^(?:\s*(?:re|aw|sv|fw|fwd|wg|antw)\s*(?:\[\d+\])?:|\s*\[[^\]]{1,40}\])*\s*/iu;

/** A mailbox of a list, as Mailman and Hyperkitty give it: a session for each thread, a message for each mail, by its sender. */
export async function* readMbox({ bundle, name, report }: ReaderInput): AsyncIterable<TranscriptEntry> {
  const threads = new Map<string, string>();
  const titles = new Map<string, string>();
  for (const [i, bytes] of mailboxMessages(Buffer.from(await readWhole(bundle, name))).entries()) {
    const mail = await readMail(bytes, 64)
      .then((read) => ({ ...read, said: (read.text ?? textOfHtml(read.html ?? "")).trim() }))
      .catch((error: unknown) => String(error));
    if (typeof mail === "string" || (mail.from === undefined && mail.subject === undefined)) {
      report.problem(i + 1, typeof mail === "string" ? mail : "no mail");
      continue;
    }
    const id = mail.messageId ?? `mail-${i + 1}`;
    const above = [...(mail.references ?? "").split(/\s+/u), mail.inReplyTo ?? ""].filter((one) => one !== "");
    const subject = (mail.subject ?? "").replace(ANSWER, "").trim();
    // Archives may lack the mail that began a thread: the first that they name stands for it.
    const session = above.map((one) => threads.get(one)).find((one) => one !== undefined) ?? above[0] ?? id;
    for (const one of [id, ...above]) if (!threads.has(one)) threads.set(one, session);
    if (!titles.has(session)) titles.set(session, subject);
    const files = mail.attachments.flatMap(({ filename }) => filename ?? []);
    yield {
      session,
      id,
      role: "user",
      author: [mail.from?.name, mail.from?.address].find((one) => one !== undefined && one !== "") ?? null,
      time: sentAt(mail),
      text: mail.said,
      caption: files.length === 0 ? null : files.join(", "),
      kind: "message",
      title: titles.get(session) || null,
    };
  }
}

/** The words of a mail or message that is written in HTML. @throws LociError `FILE_SKIPPED` where it is nested beyond what people write */
export const textOfHtml = (html: string): string => renderText(parseTree(html, "a message", 500)).text.trim();
