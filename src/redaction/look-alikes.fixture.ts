/** Sentences, fields and lines of code that speak of secrets in many languages, and hold none. */
export const LOOK_ALIKES: readonly string[] = String.raw`
The key is to listen.
the password's length matters
The password's expired.
Das Passwort ist Pflicht
Das WLAN-Passwort ist falsch
das Passwort ist Teil der Einrichtung
ajtó 2024 november
kapı 3245 numaralı evde
the code to get into shape is 2024 squats
kod do drzwi jest nieznany
o kódu dveří víme od roku 2019
Der Schlüssel ist Geduld
La clave es la paciencia
La clave del éxito es la constancia desde 2019
la chiave è ascoltare
PIN 4 of the connector is ground
Connect pin 12 to pin 4
pin 1024 messages to the board
The pin of the plug is 5000 mm
GPIO pin 17
Das Passwort ist falsch
Das Passwort ist seit 2019 abgelaufen
Das Passwort muss 12 Zeichen lang sein
Das Passwort hat 1024 Zeichen
Das Passwort für Windows11 ist abgelaufen
Passwort vergessen? Klick hier.
Passwort: siehe Wiki
Passwort: steht auf dem Kühlschrank
Passwort: wird per Post verschickt
Passwort-Richtlinie 2024
Passwortlänge: 12 Zeichen
Die Passwörter werden mit SHA-256 gehasht
Das Kennwort ist SHA-256-gehasht
Das Kennwort lautet anders als gestern
Das Passwort lautet wie immer
Das Passwort heißt bei uns Kennwort
le mot de passe est incorrect
le mot de passe : voir le wiki
mot de passe oublié
mot de passe : obligatoire
Le mot de passe doit contenir 8 caractères
le code est 200 lignes plus court
Le code postal est 75011
le code erreur est 5001
Le code de retour est 1024
Le code de la porte est dans le coffre
il codice postale è 20121
il codice fiscale è RSSMRA85
il codice è scritto bene
il codice è 2000 righe
el código postal es 28001
el código es muy largo
el código de error es 5003
o código postal é 1000
o código está em 2024
la contraseña es incorrecta
la contraseña es obligatoria desde 2019
contraseña: ver el correo
la clave primaria es id
clave primaria: user_id
clave: valor
claves: valores
chiave: valore
senha: obrigatória
a senha é forte
het wachtwoord is te kort
wachtwoord: verplicht veld
wachtwoord vergeten
de code is 300 regels
hasło jest za krótkie
hasło: wymagane
kod pocztowy to 00950
пароль неверный
пароль: обязательное поле
пароль состоит из 12 символов
код ошибки 5001
код страны 7495
密码错误
密码长度为1024位
密码至少8位
密码是必填项
パスワードは8文字以上
パスワードは1024文字以内
パスワードを忘れた方
비밀번호는 8자 이상
비밀번호를 잊으셨나요
비밀번호는 1024자 이하
lösenordet är fel
passord er påkrevd
adgangskode er for kort
salasana on väärä
şifre yanlış
şifreler 2024 yılında değişti
parola uitata
mật khẩu là bắt buộc
kata sandi salah
كلمة المرور مطلوبة
The password is hashed with SHA-256.
The password is SHA-256-hashed.
The password is bcrypt2 hashed
The passphrase is stored encrypted locally
the passphrase is five random words
passphrase is four random dictionary words
The passphrase is required for unlocking
passphrase: ask the ops team first
The recovery codes are printed in 2019
backup codes are in the vault
backup codes: see the wiki
recovery keys are stored in 1Password
backup key: primary
one-time passwords are sent by SMS
TOTP secret is stored in Vault
TOTP secrets rotate every 30 days
OTP codes expire in 30 seconds
The TOTP algorithm uses SHA1
2FA is on for all
mfa token required
You get in with your badge
You get in with 4 others
they get in with Python3 knowledge
Log in with GitHub
log in with OAuth2
log in with user/password
sign in with SAML2.0
log on with your account / badge
wifi: 2.4 GHz / 5 GHz
wifi is slow / broken
wifi 6, bluetooth5.2
wifi, usb3.0
The code of the door is 4 digits
The door code has 4 digits
the safe code path handles 4096 bytes
The gate code 4 digits long
The alarm code was changed in 2019.
The safe is 4471 mm wide
use 4096 for the safe block size
use 1024 at most
enter 1000 for the house price estimate
press 1234 for support
type 2024 at the prompt
try 3000 for the office port
credentials are stored in config/settings1
credentials: see ~/.aws/credentials
creds are in vault/prod1
The credentials are read from env/local2
login: see docs/login2.md
Zugangsdaten: siehe Mail
Anmeldedaten: per Post / Mail
identifiants : voir le mail
credenciales: ver correo
Geht mit 5000 Leuten
Das Tor öffnet mit Schlüssel
Die Garage öffnet um 8
Die Tür geht mit dem Schlüssel auf
Der Safe ist 4471 Euro wert
Das Büro öffnet mit 1200 Quadratmetern
la porte s'ouvre avec une clé
la porte ouvre à 1000
connecte-toi avec ton compte
connecte-toi avec Google
la puerta se abre con llave
entra con tu cuenta
el portal abre con 3000 usuarios
la porta si apre con la chiave
accedi con Google
a porta abre com chave
de deur gaat open met de sleutel
Log je in met Google
Meld dich mit deinem Konto an
melde dich mit GitHub2FA an
Fehlercode: 5001
der Fehlercode ist 5001
der Statuscode ist 2000
der Code ist 300 Zeilen lang
Der Code ist sauber
Der Quellcode ist 2000 Zeilen
Der Türcode ist vierstellig
Die Kombination ist gut
die Kombination aus 1000 und 2000
Die Geheimzahl hat 4 Stellen
Die PIN hat 4 Stellen
Die PIN kommt per Post
PIN vergessen
Die PIN ist gesperrt
Die PIN ist dreimal falsch
mon code PIN est bloqué
mon PIN a 4 chiffres
mi PIN es secreto
il PIN è sbagliato
de pincode is vergeten
пин-код неверный
我的PIN码忘了
暗証番号は4桁です
暗証番号は1234桁
パスワード（8文字）
the wifi key is WPA2-Enterprise
wifi code: see router
network key exchange v2
network code is 2000 lines
the network pass is broken
wlan key management IEEE80211
<input type="password" name="password1">
const password = getPassword(user1)
password: string
password?: string | null
passwort: string;
mot_de_passe = request.form["mdp1"]
contraseña = input("contraseña: ")
senha = os.environ["SENHA"]
if senha == senha2: return
self.wachtwoord = wachtwoord1
let parola = words[0]
parola chiave: test1
la parola è 2024
POST /passwort/reset2
https://example.org/passwort/neu2024
docs/passwort-2024.md
see passwort.md
Password policy: 12 characters, 1 digit
PIN=LED_BUILTIN
#define PIN 1234
pinMode(PIN, OUTPUT)
the pin count is 1024
the pin is on the map
my pin is gone
The card pin header has 2000 contacts
le NIP est obligatoire
NIP firmy: 5260250274
NIP: 526-025-02-74
код двери написан на 2 этаже
открывается с 1000 до 1800
Магазин открывается с 0900
Портал открывается с 1000 пользователями
вход с 1000 до 2000
drzwi otwiera się kodem
The login is admin/operator
API key: YOUR_API_KEY1
token: <your-token1>
password=changeme1
WLAN-Schlüssel: siehe Router
netzwerk-schlüssel AES256
Kennwort: ******
Passwort: xxxxxxxx
mot de passe : ********
contraseña: <contraseña>
パスワード: ********
密码：********
密码: $ {PASSWORD}
пароль: {{password}}
senha: $SENHA1
commit 4471abcd fixes the pin code
sha256:9f86d081884c7d659a2feaa0c55ad015
The combination of 12 left and 3 right moves
the combo is 2 left, 1 middle
the code is 2000 lines
our code is 1500 lines long
the code is 4471 bytes
my code is 2024-ready
the code is 100% covered
Das Passwort ist "falsch".
Das Passwort ist „erforderlich“.
Das Passwort ist **Pflicht**.
Das Passwort ist: siehe Wiki
Das Passwort ist: geheim
Das Feld "Passwort" ist "leer"
Passwort ist 'null'
Das Passwort ist nicht "sicher".
Das Passwort ist zu „schwach“, sagt er.
Das Passwort im Feld "name" steht da
Das Passwort steht unter "Einstellungen"
**Passwort**: erforderlich
**Passwort**: mindestens 8 Zeichen
**Passwort:** Pflichtfeld
Le mot de passe est "incorrect".
Le mot de passe est « obligatoire ».
Le mot de passe est **obligatoire**.
Le champ « mot de passe » est « requis ».
Le mot de passe est : voir le wiki
**Mot de passe** : obligatoire
Mot de passe oublié : "cliquez ici"
Le mot de passe est dans "coffre"
La contraseña es "incorrecta".
La contraseña es «obligatoria».
La contraseña es **obligatoria**.
El campo "contraseña" es "obligatorio"
La contraseña es: ver correo
**Contraseña**: obligatoria
La password è "errata".
La password è «obbligatoria».
La password è **obbligatoria**
La password è: vedi wiki
**Password**: obbligatoria
A senha é "inválida".
A senha é **obrigatória**
A senha é: ver e-mail
**Senha**: obrigatória
Het wachtwoord is "onjuist".
Het wachtwoord is **verplicht**.
Het wachtwoord is: zie wiki
**Wachtwoord**: verplicht
Lösenordet är "fel".
Lösenordet är **obligatoriskt**
Lösenordet är: se wikin
**Lösenord**: krävs
Passordet er "feil".
Passordet er **påkrevd**
**Passord**: påkrevd
Adgangskoden er "forkert".
Adgangskoden er **påkrævet**
**Adgangskode**: påkrævet
Salasana on "väärä".
Salasana on **pakollinen**
**Salasana**: pakollinen
Hasło jest "nieprawidłowe".
Hasło to "podstawa" bezpieczeństwa
Hasło jest **wymagane**
**Hasło**: wymagane
Пароль — "неверный".
Пароль это **обязательно**
Пароль — «обязательное поле»
**Пароль**: обязательно
**Пароль**: не менее 8 символов
Паролата е "грешна".
Паролата е **задължителна**
Heslo je "špatné".
Heslo je **povinné**
**Heslo**: povinné
Lozinka je "pogrešna".
Lozinka je **obavezna**
Geslo je "napačno".
Geslo je **obvezno**
A jelszó "hibás".
A jelszó **kötelező**
**Jelszó**: kötelező
Parola este "greșită".
Parola este **obligatorie**
**Parola**: obligatorie
Şifre "yanlış".
Şifre **zorunlu**
**Şifre**: zorunlu
Kata sandi adalah "wajib".
Kata sandi adalah **wajib**
Mật khẩu là "bắt buộc".
Mật khẩu là **bắt buộc**
Ο κωδικός είναι "λάθος".
Ο κωδικός είναι **υποχρεωτικός**
Nenosiri ni "lazima".
Lykilorðið er "rangt".
Lykilorðið er **nauðsynlegt**
the password is "wrong"
the password is "required"
The password is **required**.
**Password**: required
**Password:** string
the type of password is "hidden"
password is 'admin'-only
parola este "cheia" succesului
la clave es "paciencia"
La clave es **escuchar**
La clave es "escuchar", dijo
claves: "valores"
Das Kennwort ist "Kennwort" auf Deutsch
Le mot de passe est « mot de passe » en français
In German, the password is "Passwort".
en español, la password es "contraseña"
La palabra para password es "contraseña"
Der Fehler "Das Passwort ist falsch" kommt oft.
Fehler: "Das Passwort ist abgelaufen".
El error "la contraseña es incorrecta" sale siempre
"La contraseña es demasiado corta"
le message « le mot de passe est trop court »
Password is: '***'
senha é: '******'
`
  .trim()
  .split("\n");
