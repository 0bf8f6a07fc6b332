import { typeOf } from "../../english/value-type.ts";

/** What a verb says of somebody or something: the fact that it states, how it is asked for, and what it takes. */
export interface Predicate {
  /** The name of what it says, behind whose it is: "home". Empty: the thing's own name says it, as of a meeting's time. */
  readonly key: string;
  readonly of: "person" | "thing";
  /** The verb with what belongs to it, up to the value. */
  readonly verb: RegExp;
  /** What stands behind the subject of a question for it. */
  readonly asked: RegExp;
  readonly accepts: (value: string) => boolean;
  /** Whether one can have several: a further one is another, no change. */
  readonly several: boolean;
  /** Whether it says too little of what is nobody's own to be stored for the first time. */
  readonly weak: boolean;
}

const raw = String.raw;
const capital = (value: string): boolean => /^(?:the |an? )?\p{Lu}/u.test(value) && !/^I\b/u.test(value);
const dated = (value: string): boolean =>
  typeOf(value) === "date" ||
  /^every (?:\p{L}+ ){0,2}(?:day|night|morning|evening|week|month|hour|year)s?\b|^the (?:first|last)$/iu.test(value);
const born = (value: string): boolean => dated(value) || /^(?:19|20)\d\d$/u.test(value);
const placed = (value: string): boolean =>
  capital(value) && !/\s(?!(?:de|la|the|upon|am|an|der|on|of|le|sur|in|near)\b)\p{Ll}/u.test(value);
const digit = (value: string): boolean => /^\d/u.test(value);
const digits = (value: string): boolean => /^\d{2,5}$/u.test(value);
/** A version, and no hour with its minutes: "1.31", "16.3", "v2.4.1". */
const numbered = (value: string): boolean => /^v?\d+(?:\.\d+)+$/u.test(value) && !/^\d{1,2}\.[0-5][05]$/u.test(value);
const any = (): boolean => true;
const few = (value: string): boolean =>
  value.split(" ").length <= 4 && !/^(?:an?|some|every|all|no|not|to|the|this|that|it|how)\s|['’]s\s/iu.test(value);
const instrument = (value: string): boolean =>
  /^the \p{L}+(?: \p{L}+)?$/u.test(value) &&
  !/(?:game|fool|field|victim|odds|system|market|lottery|part)$/u.test(value);
const sum = (value: string): boolean => /^(?:money|number)$/u.test(typeOf(value)) && !/^\p{L}/u.test(value);
const named = (value: string): boolean => capital(value) || /^(?:url|identifier|version)$/u.test(typeOf(value));
const school = (value: string): boolean =>
  /\b(?:school|schule|école|escuela|skole|lycée|college|university|uni|academy|lyceum|gymnasium|primary|high|kindergarten|institute)\b/iu.test(
    value,
  );
const made = (value: string): boolean => /^(?:an?|the|my)\s+(?:[\p{L}\d]+ )?\p{Lu}|^an? \d{4}|^\p{Lu}/u.test(value);
const WHERE = raw`(?=\s(?:in|at|on|under|behind|inside|near|next to|by|above|below|between)\s)`;
const ON = raw`(?: (?:on|at|by|in|until)(?= ))?`;
const HOSTS = "(?:hosted|deployed|runs?|running|served)";
const KEEPS = "(?:own|maintain|lead|run|manage|chair|handle)s?";

const predicate =
  (of: Predicate["of"]) =>
  (
    key: string,
    verb: string,
    asked: string,
    accepts: Predicate["accepts"],
    options: Partial<Predicate> = {},
  ): Predicate => ({
    ...{ key, of, accepts, several: false, weak: false },
    verb: new RegExp(verb, "iu"),
    asked: new RegExp(`^(?:${asked})$`, "iu"),
    ...options,
  });

const person = predicate("person");
const thing = predicate("thing");

/** In the order in which they are tried: the first that takes a sentence holds. */
export const PREDICATES: readonly Predicate[] = [
  person("birthday", raw`(?:was|were|is|am) born (?:on|in)`, "born", born),
  person("birthplace", raw`(?:was|were|is|am) born in`, "born(?: in)?|from", capital),
  person(
    "home",
    raw`(?:liv(?:e|es|ing) in|(?<=(?:ha(?:ve|s)|'(?:ve|s)) )lived in|based (?:in|out of)|moved (?:back )?(?:from \S.{1,30}? )?to|relocated to|` +
      raw`settled (?:down )?in|resid(?:e|es|ing) in)`,
    "liv(?:e|ing)(?: in)?|based(?: in)?|reside",
    placed,
  ),
  person("address", raw`liv(?:e|es|ing) (?:on|at)`, "liv(?:e|ing)(?: at| on)?", (value) => /\d/u.test(value)),
  person("job", raw`work(?:s|ing)? as`, "do(?: for (?:a living|work))?|work as", any),
  person(
    "employer",
    raw`(?:work(?:s|ing)?(?: nights| days| full[- ]time| part[- ]time| remotely)? (?:at|for)|employed (?:at|by)|start(?:ed|s)? (?:working )?at|` +
      raw`join(?:ed)?|got a job at)`,
    "work(?:ing)?(?: for| at)?|employed(?: by| at)?",
    capital,
  ),
  person("manager", raw`report(?:s|ing)? to`, "report(?:ing)? to", capital),
  person("allergy", raw`allergic to`, "allergic to", any, { several: true }),
  person(
    "diet",
    raw`(?:is|am|are|'m|'s|'re)(?: now)?(?: an?)?(?= (?:vegan|vegetarian|pescatarian|celiac|coeliac|lactose[- ]intolerant|gluten[- ]free)$)`,
    "eat",
    any,
  ),
  person("age", raw`(?:is|am|are|'m|'s|turned)(?: now| turning)?(?= \d{1,3} ?(?:years old|yo)$)`, "none", any),
  person("blood type", raw`(?:is|am|'m|'s|has|have) blood type`, "none", any),
  person("shoe size", raw`wears? (?:a )?(?:shoe )?size`, "wear", digit),
  person("language", raw`speak(?:s|ing)?`, "speak", capital, { several: true }),
  person("instrument", raw`plays?(?= the )`, "play", instrument, { several: true }),
  person("medication", raw`(?:takes?|(?:is|am|'m) on)(?= \d+ ?(?:mg|mcg|g|ml|iu)\b)`, "take", any),
  person("pastime", raw`plays?`, "play", few, { several: true }),
  person("partner", raw`(?:married to|engaged to|dating)`, "married to|engaged to|dating", capital),
  person("hometown", raw`(?:(?:is|am|are|'m|'s|'re)(?: originally)?|comes?) from`, "(?:come )?from", capital),
  person("car", raw`driv(?:e|es|ing)`, "drive|have|own", made),
  person("school", raw`go(?:es)? to`, "go to(?: school)?|attend|study(?: at)?", school),
  person("school", raw`(?:attend(?:s|ing)?|stud(?:y|ies|ying) at|enrolled (?:at|in))`, "attend|study at", capital),
  person("like", raw`(?:likes|loves|adores|enjoys)`, "(?:like|love|enjoy)(?: best| most)?", few, { several: true }),
  person("dislike", raw`(?:hates|dislikes|loathes)`, "hate|dislike", few, { several: true }),
  person("preference", raw`(?:prefers|prefer(?=\s.{1,40}\s(?:over|to)\s))`, "prefer", few),
  thing("port", raw`(?:runs?|running|listens?|is|are|uses?|using) (?:on |at )?port`, "(?:run |listen )?on|use", digits),
  thing("port", raw`listen(?:s|ing)? (?:on|at)`, "listen on", digits),
  thing("port", raw`(?:is|are|runs?) (?:back )?on(?= \d{4,5}(?: |$))`, "(?:run )?on", digits, { weak: true }),
  thing("version", raw`(?:is|are|runs?|uses?) (?:on |at )?version`, "on|run|use", digit),
  thing("version", raw`(?:is|are|runs?)(?: now| back)? (?:on|at)(?= v?\d+\.\d)`, "on|run|use", numbered),
  thing(
    "",
    raw`(?:(?:is|are|was|were)(?: now)?(?: held| scheduled| planned)?|held|scheduled|meets?|happens?|takes? place|comes?|` +
      raw`runs?|starts?|begins?)(?: (?:on|at|for|from)|(?= every\s))`,
    "(?:held|meet|happen|take place|come|scheduled|planned|start|begin|run|on|at)(?: on| at)?",
    (value) => dated(value) && /\d|every|noon|midnight|day|morning|evening|night|week|month/iu.test(value),
  ),
  thing("due date", raw`due${ON}`, "due(?: on| by| in| at)?", dated),
  thing("expiry date", raw`(?:expires?|runs? out|(?:valid|runs?) until)${ON}`, "expire|run out|valid", dated),
  thing("renewal date", raw`renews?${ON}`, "renew", dated),
  thing("opening time", raw`opens?${ON}`, "open(?: at)?", dated),
  thing("closing time", raw`(?:closes?|shuts?)${ON}`, "(?:close|shut)(?: at)?", dated),
  thing("end date", raw`ends?${ON}`, "end", dated),
  thing("departure time", raw`(?:leaves?|departs?|takes? off)${ON}`, "leave|depart|take off", dated, { weak: true }),
  thing("arrival time", raw`(?:arrives?|lands?|gets? in)${ON}`, "arrive|land|get in", dated, { weak: true }),
  thing("cost", raw`(?:costs?|charges?)(?: me| us)?`, "(?:cost|charge)(?: me| us)?", sum),
  thing("owner", raw`(?:belongs? to|owned by)`, `belong to|owned by|${KEEPS}`, capital),
  thing("maintainer", raw`(?:maintained|handled) by`, `maintained by|${KEEPS}`, capital),
  thing("lead", raw`(?:led|run|managed|headed|chaired|organi[sz]ed) by`, `(?:led|run|managed) by|${KEEPS}`, capital),
  thing("language", raw`(?:written|built|coded) (?:in|with|on)`, "(?:written|built) (?:in|with|on)", capital),
  thing("place", raw`(?:kept|stored|parked|located|hidden)${WHERE}`, "kept|stored|parked|located|hidden|", any),
  thing("host", raw`${HOSTS} (?:on|at|in|by|with|to)`, `${HOSTS}(?: on| at| to| by)?`, named),
  thing("place", raw`(?:is|are) (?:on|at)`, "on|at|", (value) => /^\p{Lu}.*\s\d+\p{L}?$/u.test(value)),
  thing("tool", raw`us(?:es|ing)`, "use", named, { several: true }),
];
