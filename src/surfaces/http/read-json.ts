import { LociError } from "../../index.ts";
import { readBytes } from "./read-bytes.ts";

/**
 * Reads a JSON body.
 *
 * @throws LociError `USAGE` for what says that it is something else (so that no form of a web page can send it) or isn't JSON,
 *   `TOO_LARGE`
 */
export async function readJson(request: Request, most: number): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json")) {
    throw new LociError("USAGE", "the body must be JSON and say so", { hint: "send 'Content-Type: application/json'; with curl: --json" });
  }
  const bytes = await readBytes(request, most);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch (thrown) {
    throw new LociError("USAGE", "the body is no JSON", { hint: "check its quotes and brackets; the encoding is UTF-8", cause: thrown });
  }
}
