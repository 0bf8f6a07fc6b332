import { slug } from "../text/slug.ts";

/** A hall as it is stored: `hall_facts`, `Facts` and `facts` are one. */
export function hallName(name: string): string {
  return slug(name.replace(/^\s*hall[_-](?=.)/i, ""));
}
