/**
 * Verbs whose form shows the tense or mood of a sentence. Closed lists instead of a tagger: a wrong guess on an unknown
 * verb costs one feature, a tagger would cost more time than the whole classifier may take.
 */

/** Irregular past forms that are no base form as well; regular ones are found by their ending. */
export const IRREGULAR_PASTS =
  "was were had did went got made said took came saw knew gave found thought told became left felt brought began kept held wrote stood heard meant met ran " +
  "paid sat spoke led grew lost fell sent built understood drew broke spent rose drove bought wore " +
  "chose ate slept won taught caught fought sought threw flew " +
  "sang rang swam drank began forgot froze hid rode shook shot sold stole stuck struck swore tore woke " +
  "withdrew bent bit blew bound bred crept dealt dug fed fled " +
  "hung laid lent lit rebuilt rewrote overslept shrank sank slid spun sprang stung swept swung wept " +
  "wound undertook overcame underwent ground fled shone strode burnt learnt dreamt leapt spilt";

/** Words in -ed that are no past form, and past-like words that mostly stand as adjectives. */
export const NOT_PAST =
  "need bed red shed feed seed speed weed exceed proceed succeed indeed hundred breed bleed embed " +
  "kindred sacred naked wicked rugged beloved unused embed based " +
  "supposed interested tired bored excited married concerned related limited fixed advanced detailed complicated crowded experienced talented";

/** Base forms that open an imperative, and whose -s form is a present tense. */
export const BASE_VERBS =
  "add adjust adopt aim allow apply ask attach avoid back bake be begin bend block boil book borrow " +
  "bring brush build buy call carry change charge check choose clean clear click close collect combine " +
  "come commit compare configure consider contact cook cool copy count cover create cut define delete " +
  "deploy describe design disable discuss do download drain draw drink drive drop dry eat enable " +
  "encourage enjoy ensure enter expect explain export favour fill find finish fix focus follow forget " +
  "freeze get give go grab grate group grow hang have heat help hire hold ignore import " +
  "improve include increase insert inspect install invest invite join keep knead label land lay lead " +
  "learn leave let lift limit line listen load lock look lower make mark marinate measure meet melt " +
  "mind " +
  "mix monitor move name note offer open order organise organize pack paint park pass paste pay pick " +
  "pin place plan plant play point pour practise practice prefer prepare press prevent print protect " +
  "provide prune " +
  "pull push put raise randomise read rebuild record reduce refactor refill refresh regenerate " +
  "register reinstall relax release remember remind remove rename rent repeat replace report request " +
  "reset resist rest restart " +
  "restore return reuse review rewrite rinse roast rotate run save scale schedule search season see " +
  "select sell send separate serve set sew share shop show shut sign simmer skip sleep slice slow soak " +
  "sort " +
  "speak specify spend split spray spread stand start stay steam stick stir stop store stretch strip " +
  "study submit substitute subtract suggest swap switch take talk taste tell test think throw tie " +
  "tighten toast track " +
  "train translate treat trim trust try tune turn undo unplug update upgrade use validate verify visit " +
  "wait walk warm wash watch water wear weigh whisk wipe wire work worry wrap write " +
  "accept act agree answer appear argue arrange arrive assume attend balance bear become behave " +
  "believe belong block break breathe cause celebrate claim connect consist contain continue control " +
  "cost cross cycle deal decide deduct depend " +
  "destroy deserve develop die differ divide earn edit emit equal establish exist expire extend face " +
  "fail fall feature feed feel fight fit fly force form generate handle happen hate hear hide hit host " +
  "hurt implement indicate influence involve issue kill know last launch lend lie live lose love " +
  "maintain manage map matter mean need notice occur operate own parse perform permit preserve process " +
  "produce promise propose publish reach react realise realize receive " +
  "recommend refer reflect refuse relate remain render represent require resemble resolve respond " +
  "reveal ride rise rule sail say score seem sit solve sound stem store suffer suit supply support " +
  "suppose survive teach tend touch travel understand " +
  "vary want warn win wish wonder zoom bleed preheat batch cache mock log profile benchmark debug " +
  "rebase squash ship merge stash wrap escape encrypt hash bind seal sand drill prune sow mulch " +
  "regulate convert absorb attract bypass carry cite compile comply concern conduct decline dissolve " +
  "drift enforce equip evolve exceed exclude forbid govern host imply inherit link lock marry migrate " +
  "number oppose orbit outweigh own possess prohibit rank reign reside restrict reward rotate span " +
  "specialise specialize stem store symbolise transform transmit transport trigger yield back " +
  "fertilise fertilize pot repot";

/** Words after which an opening base form is surely an imperative ("water the plants", not "water boils"). */
export const OBJECT_OPENERS =
  "the a an your my our his her its their this that these those it them him me us yourself some any " +
  "all every each both more less enough only one two three at least with in into on onto to for from " +
  "off up down out over under about as before after until by early slowly " +
  "not sure well carefully gently regularly often always twice once small plenty time either something " +
  "someone anything and or & which whether if when where how what why between against through toward " +
  "towards away back along around outside inside";

/** Base forms that are hardly ever nouns: at the start of a sentence they are imperatives whatever follows ("take breaks"). */
export const PLAIN_VERBS =
  "add adjust adopt allow apply ask attach avoid bake be become begin bring build buy carry choose " +
  "clarify collect combine compare configure consider convert create decide define delete describe " +
  "disable discuss do eat enable encourage " +
  "ensure expect explain explore fill find follow force forget get give go grab grate grow hang have " +
  "hear hire identify ignore implement improve include increase insert inspect install invest invite " +
  "join keep learn leave let listen lower make melt " +
  "mix organise organize pour practise prepare prevent protect provide put reach read reduce refactor " +
  "remember remind remove replace rinse roast say scrub see sell send separate simmer sit soak speak " +
  "spend steam stick strip submit take teach tell think throw tighten " +
  "toast translate treat try unplug update use validate verify visit wait wash wear whisk wrap write";
