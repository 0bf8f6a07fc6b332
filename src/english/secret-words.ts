/** How a language speaks of secrets. Each field is a pattern of its words, read in any case. */
export interface SecretWords {
  /** What a password is called. */
  readonly password: string;
  /** Whether `password` ends longer words, too. */
  readonly compounds?: boolean;
  /** What a number is called that is secret by its name alone. */
  readonly pin: string;
  /** Verbs that say what something is. */
  readonly states: string;
  /** A code is secret where it opens a `door`, or where nothing but "the" stands before it. */
  readonly code?: string;
  readonly door?: string;
  /** Codes that everybody may know, by the word behind `code`. */
  readonly open?: string;
  /** Verbs of opening and of logging in, and what joins the secret to them. */
  readonly opens?: string;
  readonly with?: string;
  /** What a user and a password together are called. */
  readonly login?: string;
}

/** Languages by their codes; those whose words nobody confuses share a row. */
export const SECRET_WORDS: Readonly<Record<string, SecretWords>> = {
  en: {
    password:
      "pass ?words?|pass ?phrases?|pass ?codes?|passwd|pwd?|(?:wi-?fi|wlan|wpa2?|wireless|network) (?:key|pass|code)",
    pin: "(?:my|our|his|her|card|sim|phone|bank) pin(?: code| number)?",
    states: "is|was|are|['’]s|isn['’]t|wasn['’]t|is not|is no longer|was never|used to be|from",
    login: "(?:log-?in )?(?:creds?|credentials?|login details)",
  },
  de: {
    password: "passwort|passwörter|passphrase|kennwort|(?:wlan|wi-?fi|netzwerk|wpa)-?schlüssel",
    compounds: true,
    pin:
      "(?:handy-?|karten-?|sim-?)?pin(?:-?code|-?nummer)?|geheimzahl|geheimnummer" +
      "|(?:(?:haus)?tür|tor|alarm|zugangs|safe|tresor|garagen|schloss|entsperr|sicherheits)-?code",
    states: "lautet|lauten|heißt|ist|sind|war|wäre",
    code: "code|(?:zahlen)?kombination",
    door:
      String.raw`(?:haus|garagen|keller|büro)?(?:tür|tor)|garage|safe|tresor|alarm\p{L}*|\p{L}*schloss` +
      "|schließfach|spind|büro|keller",
    opens: String.raw`öffnet|geht|meld\p{L}* dich|log\p{L}* dich|anmelden|einloggen`,
    with: "mit",
    login: "zugangsdaten|anmeldedaten|logindaten",
  },
  fr: {
    password: "mots? de passe|mdp|phrase secrète|clé (?:wi-?fi|wpa|du wi-?fi)",
    pin: "(?:code )?pin|digicode|interphone|code (?:secret|confidentiel|d['’]accès)",
    states: "est|sont|sera|c['’]est|était",
    code: "code|combinaison",
    door: String.raw`porte|portail|(?:l['’])?alarme|coffre(?:-fort)?|garage|(?:l['’])?immeuble|cadenas|bureau`,
    open: "postal|erreur|promo|source|retour|barres",
    opens: String.raw`ouvre|connecte\p{L}*|identifi\p{L}*|entres?`,
    with: "avec",
    login: "identifiants?",
  },
  es: {
    password: "contraseñas?|contrasenas?|claves?",
    pin: "(?:código )?pin|(?:mi|tu|su) nip|c[óo]digo (?:secreto|de (?:acceso|seguridad))",
    states: "es|son|era|será",
    code: "c[óo]digo|combinación",
    door: "puerta|portón|portal|alarma|caja fuerte|garaje|cochera|candado|edificio|oficina",
    open: "postal|error|fuente|barras|descuento|país",
    opens: String.raw`abre|entra\p{L}*|accede|inicia|conecta\p{L}*|conécta\p{L}*`,
    with: "con",
    login: "credenciales",
  },
  it: {
    password: "password|parola d['’]ordine|chiave (?:wi-?fi|del wi-?fi)",
    pin: "(?:codice )?pin|codice (?:segreto|di accesso|d['’]accesso)",
    states: "è|sono|era|sarà",
    code: "codice|combinazione",
    door: "porta|portone|cancello|(?:l['’]|dell['’])?allarme|cassaforte|lucchetto|ufficio|garage",
    open: "postale|errore|fiscale|sconto|sorgente",
    opens: "apre|apri|accedi|entra|collegati",
    with: "con",
    login: "credenziali",
  },
  pt: {
    password: "senhas?|palavra-passe",
    pin: "(?:código )?pin|código de (?:acesso|segurança)",
    states: "é|são|era|será",
    code: "código|segredo|combinação",
    door: "porta|portão|alarme|cofre|garagem|cadeado|prédio|escritório",
    open: "postal|erro|fonte|barras|desconto",
    opens: "abre|entra|entre|acess[ea]",
    with: "com",
    login: "credenciais",
  },
  nl: {
    password: "wachtwoord(?:en)?|wachtzin",
    compounds: true,
    pin: "pin-?code|mijn pin|(?:deur|alarm|toegangs|poort|kluis|garage)-?code",
    states: "is|zijn|was",
    code: "code|combinatie",
    door: "deur|voordeur|poort|alarm|kluis|garage|hangslot|kantoor",
    opens: "gaat|opent|inloggen|log je|meld je",
    with: "met",
    login: "inloggegevens",
  },
  nordic: {
    password: "lösenord(?:et)?|passord(?:et)?|adgangskode[nr]?|kodeord(?:et)?|salasana|lykilorð(?:ið)?",
    pin: "pin-?ko(?:d|de|odi)(?:en|n)?|(?:dörr|dør|port|larm|alarm|ovi|lås|garage|garasje|hälytys|portti)-?ko(?:d|de|odi)(?:en|n)?",
    states: "är|er|on|var",
  },
  pl: {
    password: "hasł[oaem]+",
    pin: "(?:kod )?pin",
    states: "to|jest|brzmi",
    code: "kod|szyfr",
    door: String.raw`drzwi|bram\p{L}*|alarm\p{L}*|sejf\p{L}*|domofon\p{L}*|garaż\p{L}*`,
    opens: "otwiera",
    with: "kodem",
  },
  slavic: {
    password: "парол[ьяюеи]+|парола(?:та)?|hesl[oaem]+|lozink[aeu]|geslo",
    pin: String.raw`(?:пин|пін)(?:-?код\p{L}*)?|pin-?kód`,
    states: "это|есть|был|je|е|такой",
    code: String.raw`код\p{L}*|комбинаци\p{L}*|шифр|kód|kod|koda|šifra`,
    door:
      String.raw`dve[rř]\p{L}*|vrat\p{L}*|brán\p{L}*|trezor\p{L}*|sef\p{L}*|garáž\p{L}*|alarm\p{L}*` +
      String.raw`|домофон\p{L}*|двер\p{L}*|сейф\p{L}*|гараж\p{L}*|замк\p{L}*|сигнализаци\p{L}*|подъезд\p{L}*|ворот\p{L}*`,
    open: String.raw`ошибк\p{L}*|страны`,
    opens: String.raw`открыва\p{L}*|вход\p{L}*|войти`,
    with: "кодом|паролем|с",
    login: "логин",
  },
  others: {
    password:
      String.raw`jelsz[óa]\p{L}*|parol[aăe]|şifre\p{L}*|parolam|kata sandi|mật khẩu|κωδικός(?: πρόσβασης)?` +
      "|كلمة (?:المرور|السر)|הסיסמה|סיסמ[הא]|पासवर्ड|رمز عبور|nenosiri",
    pin:
      String.raw`pin (?:kodu|kód\p{L}*)|mã pin|رمز (?:الباب|الدخول)|קוד (?:הכניסה|הדלת|הכספת)` +
      String.raw`|(?:kapı|kasa|alarm) (?:kodu|şifresi)|(?:ajtó|kapu|riasztó|széf)-?kód\p{L}*` +
      String.raw`|cod(?:ul)? (?:de )?(?:la )?(?:ușă|ușii|poart\p{L}+|interfon\p{L}*|seif\p{L}*|alarm\p{L}+)` +
      String.raw`|mã (?:vào )?(?:cửa|cổng|khóa|két)(?: sắt)?|kode (?:pintu|gerbang|brankas|alarm)` +
      String.raw`|κωδικός (?:της )?(?:πόρτας|εισόδου|συναγερμού)`,
    states: "este|es|là|adalah|είναι|هي|هو|היא|הוא|है|ni",
  },
};

/** Written without blanks: what is behind the name follows it at once. */
export const EASTERN_WORDS = {
  password: "密码|密碼|口令|パスワード|パスコード|비밀번호|암호|패스워드|รหัสผ่าน",
  pin: "PIN(?:码|碼|コード|번호)|暗証番号|暗証コード|핀번호",
  states: "(?:现在|現在|今は)?(?:是|为|為|改成|改为|設為|は|が|를|은|는|이|가|คือ)?",
  measured: "\\s*(?:位|文字|字符|个|個|桁|자|回|歳)",
} as const;

/** What opens with a code, in English. */
export const DOOR =
  String.raw`(?:safe|alarm|boiler|doors?|gate|lock|locker|garage|vault|building|entrance|entry|keypad|padlock|house` +
  String.raw`|shed|office|flat|apartment|suitcase|mailbox|lock ?box|key ?box|key safe|cabin|sim|card|intercom)`;

/** What else is secret by its English name: what proves who one is, what one pays with, what opens a program or a door. */
const ENGLISH_NAME =
  "pin|puk|ssn|cvv|cvc|iban|nhs|passport|secret|token|mnemonic|log-?in|social (?:security|insurance)|bank account|" +
  "medical record|(?:credit|debit|id|identity) card|(?:tax|national|student|employee|personal) id|serial$|" +
  "(?:card|account|id|licen[cs]e|tax|policy|membership|insurance|serial) number|wi-?fi(?! (?:name|network|ssid))|" +
  "(?:driving|driver|drivers|driver's|pilot|boat|hunting|fishing|gun|motorcycle) licen[cs]e|" +
  "(?:seed|recovery|backup) (?:phrase|words)|(?:licen[cs]e|product|activation|registration|serial|cd|software|windows|" +
  "encryption|master|signing|ssh|gpg|network|wpa|steam|private|api|secret|access) (?:key|code)|" +
  `(?:${DOOR}|access|security|unlock|backup|recovery) (?:code|combination|combo|key)|` +
  `(?:code|combination|combo|key) (?:to|for|of) .{0,40}${DOOR}`;

const SECRET_NAME = new RegExp(
  `(?<!\\p{L})(?:${Object.values(SECRET_WORDS)
    .map(({ password, pin, compounds }) => `${compounds === true ? String.raw`\p{L}*` : ""}(?:${password})|${pin}`)
    .join("|")})(?!\\p{L})|(?:^| )(?:${ENGLISH_NAME})(?: |$)|${EASTERN_WORDS.password}|${EASTERN_WORDS.pin}`,
  "iu",
);

/** Whether what is called so is a secret by its name, in any of the languages. @example isSecretName("WLAN-Passwort") // true */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);
