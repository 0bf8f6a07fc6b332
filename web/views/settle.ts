/** A dot of a drawing; `pull` is how strongly it keeps to the middle, across and down. */
export interface Dot {
  x: number;
  y: number;
  readonly pull: readonly [across: number, down: number];
}

/** A dot under way. */
interface Moving extends Dot {
  vx: number;
  vy: number;
  /** Ties that it has. */
  ties: number;
}

/** Rounds until it is nearly at rest, and how much of the unrest each leaves. */
const ROUNDS = 220;
const COOLING = 1 - 0.001 ** (1 / 300);
/** What of its speed a dot keeps in a round. */
const KEPT = 0.6;
/** How long a tie wants to be that names no length, how strongly dots push each other off, and how near they may come, in pixels. */
const TIE = 58;
const PUSH = 240;
const APART = 48;

/**
 * Lays out a drawing by forces: ties draw together, dots push each other off and don't touch, and everything is drawn to the middle. Fruchterman and
 * Reingold's idea with d3-force's formulas, each pair looked at in turn, since 50 dots have but 1,225.
 *
 * @param dots are moved; none may stand where another does
 * @param ties pairs of places in `dots`, and how long the tie wants to be
 */
export function settle(
  dots: readonly Dot[],
  ties: readonly (readonly [one: number, other: number, length?: number, ...rest: unknown[]])[],
): void {
  const moving: Moving[] = dots.map((dot) => ({ ...dot, vx: 0, vy: 0, ties: 0 }));
  const tied = ties.map(([a, b, length = TIE]) => [moving[a] as Moving, moving[b] as Moving, length] as const);
  for (const [a, b] of tied) for (const dot of [a, b]) dot.ties++;
  const pairs = moving.flatMap((a, i) => moving.slice(i + 1).map((b) => [a, b] as const));
  for (let round = 0, heat = 1; round < ROUNDS; round++) {
    heat -= heat * COOLING;
    for (const [a, b, length] of tied) drawTogether(a, b, length, heat);
    for (const [a, b] of pairs) pushOff(a, b, heat);
    for (const dot of moving) {
      dot.vx -= dot.x * dot.pull[0] * heat;
      dot.vy -= dot.y * dot.pull[1] * heat;
      dot.x += dot.vx *= KEPT;
      dot.y += dot.vy *= KEPT;
    }
  }
  for (const [i, { x, y }] of moving.entries()) Object.assign(dots[i] as Dot, { x, y });
}

/** The one with fewer ties moves more. */
function drawTogether(a: Moving, b: Moving, wanted: number, heat: number): void {
  const [x, y] = [b.x + b.vx - a.x - a.vx, b.y + b.vy - a.y - a.vy];
  const length = Math.hypot(x, y) || 1;
  const pull = (((length - wanted) / length) * heat) / Math.min(a.ties, b.ties);
  const share = a.ties / (a.ties + b.ties);
  b.vx -= x * pull * share;
  b.vy -= y * pull * share;
  a.vx += x * pull * (1 - share);
  a.vy += y * pull * (1 - share);
}

function pushOff(a: Moving, b: Moving, heat: number): void {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const square = x * x + y * y;
  const push = (PUSH * heat) / (square < 1 ? Math.sqrt(square) : square);
  const [nextX, nextY] = [x + b.vx - a.vx, y + b.vy - a.vy];
  const next = Math.hypot(nextX, nextY) || 1;
  const bounce = next < APART ? (APART - next) / next / 2 : 0;
  a.vx -= x * push + nextX * bounce;
  a.vy -= y * push + nextY * bounce;
  b.vx += x * push + nextX * bounce;
  b.vy += y * push + nextY * bounce;
}
