/** A number in a text that may be the page's. */
export interface PageNumber {
  readonly value: number;
  readonly at: number;
  readonly length: number;
}

/** Not a part of a word, nor of the number of a section or an amount. */
const NUMBER = /(?<![\p{Script=Latin}\p{N}]|\p{N}[.,])(?:\d{1,5}|[ivxlc]{1,8})(?![\p{Script=Latin}\p{N}]|[.,][\p{L}\p{N}]|\.\s)/giu;
/** How pages are called beside their numbers, "Page 3 of 10". */
const PAGE = /(?<!\p{Script=Latin})(?:pages?|pp?|of|seiten?|von|página|pagina|pág|pag|de|di|sida|side|av|af|strana|strona|z|oldal|sayfa|стр|страница|из)(?!\p{Script=Latin})|ページ|[第页頁共/]/giu;

/**
 * The numbers of a text that may count pages, arabic or roman. One among other words than those for pages must be a page of the document: years
 * and the numbers of invoices count with the pages too.
 */
export function pageNumbers(text: string, pageCount: number): PageNumber[] {
  const limit = withoutNumbers(text) === "" ? Number.POSITIVE_INFINITY : pageCount;
  return [...text.matchAll(NUMBER)].map((match) => ({ value: valueOf(match[0]), at: match.index, length: match[0].length })).filter(({ value }) => value <= limit);
}

/** What a text says besides numbers and how pages are called; nothing, when it is a page number. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(NUMBER, "").replaceAll(PAGE, "").replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function valueOf(text: string): number {
  return /^\d/u.test(text) ? Number(text) : roman(text.toLowerCase());
}

function roman(text: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const value = values[text[i] as string] as number;
    sum += value < (values[text[i + 1] as string] ?? 0) ? -value : value;
  }
  return sum;
}
