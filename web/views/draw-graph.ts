import { type Dot, settle } from "./settle.ts";

/** A room or a wing of the drawing. */
export interface Drawn {
  readonly id: string;
  readonly name: string;
  readonly kind: "middle" | "room" | "wing";
  /** 0–1: how close a room is to the one in the middle. */
  readonly weight: number;
}

/** Two parts of the drawing that belong together, by their ids. */
export interface DrawnLink {
  readonly from: string;
  readonly to: string;
  /** 0–1: how strongly; the stronger, the shorter and thicker it is drawn. */
  readonly weight: number;
}

/** How long a tie wants to be, in pixels: the strongest, and how much longer the weakest. */
const SHORTEST = 50;
const LONGER = 70;

/** A drawing that follows the size of its canvas and the theme of the page. */
export interface Picture {
  end(): void;
}

type Node = Drawn & Dot;

/** Whose name is drawn first: the room in the middle, what is near it, then wings. */
function rankOf({ kind, weight }: Drawn): number {
  return kind === "middle" ? 2 : kind === "wing" ? 0.5 : weight;
}

/** Whether two boxes meet, each from its left and top to its right and bottom. */
function meet([left = 0, top = 0, right = 0, bottom = 0]: readonly number[], other: readonly number[]): boolean {
  const [left2 = 0, top2 = 0, right2 = 0, bottom2 = 0] = other;
  return left < right2 && left2 < right && top < bottom2 && top2 < bottom;
}

/** Points of an edge that are looked at for whether a name lies over it. */
const STEPS = 24;

/** Whether an edge goes through a box. */
function passes(a: Node, b: Node, [left = 0, top = 0, right = 0, bottom = 0]: readonly number[]): boolean {
  return Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS).some((part) => {
    const [x, y] = [a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part];
    return x > left && x < right && y > top && y < bottom;
  });
}

const range = (all: readonly number[]): readonly [number, number] => [Math.min(...all), Math.max(...all)];

/** Draws rooms and the wings between them on a canvas, in the colours of the page. @param open is told what was clicked */
export function drawGraph(
  canvas: HTMLCanvasElement,
  parts: readonly Drawn[],
  joined: readonly DrawnLink[],
  open: (part: Drawn) => void,
): Picture {
  // Begun in a spiral: the same rooms are always drawn the same.
  const nodes: Node[] = parts.map((part, i) => ({
    ...part,
    x: Math.cos(i * 2.4) * 9 * Math.sqrt(i),
    y: Math.sin(i * 2.4) * 9 * Math.sqrt(i),
    pull: part.kind === "middle" ? [0.4, 0.4] : [0.03, 0.09],
  }));
  const placeOf = new Map(nodes.map(({ id }, i) => [id, i]));
  const links = joined.map(
    ({ from, to, weight }) =>
      [placeOf.get(from) as number, placeOf.get(to) as number, SHORTEST + LONGER * (1 - weight), weight] as const,
  );
  // At rest before the first frame, so nothing flies about.
  settle(nodes, links);
  const byWeight = nodes.toSorted((a, b) => rankOf(b) - rankOf(a));
  let hovered: Node | null = null;
  let scale = 1;
  let origin: readonly [x: number, y: number] = [0, 0];
  const draw = (): void => {
    const { width, height } = canvas.getBoundingClientRect();
    if (width === 0) return;
    const ratio = devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    const style = getComputedStyle(canvas);
    const [ink, quiet, accent, ground] = ["--ink", "--quiet", "--accent", "--ground"].map((name) =>
      style.getPropertyValue(name),
    ) as [string, string, string, string];
    // All of it in the middle, with room for the names at its edges.
    const [[left, right], [top, bottom]] = [range(nodes.map(({ x }) => x)), range(nodes.map(({ y }) => y))];
    scale = Math.min(1.3, width / (right - left + 100), height / (bottom - top + 48));
    origin = [width / 2 - ((left + right) / 2) * scale, height / 2 - ((top + bottom) / 2) * scale];
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * origin[0], ratio * origin[1]);
    context.strokeStyle = quiet;
    for (const [from, to, , weight] of links) {
      context.lineWidth = (0.8 + 2.6 * weight) / scale;
      const [a, b] = [nodes[from] as Node, nodes[to] as Node];
      context.globalAlpha = hovered === null || a === hovered || b === hovered ? 0.55 : 0.15;
      context.beginPath();
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
      context.stroke();
    }
    context.globalAlpha = 1;
    context.font = `${12 / scale}px ${style.fontFamily}`;
    context.textAlign = "center";
    const radiusOf = ({ kind, weight }: Node): number =>
      (kind === "middle" ? 8 : kind === "wing" ? 5 : 3.5 + 2.5 * Math.min(1, weight)) / scale;
    // Names lie over no other name, and over no other dot; that of what is pointed at goes first.
    const taken = nodes.map((node) => {
      const [r, { x, y }] = [radiusOf(node), node];
      return { of: node, box: [x - r, y - r, x + r, y + r] as readonly number[] };
    });
    for (const node of hovered === null ? byWeight : [hovered, ...byWeight.filter((one) => one !== hovered)]) {
      const radius = radiusOf(node);
      context.beginPath();
      context.arc(node.x, node.y, radius, 0, 7);
      context.fillStyle = node.kind === "wing" ? ground : node.kind === "middle" || node === hovered ? accent : ink;
      context.fill();
      context.lineWidth = 1.6 / scale;
      context.strokeStyle = accent;
      if (node.kind === "wing") context.stroke();
      const label = node.name.length > 24 ? `${node.name.slice(0, 23)}…` : node.name;
      const wide = context.measureText(label).width / 2 + 3 / scale;
      const isFree = (box: readonly number[]): boolean =>
        box.every((edge, i) => {
          const at = edge * scale + (origin[i % 2] as number);
          return at > 0 && at < (i % 2 === 0 ? width : height);
        }) && !taken.some((one) => one.of !== node && meet(box, one.box));
      // Below its dot, else above or beside it. A name without room is shown when its room is pointed at; the list below has them all.
      const beside = radius + wide;
      const far = 2.2 * radius + 26 / scale;
      const [below, above] = [radius + 13 / scale, -radius - 5 / scale];
      const places = [
        [0, below],
        [0, above],
        [beside, 4 / scale],
        [-beside, 4 / scale],
        [wide, below],
        [-wide, below],
        [wide, above],
        [-wide, above],
        [0, far],
        [0, -far],
        [beside + far / 2, far / 2],
        [-beside - far / 2, far / 2],
        [beside + far / 2, -far / 2],
        [-beside - far / 2, -far / 2],
      ].map(([dx = 0, dy = 0]) => {
        const [x, y] = [node.x + dx, node.y + dy];
        return { x, y, box: [x - wide, y - 12 / scale, x + wide, y + 3 / scale] };
      });
      const free = places.filter(({ box }) => isFree(box));
      // Where the fewest edges go: none, if there is such a place. Those that do end at the name.
      const crossed = (box: readonly number[]): number =>
        links.filter(([a, b]) => passes(nodes[a] as Node, nodes[b] as Node, box)).length;
      const least = Math.min(...free.map(({ box }) => crossed(box)));
      const found = free.find(({ box }) => crossed(box) === least) ?? (node === hovered ? places[0] : undefined);
      if (found === undefined) continue;
      const { x, y, box } = found;
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
      context.fillStyle = ground;
      if (crossed(box) > 0) context.fillRect(x0, y0, x1 - x0, y1 - y0);
      taken.push({ of: node, box });
      context.lineWidth = 3 / scale;
      context.strokeStyle = ground;
      context.strokeText(label, x, y);
      context.fillStyle = node.kind === "wing" ? quiet : ink;
      context.fillText(label, x, y);
    }
  };
  const at = ({ clientX, clientY }: PointerEvent | MouseEvent): Node | null => {
    const { left, top } = canvas.getBoundingClientRect();
    const x = (clientX - left - origin[0]) / scale;
    const y = (clientY - top - origin[1]) / scale;
    return nodes.find((node) => Math.hypot(node.x - x, node.y - y) < 20 / scale) ?? null;
  };
  const onMove = (event: PointerEvent): void => {
    const next = at(event);
    if (next === hovered) return;
    hovered = next;
    canvas.style.cursor = next === null ? "" : "pointer";
    draw();
  };
  const onClick = (event: MouseEvent): void => {
    const node = at(event);
    if (node !== null) open(node);
  };
  const resized = new ResizeObserver(draw);
  resized.observe(canvas);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const themed = new MutationObserver(draw);
  themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  scheme.addEventListener("change", draw);
  canvas.addEventListener("pointermove", onMove);
  canvas.addEventListener("click", onClick);
  return {
    end() {
      resized.disconnect();
      themed.disconnect();
      scheme.removeEventListener("change", draw);
      canvas.removeEventListener("pointermove", onMove);
      canvas.removeEventListener("click", onClick);
    },
  };
}
