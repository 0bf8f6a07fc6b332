import type { Progress } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import type { CliIo } from "../io.ts";
import { oneLine } from "./style.ts";
import { width } from "./table.ts";

/** Milliseconds between two redrawings of the bar: smoother isn't seen. */
const REDRAW_MS = 100;
/** Milliseconds between two plain lines: a log of a long run stays readable, a short run says nothing. */
const LINE_MS = 2000;
const BAR_COLUMNS = 24;

/** Shows where a run is, on stderr: a bar that redraws itself on a terminal, now and then a plain line otherwise. */
export interface ProgressDisplay {
  readonly show: (progress: Progress) => void;
  /** Takes the bar away; to be called before anything else is written. */
  readonly end: () => Promise<void>;
}

/** A display for one run. Nothing is shown unless the run takes longer than one interval. */
export function progressDisplay({ err, timer }: Pick<CliIo, "err" | "timer">): ProgressDisplay {
  const interval = err.isTTY ? REDRAW_MS : LINE_MS;
  let last = timer();
  let drawn = false;
  return {
    show(progress) {
      const now = timer();
      if (now - last < interval) return;
      last = now;
      drawn = true;
      void err.write(err.isTTY ? `\r\x1b[2K${bar(progress, err.columns)}` : `${plain(progress)}\n`);
    },
    async end() {
      if (drawn && err.isTTY) await err.write("\r\x1b[2K");
      drawn = false;
    },
  };
}

function plain({ phase, source, files, drawers }: Progress): string {
  return `${oneLine(source)}: ${phase}, ${files.done} of ${counted(files.total, "file")}, ${counted(drawers, "passage")}`;
}

function bar(progress: Progress, columns: number): string {
  const { done, total } = progress.files;
  const filled = total === 0 ? 0 : Math.min(BAR_COLUMNS, Math.floor((done / total) * BAR_COLUMNS));
  const text = `${"█".repeat(filled)}${"░".repeat(BAR_COLUMNS - filled)} ${plain(progress)}`;
  return width(text) < columns ? text : [...text].slice(0, Math.max(0, columns - 1)).join("");
}
