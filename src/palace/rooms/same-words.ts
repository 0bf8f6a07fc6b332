/**
 * Groups of words that mean the same in a heading: short forms, spellings, derivations that stemming doesn't join, and plain synonyms.
 * The first of a group stands for it. `|` between groups. Only words that mean the same in nearly every heading.
 */
export const SAME_WORDS =
  // Software.
  "authentication auth authn login signin|authorization authz authorisation|database databases db dbs|configuration config configs cfg settings setting preferences|kubernetes k8s|repository repo repos repositories|environment env envs environments|development dev|production prod|" +
  "performance perf|infrastructure infra|administration admin|javascript js|typescript ts|python py|postgres pg postgresql psql|golang go|dependencies dependency deps dep|directory dir dirs folder folders|message msg msgs|error err errs errors exception exceptions fault faults|installation install installing installs setup|" +
  "deployment deploy deploys deploying deployments|migration migrate migrating migrations migrates|optimization optimize optimizing optimise optimising optimisation|organization organisation organise organize organizing organising|debugging debug|benchmark benchmarks benchmarking|backup backups|api apis|llm llms|documentation|" +
  "architecture architectural|certificate cert certs certificates|credentials creds|library lib|package packages pkg pkgs|parameter param params parameters|arguments args argument|function func fn functions|variable var vars variables|standup standups|retrospective retro retros|specification spec specs|synchronization sync syncing synchronisation synchronizing|" +
  // People.
  "doctor doctors physician physicians gp dr|lawyer lawyers attorney attorneys solicitor|children child kids kid|baby babies infant infants newborn newborns|mother mom mum mums|father dad dads|grandmother grandma granny nana|grandfather grandpa granddad|employee employees staff personnel|hiring hire recruitment recruiting recruit|customer customers client clients|wife wives|husband hubby|person people|woman women|man men|" +
  // Home, travel, daily life.
  "home house houses homes|flat apartment apartments flats|buying buy purchase purchases purchasing|rubbish garbage trash|sofa couch|bicycle bike bikes bicycles cycling|car cars automobile automobiles|travel trip trips travelling traveling journey|holiday holidays vacation vacations|photos photo photograph photographs pics pictures picture photography|movie film films movies|shop store shops stores shopping|phone telephone cellphone smartphone|television tv telly|wifi wireless|email emails mail|" +
  "cooking cookery|recipes recipe|birthday birthdays bday|fitness gym workout workouts exercising|stomach tummy belly|ache aches pain pains|medication medicine medicines meds drugs|vaccination vaccine vaccines vaccinations|teeth tooth|feet foot|color colour colours colors|neighbor neighbour neighbors neighbours neighborhood neighbourhood|practice practise practising practicing practices practiced practised|licence license licenses|cheque check|theatre theater|grey gray|jewelry jewellery|airplane plane aeroplane|dinner supper|" +
  // Money and work.
  "price prices pricing cost costs|salary salaries wage wages|payment pay payments paying|invoice invoices billing invoicing bill bills|job jobs employment|company companies firm firms|analysis analyses analyze analyse analyzing analysing|maintenance maintain maintaining|insurance insuring insure|investment invest investing investments|application applications apply applying apps app|renovation renovate renovating remodel remodeling remodelling|" +
  // Study.
  "documentation docs doc|university uni college univ|mathematics math maths|biology bio|chemistry chem|doctorate phd|thesis dissertation|exam exams examination examinations|homework assignment assignments|" +
  // Abbreviations of two words.
  "machine-learning ml|artificial-intelligence ai|continuous-integration ci|continuous-delivery|user-interface ui|user-experience ux|human-resources hr|operating-system os|pull-request pr prs|test-driven-development tdd";

/** Two words that are also written as one. */
export const ONE_WORD =
  "job hunting=job-search|job hunt=job-search|job search=job-search|job searching=job-search|ci cd=continuous-integration|cd ci=continuous-integration|back up=backup|backing up=backup|backed up=backup|set up=setup|setting up=setup|stand up=standup|stand ups=standup|sign in=login|log in=login|logging in=login|sign up=signup|check list=checklist|wi fi=wifi|e mail=email|e mails=email|road map=roadmap|time line=timeline|web site=website|on boarding=onboarding|home work=homework|data base=database|data bases=database|work flow=workflow|" +
  "machine learning=machine-learning|artificial intelligence=artificial-intelligence|continuous integration=continuous-integration|user interface=user-interface|user interfaces=user-interface|user experience=user-experience|human resources=human-resources|operating system=operating-system|operating systems=operating-system|pull request=pull-request|pull requests=pull-request";
