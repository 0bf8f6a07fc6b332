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
what's our new address?
our new address is 14 Hazel Lane, Dunmore
Remember our new address: 22 Mill Street, flat 3
how old will edie be in june?
how old will Edie be in 2031?
what's the locker combination?
who knows the locker combination?
did we change the locker combination last week
the locker combination is on a slip in dad's desk
I forgot the locker combination again
what is the password of the cabin's safe?
what is the password of the cabin's wifi?
what's the password for the printer?
do you know the password of the router?
is the password still the same?
is the password still correct?
where is the password for the alarm kept?
what was the pin of the old card?
is the pin four digits or six?
who has the code to the gate?
does anyone remember the passphrase?
when did I change the password to the bank?
was the password ever written down?
is the wifi password the one on the fridge?
what's the passcode of Mum's phone?
tell me the password of the cabin
tell me the alarm code
give me the pin for the garage
what's the combination of the bike lock?
which password did we use for the portal?
Is the password wrong?
is the password case sensitive?
Why is the password rejected?
how long is the password supposed to be?
can the password be shorter?
should the password contain digits?
The password policy asks for 12 characters.
the password field is missing a label
the password hash is stored in shadow
the password reset page is broken
password reset emails go out within 5 minutes
the password is stored in the vault
the password is with Joana
the password is known to the whole team
the password is too short
the password is expiring on Friday
the password is on the back of the router
the password is under the keyboard
the password is whatever Tim set
the password is Tim's business
the password is nobody's secret
the password is not here
the password is in 1Password
the password is in Bitwarden2
my password manager is KeePassXC
The token is refreshed every hour
the token is a JWT signed with RS256
the token is missing in line 40
The secret of good bread is patience
the secret is in the sauce
the secret to the crust is steam
the secret ingredient is cardamom
his secret santa is Petra
the key to the shed is under the pot
the key to success is practice
the key for the map is in the corner
the key is on the hook
the key is C minor
the piece is in the key of G
key signature: four sharps
api key rotation happens on Mondays
the api key lives in the deploy vault
API keys: see the wiki page
api_key: required
token: string
password: boolean
password = None
password = os.environ["DB_PASS"]
password=$DB_PASS
password: <your password>
password: ********
PASSWORD=changeme
"password": "type: string"
pin the note to the top
pin 3 is ground
pin 13 drives the LED
connect pin 4 to pin 7
the pin is bent
the pin fell out of the hinge
bowling: one pin left
PIN diode BAP50
his pin badge is blue
code 4471 compiled with warnings
error code 4471
exit code 139
status code 4040
zip code 90210
postal code 1010
area code 0316
the country code is 0043
the product code is 55120
the discount code is SUMMER25
the voucher code is TREE2026
the door is 2100 mm high
the gate is 2400 wide
the safe is 450 mm deep
the alarm is 85 decibels
the alarm went at 6:45
the alarm is set for 0630
alarm at 0630 tomorrow
the lock is 40 years old
the building is 1930s
the house is number 4471
our house is 120 square metres
the flat is 1200 a month
the office is 2nd floor
office: 4th floor, room 4471
door 4471 is on the left
the entrance is at 1200 Main Street
the garage costs 1400 a year
the card is 85 by 54
his card was 2 under par
sim card slots: 2
order 445-889-1
ticket LOCK-4471
invoice 20261128
my flight is LH 414
the train leaves at 0917
meet at 1930 by the gate
gate 22 at 1805
gate B44 closes at 1810
flight to gate 4471
parking space 4471
locker 114 is mine
locker 212 at the gym
the locker is number 212
combination of drugs 2 and 4
a combination of 3 sharps
combo meal 7 is 1290
PUK stands for personal unblocking key
the boiler is 24 years old
the boiler runs at 1200 watts
boiler pressure: 1.5 bar
the intercom is 3 metres from the door
the keypad has 12 keys
the mailbox holds 5000 messages
the vault holds 1200 notes
vault: 1200 notes indexed
safe: 3 of 4 tests
gate: 4 of 5 checks passed
wifi channel 11 is crowded
wifi is 300 Mbit
wifi: 2.4 GHz / 5GHz
The wifi network is called sjobris
login: see the wiki
login takes 300 ms
log in with your email
sign in with GitHub
log in with SSO
log in to staging with your own account
you get in with a badge
use port 8443 to log in
use Chrome118 to sign in
try Firefox to log in
creds are in vault
creds: ask Joana
creds: rotated
credentials come from the environment
the passport expires in 2031
passport office opens at 0900
passport valid until 12 May 2031
driver's licence renewed in 2024
licence: Apache-2.0
license MIT
licence plate AB 12 CDE
serial port COM3
serial number printed on the back
the serial killer documentary
product key features: 1) speed
the account number is on the letter
account manager: Petra Hahn
card game night at 1900
credit card fees are 2.9%
iban is on the invoice
cvv is on the back
tax id is needed
seed potatoes: plant 12 in a row
seed 42 gives the same split
seed: 20261128
random seed is 1337
backup codes are in the drawer
recovery codes: print them
recovery took 40 minutes
two-factor is on
2fa is on for everyone
otp expired
totp drift is 30 seconds
authenticator app is Aegis
ssh key in ~/.ssh/id_ed25519
gpg key expires in 2027
-----BEGIN is how a pem starts
commit 4e6383a1c0ffee5d9b7f
sha256 of the file: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
uuid 0b79a7a4-2ff3-40c3-a82d-7ffc6f530001
read /home/k/.codex/sessions/0b79a7a4-2ff3-40c3-efba-82db7ffc6f53.jsonl
st.mary's church hall
pa-lisa said hello
fw_update_available flag
rnd_seed parameter
napi_create_string_utf8
sb_secret_santa_list.md
pscale is a CLI
EAAA batteries are small
glrt-runner docs
csk-tools package
ABSK club meets Tuesday
HRKU is the Heroku prefix
sntrys and sentries
pcsk_ stands for Pinecone
HUGGINGFACE_HUB_CACHE=/data/hf-cache-2026
X-Request-Id: 7f3e2a1b9c8d4e5f
etag "5f2b1c-1a2b3c"
data-testid="login-password-input"
aria-label="Password, 8 to 64 characters"
<input type="password" name="pwd2">
ng-model="user.password1"
passwordless login ships in v2
the new password rules start on 1 March
"What's the new password?" she asked.
"the password is swordfish" is a line from a film?
my pin board is full
push pin 4471 into the map
the alarm code question came up again
the alarm code has to be changed
does the alarm code work?
did you get the door code?
the code for the gate doesn't work
the code for the parser is in 3 files
the code of conduct has 12 points
code to open the file: fopen
the gate code is on the calendar
the safe combination is dad's birthday
the combination is left, right, left
it's 7719 steps to the top
it's 1930 already
The building opens at 0800. It's 4471 square metres.
I live at 4471 Oak Drive
call me at 0664 1234567
Nana's birthday is 1947-03-12
the meter reads 0044713
bus 4471 stops here
apartment 4471 is vacant
the alarm code works again. it's 1930 steps away
Did you bring the door code? It's 1930 and I'm outside.
the password page changed, it's React18 now?
The password changed. It's a relief.
the password changed, it's fine
wifi password? it's on the fridge
the alarm code? it's on the fridge
the gate code changed. It's not hard to remember
the gate code changed in 2024. It's been quiet since.
the door code (see page 4471)
the alarm code — ask Jo
alarm code: it's written down
PIN header (2x20) arrived
the pin (M3 x 12) fell out
my pin collection: it's 240 pieces
`
  .trim()
  .split("\n");
