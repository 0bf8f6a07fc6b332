/**
 * What tells the kind of a memory, as words and phrases in lower case, `|` between them, matched at word boundaries
 * (hyphens count as spaces). Each cue is one feature of the classifier, fired once a sentence, however often it occurs;
 * what a cue is worth for each hall stands in `weights.ts`, learned from the development sentences.
 *
 * To extend: add phrases that people of any subject would use, then run `node evals/halls/fit.ts`.
 */
export const CUES: Readonly<Record<string, string>> = {
  // ── discoveries ────────────────────────────────────────────────────────────────────────────────────────────────
  "discovery.turns-out":
    "turns out|turned out|looks like|seems like|it looks like|turn out|turning out|as it turns out|as it happens|" +
    "proved to be|proves to be|turned up",
  "discovery.find-out":
    "found out|find out|finding out|figured out|figure out|worked out that|work out that|found that|find that|finds " +
    "that|found a|found an|found no|found the|found it|finally found|discovered|discovers|discover|discovering|" +
    "rediscovered|came across|stumbled upon|stumbled on|stumbled across|uncovered|uncovers|unearthed|tracked it down|" +
    "tracked down|traced it|traced the|narrowed it down|pinpointed|spotted|identified|identifies|detected|diagnosed|" +
    "cracked it|got to the bottom",
  "discovery.realise":
    "realised|realized|realise|realize|realises|realizes|realising|realizing|noticed|notice|noticing|dawned on|hit " +
    "me that|it hit me|hit us|occurred to me|occurred to us|struck me|clicked|finally clicked|made sense|it made " +
    "sense|suddenly made sense|makes sense why|finally get|now i get|i get it now|get why|we now know|i now know|i " +
    "now understand|came to the conclusion|come to the conclusion|reached the conclusion|it made me realise|made me " +
    "realize|made me realise|helped me understand|helped us understand|see why|know why|understand why|understand " +
    "how|saw how|saw why|understood|finally understand|finally understood|came to see|come to see|came to understand|" +
    "come to understand|came to realise|came to realize|makes sense now|it finally makes sense|saw that|see now|now " +
    "i see|now i know|now we know|now i understand|picked up on|opened my eyes|eye opener|eye opening|epiphany|" +
    "lightbulb|light bulb|aha|eureka",
  "discovery.learn":
    "learned|learnt|just learned|just learnt|today i learned|til|learning that|have learned|have learnt|taught me|" +
    "taught us|lesson learned|found out today|new to me|never knew|didn't know|did not know|hadn't known|don't know " +
    "why i never|hadn't realised|hadn't realized|didn't realise|didn't realize|never realised|never realized|had no " +
    "idea|have no idea why|wasn't aware|was not aware|weren't aware|unaware that|who knew|who would have|would never " +
    "have guessed|never would have guessed|never thought|hadn't noticed|never noticed|was unaware",
  "discovery.evidence":
    "brought to light|brings to light|came to light|comes to light|lesson from|lessons from|only appears when|only " +
    "appear when|only shows up|revealed|reveals|established that|according to|traces of|must be the|must have been|" +
    "so it must|so it was|so it's|disappears when|only happens|only happen|only fails|only fail|reproduces when|" +
    "assumed|had assumed|i assumed|mistaken|turned off so|uncover|highlighted|highlights|exposed|pinned it|triggered " +
    "by|on inspection|upon inspection|resulted in|turned up|rules out|contradicts|predicts|were clear|was clear|is " +
    "clear that|reveal|revealing|show that|shown that|shows|showed|show us|showing that|demonstrates|demonstrated|" +
    "demonstrate|indicates|indicated|indicate|data show|data shows|made clear that|makes clear that|made it clear|" +
    "makes it clear|data suggest|results suggest|this suggests|it suggests|suggests that|confirmed that|" +
    "confirms|confirm that|proves that|prove that|proved that|implies that|correlates|correlated with|correlation|linked to|" +
    "link between|no difference|no significant|significant difference|outperformed|outperforms|beats|performed " +
    "better|points to|pointed to|pointing to|tells us|tell us|told us that|concluded that|conclude that|conclusion|" +
    "observed that|observed a|observe that|we observed|they observed|hypothesis|evidence",
  "discovery.inquiry":
    "digging|dug into|looking closer|closer look|on closer inspection|looking into|going through|comparing|compared|" +
    "side by side|profiling|interviews|sampling|simulation|autopsy|audit showed|test showed|a b test|reading the " +
    "source|reading through|review of|a review|the report|reports|the numbers|looking at|looking back|hindsight|" +
    "retrospect|measured|measuring|measurements|analysis|analyzing|analysing|investigation|investigating|research|" +
    "researchers|scientists|study found|studies show|the study|experiments|experiment|the test|tests|benchmarks|" +
    "benchmark|benchmarking|survey|debugging|bisecting|bisected|after testing|after trying|after tracking|after " +
    "hours of|after weeks of|after several|after three failed|the data|results|logs|scan|x ray|statistics show|metrics",
  "discovery.cause":
    "root cause|real cause|actual cause|the source of the|the reason|the real reason|real reason|culprit|caused by|" +
    "was caused|were caused|was causing|were causing|came from|comes from|came down to|comes down to|stemmed from|" +
    "the cause|the true cause|that's why|which is why|that is why|this is why|explains why|explained why|explains " +
    "the|due to|the problem was|the issue was|the bug was|the error was|the trouble was|problem came|responsible for " +
    "the|to blame|at fault|the secret|the trick turned|key insight|insight|insights|the insight|the answer was|the " +
    "explanation|mystery|side effect|because of a|was actually|were actually|is actually|are actually|actually|in " +
    "fact|in reality|rather than what|not what|had been|hadn't been|it wasn't|wasn't the|not the",
  "discovery.surprise":
    "surprisingly|surprising|who would've|who'd|huh|funny thing|funny that|fun fact|strange thing|weird thing|odd " +
    "thing|believe it or not|never expected|blew my mind|mind blowing|astonishing|astonishingly|amazingly|shockingly|" +
    "intriguing|fascinating that|plot twist|surprised|to our surprise|to my surprise|to everyone's surprise|surprise|" +
    "unexpectedly|unexpected|contrary to|against expectations|against all expectations|didn't expect|hadn't expected|" +
    "had not expected|expected|apparently|interesting|interestingly|curiously|oddly|strangely|weirdly|funnily enough|" +
    "ironically|remarkably|it seems|seems that|it appears|appears that|counterintuitively|counter intuitive|even " +
    "though|became clear|become clear|becomes clear|became obvious|became apparent|become obvious|it's clear now|" +
    "after all|all along|the whole time|so that's|so that is why|breakthrough|breakthroughs|discovery|discoveries|" +
    "finding|findings|new finding|only then|than i thought|than we thought|than expected|than i expected|than " +
    "assumed|than we expected|no wonder|without knowing",
  "discovery.found": "found|finds|find",

  // ── preferences ────────────────────────────────────────────────────────────────────────────────────────────────
  "preference.verb":
    "prefer|prefers|never missed|don't miss|can listen to|could listen|for hours|makes me|make me|made me|gives me|" +
    "insists|miserable|what i love|what i like|like about|i'm not big|we're not big|not big on|can't resist|cannot " +
    "resist|can't go without|can't live|miss having|look forward to|looks forward to|find it hard to|means the world|" +
    "means a lot to me|care about|cares about|value|values|appreciate|appreciates|relish|relishes|savour|admire|" +
    "admires|idolises|drawn to|tempted by|preferred|preferring|preference|preferences|love|loves|adore|adores|enjoy|" +
    "enjoys|enjoying|hate|hates|dislike|dislikes|detest|detests|despise|despises|loathe|loathes|favor|favors|favour|" +
    "favours|cherish|cherishes|dread|dreads|crave|craves|likes|i like|we like|they like|you like|really like|also " +
    "like|still like|do like|girls like|boys like|kids like|children like|people like|don't like|doesn't like|do not " +
    "like|does not like|didn't like|never liked|always liked|always loved|i liked|like it when|like my|like the way|" +
    "don't enjoy|doesn't enjoy|never enjoyed|don't care for|doesn't care for|don't care much|doesn't care much|don't " +
    "mind|doesn't mind|can't stand|cannot stand|can not stand|couldn't stand|can't bear|cannot bear|can't abide|" +
    "can't get enough|cannot get enough|could live on|swear by|swears by",
  "preference.favourite":
    "favourite|favorite|cat person|dog person|people person|coffee person|tea person|would always pick|would always " +
    "choose|always pick|always choose|always go for|always go with|go for|goes for|thinks|think that|feel at home|" +
    "feel most|at my best|makes my day|useless without|grumpy without|lost without|helps me|clear my mind|clears my " +
    "mind|calming|relaxes|hits the spot|the only way|the best|the worst|by far|favourites|favorites|fond of|keen on|" +
    "a fan|big fan|huge fan|fan of|fans of|crazy about|mad about|passionate about|obsessed with|hooked on|addicted " +
    "to|partial to|sucker for|soft spot|weakness for|really into|very into|so into|totally into|is into|am into|i'm " +
    "into|she's into|he's into|they're into|my thing|our thing|his thing|her thing|their thing|my cup|our cup|cup of " +
    "tea|my style|my taste|my jam|my kind of|my idea of|suits me|suit me|works for me|work better for|works better " +
    "for|appeals to me|appeal to|bores me|bore me|annoys me|annoy me|bugs me|irritates|irritate|bothers me|gets on " +
    "my nerves|get on my nerves|drives me crazy|drive me crazy|drives me nuts|drive me nuts|drives me mad|drive me " +
    "up|pet peeve|nothing beats|can't beat|beats everything|leaves me cold|makes me happy|makes me sad|any day|over " +
    "any|any time|for choice|of choice|go to|my go to|guilty pleasure|pleasure|pleasures|comfort|comforting|soothing|" +
    "relaxing|cosy|cozy|wouldn't trade|couldn't live without|can't live without|can't function without|overrated|" +
    "underrated|not for me|isn't for me|aren't for me|is not for me|for me|to me|best thing about|i wish|way to " +
    "unwind|morning person|night owl|early bird|more of a|kind of person|type of person|person|thing for",
  "preference.rather":
    "i'd rather|would rather|we'd rather|he'd rather|she'd rather|they'd rather|you'd rather|much rather|rather have|" +
    "rather not|i'd choose|i'd take|i'd pick|would choose|would pick|i'd go for|i'd always|over|to anything|than " +
    "anything|more than|far more than|better than|best when|sooner than|not much of|isn't really|aren't really|not " +
    "really|not a|not keen|isn't keen",
  "preference.opinion":
    "personally|my ideal|his ideal|her ideal|our ideal|their ideal|ideal holiday|gives me joy|give me joy|if you ask " +
    "me|bores me|bores him|bores her|bores them|bore me|bore him|bore her|in my opinion|in my view|looked better|" +
    "looks better|tastes better|sounds better|feels better|should be illegal|if it were up|up to me|if i could|beats|" +
    "worse than|nothing like|nothing better|hard to beat|not worth|gross|charming|cold and|stuffy|dull|creepy|" +
    "tasteless|pretentious|cheesy|in my book|to my mind|i think|i believe|i feel|i find|i found it too|i consider|i " +
    "guess|to be honest|honestly|frankly|imo|imho|as far as i'm concerned|i'm convinced|convinced that|believer|" +
    "strange as it sounds|worth the trouble|ugly|beautiful|boring|tedious|terrible|awful|annoying|gorgeous|" +
    "delightful|wonderful|lovely|depressing|horrible|disgusting|cosier|prettier|nicer|too sweet|too loud|too salty|" +
    "too much|too many|a crime|waste of time|waste of money|hurt my",
  "preference.habit":
    "nothing but|every night|every evening|every morning before|before bed|most evenings|most mornings|always|" +
    "usually|tends to|tend to|never|typically|often|rarely|seldom|hardly ever|i hardly|every time|habit|habits|" +
    "routine|ritual|tradition|i start my|i start every|starts his day|starts her day|ends her day|every single|" +
    "whenever possible|whenever i can|at least once a week|without fail|won't eat|refuses to|refuse to|insists on|" +
    "insist on|wouldn't dream|can't sleep|can't concentrate|can't work|can't start|can't imagine",
  "preference.regular":
    "every morning|every evening|every night|every day|every sunday|every saturday|every weekend|every week|mornings|" +
    "evenings|on sundays|on saturdays|on fridays|on mondays|on weekends|in the morning|at night|on weekdays|on " +
    "workdays|after work|before bed|before work",

  // ── advice ─────────────────────────────────────────────────────────────────────────────────────────────────────
  "advice.should":
    "should|shouldn't|ought|had better|you'd better|we'd better|better to|you'd do well|you'd be better|better off",
  "advice.you-modal":
    "you should|you shouldn't|you could|you might|you may want|you need to|you have to|you must|you want to|you'll " +
    "want|you'd want|you can|you'd better|one should|people should|everyone should|we should|if you|when you|before " +
    "you|unless you|once you|so you|as long as you",
  "advice.recommend":
    "recommend|recommends|strongly advise|cheap fix|quick fix|easy fix|simple fix|sending her|don't be|be honest|" +
    "spend at least|set an alarm|make a list|first thing|whatever you do|whenever you|my suggestion|my " +
    "recommendation|my tip|word of advice|one thing that|thing that helps|what helps|that helps|safest|smart to|" +
    "smarter to|safer to|easier to|ideally|is plenty|best bet|your best|stick to|stick with|go see|go for|give it|" +
    "give them|opt for|start by|start with|begin by|begin with|follow the|skip the|no need to|there's no need|trick " +
    "that|hack|a must|must have|must see|definitely|go easy|aim for|aim to|think of|pay attention|take your time|to " +
    "be safe|as a rule|ask for|ask your|check with|talk to|look for|leave before|had best|do yourself|treat yourself|" +
    "use a|use the|try to|try not|recommended|recommendation|recommendations|i suggest|i'd suggest|we suggest|would " +
    "suggest|suggests|suggested|suggestion|proposed that|urged|advise|i'd advise|advised|advises|advisable|advice|my " +
    "advice|tip|tips|pro tip|rule of thumb|best practice|best practices|guideline|consider|make sure|making sure|be " +
    "sure|be careful|take care|ensure|remember|don't forget|do not forget|keep in mind|bear in mind|mind the|watch " +
    "out|beware|look out|look into|think twice|think about|it's best|it is best|best to|it's better|it is better|" +
    "better to|would be better|it would be|might be better|may be better|it's worth|it is worth|worth|it helps|helps " +
    "to|help to|would help|might help|could help|can help|it pays|it's wise|it is wise|wise to|be wise|good idea|bad " +
    "idea|might be a good|it's important|it is important|important to|crucial to|essential to|necessary to|the trick|" +
    "the key is|the best way|best way|easiest way|simplest way|a good way|a better way|the best option|best option|" +
    "the solution|solution|the fix|fix is|workaround|a quick fix|instead|rather than|avoid|avoids|avoiding|next time|" +
    "if i were you|in your place|i'd start|i'd get|i'd go|i'd use|i'd try|i'd look|i'd ask|i'd wait|i'd keep|i'd put|" +
    "i'd talk|i'd skip|i'd stick|could try|might try|may want to|might want to|perhaps you|maybe you|please",
  "advice.question":
    "have you tried|have you considered|have you thought about|have you thought of|did you try|why not|how about|why " +
    "don't you|why don't we|could you try|what about trying|wouldn't it be better|what if you",
  "advice.purpose":
    "to avoid|to prevent|to protect|to stay|to beat|to ensure|to maintain|to learn|to succeed|for beginners|for " +
    "starters|get better|better results|plenty|enough|to fix|to solve|to reduce|to improve|to keep|to make|to save|" +
    "to speed|to get|to stop|in order to|so that|so it|so they|otherwise|or else|or you|or it|won't|will go away|" +
    "will help|will save|it will|will be easier|for best results|for a|for better",

  // ── facts ──────────────────────────────────────────────────────────────────────────────────────────────────────
  "fact.decision":
    "decided|rejected|stays|remains|signed off|confirmed|settled|approved|resolved|voted|vote|plan is|contract|" +
    "agreement|terms|due within|we'll use|will use|will be using|we are using|locked in|decide|decides|agreed|agree " +
    "that|chose|chosen|opted|went with|going with|picked|decision|selected|committed to|ruled out|is final|from now " +
    "on|going forward|officially|consensus|policy|standardised on|standardized on|named|assigned to|made the call",
  "fact.define":
    "consists of|consist of|regulates|converts|turns into|contained|goes through|go through|bypass|hosted in|hosted " +
    "on|hosted by|runs in|grew up|degree in|graduated from|years old|year old|lives with|comes with|must carry|must " +
    "be|a day|a week|a month|a year|each request|name is|code is|ends in|lands at|departs from|standard|cap|upper " +
    "limit|size is|price is|fee is|age of|population of|capital of|author of|ceo of|founder of|formula|symbol|unit " +
    "of|native to|found in|grown in|derived from|originates|stands on|faces|made of|made from|made up|belongs to|" +
    "belong to|is called|are called|refers to|stands for|is a|are a|is an|was a|is one of|is the|are the|is our|is " +
    "my|is her|is his|defined as|known as|means|contains|contain|includes|include|comprises|requires|require|" +
    "measures|measure how|weighs|weigh|costs|cost|takes|lasts|holds|seats|serves|depends on|based on|based in|" +
    "located|situated|lies|live in|lives in|works as|works at|works for|work for|owns|own|responsible for|in charge|" +
    "charge of|member of|part of|open|is closed|closes|opens|valid|expires|expiry|limited to|limit of|maximum|" +
    "minimum|at most|at least|up to|no more than|between|roughly|approximately|about|around|equal|equals|exactly|per|" +
    "percent|ratio|built in|was built|born in|was born|founded|established|since|invented|discovered in|discovered " +
    "by|written by|designed by|composed by|painted by|defaults to|default|supports|returns|provides|provided by|" +
    "allows|allow|uses|use|handles|handled by|run by|managed by|written in|stored in|kept in|published|available|" +
    "named after|allergic|type of|kind of|group of|system|there is|there are|is set|differs|cannot|may not|does not|" +
    "doesn't|do not|applies|counts|covers|charges|belonged|married to|number is|address is|password|capacity|" +
    "dimensions|speaks|teaches|studies at|plays for",
  "fact.present": "is|are|isn't|aren't|has|have|hasn't|haven't|its|each|every|all|any|both|only|no",

  // ── events ─────────────────────────────────────────────────────────────────────────────────────────────────────
  "event.past-time":
    "yesterday|last night|last week|last weekend|last month|last year|last summer|last winter|last spring|last " +
    "autumn|last fall|last monday|last tuesday|last wednesday|last thursday|last friday|last saturday|last sunday|" +
    "last january|last february|last march|last april|last may|last june|last july|last august|last september|last " +
    "october|last november|last december|last time|ago|earlier this|this morning|this afternoon|this evening|today|" +
    "the other day|the day before|recently|just now|over the weekend|at the weekend|this weekend|this week|this " +
    "month|this year|this semester|this spring|this summer|that day|that night|that evening|one day|the night before|" +
    "right before|right after|during|while|when i was|in the end|eventually|at last|meanwhile|then",
  "event.weekday":
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|monday's|tuesday's|wednesday's|thursday's|friday's|" +
    "saturday's|sunday's|yesterday's|today's",
  "event.month":
    "january|february|march|april|june|july|august|september|october|november|december|in may|of may|may 1|jan|feb|" +
    "mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|in spring|in summer|in autumn|in winter|easter|christmas|new year's " +
    "eve|thanksgiving|holidays",
  "event.future-time":
    "opens on|closes on|set for|is due|happens on|is happening|kicks off|booked for|planned for|is planned|tomorrow|" +
    "tonight|next week|next weekend|next month|next year|next monday|next tuesday|next wednesday|next thursday|next " +
    "friday|next saturday|next sunday|next spring|next summer|upcoming|coming monday|coming friday|scheduled|due on|" +
    "takes place|take place|begins|starts|leaves on|leaves at|is coming|are coming|is arriving|are flying|are " +
    "meeting|we're meeting|i'm meeting|is travelling|is visiting|are visiting|moves in",
  "event.happening":
    "took place|taken place|broke|laid off|got towed|there was|there were|on the second day|on the third day|in " +
    "january|rejected|wandered|dropped|watched|in tears|cried|laughed|gave up|woke|big day|closed the|got back|got " +
    "my|got our|got her|got his|got the|got a|had lunch|had dinner|had a|had an|had our|had my|had the|came over|" +
    "stayed|ran a|went out|went live|erupted|collapsed|exploded|escaped|ended|stopped by|was in|were in|was at|were " +
    "at|happening|first day|last day|followed|hosted|raced|swam|danced|travelled|traveled|took the|took a|took part|" +
    "made it|caught|spent the|checked in|checked out|unveiled|inaugurated|elected|surprised me|told me|told us|asked " +
    "me|showed me|gave me|gave us|invited|introduced|replaced|installed|repaired|fixed the|delivered|received|sent|" +
    "discussed|talked about|reviewed|interviewed|adopted|happened|occurred|held|first time|got engaged|gave birth|" +
    "was born|passed away|moved in|moved into|moved back|moved to|signed|set off|gave a talk|threw a party|ran into|" +
    "showed up|turned into a|went to|went down|went for|went on|came back|got together|met with|met the|met up|" +
    "arrived|attended|visited|celebrated|launched|shipped|released|merged|deployed|rolled back|onboarded|graduated|" +
    "retired|married|proposed|presented|submitted|opened|cancelled|canceled|postponed|called|won|lost|beat|scored|" +
    "finished|completed|bought|sold|flew|drove|hiked|climbed|planted|painted|recorded|performed|sang|baked|cooked|" +
    "harvested|picked up|hired|fired|promoted|resigned|quit|joined|left|injured|twisted|tore|crashed|fell|stole|" +
    "stolen|flooded|burned|burnt|died|approved|announced|started|began|kicked off|accepted|failed the|passed the|" +
    "defended",
  "event.noun":
    "meeting|appointment|concert|wedding|party|birthday|anniversary|conference|trip|match|tournament|ceremony|launch|" +
    "release|interview|retro|retrospective|workshop|hackathon|meetup|standup|offsite|demo|outage|incident|storm|" +
    "flight|call|audition|auditions|race|marathon|game|exhibition|gig|tour|funeral|graduation|dinner|lunch|barbecue|" +
    "picnic|reunion|holiday|vacation|hike|surgery|operation|election|strike|festival|opening|premiere|kickoff|" +
    "milestone|deadline",

  // ── none of them ───────────────────────────────────────────────────────────────────────────────────────────────
  "none.greeting":
    "hi|hello|hey|hiya|howdy|good morning|good night|good evening|good afternoon|goodbye|bye|see you|see ya|talk " +
    "soon|take care|cheers|welcome|how are you|how have you been|how's it going|what's up|long time no|miss you|" +
    "enjoy your|have a|safe travels|bon voyage|good luck|fingers crossed|happy birthday|congratulations|congrats|get " +
    "well|best wishes|well done|well played|way to go|tell your|say hi",
  "none.thanks":
    "thanks|so sorry|i'm sorry|i'm so sorry|hope you're|hope you|looking forward|hold on|take a look|thank you|thx|" +
    "ty|appreciate it|much appreciated|no problem|you're welcome|no worries|sorry|my pleasure|pleasure to|glad to " +
    "hear|happy for you|proud of you|sounds|looks lovely|looks great|looks amazing|looks delicious|that looks|that " +
    "sounds|it looks",
  "none.reaction":
    "on my way|i'm on my way|give me a second|give me a minute|one moment|just a second|wow|lol|haha|hahaha|lmao|omg|" +
    "oh|ooh|aww|aw|yikes|ouch|ugh|yum|yay|woohoo|hooray|bravo|hmm|hm|mhm|uh|um|okay|ok|k|yes|yep|yeah|yup|nope|nah|" +
    "sure|great|cool|nice|awesome|amazing|wonderful|fantastic|perfect|absolutely|exactly|indeed|right|true|same|" +
    "agreed|totally|seriously|no way|unbelievable|lgtm|brb|nvm|idk|not sure|no idea|no clue|i see|got it|makes sense|" +
    "fair enough|never mind|whatever|let me|let's|i'll|i will|i'm not sure|i don't know|i guess so|me too|me neither|" +
    "you too|so jealous|jealous|so cute|cute|adorable|beautiful|gorgeous|poor you|what a|classic|wait|will do|on it",
};
