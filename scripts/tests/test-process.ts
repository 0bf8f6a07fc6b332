import hooks from "node:async_hooks";
import { readFileSync, writeFileSync } from "node:fs";

/** What a process of tests does before it loads `node:test`. */

// A process that is made to end with its last test loses what it has told and nobody has read yet, unless it waits for each piece to be taken.
(process.stdout as { _handle?: { setBlocking?: (is: boolean) => void } })._handle?.setBlocking?.(true);

// `node:test` follows each promise from its making to its collection, to know in which test something happens: a seventh of the processor time of
// asynchronous tests. Node hands on what is stored for a test with everything that is begun in it, so here that says which one it is.
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks;
const inside = new AsyncLocalStorage<number>();
let register: hooks.HookCallbacks["init"];
hooks.createHook = ({ init }) => {
  register = init;
  return { enable() {}, disable() {} } as unknown as hooks.AsyncHook;
};
hooks.executionAsyncId = () => inside.getStore() ?? executionAsyncId();
/** Tests, suites and their hooks are such. */
hooks.AsyncResource = class extends AsyncResource {
  constructor(type: string, options?: number | hooks.AsyncResourceOptions) {
    super(type, options);
    register?.(this.asyncId(), type, 0, this);
  }
  override runInAsyncScope<This, Args extends unknown[], Result>(
    run: (this: This, ...args: Args) => Result,
    self?: This,
    ...args: Args
  ): Result {
    return super.runInAsyncScope(() => inside.run(this.asyncId(), () => run.apply(self as This, args)));
  }
};
await import("node:test");
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId });

// Noted at the end: hundredths of a second of processor time that it and what it started and has ended took.
process.on("exit", () => {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").replace(/^.*\)/u, "").trim().split(" ");
    writeFileSync(
      `${process.argv[1]}.processor`,
      String(fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)),
    );
  } catch {
    // Not on this system.
  }
});
