/**
 * English words too common to search for, folded, by kind: articles and determiners, pronouns, question words, helping verbs,
 * prepositions, conjunctions, adverbs of degree, what is left of contractions when the apostrophe cuts them ("don't" is
 * "don" and "t"), and what people say to a search box. Negations are in it: a bag of words can't use them.
 */
export const STOP_WORDS: readonly string[] = [
  "a an the this that these those some any each every either neither both all another other others such same own",
  "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself " +
    "she her hers herself it its itself they them their theirs themselves one ones someone anyone " +
    "everyone something anything everything",
  "what which who whom whose when where why how whether whatever whenever wherever",
  "am is are was were be been being do does did doing done has have had having can could shall should will would may might must ought",
  "about above across after against along among around as at before behind below beneath beside " +
    "besides between beyond by down during except for from in inside into like near of off on onto out " +
    "over since than through to toward towards under until up upon via with within without",
  "and but or nor so if then else because though although while unless",
  "not no yes very too also just only even ever still already again once here there now almost quite " +
    "rather really much many more most few less least well perhaps",
  "s t re ve ll d m o don didn doesn isn wasn aren weren hasn haven hadn won wouldn couldn shouldn mustn needn mightn ain cannot im ive dont didnt cant",
  "please tell let lets get gets got",
].flatMap((line) => line.split(" "));

const LOOKED_UP: ReadonlySet<string> = new Set(STOP_WORDS);

/**
 * Whether a folded word (see `fold`) is on the stop list.
 * @example isStopWord("when") // true
 */
export function isStopWord(foldedWord: string): boolean {
  return LOOKED_UP.has(foldedWord);
}
