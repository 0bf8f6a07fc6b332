/** Text of a PDF as it is kept: ligatures are letters; characters that print nothing, and halves of surrogate pairs, are nothing. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/[\uFB00-\uFB06]/gu, (ligature) => ligature.normalize("NFKC"))
    .replaceAll(/[\t\n\r]/gu, " ")
    .replaceAll(/[\p{Cc}\p{Cs}\uFEFF\u200B\u2060]/gu, "");
}
