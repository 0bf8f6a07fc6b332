import { type AgentAdapter, answerCommon, type DeclaredEvent, readCommon } from "../hook-event.ts";

/** `SessionEnd` has 1 s, 3 at most whatever is declared. */
const EVENTS: readonly DeclaredEvent[] = [
  { name: "SessionStart", phase: "session-start", timeout: 10 },
  { name: "UserPromptSubmit", phase: "prompt", timeout: 5 },
  { name: "Stop", phase: "turn-end", timeout: 10 },
  { name: "PreCompact", phase: "before-compaction", timeout: 10 },
  { name: "PostCompact", phase: "after-compaction", timeout: 10 },
  { name: "SessionEnd", phase: "session-end", timeout: 3 },
];

/** Codex CLI: `hooks.json` or `[hooks]` of `config.toml`. Unknown keys of an answer are refused, and each hook must be trusted first. */
export const codex: AgentAdapter = {
  name: "codex",
  title: "Codex CLI",
  timeoutUnit: "seconds",
  events: EVENTS,
  alwaysAnswers: false,
  read(name, payload) {
    const event = EVENTS.find((one) => one.name === name);
    return event === undefined ? null : readCommon("codex", name, event.phase, payload);
  },
  answer: answerCommon,
  afterInstall: (events) => [`Open Codex, type /hooks and trust these ${events} hooks: until then none of them runs.`],
};
