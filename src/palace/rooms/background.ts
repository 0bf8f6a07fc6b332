import { stem } from "../../text/stem.ts";
import { BASE_VERBS, IRREGULAR_PASTS } from "../halls/lexicon.ts";
import { CHAT_WORDS, GENERIC_WORDS } from "./plain-words.ts";

/**
 * Words that stand in many texts of any kind and so name no room on their own, by how often: in 3 %, 1 %, 0.4 % of passages or more,
 * in at least three of four kinds of text (assistant chats, programmers' notes, a textbook, abstracts of papers). Counted once over
 * the freely licensed part of the sample data; words that name a subject ("database", "family") were taken out by hand.
 * Fixed, so that a document's rooms depend on the document alone and not on what was indexed before it.
 */
const COMMON_WORDS: Readonly<Record<"often" | "common" | "known", string>> = {
  often:
    "able about access add after all allows already also always and another any approach are available back based because been before being better between " +
    "bit body both but call can case change changes check class common context could create creating current data defined details did different directly " +
    "discuss does doing done down each either end even example features few find first following for from function functions future get give given had has " +
    "have help here how however important include including index information into its just key know known last less level like line lines list long look " +
    "made main make makes many may means method might more most move much multiple name need needs new next not note now number often once one only open " +
    "option other our out over own part particular pass pattern place point possible process project provide provides result results right run same search " +
    "second see set should show single small some something specific start still structure such sure system take tell test than that the their them then " +
    "there these they this those three through time together tool try trying two type types use used user using value values very via want was way well " +
    "were what when where which while will with within without work working works would you your",
  common:
    "ability above account across action active actual actually added adding addition additional address adds advanced again against allow allowing along " +
    "alternative amount analysis anything appear application applied apply argument around associated avoid base basic become behavior best beyond big " +
    "block break build building built called calls cannot capture cases cause center certain character checking clean clear close collection come comes " +
    "community compare complete complex components concept conditions connection consider contain contains content continue control copy core currently " +
    "custom date day define depend depending design determine development difference difficult discussed display drop due during dynamic early easier easy " +
    "element elements else enough ensure entire environment especially every everything exact exactly examples exist existing exists expect expected " +
    "explain explicitly explore extra failure far feature field figure file final finally finding fix flow focus follow followed form format found free " +
    "full fully further general generally generate generated gets getting gives global going good great group guide hand handle happen having high history " +
    "immediately implementation improve included includes individual initial input inside instead internal issue issues item items itself job keep kind " +
    "large later latest least left length let likely link listed little live local located location longer looking looks loop lot low lower major making " +
    "manage manual map mean message methods mind model moving multi must names necessary needed non normal numbers off old options order original others " +
    "output package page past path patterns people perform places points post potential practice prevent previous primary probably problem problems " +
    "processes processing produce production programs progress projects properties provided providing public purpose put questions quickly quite random " +
    "range rather read ready real really reason receive received recent reference related relevant remember represents request require required requires " +
    "respectively response responsible rest return review running say section seems seen self send sense separate sequence series setting settings several " +
    "share short shows side significant similar similarly simple since situation size sometimes source space specifically stable standard started starting " +
    "state statement statements static status step steps store structures style successful summary support switch systems table takes taking target task " +
    "team terms tests text thing things third though throughout times too tools top track true turn under understand unique until update updated useful " +
    "users uses usually variable variables variety various version view ways whether who whole whose why word words world write writing yet zero",
  known:
    "absolute abstract accept accessible according achieve achieved actions additionally advantage affect ahead allowed almost among answer appears " +
    "applications appropriate area arguments arm articles ask aspect aspects assign assigned assuming attention attributes automated automatically away " +
    "background bad becomes begin beginning behind below benefit binding blocks bound box breaking bring builds button calling care catch causes causing " +
    "chain challenges changed changing channel channels characteristics characters checks choice choose clearly clone closed closely color combination " +
    "combining coming command commands comments committed commonly compared comparing comparison compile compiled completed completely completion " +
    "complexity component concepts concise condition conditional confirm conflict connected connections considered consistent constant constraints " +
    "construct containing contexts continues contrast correct corresponding cost count counts course created creates creation criteria cycle days deal " +
    "decide decision deep default defining definition demonstrate depends describe described description designed desired despite detail developers " +
    "developing differences direct discussion displays document domain double driven duration dynamically earlier easily effect effectively effects " +
    "efficient empty enable enabled encoding endpoint ends ensures enter entering entry equal equivalent error errors escape evaluate event events " +
    "eventually ever except execute execution expand experience experienced explained explanation explicit export express expression extend extension " +
    "external extract extremely fact fail failed false familiar fashion fast faster feel fields files fine fit five fixed flag flexible focused follows " +
    "force formatting forms forth forward four framework friendly front functional functionality gain generating generic giving goes got greater green " +
    "groups guidelines handled handling happens hard head hello helpful helps higher highlight highlighted highlighting hold host hour hours idea ideal " +
    "identifier identify illustrate imagine implemented improvement improving increase increasing indeed independent indicate initially install installed " +
    "instance instances integration intended interact interacting interest interested interesting introduce introduced introduction involve involved " +
    "involves join jump keeping keeps knowledge knows label labeled larger layer lead leading learn learned learning leave levels life light limit limited " +
    "links listing lists load loading locally locations lock log logic maintain managing manner mapping maps mark marked massive master match matching " +
    "matter maximum meaning meant member members mentioned messages met middle minimal minutes missing mix mode models modified modify moment mostly named " +
    "natural negative nested net never node none normally nothing notice null object objects occur offer offers ones online onto opening operating " +
    "operation operations operators optional ordering organization organized otherwise outside overall packages pair parameters partial particularly parts " +
    "passed passes paths per performing perhaps person personal placed plain platform play plus portion position positive posts potentially power powerful " +
    "practical practices pre prefer preferred present pretty preventing prevents previously print private processed produces profile prompt properly " +
    "property protect published purposes push putting question quick quote raised raw reach reading reasons receiving recognize recommended record records " +
    "reduce refer regardless regular relationship relationships relative release remain remaining remains remove removed removing repeated replace replaced " +
    "report represent representation represented representing requirements requiring resolve resources respond resulting risk robust rule rules safe said " +
    "save says scenario scenarios scope script searching seconds secret sections seeing seem select selected selection sent separated service sets setup " +
    "shape shared shift shorter showing sign signal signature simply site situations sleep slightly slow smaller solution someone soon sort spaces special " +
    "specify speed split spread stability stage starts states stay stop stored straightforward strong structured subsequent subset success successfully " +
    "summarize supported supports surrounding tables taken tasks technique techniques telling tells template term themselves therefore think thinking " +
    "thought thus title took total tracking transfer transition treat treated tried typically ultimately underlying understanding unexpected unit updating " +
    "upper urls usage utility utilize valid variants verify visual wanted whatever whenever whereas wide workflow worth written year years yourself",
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
  mark(GENERIC_WORDS, SHARES.plain);
  mark(CHAT_WORDS, SHARES.plain);
  const plain = new Set([GENERIC_WORDS, CHAT_WORDS].flatMap((list) => list.split(" ")).map(stem));
  // What says nothing says nothing in any of its forms: "keep" and "keeps".
  return (word) => (plain.has(stem(word)) ? Math.round(SHARES.plain * PASSAGES) : (counts.get(word) ?? 0));
}
