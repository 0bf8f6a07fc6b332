import { setFlagsFromString } from "node:v8";

/** The Node that this was measured with: another may not know the flags, and says so. */
const MEASURED_WITH = "24";
/**
 * Seconds for which V8's optimising compiler doesn't pay: with the quicker ones alone 1 MB of notes takes a tenth less, 5 MB the same, 50 MB
 * a fifth more; with the optimising one after the first second, these are a tenth less, a twentieth less, and the same.
 */
const FIRST_MS = 1_000;
/**
 * Optimised code takes in fewer of the functions that it calls (V8's own bound is 920). What comes out is no slower: 3 % less processor time
 * for 1 MB, 7 for 2 MB, 8 for 10 MB.
 */
const INLINE_LESS = "--max-inlined-bytecode-size-cumulative=300";

/**
 * The space for new objects stays as large as it is when work begins, and old ones are collected when they have grown by three fifths: 20 MB of
 * agents' sessions take 200 MB in place of 320, in no more processor time.
 */
const FRUGAL = ["--semi-space-growth-factor=1", "--heap-growing-percent=60"];

/**
 * Tunes V8's compilers and memory during a run: a third of the cost of a run over some megabytes is compiling. Flags are set only after the first
 * progress, when program and threads are loaded, since Node's own compiled code is used only under the flags that it was compiled with
 * (12 ms a thread).
 */
export class RunCompiler {
  readonly #timer: () => number;
  #phase: "waiting" | "first" | "later" = process.versions.node.split(".")[0] === MEASURED_WITH ? "waiting" : "later";
  #began = 0;

  /** @param timer milliseconds from any start */
  constructor(timer: () => number = () => performance.now()) {
    this.#timer = timer;
  }

  /** To be called as files are done. */
  progress(): void {
    if (this.#phase === "waiting") {
      this.#phase = "first";
      this.#began = this.#timer();
      for (const flag of [INLINE_LESS, ...FRUGAL]) setFlagsFromString(flag);
      setFlagsFromString("--no-turbofan");
    } else if (this.#phase === "first" && this.#timer() - this.#began >= FIRST_MS) this.end();
  }

  /** To be called when the run is over, too: whatever the process does next is compiled as usual. */
  end(): void {
    if (this.#phase === "first") setFlagsFromString("--turbofan");
    this.#phase = "later";
  }
}
