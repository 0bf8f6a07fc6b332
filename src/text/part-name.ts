/**
 * The name of one part of a section that was too large for one drawer.
 * @param part from 1
 * @example partName("Ownership", 2) // "Ownership (part 2)"
 */
export function partName(name: string, part: number): string {
  return `${name} (part ${part})`;
}

/**
 * The section's own name, from the name of one of its parts: for rooms and titles, which all parts share.
 * @example wholeName("Ownership (part 2)") // "Ownership"
 */
export function wholeName(name: string): string {
  return name.replace(/ \(part \d+\)$/, "");
}
