/**
 * Words that name a kind of document, a part of one or a moment in a conversation, but no concept: left out of room names,
 * and no difference between two rooms ("git notes" and "git" are one). Stems are compared, so one form is enough.
 */
export const GENERIC_WORDS =
  "note overview introduction intro summary index readme misc miscellaneous various general other " +
  "draft todo tmp temp temporary untitled new old copy final version edition update " +
  "doc docs document documentation documents file folder page section chapter part appendix content " +
  "contents table post posts article blog entry entries item items list lists log logs journal diary " +
  "daily weekly monthly " +
  "src lib source sources main code example examples sample samples demo test-data " +
  "data assets static public resources resource text texts raw archive backup export import inbox " +
  "attachments media " +
  "guide guides tutorial tutorials howto how-to reference references manual basics basic fundamentals " +
  "primer handbook cheatsheet cheat sheet faq faqs tips tricks tip til learnings learning lesson " +
  "lessons getting started start begin beginning beginner advanced " +
  "meeting meetings minutes agenda conversation conversations chat chats session sessions thread " +
  "threads discussion discussions talk talks message messages question questions answer answers " +
  "thought thoughts idea ideas topic topics subject about " +
  "using use working work understanding understand understood explained explain deep dive look looking " +
  "into more introduction introducing preface foreword conclusion background context details detail " +
  "info information stuff thing things " +
  "my our your the project projects personal notes knowledge wiki kb memory memories palace vault " +
  "followup next-step action-item " +
  "second brain issue issues problem problems english month year day week today yesterday date time";

/** Words that name no concept where nothing else stands beside them ("First", "Next steps"): counts, comparisons, parts of minutes, kin as they are called. */
export const BARE_WORDS =
  "first second third fourth fifth sixth seventh eighth ninth tenth last next previous single double triple half whole " +
  "good bad better best worse worst big small large little long short high low early late same different important special " +
  "title name keep step point decision decided action goal result outcome attendee participant rationale purpose usage " +
  "app application changelog license licence contribute author acknowledgment highlight takeaway conclusion remark " +
  "mom mommy mum mummy mama dad daddy papa grandma grandpa granny";

/** Words of conversations that name no concept: feelings, praise, and nouns that stand for anything. */
export const CHAT_WORDS =
  "thanks thank awesome wow yeah yep yes hey hello amazing cool sound sounds tough definitely glad fun " +
  "appreciate nice hear inspiring inspire inspired inspiration joy wait moment moments impact congrats " +
  "congratulations excited exciting excite happy happiness journey " +
  "dream dreams favorite favourite super feeling feelings feel felt hope hoping hopeful hopefully " +
  "motivated motivate motivation motivating enjoy enjoyed enjoying enjoyable incredible incredibly " +
  "rewarding lately recently everyone everybody someone somebody passion passionate talked talk " +
  "talking talks proud going went gone " +
  "memory memories happened happen happening blast total totally encouragement encourage encouraging " +
  "pushing push staying stay month months week weeks weekend year years yesterday today tomorrow " +
  "tonight lot lots ton tons wild loved love loves lovely remind reminds reminded reminder bye beauty " +
  "beautiful huge gave worries worry worried worrying peace peaceful energy sorry " +
  "cute believe believing belief agree agreed helped help helpful helping busy watch watching wishing " +
  "wish life lives living oh luck lucky truly mental sweet spot chance plan plans planning planned " +
  "comfort comfortable comforting maybe balance crazy fan stoked lost magical ago supportive support " +
  "supporting supported dedication dedicated growth grow growing bet training experience experiences " +
  "bond bonding gorgeous thankful grateful gratitude gotta gonna wanna fulfilling fulfillment effort " +
  "efforts meaningful connecting connect connection connected adventure adventures quit positivity " +
  "positive positively career challenge challenges challenging friend friends friendship buddy folks " +
  "folk people person guy guys girl man woman everyone confidence confident delicious tasty yummy chat " +
  "chatted chatting alone adorable stunning hang hanging " +
  "strong strength strengths courage opportunity opportunities pay pays cheer cheers cheering freedom " +
  "satisfying satisfaction pumped impressive resilience resilient fave thrilled emotional emotions " +
  "emotion vibe vibes faces face relief priceless uplifting heartwarming boost overwhelming " +
  "overwhelmed wonderful fantastic perfect perfectly fabulous terrific wonderfully great good better " +
  "best bad worse worst nervous scary scared captivating vibrant talented talent special everything " +
  "nothing anything something " +
  "kind kinds sort sorts type way ways time times day days night nights morning evening afternoon hour " +
  "hours minute minutes place places part parts piece side bit top end start beginning idea ideas " +
  "thing things stuff point points reason reasons fact matter matters case question questions answer " +
  "answers word words story stories news update updates " +
  "photo photos pic pics picture pictures image images shared mind heart soul eye eyes hand hands head " +
  "body world rest step steps goal goals success successful succeed achievement achieve achieving " +
  "progress change changes changing difference make making made awareness importance important insight " +
  "insights perspective attitude mindset value values purpose reality truth " +
  "assistant user agent bot sir madam mum dear wahala okay absolutely excellent sharp correct " +
  "certainly indeed exactly precisely understood confirmed noted sounds plus super honestly clearly " +
  "simply actually basically literally seriously obviously apparently finally eventually " +
  "seeing getting having being doing trying looking coming taking giving keeping letting finding " +
  "thinking saying telling showing bringing putting interested interesting interests interest curious " +
  "curiosity cheerful cozy cosy relax relaxing relaxed chill calm calming soothing refreshing fresh " +
  "forward hit miss missed yours mine others another " +
  "first second third last next new old big small little long short high low early late young full " +
  "free real true sure ready able different same right wrong easy hard difficult simple possible " +
  "impossible main whole entire half double single past present future recent current " +
  "share sharing meet meeting met spend spending spent join joined visit visited bring brought check " +
  "checked checking reach reached create creating created build building offer offered provide " +
  "recommend recommended suggest suggestion suggestions consider focus focused focusing discuss " +
  "discussed discussing mention mentioned respond response ensure ensuring specific specifically " +
  "detailed clear concrete " +
  "name named number numbers level levels area areas set sets line lines rule rules list option " +
  "options choice choices process system approach strategy strategies method methods solution " +
  "solutions issue issues problem problems result results task tasks project projects team teams group " +
  "groups company business session sessions activity activities event events " +
  "awful terrible horrible gross ugh aww haha lol omg hmm huh ok yup nope nah woah woohoo yay damn " +
  "dude bro mate sis em fam ya btw imo soon later now then again always never often sometimes usually " +
  "mom mommy mum mummy mama dad daddy papa grandma grandpa granny " +
  "maybe perhaps already still yet just even ever also red blue green yellow white black grey gray " +
  "pink purple orange brown colour color colours colors comfy rad intense humble optimistic optimism " +
  "individual individuals keep nudge care assist assistance striving spreading reminder reminders " +
  "mixed stuffed distance finger fingers appreciated accepted accept sitting sit hesitate imagined " +
  "laughing laugh rough quick weird strange odd funny silly dumb smart clever brave kind kindness " +
  "honest honesty proud unique rare common popular famous local nearby downtown online offline busy  " +
  "spare hobby hobbies interests advice faith determination tackle chasing achievements achievement " +
  "recommendation recommendations recommending worth safe seen act gut mix voice promotion thoughtful " +
  "go goes favorites stop cause cash unity recharge pose come comes feel feels keep act help helps " +
  "helped learn learns move moves catch write writes welcome fill holding breathing flowing bold " +
  "constructive sense view views crowd shape bliss bummer doubt doubts risk risks smile smiles action " +
  "actions wind fair collaborate habit grab sign signs incident incidents summer winter spring autumn " +
  "fall season loss losses outlook spirit pressure burden setback setbacks struggle struggles " +
  "struggling obstacles obstacle too very really quite pretty much many more most less least almost " +
  "enough only monday tuesday wednesday thursday friday saturday sunday january february march april " +
  "june july august september october november december mon tue wed thu fri sat jan feb mar apr jun " +
  "jul aug sep sept oct nov dec yesterday";

/**
 * Words in which an agent tells of its work on any program: they name no room by themselves, and none together. With a word that is not among
 * them they do ("review hook", "transcript renderer"). Counted among what assistants say in sessions with tools; words that a program may be
 * about (`dashboard`, `annotation`, `terminal`) were left out by hand.
 */
export const AGENT_WORDS =
  "agent alias aliases analyze approach argument array artifact assert assertion assign attr attribute backend background backlog bead " +
  "blocked boolean branch bug build button callback changelog class clause cleanup client close codebase commit " +
  "compile compiler component comprehensive config configuration const constant constructor container debug default definition " +
  "dep dependency deploy detection dev diff directory edge endpoint env environment epic error exception execute exist exploration " +
  "explore export failure fallback false feature fetch fix fixture flag folder format formatter frontend function generic getter git github green " +
  "guard handler harness header helper hook id identifier implement implementation import install instance integer " +
  "interface internal investigate iteration javascript js json key lint linter load lock loop main master merge " +
  "method migration mismatch mock module mount namespace nil null nullable number object opt option output override package page " +
  "parallel param parameter parity parse parser pass passing patch path pattern payload pending pipeline pr print priority progress " +
  "prompt props protocol provider pull push query read rebase rebuild red refactor reference refresh register " +
  "regex remaining render renderer repo repository request resource response result return revert rewrite root route router row runtime " +
  "schema scope script selector serve server service setter setup shell shot signature snapshot spec sql stack stage state " +
  "status stderr stdout store string struct style stub subagent submodule subtask suite sync syntax target task template terminal test " +
  "thorough thread ticket timeout todo token tool toolchain trace track true tuple type typecheck typescript undefined unit unused update url util val " +
  "validation value variable verification version view warning window worker workflow workspace worktree wrapper yaml per pre non sub " +
  // Linters, test runners and package managers: they are run at the end of whatever was done.
  "bun cargo clippy credo dialyzer docker eslint flake gradle jest make maven mix mocha mypy npm npx pip pnpm prettier pytest rubocop ruff rustfmt " +
  "tsc vite vitest yarn";
