/**
 * A point of a page, as it stands when text that runs at an angle (degrees) is turned back to run to the right; the turned page's left upper
 * corner is 0, 0 again.
 */
export function turnBack(
  x: number,
  y: number,
  angle: number,
  page: { readonly width: number; readonly height: number },
): [number, number] {
  if (angle === 0) return [x, y];
  const radians = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const left = Math.min(0, page.width * cos) + Math.min(0, -page.height * sin);
  const top = Math.min(0, page.width * sin) + Math.min(0, page.height * cos);
  return [x * cos - y * sin - left, x * sin + y * cos - top];
}
