/** How English nouns change with number, as words: a pair is "plural:singular", "_" a space. */

interface NumberRule {
  readonly plural: string;
  readonly singular: string;
  /** Singular endings of words that take another; a word with `*` before it stands for all that end so. */
  readonly except?: readonly (readonly [string, readonly string[]])[];
}

function words(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s+/u)
    .map((word) => word.replaceAll("_", " "));
}

function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(words(text).map((pair) => pair.split(":") as [string, string]));
}

/** Plurals that follow no rule, with their singulars. */
export const IRREGULAR = pairs(`
  men:man women:woman firemen:fireman policemen:policeman salesmen:salesman businessmen:businessman
  snowmen:snowman gentlemen:gentleman fishermen:fisherman postmen:postman mailmen:mailman superwomen:superwoman
  businesswomen:businesswoman policewomen:policewoman grandchildren:grandchild stepchildren:stepchild
  schoolchildren:schoolchild eyeteeth:eyetooth children:child people:person persons:person mice:mouse lice:louse
  geese:goose feet:foot teeth:tooth oxen:ox dice:die pence:penny cacti:cactus fungi:fungus nuclei:nucleus
  alumni:alumnus octopi:octopus radii:radius stimuli:stimulus syllabi:syllabus criteria:criterion
  phenomena:phenomenon bacteria:bacterium curricula:curriculum memoranda:memorandum strata:stratum
  addenda:addendum indices:index vertices:vertex matrices:matrix appendices:appendix vortices:vortex
  larvae:larva algae:alga formulae:formula antennae:antenna nebulae:nebula vertebrae:vertebra
  supernovae:supernova graffiti:graffito libretti:libretto concerti:concerto virtuosi:virtuoso quizzes:quiz
  whizzes:whiz gasses:gas busses:bus axes:axe wolves:wolf knives:knife wives:wife lives:life leaves:leaf
  loaves:loaf thieves:thief shelves:shelf elves:elf selves:self calves:calf halves:half hooves:hoof
  scarves:scarf sheaves:sheaf wharves:wharf dwarves:dwarf analyses:analysis bases:base crises:crisis
  theses:thesis hypotheses:hypothesis oases:oasis diagnoses:diagnosis parentheses:parenthesis synopses:synopsis
  ellipses:ellipsis neuroses:neurosis passersby:passerby châteaux:château gâteaux:gâteau plateaux:plateau
  beaux:beau bureaux:bureau tableaux:tableau
`);

/** Words that are the same in both numbers. */
export const INVARIANT: ReadonlySet<string> = new Set(
  words(`
  series species sheep deer moose salmon trout shrimp squid aircraft spacecraft offspring means headquarters
  barracks crossroads jeans pants trousers shorts scissors leggings tights pajamas pyjamas goggles binoculars
  pliers tweezers clothes tapas
`),
);

/** Singulars that look like plurals. */
export const SINGULARS: ReadonlySet<string> = new Set(
  words(`
  news physics mathematics economics politics athletics gymnastics ethics linguistics aerobics acoustics
  electronics optics genetics statistics ceramics swiss chaos cosmos ethos pathos asbestos rhinoceros thermos
  christmas texas kansas arkansas paris athens naples brussels mars venus canvas atlas gas bias alias pancreas
  lens bus plus minus us tennis iris ibis trellis pelvis clematis mantis chassis debris cannabis basis axis
  oasis crisis yes this his its always perhaps sometimes upstairs downstairs indoors outdoors overseas james charles sudoku hummus molasses biceps triceps
  forceps mess rabies diabetes scabies pringles doritos cheerios
`),
);

/**
 * From plural to singular, in order of trial: the endings as "plural:singular", then the singular ending of words that take another one, and these.
 */
export const RULES: readonly NumberRule[] = `
  ies:y ie: *movies cookies brownies smoothies zombies selfies calories genies hoodies foodies veggies birdies
    pixies rookies hippies indies sweeties pinkies pierogies eyries prairies goalies collies budgies talkies
    quickies freebies newbies junkies groupies oldies sorties reveries boogies bogies aunties doggies lassies
    laddies techies townies dixies magpies neckties potpies ties pies *-ties lies dies camaraderies patisseries
    brasseries rotisseries menageries coteries eeries bourgeoisies cabbies walkies bookies kiddies onesies beanies
    bikies barbies wheelies charcuteries boutonnieries gnocchies roomies munchies undies caddies stymies valkyries
    facies hankies homies hoagies stogies yuppies auntie boonies cuties baddies goodies weenies meanies scrunchies
    slushies smoothie biggies twinkies townie frisbies
  sses:ss
  xes:x
  zzes:zz
  shes:sh
  ches:ch che: caches aches headaches toothaches heartaches stomachaches backaches moustaches mustaches avalanches
    niches psyches quiches creches crèches porsches brioches pastiches cliches clichés ceviches douches gouaches
    barouches cartouches
  oes:o oe: *shoes toes canoes oboes hoes foes floes throes roes does woes tiptoes aloes sloes mistletoes
    horseshoes gumshoes
  uses:us use: *houses blouses spouses causes clauses pauses muses excuses fuses uses ruses recluses grouses
    abuses refuses applauses warehouses greenhouses hypotenuses mouses chartreuses masseuses accuses
  ases:ase as: gases texases canvases atlases biases aliases pancreases christmases
  ises:ise is: irises mantises trellises ibises clematises metropolises pelvises tennises brewises
  nses:nse ns: lenses
  oses:ose os: rhinoceroses cosmoses thermoses albatroses
  ss:ss
  us:us u: menus gurus emus haikus caribous tutus sudokus cockatus bayous thous flus gnus tofus ecus urdus bijous
    impromptus dojus jujitsus shiatsus tiramisus cebus cous
  sis:sis
  xis:xis xi: taxis maxis
  itis:itis
  polis:polis
  s:
`
  .trim()
  .split(/\n {2}(?! )/u)
  .map((row) => {
    const [ending = "", other = "", ...all] = words(row);
    const [plural = "", singular = ""] = ending.split(":");
    return { plural, singular, ...(other !== "" && { except: [[other.replace(":", ""), all]] as const }) };
  });

/** From singular to plural, by the ending, in order of trial. */
export const PLURALS: readonly (readonly [string, string])[] = words(
  `
  series:series species:species person:people man:men child:children mouse:mice goose:geese foot:feet
  tooth:teeth wolf:wolves knife:knives leaf:leaves life:lives wife:wives loaf:loaves shelf:shelves
  scarf:scarves thief:thieves calf:calves half:halves quiz:quizzes potato:potatoes tomato:tomatoes hero:heroes
  echo:echoes mango:mangoes volcano:volcanoes ay:ays ey:eys oy:oys uy:uys y:ies sis:ses s:ses x:xes z:zes
  ch:ches sh:shes :s
`,
).map((pair) => pair.split(":") as [string, string]);

/** Spellings that are the same word. */
export const VARIANTS = pairs(`
  colour:color colours:colors coloured:colored flavour:flavor flavours:flavors grey:gray greys:grays
  theatre:theater theatres:theaters centre:center centres:centers jewellery:jewelry neighbour:neighbor
  neighbours:neighbors neighbourhood:neighborhood neighbourhoods:neighborhoods doughnut:donut doughnuts:donuts
  yoghurt:yogurt yoghurts:yogurts programme:program programmes:programs tyre:tire tyres:tires humour:humor
  behaviour:behavior armour:armor odour:odor odours:odors fibre:fiber fibres:fibers litre:liter metre:meter
  licence:license catalogue:catalog dialogue:dialog cheque:check aeroplane:airplane aeroplanes:airplanes
  television:tv televisions:tvs whiskeys:whiskies whiskey:whisky videogame:video_game videogames:video_games
  boardgame:board_game boardgames:board_games icecream:ice_cream vegies:vegetables veggies:vegetables
  veggie:vegetable colur:color
`);

/** Words that are the same topic. */
export const SYNONYMS = pairs(`
  film:movie motion_picture:movie flick:movie tv_series:tv_show tv_program:tv_show feature_film:movie
  automobile:car
`);

/** Words that people shorten, or have another one for: either names the other, but each is kept as it was said. */
export const SHORT = pairs(`
  db:database prod:production repo:repository env:environment config:configuration dev:development boss:manager
  mum:mother mom:mother dad:father hubby:husband combo:combination
`);

/** Words that end the head of a phrase. */
export const LINKS: ReadonlySet<string> = new Set(
  words(
    "of in to for at on about from with by when under over near without during among as while before after " +
      "per not like",
  ),
);
