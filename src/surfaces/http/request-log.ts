/** One answered request. Nothing in it comes from a body, a query or an answer. */
export interface RequestLine {
  /** ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** The route's pattern; `-` where there was none. */
  readonly route: string;
  readonly status: number;
  /** Milliseconds to the answer's head. */
  readonly ms: number;
  /** `-` for somebody without a token. */
  readonly caller: string;
  readonly project: string;
}

/** A request as one line of JSON. */
export function requestLine(line: RequestLine): string {
  return `${JSON.stringify({ ...line, ms: Math.round(line.ms * 10) / 10 })}\n`;
}
