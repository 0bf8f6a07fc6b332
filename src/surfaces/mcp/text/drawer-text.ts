import { fenceDrawer, harmlessLine, type Hit } from "../../../index.ts";

/**
 * A drawer as a model reads it: one line that says where it is from, then its words, fenced as data. The exact bytes are in the structured answer.
 *
 * @param mark stands first, for example `[1]`
 */
export function drawerText(
  hit: Pick<
    Hit,
    | "id"
    | "text"
    | "caption"
    | "title"
    | "source"
    | "heading"
    | "lines"
    | "pages"
    | "message"
    | "wing"
    | "hall"
    | "room"
    | "date"
    | "replaced"
  >,
  mark: string,
): string {
  const place = [hit.wing, hit.hall, hit.room].filter((part) => part !== null && part !== "").join("/");
  const from = [
    // A session is known by its title; its path is an id.
    hit.message === null ? `${hit.source.path}${position(hit)}` : `"${hit.title}"`,
    hit.message?.author ?? hit.message?.role ?? hit.heading,
    hit.date?.slice(0, 10) ?? "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
  const caption = hit.caption === null || hit.caption === "" ? [] : [`(picture: ${harmlessLine(hit.caption, 1_000)})`];
  const { replaced } = hit;
  const before =
    replaced === undefined
      ? []
      : [`(replaces, of ${replaced.date?.slice(0, 10) ?? "an unknown day"}: ${harmlessLine(replaced.said, 300)})`];
  const label = `M${/\d+/.exec(mark)?.[0] ?? "1"}`;
  const head = `${mark} ${harmlessLine(place, 300)} · ${harmlessLine(from, 600)} · id ${hit.id}`;
  return [head, fenceDrawer(hit.text, label), ...before, ...caption].join("\n");
}

function position({ lines, pages }: Pick<Hit, "lines" | "pages">): string {
  if (lines !== null) return `:${lines.start}-${lines.end}`;
  return pages === null ? "" : ` p. ${pages.start}-${pages.end}`;
}
