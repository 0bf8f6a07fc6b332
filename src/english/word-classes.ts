/** The closed classes of English, and what tells that a phrase describes instead of naming. */
const of = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));

/** Pronouns that are the subject or object of a clause. */
export const PRONOUNS = of(
  "i me we us you he him she her they them it this that these those there here who whom whose what which how why " +
    "when where myself yourself itself themselves ourselves u y'all something nothing everything anything someone " +
    "everyone anyone nobody ones it's i'm i've i'd he's she's they're we're you're that's there's",
);
/** Finite forms of be, have, do and the modals. */
export const FINITE = of(
  "is are was were am be been being isn't aren't wasn't weren't ain't has have had hasn't haven't hadn't having do " +
    "does did don't doesn't didn't dont doesnt didnt will would won't wouldn't can could can't couldn't cant shall " +
    "should shouldn't may might must isnt arent wasnt",
);
export const PREPOSITIONS = of(
  "of in on at to for from with by about over under into onto near without during among between behind beside beyond " +
    "through across around against per via like along above below before after than as up down off out toward towards " +
    "inside outside within upon",
);
/** Adverbs of degree, of time and of certainty: what follows them describes. */
export const DEGREES = of(
  "so very too quite rather pretty really super extremely incredibly kinda sorta almost nearly as more most less way " +
    "not never already finally always still currently just totally completely absolutely slightly constantly often " +
    "usually sometimes probably all both no yet again soon twice once even nowhere half mostly mainly only",
);
/** Words that make what is said unsure. */
export const HEDGES = of(
  "maybe perhaps possibly probably might guess suppose either neither whatever supposedly allegedly presumably " +
    "seemingly arguably idk dunno unsure likely apparently around roughly about",
);
/** Adjectives, participles and particles that describe rather than name: "is closed", "is out", "is back". */
const PREDICATES = of(
  "built made set based given taken written held kept sent meant known shown driven spent left found told put born " +
    "paid stuck good great nice awesome amazing awful bad terrible horrible best better worse worst worth fine ok okay " +
    "cool fun funny lovely beautiful gorgeous perfect wonderful fantastic excellent brilliant delicious tasty yummy " +
    "overrated underrated important boring interesting exciting expensive cheap free closed open shut broken dirty " +
    "clean dead alive gone lost missing late early sick ill tired busy ready done finished over back here there away " +
    "available unavailable full empty sold cancelled canceled discontinued hidden different same similar unknown " +
    "unclear obvious irrelevant due near far old new wrong right true false unique special popular famous rare hard " +
    "easy difficult simple nearby upstairs downstairs outside inside online offline live up down out off on in around " +
    "ahead behind everywhere nowhere somewhere high low slow fast hot cold warm big small huge tiny long short tall " +
    "loud quiet safe dangerous weird strange crazy stupid silly sad happy angry mad upset proud able unable likely " +
    "unlikely sure unsure certain subject complicated private secret personal none nothing undecided tbd pending " +
    "depends injured retired married pregnant single asleep awake afraid aware crowded packed soaked stale rotten ripe " +
    "raw burnt cute sweet comfortable cozy impossible possible ridiculous hilarious incredible insane timeless iconic " +
    "legendary hers ours mine yours theirs tomorrow today yesterday tonight now later soon classified embarrassing " +
    "allergic vegetarian vegan kaput toast dull heavy light slippery wet dry sore itchy swollen better thick thin " +
    "weak strong lazy hungry thirsty sleepy noisy messy nuts bananas garbage trash gold fire shit crap meh lit great " +
    "underway overdue fragile flaky green red-hot thriving alright superb solid decent mediocre outdated obsolete " +
    "compulsory mandatory optional visible invisible final permanent temporary flat steep bankrupt overdrawn",
);
/** Nouns that only judge: "is a mess", "is a disaster". */
export const JUDGEMENTS = of(
  "mess disaster nightmare joke problem pain bit lot mystery surprise secret shame dream delight pleasure treat bummer " +
    "blast riot wreck ruin hassle chore challenge struggle must classic masterpiece gem fan believer way thing " +
    "reason matter question issue risk success failure hit flop bargain rip-off ripoff no-brainer breeze drag bore " +
    "joy blessing curse goner keeper winner loser sweetheart angel menace handful idiot genius jerk gift while priority " +
    "better great good nice bad big huge little tough real total complete work favorite favourite couple few long short",
);
/** Verbs that give a command or ask for something: a sentence that begins with one states nothing. */
export const IMPERATIVES = of(
  "remember note keep save store add put place insert move swap switch exchange replace change update make set remove " +
    "delete drop take scratch strike clear wipe empty erase forget reset undo revert list show tell give remind write " +
    "help find explain check recommend suggest create generate use let please can could would will do don't dont ask go " +
    "look see get try read send call buy book order pick choose compare translate summarize summarise fix describe draft " +
    "plan provide consider include ignore imagine suppose wait stop start open close run turn print sort rank promote " +
    "demote bump rename tag email text share post schedule cancel talk speak discuss focus act pretend design build edit " +
    "review rewrite revise organize analyze outline mark point log pin",
);

const DESCRIBING =
  /(?:[^e]ed|[^aeiouy]ing|ful|less|[^aeiou]able|ible|[^l]ive|ous|ally|antly|ently|ingly|edly|[^fi]ly)$/u;
/** Words that look so and name something. */
const NAMING = of(
  "red bed seed weed shed sled reed bread thread king ring spring string thing wing pudding evening morning wedding " +
    "olive chive native drive five vegetable table cable family italy july lily jelly belly holly billy emily molly " +
    "sally kelly bling lightning running swimming cycling climbing hiking skiing surfing reading writing knitting " +
    "cooking baking boxing fencing rowing sailing diving fishing dancing singing painting drawing gardening gaming " +
    "bowling archive octave stracciatella ramen stilted hundred infrared sacred alfred speed feed breed ted ned ed",
);

/** Whether a small word describes by its form alone: "delayed", "careful", "slowly". */
export function looksDescribing(word: string): boolean {
  return PREDICATES.has(word) || (word.length > 4 && DESCRIBING.test(word) && !NAMING.has(word));
}
