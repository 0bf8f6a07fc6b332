/**
 * The closed classes of English: words by which a value ends, whatever it is. None of them lists what a value may be.
 */
const of = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));

/** Pronouns that are the subject or object of a clause. */
export const PRONOUNS = of(
  "i me we us you he him she her they them it this that these those there here who whom whose what which how " +
    "why when where myself yourself itself themselves ourselves u ya y'all something nothing everything " +
    "anything someone everyone anyone nobody ones",
);
/** Determiners that say whose something is. */
export const POSSESSIVES = of("my your our his her their its whose mine yours ours hers theirs");
/** Finite forms of be, have, do and the modals. */
export const FINITE = of(
  "is are was were am be been being isn't aren't wasn't weren't ain't has have had hasn't haven't hadn't " +
    "having do does did don't doesn't didn't dont doesnt didnt will would won't wouldn't can could can't " +
    "couldn't cant shall should shouldn't may might must 'm 're 've 'd 'll isnt arent wasnt",
);
/** Words that begin a subordinate clause or a new main clause. */
export const SUBORDINATORS = of(
  "because cause cuz coz bc since although though tho even while whilst whereas if unless until till when " +
    "whenever where wherever which who whom whose that whether as so but however except otherwise yet nor plus " +
    "than",
);
export const COORDINATORS = of("and or & but so nor yet plus then n");
export const PREPOSITIONS = of(
  "of in on at to for from with by about over under into onto near without during among between behind " +
    "beside beyond through across around against per via like along above below after before than as up down " +
    "off out toward towards inside outside within upon",
);
export const ARTICLES = of("the a an some any");
/** Adverbs that stand before what is said of something, in small letters: "is now X", "is definitely X". */
export const ADVERBS = of(
  "now still currently definitely certainly surely obviously clearly easily always simply just really truly " +
    "honestly actually probably also too again lately recently nowadays today presently basically officially " +
    "undoubtedly absolutely totally completely hands-down forever still genuinely literally only ofc",
);
/** Adverbs of degree: what follows describes. */
export const DEGREES = of(
  "so very too quite rather pretty really super extremely incredibly kinda sorta almost nearly as more most " +
    "less way not never already finally always still currently just totally completely absolutely slightly " +
    "constantly often usually sometimes probably all both no n't",
);
/** Words that make what follows unsure. */
export const HEDGES = of(
  "maybe perhaps possibly probably might guess suppose either neither whatever supposedly allegedly " +
    "presumably seemingly arguably idk dunno unsure likely",
);

/** Adverbials that may close a clause, in the words that they begin with: what is behind a value and no part of it. */
export const CLOSERS: readonly string[] = (
  "by the way|btw|by far|by a mile|by a long way|by a landslide|by a long shot|believe it or not|no cap|" +
  "for the win|hands-down|fyi|for this year|for this month|for this week|for the year|for the month|for sure|" +
  "for now|for me|for example|for real|for ages|for years|for a while|for a long time|for many years|" +
  "for as long as|for the record|for the moment|for obvious reasons|for what it's worth|fwiw|these days|" +
  "right now|rn|at the moment|at this point|atm|at present|at least|at heart|" +
  "lately|recently|nowadays|today|tonight|currently|presently|now|as of now|as of today|as of late|as well|" +
  "as always|as usual|as ever|as you know|as far as|as it stands|too|also|again|anymore|any more|any longer|" +
  "though|tho|although|however|anyway|anyways|instead|once again|" +
  "of all time|of all|ever|hands down|no doubt|without a doubt|no question|without question|no contest|" +
  "bar none|so far|all the way|all day|every day|every time|every single time|every morning|every weekend|" +
  "to be honest|to be fair|to be exact|to be precise|tbh|imo|imho|in my opinion|in my book|in case|" +
  "in general|in fact|in that order|in this order|in order|in no particular order|not in order|if you ask me|" +
  "i think|i guess|i believe|i suppose|i'd say|i would say|i must say|you know|you see|mind you|lol|lmao|" +
  "haha|hahaha|hehe|ha|ngl|fr|ofc|obviously|definitely|certainly|honestly|seriously|actually|really|truly|" +
  "absolutely|always|basically|literally|clearly|of course|naturally|thanks|thank you|thx|ty|cheers|please|" +
  "pls|plz|ok|okay|right|yes|yeah|yep|yup|no|nope|sorry|" +
  "since|because|hbu|wbu|remember that|remember it|remember this|keep that in mind|keep in mind|note that|" +
  "don't forget|fyi|just so you know|from now on|from today|going forward|going forwards|starting today|" +
  "starting now|all in all|period|full stop|end of story|till today|until now|up to now|to this day|" +
  "ever since|after all|over the years|every year|every summer|this year|this week|this month|this season|" +
  "this time|last year|hopefully|apparently|especially|particularly|mainly|mostly|partly|usually|generally|" +
  "followed|making|considering|given that|given how|thanks to|due to|even if|even though|rather than|" +
  "not because|not that|not just|not only|only because|just because|mostly because|mainly because|" +
  "probably because|simply because|partly because|that's|it's|let's|such|dude|bro"
).split("|");

/** Verbs that give a command or ask for something: a clause may begin with one. */
export const IMPERATIVES = of(
  "remember note keep save store add put place insert move swap switch exchange replace change update make " +
    "set remove delete drop take scratch strike clear wipe empty erase forget reset undo revert list show tell " +
    "give remind write help find explain check recommend suggest create generate use let please can could " +
    "would will do don't dont thanks thank ask go look see get try read send call buy book order pick choose " +
    "compare translate summarize summarise fix describe draft plan provide consider include ignore imagine " +
    "suppose wait stop start open close run turn print sort rank promote demote bump rename tag email text " +
    "share post schedule cancel talk speak discuss focus act pretend design build edit review rewrite revise " +
    "organize analyze generate outline",
);

/** Other verbs whose common forms betray a clause: before a determiner, a pronoun or a preposition. */
export const VERBS = of(
  "inspire inspires connect connects create creates enjoy share shares spend support supports build builds " +
    "grow love loves loved like likes liked hate hates hated want wants wanted need needs needed think thinks " +
    "thought know knows knew feel feels felt go goes went gone come comes came get gets got make makes made " +
    "take takes took give gives gave see sees saw say says said tell tells told find finds found play plays " +
    "played watch watches watched read reads eat eats ate drink drinks drank buy buys bought visit visits " +
    "visited live lives lived work works worked use uses used try tries tried keep keeps kept enjoy enjoys " +
    "enjoyed prefer prefers preferred start starts started grew grow grows helps helped reminds reminded " +
    "brings brought tastes tasted looks looked sounds sounded smells seems seemed became becomes remains " +
    "includes means meant makes recommend planning going trying thinking looking wondering hoping working " +
    "living getting having making loves broke breaks died runs ran sits sat stands stood serves served sells " +
    "sold opened closed closes opens wins won lost loses plays stopped stops turned moved hit hits kicked " +
    "saved rescued happened happens ended ends mention mentioned said noted rewatched reread wrote writes " +
    "learned learnt",
);

/** Adjectives and particles that describe rather than name: "is closed", "is out", "is back". */
export const PREDICATES = of(
  "built made set based given taken written held kept sent meant known shown driven spent left found told " +
    "put born paid stuck good great nice awesome amazing awful bad terrible horrible best better worse worst " +
    "worth fine ok okay cool fun funny lovely beautiful gorgeous perfect wonderful fantastic excellent " +
    "brilliant delicious tasty yummy overrated underrated important boring interesting exciting expensive " +
    "cheap free closed open shut broken dirty clean dead alive gone lost missing late early sick ill tired " +
    "busy ready done finished over back here there away available unavailable full empty sold cancelled " +
    "canceled discontinued hidden different same similar unknown unclear obvious irrelevant due near far old " +
    "new wrong right true false unique special popular famous rare hard easy difficult simple nearby upstairs " +
    "downstairs outside inside online offline live up down out off on in around ahead behind everywhere " +
    "nowhere somewhere high low slow fast hot cold warm big small huge tiny long short tall loud quiet safe " +
    "dangerous weird strange crazy stupid silly sad happy angry mad upset proud able unable likely unlikely " +
    "sure unsure certain subject complicated private secret personal none nothing undecided tbd pending " +
    "depends unavailable injured retired married pregnant single asleep awake afraid aware crowded packed " +
    "soaked stale rotten ripe raw burnt cute sweet comfortable cozy impossible possible ridiculous hilarious " +
    "incredible insane timeless iconic legendary hers ours mine yours theirs",
);

/** Nouns of activities: of these a word in -ing is a name, not what somebody is doing. */
export const ACTIVITIES = of(
  "activity hobby sport thing pastime exercise way game part chore subject verb word skill workout routine " +
    "habit style method technique task job event class course feeling memory time dance move training therapy " +
    "stroke past-time passion craft art discipline leisure recreation form kind type genre season topic idea",
);

/** Verbs in the past that no list of names holds. */
export const PAST = of(
  "saw made went got came took gave said told found knew felt thought kept grew brought meant became ran sat " +
    "stood sold won lost left had did ate drank bought met spent taught caught heard wrote sang",
);
/** Participles that name dishes: "mac and fried onions". */
export const DISHES = of(
  "fried baked roasted smoked mashed pulled grilled iced mixed dried stewed poached scrambled spiced salted " +
    "toasted steamed pickled shredded whipped candied sliced chopped stuffed red seed",
);

/** Words that are said by themselves, at the beginning of what somebody says. */
export const INTERJECTIONS = of(
  "wow hey hi hello oops btw yay oh ah aww haha lol hmm ugh ouch yikes congrats thanks thx sorry wait " +
    "sometimes yesterday tomorrow anyway glad happy hopefully",
);
