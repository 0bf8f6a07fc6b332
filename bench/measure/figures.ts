import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { quantile } from "./quantile.ts";

/** The figures of one benchmark: printed as they come, and written down as a page when asked. */
export class Figures {
  readonly #rows: string[] = [];
  readonly #title: string;
  readonly #before = loadavg()[0] ?? 0;

  constructor(title: string) {
    this.#title = title;
  }

  /** @param must most milliseconds at p50 that it may take; left out where nothing says so */
  add(name: string, times: readonly number[], must?: number): void {
    const [half, most, least] = [0.5, 0.95, 0].map((share) => quantile(times, share).toFixed(2));
    console.log(`${name.padEnd(44)} p50 ${half}  p95 ${most}  min ${least} ms`);
    this.#rows.push(`| ${name.trim()} | ${half} | ${most} | ${least} | ${must ?? ""} |`);
  }

  /** @param file name in bench/; `how` is the command that made it, `what` what was measured */
  write(file: string, how: string, what: string): void {
    const url = new URL(`../${file}`, import.meta.url);
    const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], {
      cwd: new URL("../", import.meta.url),
      encoding: "utf8",
    }).trim();
    writeFileSync(
      url,
      `# ${this.#title}

Written by \`${how} --write\`: commit ${commit}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores; load average
${this.#before.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after (more than the number of cores means that others were at work, and times are longer than on a quiet machine). Milliseconds.

${what}

| | p50 | p95 | least | must, at p50 |
|---|---|---|---|---|
${this.#rows.join("\n")}
`,
    );
    console.log(`written: ${readFileSync(url, "utf8").split("\n").length} lines of bench/${file}`);
  }
}
