import { localMinute } from "../../shared/local-minute.ts";
import type { Answer, AnswerCitation, AskSource } from "../../../index.ts";
import { oneLine, type Style } from "../output/style.ts";

/** What stands below an answer: which citations are not proved, and what the labels stand for, so that the answer can be verified later. */
export function renderAnswerFoot({ citations, sources, spend, model }: Answer, style: Style): string {
  const used = sources.filter(({ label }) => citations.some((one) => one.label === label || one.foundIn === label));
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
function sourceLine({ label, id, hash, source, lines, pages, message, heading }: AskSource, style: Style): string {
  const place =
    message !== null
      ? `chat ${message.chat}, ${message.role}${message.time === null ? "" : `, ${localMinute(message.time)}`}`
      : `${source.path === "" ? source.name : source.path}` +
        `${lines !== null ? `:${lines.start}` : pages !== null ? `, page ${pages.start}` : ""}` +
        `${heading === "" ? "" : ` (${heading})`}`;
  return `[${label}] ${oneLine(place)} ${style.dim(`drawer ${id} sha256 ${hash.slice(0, 16)}`)}`;
}
