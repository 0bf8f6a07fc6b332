/** The check digits of an account number (ISO 13616). */
export function isIban(value: string): boolean {
  const plain = value.replaceAll(" ", "");
  if (plain.length < 15 || plain.length > 34) return false;
  const digits = `${plain.slice(4)}${plain.slice(0, 4)}`.replace(/[A-Z]/gu, (sign) =>
    String((sign.codePointAt(0) ?? 0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** The check digit of payment cards (ISO/IEC 7812-1). */
export function holdsLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
