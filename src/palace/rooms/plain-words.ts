import { stem } from "../../text/stem.ts";
import { BASE_VERBS, IRREGULAR_PASTS } from "../halls/lexicon.ts";

/**
 * Words that name a kind of document, a part of one or a moment in a conversation, but no concept: left out of room names,
 * and no difference between two rooms ("git notes" and "git" are one). Stems are compared, here and below, so one form is enough;
 * a list leaves out what one above it has.
 */
export const GENERIC_WORDS =
  "note overview introduction intro summary index readme misc miscellaneous various general other draft todo tmp " +
  "temp temporary untitled new old copy final version edition update doc document file folder page section chapter " +
  "part appendix content table post article blog entry item list log journal diary daily weekly monthly src lib " +
  "source main code example sample demo test-data data assets static public resources text raw archive backup " +
  "export import inbox attachments media guide tutorial howto how-to reference manual basics fundamentals primer " +
  "handbook cheatsheet cheat sheet faq tips tricks til learnings lesson getting started begin beginner advanced " +
  "meeting minutes agenda conversation chat session thread discussion talk message question answer thought idea " +
  "topic subject about using working understanding understood explained deep dive look into more introducing " +
  "preface foreword conclusion background context details info information stuff thing my our your the project " +
  "personal knowledge wiki kb memory palace vault followup next-step action-item second brain issue problem english " +
  "month year day week today yesterday date time";

/** Words that name no concept where nothing else stands beside them ("First", "Next steps"): counts, comparisons, parts of minutes, kin as they are called. */
export const BARE_WORDS =
  "first second third fourth fifth sixth seventh eighth ninth tenth last next previous single double triple half " +
  "whole good bad better best worse worst big small large little long short high low early late same different " +
  "important special title name keep step point decision decided action goal result outcome attendee participant " +
  "rationale purpose usage app application changelog license licence contribute author acknowledgment highlight " +
  "takeaway conclusion remark mom mommy mum mummy mama dad daddy papa grandma grandpa granny";

/** Words of conversations that name no concept: feelings, praise, and nouns that stand for anything. */
export const CHAT_WORDS =
  "thanks awesome wow yeah yep yes hey hello amazing cool sound tough definitely glad fun appreciate nice hear " +
  "inspiring joy wait moment impact congrats congratulations excited happy journey dream favorite favourite super " +
  "feeling felt hope hopefully motivated enjoy enjoyable incredible rewarding lately recently everyone everybody " +
  "someone somebody passion proud going went gone happened blast total encouragement pushing staying weekend " +
  "tomorrow tonight lot ton wild loved remind bye beauty huge gave worries peace energy sorry cute believe belief " +
  "agree helped busy watch wishing life lives oh luck lucky truly mental sweet spot chance plan comfort maybe " +
  "balance crazy fan stoked lost magical ago supportive dedication growth grow bet training experience bond " +
  "gorgeous grateful gratitude gotta gonna wanna fulfilling effort meaningful connecting adventure quit positivity " +
  "career challenge friend friendship buddy folks people guy girl man woman confidence delicious tasty yummy alone " +
  "adorable stunning hang strong strength courage opportunity pay cheer freedom satisfying satisfaction pumped " +
  "impressive resilience fave thrilled emotional vibe faces relief priceless uplifting heartwarming boost " +
  "overwhelming wonderful fantastic perfect perfectly fabulous terrific wonderfully great good better best bad " +
  "worse worst nervous scary scared captivating vibrant talented special everything nothing anything something kind " +
  "sort type way night morning evening afternoon hour place piece side bit top end point reason fact matter case " +
  "word story photo pic picture image shared mind heart soul eye hand head body world rest step goal success " +
  "succeed achievement progress change difference make made awareness insight perspective attitude mindset value " +
  "purpose reality truth assistant user agent bot sir madam mum dear wahala okay absolutely excellent sharp correct " +
  "certainly indeed exactly precisely confirmed plus honestly clearly simply actually literally seriously obviously " +
  "apparently eventually seeing having being doing trying coming taking giving keeping letting finding thinking " +
  "saying telling showing bringing putting interested curious curiosity cozy cosy relax chill calm soothing " +
  "refreshing fresh forward hit miss mine another first third last next big small little long short high low early " +
  "young full free real true sure ready able same right wrong easy hard difficult simple possible impossible whole " +
  "entire half double single past present future current met spend spent join visit brought check reach create " +
  "build offer provide recommend suggest consider focus focused mention respond response ensure specific clear " +
  "concrete name number level area set line rule option choice process system approach strategy method solution " +
  "result task team group company activity event awful terrible horrible gross ugh aww haha lol omg hmm huh ok yup " +
  "nope nah woah woohoo yay damn dude bro mate sis em fam ya btw imo soon later now then again always never often " +
  "sometimes usually mom mommy mummy mama dad daddy papa grandma grandpa granny perhaps already still yet just ever " +
  "also red blue green yellow white black grey gray pink purple orange brown colour color comfy rad intense humble " +
  "optimistic optimism individual nudge care striving spreading mixed stuffed distance finger accepted sitting " +
  "hesitate imagined laughing rough quick weird strange odd funny silly dumb smart clever brave honest honesty " +
  "unique rare common popular famous local nearby downtown online offline spare hobby advice faith determination " +
  "tackle chasing worth safe seen act gut voice promotion goes stop cause cash unity recharge pose move catch write " +
  "welcome fill holding breathing flowing bold constructive sense view crowd shape bliss bummer doubt risk smile " +
  "action wind fair collaborate habit grab sign incident summer winter spring autumn fall season loss outlook " +
  "spirit pressure burden setback struggle obstacles too very really pretty much many most less least almost enough " +
  "only monday tuesday wednesday thursday friday saturday sunday january february march april june july august " +
  "september october november december mon tue wed thu fri sat jan feb mar apr jun jul aug sep sept oct nov dec";

/**
 * Words in which an agent tells of its work on any program: they name no room by themselves, and none together. With a word that is not among
 * them they do ("review hook", "transcript renderer"). Counted among what assistants say in sessions with tools; words that a program may be
 * about (`dashboard`, `annotation`) were left out by hand. Linters, test runners and package managers are among them: they are run at the end
 * of whatever was done.
 */
export const AGENT_WORDS =
  "alias aliases analyze argument array artifact assert assign attr attribute backend backlog bead blocked boolean " +
  "branch bug button callback changelog class clause cleanup client close codebase commit compile component " +
  "comprehensive config configuration const constant constructor container debug default dep dependency deploy " +
  "detection dev diff directory edge endpoint env environment epic error exception execute exist exploration " +
  "failure fallback false feature fetch fix fixture flag format formatter frontend function getter git github guard " +
  "handler harness header helper hook id identifier implement install instance integer interface internal " +
  "investigate iteration javascript js json key lint linter load lock loop master merge migration mismatch mock " +
  "module mount namespace nil null nullable object opt output override package parallel param parameter parity " +
  "parse parser pass patch path pattern payload pending pipeline pr print priority prompt props protocol pull query " +
  "read rebase rebuild refactor register regex remaining render repo repository request return revert rewrite root " +
  "route router row runtime schema scope script selector serve server service setter setup shell shot signature " +
  "snapshot spec sql stack stage state status stderr stdout store string struct style stub subagent submodule " +
  "subtask suite sync syntax target template terminal test thorough ticket timeout token tool toolchain trace track " +
  "tuple typecheck typescript undefined unit unused url util val validation variable verification warning window " +
  "worker workflow workspace worktree wrapper yaml per pre non sub bun cargo clippy credo dialyzer docker eslint " +
  "flake gradle jest maven mocha mypy npm npx pip pnpm prettier pytest rubocop ruff rustfmt tsc vite vitest yarn";

/**
 * Words that stand in many texts of any kind and so name no room on their own, by how often: in 3 %, 1 %, 0.4 % of passages or more,
 * in at least three of four kinds of text (assistant chats, programmers' notes, a textbook, abstracts of papers). Counted once over
 * the freely licensed part of the sample data; words that name a subject ("database", "family") were taken out by hand.
 * Those that say nothing anyway (plain words, verbs) aren't listed. Fixed, so that a document's rooms depend on the document alone and
 * not on what was indexed before it.
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
interface TermStatistics {
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
