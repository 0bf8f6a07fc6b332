import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile, type Plugin, transform } from "esbuild";

/** Styles of the page, in the order in which they hold. */
const STYLES = ["base.css", "frame.css", "search.css", "views.css"];

/** Tags beside which a browser shows no white space. */
const BLOCKS =
  "article|aside|blockquote|col|d[dlt]|details|dialog|div|fieldset|footer|form|h[1-6r]|header|legend|li|main|nav|[ou]l|option|p|pre|section|summary|t(?:able|body|[dhr]|head)";

/**
 * Takes the indentation of lines out of templates, which a browser shows as one space, and line breaks before tags that begin a line of their own.
 * Others stay: what stands on two lines of a template is two words.
 */
const UNINDENTED: Plugin = {
  name: "unindented",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]web[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        .replace(/\n[ \t]+/g, "\n")
        .replace(new RegExp(`([>}"])\\n(?=</?(?:${BLOCKS})[ >]|>)`, "g"), "$1"),
      loader: "ts",
    }));
  },
};

/**
 * Makes the page that the service answers at `/`: `index.html`, and beside it everything else in a folder named by its contents, so that a browser
 * may keep it for ever. The first view is loaded at once, all others together when one of them is gone to.
 *
 * @param root of the repository
 * @param out the folder that is made
 * @returns what became part of it
 */
export async function buildPage(root: string, out: string): Promise<Metafile> {
  const web = join(root, "web");
  const { outputFiles, metafile } = await build({
    entryPoints: [join(web, "main.ts")],
    outdir: "/page",
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    chunkNames: "[name]-[hash]",
    alias: { "loci/client": join(root, "src/client/index.ts") },
    plugins: [UNINDENTED],
    logLevel: "warning",
    metafile: true,
  });
  const css = STYLES.map((name) => readFileSync(join(web, "styles", name), "utf8")).join("\n");
  const { code: styles } = await transform(css, { loader: "css", minify: true, target: "chrome123" });
  const plain = ["theme.js", "icon.svg"];
  const hash = createHash("sha256").update(styles);
  for (const { contents } of outputFiles) hash.update(contents);
  for (const name of plain) hash.update(readFileSync(join(web, name)));
  const folder = `assets/${hash.digest("hex").slice(0, 12)}`;
  mkdirSync(join(out, folder), { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(join(out, folder, path.slice("/page/".length)), contents);
  for (const name of plain) copyFileSync(join(web, name), join(out, folder, name));
  writeFileSync(join(out, folder, "page.css"), styles);
  const main = outputFiles.find(({ path }) => path === "/page/main.js")?.text ?? "";
  const needed = readdirSync(join(out, folder)).filter((name) => new RegExp(`(?:from|import)"\\./${name}"`).test(main));
  const preloads = needed.map((name) => `<link rel="modulepreload" href="/${folder}/${name}" />`).join("\n    ");
  const html = readFileSync(join(web, "index.html"), "utf8")
    .replaceAll("%ASSETS%", `/${folder}`)
    .replace("%PRELOADS%", preloads);
  writeFileSync(join(out, "index.html"), html);
  return metafile;
}
