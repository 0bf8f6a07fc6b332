const VOID = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr";
const EMPTY = new RegExp(`<(?!(?:${VOID})[\\s/])([a-z][\\w:-]*)(?=[\\s/])((?:[^<>"'/]|/(?!>)|"[^"<]*"|'[^'<]*')*)/>`, "giu");

/**
 * A page that begins with a declaration of XML, as chapters of e-books do, in words that mean the same in HTML: there an empty `<title/>` or `<script/>` goes on to
 * the end of the page, and a link without text, `<a id="p1"/>`, holds what comes after it. Other pages stay as they are.
 *
 * Cost: linear.
 */
export function xhtmlAsHtml(page: string): string {
  return /^\s*<\?xml\s/u.test(page) ? page.replaceAll(EMPTY, "<$1$2></$1>") : page;
}
