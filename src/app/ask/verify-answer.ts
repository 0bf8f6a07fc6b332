import type { VerifiedAnswer, VerifiedCitation } from "../../operations/answers/ask.ts";
import type { OpenedProject, Search } from "../opened-project.ts";
import type { CitableSource, Verdict } from "../../conversation/citations/gate.ts";
import { claimed, knownOf, QuoteGate, supportedOnly } from "../../conversation/citations/gate.ts";
import { sentencesOf, uncheckable } from "../../conversation/citations/claim.ts";
import { type Caller, visibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { messageFor } from "../../model/message-role.ts";
import type { Asked, VERIFY } from "../../model/requests/index.ts";
import type { StoredDrawer } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { linesOf } from "./answer.ts";

/** A line at an answer's end that says what a label stands for, as `loci ask` writes it. */
const SOURCE_LINE =
  /^[ \t]*(?:[-*] )?\[(M\d{1,4})\](?:[^\n"“]|\n(?=[ \t]))*\b(?:passage|drawer)[ :]+([0-9a-f]{8,32})\b(?:[^\n]*?\bsha256[ :]+([0-9a-f]{8,64}))?[^\n]*$/gim;
const MAX_QUOTES = 500;
const CANDIDATES = 20;

interface NamedSource extends CitableSource {
  readonly stored: StoredDrawer;
  readonly hash: string | null;
}

/**
 * Checks the citations of an answer against the stored text, without a model. Where the answer says which drawers its labels stand for
 * (`[M1] … passage 3fa91c02`), a quote has to stand in that one; else it may stand in any that the caller sees.
 * @throws LociError `TOO_LARGE`
 */
export async function verifyAnswer(
  project: OpenedProject & { readonly search: Search },
  { text: answer, caller }: Asked<typeof VERIFY>,
): Promise<VerifiedAnswer> {
  const body = answer.replace(SOURCE_LINE, "");
  const visible = visibleScopes(caller);
  const sentences = sentencesOf(body);
  const count = sentences.reduce(
    (sum, one) => sum + one.citations.reduce((all, { quotes }) => all + quotes.length, 0),
    0,
  );
  if (count > MAX_QUOTES)
    throw new LociError("TOO_LARGE", `the answer has ${count} citations`, {
      hint: `give at most ${MAX_QUOTES} at once`,
    });
  const named = await namedSources(project, answer, caller);
  const names = new Map((await project.catalog.sources.list()).map(({ key, name }) => [key, name]));
  const isNamed = [...answer.matchAll(SOURCE_LINE)].length > 0;
  const citations: VerifiedCitation[] = [];
  const judged: { start: number; verdict: Verdict }[] = [];
  for (const { text: sentence, citations: its } of sentences) {
    const checked: {
      readonly start: number;
      readonly one: ReturnType<QuoteGate["judge"]>;
      readonly source: NamedSource | undefined;
    }[] = [];
    for (const { start, quotes } of its)
      for (const { label, quote } of quotes) {
        const sources = isNamed
          ? named
          : quote === null
            ? []
            : await candidates({ project, search: project.search, caller }, { quote, label });
        const one = judge(new QuoteGate(sources), sources, { label, quote, isNamed });
        checked.push({ start, one, source: sources.find((source) => source.label === one.foundIn) });
      }
    const texts = checked.flatMap(({ source }) => {
      if (source === undefined) return [];
      const { document, drawer } = source.stored;
      return [{ ...source, about: knownOf({ ...drawer, ...document, date: drawer.date?.value }) }];
    });
    for (const { start, one, source } of checked) {
      const { label, quote, verdict, reason, span } = claimed(sentence, one, texts);
      judged.push({ start, verdict });
      citations.push({
        label,
        quote,
        verdict,
        reason,
        drawer: source?.stored.drawer.id ?? null,
        source:
          source === undefined
            ? null
            : {
                name: names.get(source.stored.document.source) ?? source.stored.document.source,
                path: source.stored.document.path,
              },
        title: source?.stored.document.title ?? null,
        lines: source === undefined || span === null ? null : linesOf(source.stored.drawer, span),
        message: source ? messageFor(visible, source.stored.document.scope, source.stored.drawer.message) : null,
        changed:
          source === undefined || source.hash === null ? null : !contentHash(source.text).startsWith(source.hash),
      });
    }
  }
  const supported = citations.filter(({ verdict }) => verdict === "supported").length;
  return {
    citations,
    supported,
    clean: citations.length > 0 && supported === citations.length,
    strict: supportedOnly(body, judged),
    ...uncheckable(body),
  };
}

/** Judges a quote. Where the answer doesn't say what labels stand for, the source is whichever text contains the quote. */
function judge(
  gate: QuoteGate,
  sources: readonly NamedSource[],
  { label, quote, isNamed }: { readonly label: string; readonly quote: string | null; readonly isNamed: boolean },
): ReturnType<QuoteGate["judge"]> {
  if (isNamed) return gate.judge(label, quote);
  const first = sources[0];
  if (first === undefined)
    return { label, quote, verdict: "not found", reason: quote === null ? "no quote" : "", foundIn: null, span: null };
  const judged = gate.judge(first.label, quote);
  return { ...judged, label, verdict: judged.verdict === "wrong source" ? "supported" : judged.verdict };
}

async function namedSources(project: OpenedProject, answer: string, caller: Caller): Promise<readonly NamedSource[]> {
  const visible = visibleScopes(caller);
  return await project.indexHandle.use(async (index) => {
    const sources: NamedSource[] = [];
    for (const [, label = "", id = "", hash] of answer.matchAll(SOURCE_LINE)) {
      const ids = id.length === 32 ? [id] : await index.resolve(id, visible, 2);
      // An id prefix that fits several drawers names none.
      const [stored] = ids.length === 1 ? await index.get(ids, visible) : [];
      if (stored !== undefined)
        sources.push({ label: label.toUpperCase(), text: stored.drawer.text, stored, hash: hash ?? null });
    }
    return sources;
  });
}

async function candidates(
  { project, search, caller }: { readonly project: OpenedProject; readonly search: Search; readonly caller: Caller },
  { quote, label }: { readonly quote: string; readonly label: string },
): Promise<readonly NamedSource[]> {
  const words = quote.replace(/["“”„«»:*-]/gu, " ").slice(0, 400);
  const ids = new Set<string>();
  for (const query of [`"${words}"`, words]) {
    if (words.trim() === "") break;
    const { hits } = await search(query, { caller, mode: "lexical", limit: CANDIDATES });
    for (const { id } of hits) ids.add(id);
  }
  // A summary that quotes a passage doesn't prove it.
  const generated = project.keyOf("folder", project.folder.memory);
  return await project.indexHandle.use(async (index) =>
    (await index.get([...ids], visibleScopes(caller)))
      .filter(({ document }) => document.source !== generated)
      .map((stored, i) => ({ label: `${label}.${i + 1}`, text: stored.drawer.text, stored, hash: null })),
  );
}
