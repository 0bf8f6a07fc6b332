import type { Hit } from "../../../index.ts";

/**
 * A drawer as a model reads it: one line that says where it is from, then its exact words between fences that its text doesn't hold.
 *
 * @param mark stands first, for example `[1]`
 */
export function drawerText(hit: Pick<Hit, "id" | "text" | "caption" | "source" | "heading" | "lines" | "pages" | "message" | "wing" | "hall" | "room" | "date">, mark: string): string {
  const place = [hit.wing, hit.hall, hit.room].filter((part) => part !== null && part !== "").join("/");
  const from = [`${hit.source.path}${position(hit)}`, hit.message?.author ?? hit.message?.role ?? hit.heading, hit.date?.slice(0, 10) ?? ""].filter((part) => part !== "").join(" · ");
  const fence = fenceFor(hit.text);
  const caption = hit.caption === null || hit.caption === "" ? [] : [`(picture: ${hit.caption})`];
  return [`${mark} ${place} · ${from} · id ${hit.id}`, fence, hit.text, fence, ...caption].join("\n");
}

function position({ lines, pages }: Pick<Hit, "lines" | "pages">): string {
  if (lines !== null) return `:${lines.start}-${lines.end}`;
  return pages === null ? "" : ` p. ${pages.start}-${pages.end}`;
}

/** Longer than any run of quotes in the text, so that the text can't end it. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/"+/g)].map(([run]) => run.length));
  return '"'.repeat(longest + 1);
}
