/** Whose words a question is after, where it says so. */
export interface AskedVoice {
  /** What an assistant said: "what did you suggest", "your advice", "the agent announced". */
  readonly assistant: boolean;
  /** What a tool was given or gave back: a command, a flag, a path, an error, an output. */
  readonly tool: boolean;
}

const TELLING =
  "suggest|recommend|propos|advis|sa[iy]|told|tell|mention|explain|describ|offer|gave|give|provid|list|show|announc|answer|repl|help|outlin|wr[io]t";

/** "did you suggest", "you recommended", "your advice", "the agent brushed aside". */
const ASSISTANT = new RegExp(
  String.raw`\b(?:(?:did|have|had|were|could|can|would) (?:you|claude|the (?:agent|assistant|model|ai|bot))\b[^.?!]{0,40}?\b(?:${TELLING})|you (?:had |have |have also |also )?(?:${TELLING})\w*|(?:your|the (?:agent|assistant|model|ai|bot)(?:['’]s)) (?:suggest|recommend|advice|propos|answer|repl|expla|response|plan|list)\w*|(?:the (?:agent|assistant)|claude) [a-z]+)`,
  "i",
);

/** Words for what tools do, a flag, a path, a file, an identifier with underscores, code in backticks. */
const TOOL =
  /\b(?:outputs?|commands?|std(?:err|out)|errors?|exceptions?|stack ?trace|exit (?:code|status)|logs?|logged|compile[rd]?|warnings?|ports?|config(?:ured|uration)?|tickets?|issues?|commits?|hash|defaults?|diff|branch|grep|git|test (?:environment|run)|suite|line \d+|env(?:ironment)?|tokens?|sessions? named|left out|bypass)\b|(?:^|\s)--?[a-z]|[\w.-]+\/[\w.-]+|\b[\w-]+\.(?:[jt]sx?|py|exs?|md|json|to?ml|ya?ml|sh|css|html|go|rs|java|c|h|cpp|rb)\b|\b[a-z]+_[a-z_]+\b|`[^`]+`/i;

/**
 * What of a question turns the weight of who said something.
 *
 * @example askedVoice("What did you recommend for the stand-up?") // { assistant: true, tool: false }
 */
export function askedVoice(question: string): AskedVoice {
  return { assistant: ASSISTANT.test(question), tool: TOOL.test(question) };
}
