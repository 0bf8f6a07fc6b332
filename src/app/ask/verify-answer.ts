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
import { keeping } from "../../caches/bounded-cache.ts";
import { letOthers } from "../exclusive.ts";
import { linesOf } from "./answer.ts";

/** A line at an answer's end that says what a label stands for, as `loci ask` writes it; it goes on in lines that begin with blanks and no label. */
const SOURCE_LINE = new RegExp(
  String.raw`^[ \t]*(?:[-*] )?\[(M\d{1,4})\](?:[^\n"“]|\n(?=[ \t])(?![ \t]*(?:[-*] )?\[M\d))*` +
    String.raw`\b(?:passage|drawer)[ :]+([0-9a-f]{8,32})\b(?:[^\n]*?\bsha256[ :]+([0-9a-f]{8,64}))?[^\n]*$`,
  "gim",
);
/** Quotes of an answer, and passages that its labels stand for. */
const MOST = 500;
const CANDIDATES = 20;

interface NamedSource extends CitableSource {
  readonly stored: StoredDrawer;
  readonly hash: string | null;
}

interface Checked {
  readonly one: ReturnType<QuoteGate["judge"]>;
  /** What holds it. */
  readonly source: NamedSource | undefined;
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
  const lines = [...answer.matchAll(SOURCE_LINE)];
  const cited = sentences.flatMap(({ citations: its }) => its.flatMap(({ quotes }) => quotes));
  const count = Math.max(cited.length, lines.length);
  if (count > MOST)
    throw new LociError("TOO_LARGE", `the answer has ${count} citations or passages that it names`, {
      hint: `give at most ${MOST} at once`,
    });
  const named = await namedSources(project, lines, caller);
  const names = new Map((await project.catalog.sources.list()).map(({ key, name }) => [key, name]));
  const gate = new QuoteGate(named);
  const anywhere = keeping((quote: string | null) => judgeAnywhere({ project, caller }, quote));
  const pass = letOthers(project.system.timer);
  const citations: VerifiedCitation[] = [];
  const judged: { start: number; verdict: Verdict }[] = [];
  for (const { text: sentence, citations: its } of sentences) {
    const checked: (Checked & { readonly start: number })[] = [];
    for (const { start, quotes } of its)
      for (const { label, quote } of quotes) {
        // Each quote is looked for in all passages: others are answered in between.
        await pass();
        const found = lines.length > 0 ? judgedBy(gate, named, { label, quote }) : await anywhere(quote);
        checked.push({ ...found, start, one: { ...found.one, label } });
      }
    const texts = [...new Set(checked.flatMap(({ source }) => source ?? []))].map((source) => {
      const { document, drawer } = source.stored;
      return { ...source, about: knownOf({ ...drawer, ...document, date: drawer.date?.value }) };
    });
    const ones = checked.map(({ one }) => one);
    for (const [i, { label, quote, verdict, reason, span }] of claimed(sentence, ones, texts).entries()) {
      const { start, source } = checked[i] as (typeof checked)[number];
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

/** The passages that an answer says its labels stand for. */
async function namedSources(
  project: OpenedProject,
  lines: readonly RegExpExecArray[],
  caller: Caller,
): Promise<readonly NamedSource[]> {
  const visible = visibleScopes(caller);
  const pass = letOthers(project.system.timer);
  return await project.indexHandle.use(async (index) => {
    const sources: NamedSource[] = [];
    for (const [, label = "", id = "", hash] of lines) {
      await pass();
      const ids = id.length === 32 ? [id] : await index.resolve(id, visible, 2);
      // An id prefix that fits several drawers names none.
      const [stored] = ids.length === 1 ? await index.get(ids, visible) : [];
      if (stored !== undefined)
        sources.push({ label: label.toUpperCase(), text: stored.drawer.text, stored, hash: hash ?? null });
    }
    return sources;
  });
}

function judgedBy(
  gate: QuoteGate,
  sources: readonly NamedSource[],
  { label, quote }: { readonly label: string; readonly quote: string | null },
): Checked {
  const one = gate.judge(label, quote);
  return { one, source: sources.find((source) => source.label === one.foundIn) };
}

/** Judges a quote where the answer doesn't say what labels stand for: its source is whichever text holds it, looked for as a phrase, then by its words. */
async function judgeAnywhere(
  { project, caller }: { readonly project: Parameters<typeof verifyAnswer>[0]; readonly caller: Caller },
  quote: string | null,
): Promise<Checked> {
  const reason = quote === null ? "no quote" : "";
  const none = { label: "", quote, verdict: "not found", reason, foundIn: null, span: null } as const;
  let checked: Checked = { one: none, source: undefined };
  const words = (quote ?? "").replace(/["“”„«»:*-]/gu, " ").slice(0, 400);
  // A summary that quotes a passage doesn't prove it.
  const generated = project.keyOf("folder", project.folder.memory);
  const ids = new Set<string>();
  const pass = letOthers(project.system.timer);
  for (const query of words.trim() === "" ? [] : [`"${words}"`, words]) {
    await pass();
    const { hits } = await project.search(query, { caller, mode: "lexical", limit: CANDIDATES });
    for (const { id } of hits) ids.add(id);
    const stored = await project.indexHandle.use((index) => index.get([...ids], visibleScopes(caller)));
    const sources = stored
      .filter(({ document }) => document.source !== generated)
      .map((one) => ({ label: one.drawer.id, text: one.drawer.text, stored: one, hash: null }));
    const [first] = sources;
    if (first === undefined) continue;
    checked = judgedBy(new QuoteGate(sources), sources, { label: first.label, quote });
    if (checked.source === undefined) continue;
    return { ...checked, one: { ...checked.one, verdict: "supported" } };
  }
  return checked;
}
