import { stem } from "../../text/stem.ts";
import { BASE_VERBS, IRREGULAR_PASTS } from "../halls/lexicon.ts";
import { CHAT_WORDS, GENERIC_WORDS } from "./plain-words.ts";

/**
 * Words that stand in many texts of any kind and so name no room on their own, by how often: in 3 %, 1 %, 0.4 % of passages or more,
 * in at least three of four kinds of text (assistant chats, programmers' notes, a textbook, abstracts of papers). Counted once over
 * the freely licensed part of the sample data; words that name a subject ("database", "family") were taken out by hand.
 * Those that say nothing anyway (`plain-words.ts`, verbs) aren't listed. Fixed, so that a document's rooms depend on the document alone and not on what was indexed before it.
 */
const COMMON_WORDS: Readonly<Record<"often" | "common" | "known", string>> = {
  often:
    "access add after all allows and any are available back based because been before between both but call can class could defined directly does done " +
    "down each either features few following for from function functions given has here how however include including its key know known like may means " +
    "might multiple need needs not once one open out over own particular pass pattern run search should some structure such test than that their them " +
    "there these they this those three through together tool two via want well what when where which while will with within without would you",
  common:
    "ability above account across added adding addition additional address adds against allow allowing along alternative amount analysis appear " +
    "application applied apply argument around associated avoid base become behavior beyond block break called calls cannot capture center certain " +
    "character clean close collection community compare complete complex components concept conditions contain contains continue control core custom " +
    "define depend depending design development display drop due during dynamic easier element elements else environment especially every exact exist " +
    "existing exists expect expected explicitly explore extra failure far feature field figure fix follow followed form format fully further global handle " +
    "history immediately implementation improve included includes initial input inside instead internal itself job large latest length likely link located " +
    "location longer loop lower major manage map mean model multi must necessary needed non normal off order original output package path patterns perform " +
    "potential practice prevent previous primary probably produce production programs properties quickly random range rather read receive received related " +
    "relevant remember represents request require required requires respectively return review running seems self send separate sequence series several " +
    "significant similar similarly since situation size space stable standard state statement statements status store structures style switch target terms " +
    "tests though throughout tools track turn under until variable variables variety whether who whose why zero",
  known:
    "abstract accessible according additionally advantage affect ahead allowed among appears applications appropriate arguments arm aspect aspects assign " +
    "assigned assuming attention attributes automated automatically away becomes behind below benefit binding blocks box breaking button calling chain " +
    "channel channels characteristics characters clone closed closely combination combining command commands comments committed commonly compared " +
    "comparing comparison compiled completed completely completion complexity component concepts concise condition conditional conflict consistent " +
    "constant constraints containing continues contrast corresponding counts course creation criteria decision default defining demonstrate depends " +
    "described description designed desired despite developers developing direct displays domain driven duration dynamically earlier easily effect " +
    "effectively effects efficient empty enabled encoding endpoint entering equivalent error errors evaluate except execute execution expand experienced " +
    "explanation explicit express expression extension external extract extremely failed false familiar fashion fast faster fields fine five fixed flag " +
    "flexible follows formatting forms forth four framework friendly front functional functionality gain greater guidelines handled handling higher " +
    "highlight highlighted highlighting ideal identifier identify illustrate implemented improvement improving increasing independent initially installed " +
    "instance instances integration intended interact interacting involved involves jump knows labeled larger layer leading light limited links loading " +
    "locations logic managing manner mapping maps marked massive master match matching maximum meaning member members middle minimal mode models modified " +
    "modify mostly natural negative nested net node none normally null object objects ones onto opening operating operation operations operators ordering " +
    "organization organized otherwise outside overall packages pair parameters partial particularly passed passes paths per performing plain platform " +
    "portion potentially power powerful practical practices pre preferred preventing prevents previously private produces prompt properly property " +
    "published quote raised reading receiving recognize records regardless regular relationship relationships relative remaining remains removed removing " +
    "repeated replaced representation represented representing requirements requiring robust scenario scenarios scope script searching secret selected " +
    "selection separated service setup shift shorter signal signature site situations slightly smaller spaces speed stability stage states stored " +
    "straightforward structured subsequent subset successfully summarize surrounding taken technique techniques template term themselves therefore title " +
    "tracking transfer transition treated tried typically ultimately underlying unexpected unit upper urls usage utility utilize valid variants visual " +
    "wanted whatever whenever whereas wide workflow written yourself",
};

/** How many passages hold a term elsewhere: what makes a term of a group of passages special. */
export interface TermStatistics {
  /** Passages counted. */
  readonly passages: number;
  /** Passages that hold a word (folded, not stemmed). 0 for an unknown one. */
  readonly frequency: (word: string) => number;
}

/** Share of passages for each class of `COMMON_WORDS`, and for words that name no concept at all. */
const SHARES = { plain: 0.5, often: 0.06, common: 0.02, known: 0.007, verb: 0.01 } as const;
const PASSAGES = 100_000;

/**
 * The fixed background: how common words are in English text of any kind. It knows nothing of the project, so rooms that are
 * found with it depend on the document alone, not on what was indexed before (so a rebuilt index has the same rooms).
 */
export const ENGLISH: TermStatistics = { passages: PASSAGES, frequency: frequencies() };

function frequencies(): (word: string) => number {
  const counts = new Map<string, number>();
  const mark = (list: string, share: number): void => {
    for (const word of list.split(" ")) counts.set(word, Math.max(counts.get(word) ?? 0, Math.round(share * PASSAGES)));
  };
  mark(COMMON_WORDS.known, SHARES.known);
  mark(COMMON_WORDS.common, SHARES.common);
  mark(COMMON_WORDS.often, SHARES.often);
  mark(BASE_VERBS, SHARES.verb);
  mark(IRREGULAR_PASTS, SHARES.plain);
  const plain = new Set([GENERIC_WORDS, CHAT_WORDS].flatMap((list) => list.split(" ")).map(stem));
  // What says nothing says nothing in any of its forms: "keep" and "keeps".
  return (word) => (plain.has(stem(word)) ? Math.round(SHARES.plain * PASSAGES) : (counts.get(word) ?? 0));
}
