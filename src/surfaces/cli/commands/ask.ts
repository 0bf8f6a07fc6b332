import type { Answer, AnswerCitation, AskEvent, AskOptions, AskSource } from "../../../index.ts";
import { LociError, ofWhom, saidBy } from "../../../index.ts";
import { ASK, FILTERS, pick, type ValuesOf } from "../../../model/requests/index.ts";
import { EXIT } from "../../shared/error-table.ts";
import { localMinute } from "../../shared/wording.ts";
import { fit, oneLine, printable, type Style, verbatim } from "../output/style.ts";
import { type Opened, plainCommand } from "../project-command.ts";
import { place as placeOf, SHOWN_ID } from "../render/hits.ts";
import type { Session } from "../session.ts";
import { whyEmpty } from "./search.ts";

const FLAGS = {
  ...pick(ASK, ["chat", "scope", "limit", "strict"]),
  ...pick(FILTERS, ["wing", "room", "source", "since", "until"]),
};

/** `loci ask QUESTION` */
export const command = plainCommand(
  {
    examples: [
      ['loci ask "which port does staging use?"', "an answer with citations, each of them checked"],
      ['loci ask "and the one before?" --chat planning', "in a chat: it knows what was said, and keeps both sides"],
      ['loci ask "what did we decide about backups?" --strict', "only sentences that are proved"],
    ],
    description:
      "Ask a question. Facts are answered exactly; else a language model answers from the passages " +
      "that are found (see llm.provider), and every citation is checked against the stored text. " +
      "Without a model the passages themselves are the answer. Nothing found ends with status 1.",
    takes: [["<question...>", "the question; several words are one question"]],
    flags: FLAGS,
  },
  (session, flags, [words]: readonly [readonly string[]]) => run(session, words.join(" "), flags),
);

async function run(
  session: Session,
  question: string,
  { chat, scope, limit, strict, ...search }: ValuesOf<typeof FLAGS>,
): Promise<void> {
  const { caller, io } = session;
  const options: AskOptions = { caller, signal: io.signal, platform: "cli", search, chat, scope, limit, strict };
  const work = async (opened: Pick<Opened, "project" | "loci">): Promise<void> => {
    const answer = await follow(session, opened.project.askStream(question, options));
    const body = session.io.out.isTTY === true && !session.options().json ? [] : [verbatim(printable(answer.text))];
    const shown = [...body, renderAnswerFoot(answer, session.style)].filter((part) => part !== "");
    await session.answer(answer, () => shown.join("\n\n"));
    await session.notes(answer.notes);
    if (answer.by === "facts" || answer.sources.length > 0 || answer.text === "Noted.") return;
    session.status = EXIT.NOTHING_OR_PARTIAL;
    await session.notes(await whyEmpty(opened, session));
  };
  // Questions in a chat are stored, so they may create the project.
  if (chat !== undefined) await session.withProject(work);
  else await session.lookIntoProject(work);
}

/** Shows an answer on a terminal as it comes. */
async function follow(session: Session, events: AsyncIterable<AskEvent>): Promise<Answer> {
  const live = session.io.out.isTTY === true && !session.options().json;
  for await (const event of events) {
    if (event.type === "delta" && live) await session.io.out.write(fit(printable(event.text), session.style.columns));
    if (event.type !== "done") continue;
    if (live) await session.io.out.write("\n\n");
    const { type: _type, ...answer } = event;
    return answer;
  }
  throw new LociError("INTERNAL", "a question ended without an answer");
}

/** What stands below an answer: which citations are not proved, and what the labels stand for, so that the answer can be verified later. */
function renderAnswerFoot({ citations, sources, spend, model }: Answer, style: Style): string {
  const cited = sources.filter(({ label }) => citations.some((one) => one.label === label || one.foundIn === label));
  // What a model that cites nothing was given is all that there is to read.
  const used = cited.length === 0 ? sources : cited;
  const lines = [
    ...citations.filter(({ verdict }) => verdict !== "supported").map((one) => style.yellow(faultOf(one))),
    ...(used.length === 0 ? [] : [style.dim("Sources"), ...used.map((source) => sourceLine(source, style))]),
    ...(spend === null || model === null
      ? []
      : [
          style.dim(
            `${model.model}: ${spend.inputTokens} + ${spend.outputTokens} tokens${spend.cost === 0 ? "" : `, cost ${spend.cost.toFixed(5)}`}`,
          ),
        ]),
  ];
  return lines.join("\n");
}

function faultOf({ label, quote, verdict, reason, foundIn }: AnswerCitation): string {
  const why =
    verdict === "wrong source" ? ` (it stands in ${foundIn ?? "another one"})` : reason === "" ? "" : ` (${reason})`;
  return `not proved: [${label}${quote === null ? "" : ` "${oneLine(quote)}"`}] ${verdict}${why}`;
}

/** As `loci verify` reads it. */
function sourceLine(
  { label, id, source, title, lines, pages, message, heading, scope, later }: AskSource,
  style: Style,
): string {
  const called = title || (message?.chat ?? "");
  const place =
    message !== null
      ? [called, saidBy(message, { scope, reader: "owner" }), placeOf({ source, title: called, lines, message })].join(
          ", ",
        )
      : `${source.path === "" ? source.name : source.path}` +
        `${lines !== null ? `:${lines.start}` : pages !== null ? `, page ${pages.start}` : ""}` +
        `${heading === "" ? "" : ` (${heading})`}${ofWhom(scope, "owner")}`;
  const anew = later ? `, said anew${later.unsure ? "?" : ""}${later.date ? ` ${localMinute(later.date)}` : ""}` : "";
  return `[${label}] ${oneLine(place)}${anew} ${style.dim(`· passage ${id.slice(0, SHOWN_ID)}`)}`;
}
