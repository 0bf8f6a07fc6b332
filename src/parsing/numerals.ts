const ROMAN = [..."1000 m 900 cm 500 d 400 cd 100 c 90 xc 50 l 40 xl 10 x 9 ix 5 v 4 iv 1 i".matchAll(/(\d+) (\w+)/gu)];

/** a to z, then aa, bb, … as Word counts on. */
function letters(count: number): string {
  return String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));
}

/** i, ii, iii, iv, … */
function roman(count: number): string {
  let [written, left] = ["", count];
  for (const [, value, numeral] of ROMAN)
    for (; left >= Number(value); left -= Number(value)) written += numeral as string;
  return written;
}

/** A larger count would be written in as many letters. */
const MOST = 5_000;

/** A count as an item of a list has it: of the types of HTML, and of OpenDocument, `a`, `A`, `i` and `I`; in figures by any other. */
export function numeral(count: number, type: string): string {
  if (count < 1 || count > MOST || !/^[aAiI]$/u.test(type)) return String(count);
  const written = /a/iu.test(type) ? letters(count) : roman(count);
  return /[AI]/u.test(type) ? written.toUpperCase() : written;
}
