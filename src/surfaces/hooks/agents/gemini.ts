import { type AgentAdapter, answerCommon, type DeclaredEvent, readCommon } from "../hook-event.ts";

/** Milliseconds: a 10 here would end every hook before it began. */
const EVENTS: readonly DeclaredEvent[] = [
  { name: "SessionStart", phase: "session-start", timeout: 10_000 },
  { name: "BeforeAgent", phase: "prompt", timeout: 5_000 },
  { name: "AfterAgent", phase: "turn-end", timeout: 10_000 },
  { name: "PreCompress", phase: "before-compaction", timeout: 10_000 },
  { name: "SessionEnd", phase: "session-end", timeout: 5_000 },
];

/** Gemini CLI: `settings.json`, time-outs in milliseconds, standard output must be JSON only. */
export const gemini: AgentAdapter = {
  name: "gemini",
  title: "Gemini CLI",
  timeoutUnit: "milliseconds",
  events: EVENTS,
  alwaysAnswers: true,
  read(name, payload) {
    const event = EVENTS.find((one) => one.name === name);
    return event === undefined ? null : readCommon("gemini", name, event.phase, payload);
  },
  answer: (event, answer) => answerCommon(event, answer) || "{}\n",
  afterInstall: () => ["Hooks take effect in sessions that begin from now on."],
};
