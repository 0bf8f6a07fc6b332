/** Keys that say nothing by themselves: of these a line or a sentence states nothing. */
export const GENERAL = new Set(
  (
    "note title type status date summary description example result error warning todo problem question answer goal plan " +
    "task issue idea point value default format tag category author source reason step option input output guess suggestion " +
    "thing subject from to cc re fact truth trick rule rest other best worst only main next last first second most way catch " +
    "key point bottom line moral story update news day week month year weather time life world sun sky moon food movie book " +
    "film show game song meeting call flight train bus traffic house room car code test build server site page file problem " +
    "weekend morning evening mood brain head back knee stomach heart mind body boss's hair opinion advice thought feeling " +
    "concern worry experience understanding impression thinking intention hope dream wish aim objective mission strategy " +
    "approach focus priority policy habit routine resolution decision agreement deal theme " +
    "purpose job task take bet fear favorite one winner loser culprit killer thief champion star " +
    "hero villain actor singer writer character speaker author guest capital language origin stop target suspect witness victim " +
    "cause solution option alternative exception difference term word phrase quote topic lesson secret clue key"
  ).split(" "),
);

/** Of these one's own may be named: "my car is a Volvo". */
export const OWNED = /^(?:car|house|room|book|song|game|film|movie|show|server|site|dog|bus|train|flight)$/u;

/** Keys that "the" suffices for with a plain name: there is one of each. */
export const ONE_OF = new RegExp(
  String.raw`(?:lead|owner|manager|maintainer|contact|codename|name|deadline|sponsor|venue|address|host|` +
    String.raw`branch|database|framework|language|editor|owner|region|password|passcode|passphrase|pin|key|` +
    String.raw`token|code|port|wifi|ssid|username|handle|url|domain|repo|budget|version|birthday|` +
    String.raw`anniversary|number|landlord|plumber|vet|combination)$`,
  "u",
);

/** Roles and relations, which somebody's name holds. */
export const PERSON = new RegExp(
  String.raw`(?:^| )(?:wife|husband|partner|fiance|fiancé|spouse|boss|manager|dentist|doctor|gp|` +
    String.raw`therapist|lawyer|accountant|landlord|supervisor|mentor|coach|neighbou?r|roommate|flatmate|` +
    String.raw`mother|father|mom|mum|dad|son|daughter|brother|sister|friend|girlfriend|boyfriend|uncle|` +
    String.raw`aunt|cousin|nephew|niece|grandmother|grandfather|grandma|grandpa|teacher|trainer|nanny|vet|` +
    String.raw`pm|ceo|cto|cfo|lead|designer|dog|cat|puppy|kitten|horse|hamster|parrot|hairdresser|barber|` +
    String.raw`plumber|electrician|colleague|twin|baby|kid|child)$`,
  "u",
);

/** Origins, beliefs and states, which are no names of what they stand for. */
export const NATIONAL = new RegExp(
  String.raw`^(?:\p{Lu}\p{L}+(?:ian|ese|ish|can)|French|German|Dutch|Greek|Czech|Swiss|Thai|Jewish|` +
    String.raw`Catholic|Muslim|Christian|Buddhist|Hindu|Republican|Democrat|Delayed|Late|Ready|Done|Broken|` +
    String.raw`Closed|Canceled|Cancelled|Great|Good|Bad|Fine|Ok|OK|Amazing|Awesome|Terrible|Perfect)$`,
  "u",
);

/** Keys of which a common noun may be the value. */
export const COMMON = new RegExp(
  String.raw`(?:^| )(?:car|bike|laptop|phone|instrument|dog|pet|cat|breakfast|lunch|diet|order|nickname|` +
    String.raw`religion|profession|occupation|job|hometown|major|stack|editor|shell|license|tool|runner|` +
    String.raw`linter|formatter|framework|database|language|mascot|drink|snack|color|colour|size|type|` +
    String.raw`engine|branch|theme|font|stack|method|title|role|topping|hobby|allergy|gate|seat|terminal|` +
    String.raw`spot)$`,
  "u",
);

/** What holds a code, so that a value with a digit needs no word of whose it is: "printer code is 0077". */
export const CODE = /(?:^| )(?:code|password|passcode|pin|id|number|token)$/iu;

/** Codes that come and go. */
export const PASSING =
  /(?:^| )(?:error|status|exit|return|response|line|page|issue|step|phase|build|ticket|zip|area|country)(?: |$)/iu;

/** Keys of more words that end so say what somebody means, unless a date is given. */
export const VAGUE = /(?:goal|plan|problem|question|issue|opinion|advice|idea|favorite|day|week|weekend|reason)$/u;

/** Topics of which a bare number is one. */
export const COUNTED =
  /(?:number|digit|year|integer|prime|channel|route|bus|highway|room|issue|jersey|version|time|age|size)$/u;

/** Topics of which a word in -ing is one: "my favorite sport is swimming". */
export const ACTIVITY = new RegExp(
  String.raw`(?:activity|hobby|sport|thing|pastime|exercise|way|part|chore|subject|verb|word|skill|` +
    String.raw`workout|routine|habit|style|method|task|job|class|memory|dance|training|craft|art|` +
    String.raw`discipline|form|game|event|to \w+)$`,
  "u",
);
