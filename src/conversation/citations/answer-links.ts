import { MAX_CITATION } from "./scan.ts";

/**
 * An answer as it may be shown: no remote images, no HTML that loads or acts, and a URL is a link only if a cited passage holds it, whole.
 * A link is the one way by which the words of a model that has no tools could carry something out of the machine.
 */

const TRAILING = /[.,;:!?'")\]}>*_~`]+$/u;
const REST = "[^\\s<>\"'`\\])}]";
const LAST = "[^\\s<>\"'`\\])}.,;:!?*_~]";
/** Schemes without slashes: those of the HTML standard that a page may handle (8.3.1.3), those that act, and those of Windows. */
const OPAQUE =
  "bitcoin|callto|geo|im|magnet|mailto|matrix|mms|news|openpgp4fpr|sips?|sms|smsto|tel|tg|urn|wtai|xmpp|javascript|vbscript|" +
  "blob|view-source|data(?=:[a-z]+\\/)|search-ms|ms-[a-z-]+|(?:web|ext)\\+[a-z]+";
/** A colon, bare, escaped or written out; behind these schemes browsers need no slashes. */
const COLON = String.raw`(?:\\?:|[[({]:[\])}])`;
const WEB = `(?:https?|ftp|wss?)${COLON}`;
/**
 * With a scheme (also one that is written out already, whose host would be live all the same), by the name of its host, or a share of a machine,
 * which Windows asks with its user's password.
 */
const URL_LIKE = new RegExp(
  String.raw`(?:[a-z][a-z0-9+.-]{1,20}${COLON}[/\\]+|\b${WEB}(?=[^\s/\\]{1,200}[./][\p{L}\p{N}])|\bwww\.|(?<![\w-])(?:${OPAQUE}):(?!:)|` +
    String.raw`(?<![:\w/\\\]])[/\\]{2}(?=[\p{L}\p{N}-]+\.|(?:\[[\d:a-f]+\]|[\p{L}\p{N}@_.?-]+)(?::\d+)?[/\\]))${REST}*${LAST}`,
  "giu",
);
const IMAGE = /!\[([^\]\n]{0,500})\](?:\([^)\n]{0,4000}\)?|\[[^\]\n]{0,200}\])/gu;
const LINK = /\[([^[\]\n]{0,500})\]\(([^)\n]{0,4500})\)/gu;
const DEFINITION = /^( {0,3}\[[^\]\n]{1,200}\]):[ \t]*\S+/gmu;
const AUTOLINK = /<([a-z][a-z0-9+.-]{1,20}:[^>\s]{0,4000})>/giu;
const TAG = new RegExp(
  String.raw`<(?=\/?(?:a|audio|base|body|button|embed|form|frame|frameset|iframe|image|img|input|link|math` +
    String.raw`|meta|object|picture|script|source|style|svg|table|td|track|video)\b)` +
    String.raw`|<(?=[a-z][a-z0-9-]*[\s/]+[^>]*=)|<(?=!)`,
  "giu",
);
/** A host with a path or a query, which chat programs turn into a link; of any name where a query carries something, and of four numbers. */
const BARE_HOST = new RegExp(
  String.raw`(?<![\p{L}\p{N}-]|[\p{L}\p{N}-]\.)(?:(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\/(?=[^\s/]*\p{L})${REST}*|` +
    String.raw`(?:[\p{L}\p{N}-]+\.)+(?:(?:com|net|org|io|dev|app|co|me|info|biz|xyz|site|online` +
    String.raw`|top|ai|cloud|ly|to|sh|ru|cn|example|test)[:/?#]${REST}*|[\p{L}\p{N}]+(?::\d+)?(?:\/[^\s<>"'\x60\])}?/]{0,200}){0,8}` +
    String.raw`\?[^\s<>"'\x60\])}=?]{1,200}=${REST}*))`,
  "giu",
);
/**
 * Mail addresses, which Markdown links by itself, and hosts alone, which chat programs do: of endings that are no words of code and no file's
 * ("console.info", "README.md").
 */
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}.%+-])[\p{L}\p{N}][\p{L}\p{N}._%+-]*@(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]*` +
    String.raw`(?:[:/?#]${REST}*)?|(?<![\p{L}\p{N}@/\\-]|[\p{L}\p{N}-]\.|[\p{L}\p{N}]_)(?:[\p{L}\p{N}-]+\.)+` +
    String.raw`(?:com|net|org|io|biz|xyz|ru|cn|ai|ly|co)(?!_*[\p{L}\p{N}]|[(/-]|\.[\p{L}\p{N}])`,
  "giu",
);
/** Endings of files that no host has: "app.module.ts". */
const NO_HOST =
  "c|cc|cfg|cjs|conf|cpp|cs|css|csv|docx?|exs?|gif|go|gz|h|hpp|html?|ini|java|jpe?g|js|json[5cl]?|jsx|kts?|less|lock|log|lua|map|mjs|" +
  "pdf|php|png|pptx?|rb|scss|sql|svelte|svg|tar|tgz|toml|tsv?|tsx|txt|vue|wasm|webp|xlsx?|xml|xz|ya?ml";
/**
 * A name of any other ending, where something could be carried out in front of what its owner registered ("key.evil.page") or behind it
 * ("evil.page/key"). Outside of code, which is full of such names.
 */
const OF_ANY_ENDING = new RegExp(
  String.raw`(?<![\p{L}\p{N}@/\\-]|[\p{L}\p{N}-]\.|[\p{L}\p{N}]_)(?:[\p{L}\p{N}-]+\.)+(?!(?:${NO_HOST})(?![\p{L}\p{N}]))\p{L}{2,}` +
    String.raw`(?:(?<=\.[^.\s]+\.[^.\s]+)(?!_*[\p{L}\p{N}]|[(/-]|\.[\p{L}\p{N}])|\/${REST}+)`,
  "giu",
);
const OUTSIDE_CODE = new RegExp(
  String.raw`\x60{3}[^]*?(?:\x60{3}|$)|\x60[^\x60\n]+\x60|${OF_ANY_ENDING.source}`,
  "giu",
);
const ADDRESS = new RegExp(`${URL_LIKE.source}|${BARE_HOST.source}|${NAME.source}`, "giu");
/** A colon, a point and a slash as HTML may write them. */
const ENTITY = /&(?:#0*(?:46|47|58)|#x0*(?:2[ef]|3a)|colon|period|sol);?/giu;
/** A word with letters, digits or signs of full width or small ones, or with signs that look like a colon, a point or a slash: read as the plain ones. */
const LOOK_ALIKE = /[。⁄∕⧸꞉∶]/gu;
const ODD = new RegExp(`[^\\s<>"'\`]*(?:[！-～｡․﹐-﹫]|${LOOK_ALIKE.source})[^\\s<>"'\`]*`, "gu");

const plainSign = (sign: string): string =>
  /46|2e|p|。/iu.test(sign) ? "." : /47|2f|s|[⁄∕⧸]/iu.test(sign) ? "/" : ":";

export const addressesIn = (
  text: string,
  forms: readonly RegExp[] = [URL_LIKE, BARE_HOST, NAME, OF_ANY_ENDING],
): ReadonlySet<string> =>
  new Set(forms.flatMap((form) => [...text.matchAll(form)].map(([address]) => address.replace(TRAILING, ""))));

/** Those of them that stay in what is shown word for word: a name that somebody stored is asked for to be used. */
export const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...addressesIn(text, [NAME, OF_ANY_ENDING])].filter((name) => !/^www\./iu.test(name)));

/**
 * Makes the links of an answer harmless.
 * @param allowed addresses that may stay links: those of cited passages, see `addressesIn`; while an answer streams in, none
 * @example harmlessLinks("see https://evil.example/?q=key", new Set()) // "see https[:]//evil[.]example/?q=key"
 */
export function harmlessLinks(answer: string, allowed: ReadonlySet<string>): string {
  const isAllowed = (address: string): boolean =>
    allowed.has(address.trim().replace(TRAILING, "")) || allowed.has(address.trim());
  return answer
    .replace(ENTITY, plainSign)
    .replace(ODD, (word) => {
      const plain = word.normalize("NFKC").replace(LOOK_ALIKE, plainSign);
      return plain.search(ADDRESS) < 0 ? word : plain;
    })
    .replace(IMAGE, (_whole, alt: string) => `(image left out${alt.trim() === "" ? "" : `: ${alt.trim()}`})`)
    .replace(LINK, (whole, text: string, address: string) =>
      /^\s*<?https?:/i.test(address) && isAllowed(/[^\s<>]+/u.exec(address)?.[0] ?? "")
        ? whole
        : `${text} (link left out)`,
    )
    .replace(DEFINITION, "$1 (link left out)")
    .replace(AUTOLINK, (whole, address: string) =>
      /^https?:/i.test(address) && isAllowed(address) ? whole : `‹${disarmed(address)}›`,
    )
    .replace(TAG, "‹")
    .replace(ADDRESS, (address) => (isAllowed(address) ? address : disarmed(address)))
    .replace(OUTSIDE_CODE, (found) => (found.startsWith("`") || isAllowed(found) ? found : disarmed(found)));
}

/** An address written out: neither a scheme nor a host that a program would make a link of. @example "https[:]//evil[.]example/a.b" */
function disarmed(address: string): string {
  const [, scheme = "", host = "", rest = ""] = SCHEME.exec(address) ?? [];
  // Without a dot the name itself is the machine's.
  if (/^[/\\]+$/u.test(scheme) && !host.includes(".")) return `[${scheme}]${host}${rest}`;
  return `${scheme.replace(/(?<![[({]):/u, "[:]")}${host.replace(/(?<!\[)\.(?!\])/gu, "[.]")}${rest}`;
}

/** Scheme, host and the rest. */
const SCHEME = new RegExp(
  String.raw`^((?:${WEB}|(?:${OPAQUE}):)(?![/\\])|(?:[a-z][a-z0-9+.-]*[[({\\]?:[\])}]?)?[/\\]+)?([^/\\?#]*)([^]*)$`,
  "iu",
);

const NO_ADDRESSES: ReadonlySet<string> = new Set();

/**
 * Reads an answer as it comes in and gives it on in pieces that are safe to show: a citation, a link or a tag is never given in halves, and
 * addresses are disarmed (the finished answer says which are links). The pieces depend on the text alone, not on how it was split.
 */
export class AnswerStream {
  #held = "";
  /** Offset in `#held` of a bracket that is open; -1 for none. */
  #open = -1;
  #closing = "";

  /** @returns what may be shown now; often empty */
  push(delta: string): string {
    let shown = "";
    for (let i = 0; i < delta.length; i++) shown += this.#take(delta[i] as string);
    return shown;
  }

  /** @returns the rest */
  end(): string {
    return this.#release(this.#held.length);
  }

  #take(character: string): string {
    this.#held += character;
    const at = this.#held.length - 1;
    if (this.#open >= 0) {
      if (character === this.#closing) {
        this.#open = -1;
      } else if (at - this.#open >= MAX_CITATION || (this.#closing === ")" && character === "\n")) {
        // Too long to be a link, citation or tag.
        this.#open = -1;
        return this.#release(this.#held.length);
      }
      return "";
    }
    const before = this.#held[at - 1] ?? "";
    if (character === "[") this.#await("]", at);
    else if (character === "(" && before === "]") this.#await(")", at);
    else if (before === "<" && /[a-z/!]/i.test(character)) this.#await(">", at - 1);
    else if (/\s/u.test(character)) return this.#release(this.#held.length);
    return this.#held.length > 4 * MAX_CITATION ? this.#release(this.#held.length) : "";
  }

  #await(closing: string, at: number): void {
    this.#open = at;
    this.#closing = closing;
  }

  #release(length: number): string {
    const piece = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    this.#open = -1;
    return harmlessLinks(piece, NO_ADDRESSES);
  }
}
