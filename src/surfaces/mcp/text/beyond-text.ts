/** Of a page that begins behind the last entry. */
export function beyondText(total: number): string {
  return `Nothing there: the list has ${total}; give a smaller offset.`;
}
