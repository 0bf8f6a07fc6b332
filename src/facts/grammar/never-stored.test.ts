import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../storage/memory/facts/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";

async function after(...messages: readonly string[]): Promise<readonly string[]> {
  let now = 0;
  const facts = createFacts({ store: openMemoryFactStore(), mirrors: null, clock: () => ++now, newId: () => String(++now) });
  for (const text of messages) await facts.tell(text, { chat: "A" });
  return (await facts.list()).flatMap((list) => list.items.map((item) => item.value));
}

test("a question without its mark stores no word that asks, even where any word is a value", async () => {
  for (const asked of ["what is my favorite number", "what are my favorite numbers", "which are my favorite numbers"]) assert.deepEqual(await after("my favorite number is 7", asked), ["7"], asked);
  assert.deepEqual(await after("The Who is my favorite band"), ["The Who"]);
});

test("a list isn't renamed into an item", async () => {
  assert.deepEqual(await after("My favorite teas are sencha, mate", "rename my favorite teas to best brews"), ["sencha", "mate"]);
  assert.deepEqual(await after("My favorite teas are sencha, mate", "rename my second favorite tea to assam"), ["sencha", "assam"]);
});

test("numbers that leave some out number a list all the same", async () => {
  for (const said of ["1. sencha 3. mate", "1. sencha, 3. mate", "2. sencha 4. mate", "2) sencha, 4) mate"]) assert.deepEqual(await after(`My favorite teas are ${said}`), ["sencha", "mate"], said);
  assert.deepEqual(await after("My favorite teas are 1. sencha 3. mate 5. chai"), ["sencha", "mate", "chai"]);
  assert.deepEqual(await after("My favorite number is 7. I have 3. She has 4."), ["7"]);
});

test("what holds only at times, or is denied, is not stored; names with such words are", async () => {
  for (const said of ["blue, unless it rains", "Rome if it is summer", "blue when I'm sad", "blue - NOT!", "blue, not!", "blue ... said no one ever", "blue, said no one ever"]) assert.deepEqual(await after(`My favorite color is ${said}`), [], said);
  for (const name of ["When Harry Met Sally", "If Beale Street Could Talk", "Smile When You Can"]) assert.deepEqual(await after(`My favorite movie is ${name}`), [name]);
});

test("the same in Spanish; what is only contrasted isn't stored either", async () => {
  for (const said of ["el azul si hace sol", "el azul cuando estoy triste", "el azul a menos que llueva", "el azul, dijo nadie nunca"]) assert.deepEqual(await after(`Mi color favorito es ${said}`), [], said);
  for (const said of ["Mi camisa favorita es vieja, fea y rota", "Mis botas favoritas son viejas, feas y caras"]) assert.deepEqual(await after(said), [], said);
  for (const said of ["el azul, no el rojo", "el azul, y no el rojo"]) assert.deepEqual(await after("Mi color favorito es el verde", `Mi color favorito es ${said}`), ["azul"], said);
  for (const name of ["Si la cosa funciona", "Cuando Harry encontró a Sally"]) assert.deepEqual(await after(`Mi película favorita es ${name}`), [name]);
  assert.deepEqual(await after("Si me preguntas, mi color favorito es el azul"), ["azul"]);
});

test("how a favourite is, is none; a size or a weather may be just that", async () => {
  for (const said of ["restaurant is crowded", "place is quiet", "shirt is old", "jeans are tight"]) assert.deepEqual(await after(`My favorite ${said}`), [], said);
  for (const [topic, value] of [["size", "small"], ["place", "Quiet Lake"], ["cheese", "old Amsterdam"]] as const) assert.deepEqual(await after(`My favorite ${topic} is ${value}`), [value]);
});

test("several words of how or where a favourite is are no list; titles of such words are", async () => {
  for (const said of ["bar is closed, sadly", "shirt is on the floor, dirty and wet", "bakery is great, cheap and close", "restaurants are in Rome, near the river", "memory is when we met, then kissed", "gym is two blocks away", "team is first in the league", "mug is chipped", "lamp is flickering again", "boots are in the car, soaking wet", "colleagues are leaving, Tom and Ann", "cafe - closed on Mondays, open otherwise", "restaurant is run by two sisters", "restaurant is pretty expensive", "author once said: write, write, write", "example is the second one"]) assert.deepEqual(await after(`My favorite ${said}`), [], said);
  assert.deepEqual(await after("my favorite shows are lost, fargo and dark"), ["lost", "fargo", "dark"]);
  assert.deepEqual(await after("my favorite movie is frozen"), ["frozen"]);
});

test("“these are my favorites” says it of a list, and of nothing at hand", async () => {
  for (const said of ["None of those are", "Some of those are", "Honestly these are", "wow, great, these are", "The blue ones, those are"]) assert.deepEqual(await after(`${said} my favorite shoes`), [], said);
  assert.deepEqual(await after("Clogs, sandals, those are my favorite shoes"), ["Clogs", "sandals"]);
});

test("a command under a condition, or in a text to work on, changes nothing; one that minds its manners does", async () => {
  const teas = "My favorite teas are sencha, mate";
  for (const said of ["If it rains, remove mate from my favorite teas", "Write a mail: remove mate from my favorite teas", "Not sure if it's right, but swap 1 and 2"]) assert.deepEqual(await after(teas, said), ["sencha", "mate"], said);
  for (const said of ["If you can, remove mate from my favorite teas", "If you don't mind, remove #2", "If it's ok, remove mate from my favorite teas"]) assert.deepEqual(await after(teas, said), ["sencha"], said);
});

test("what is to be added but not named is not added", async () => {
  const teas = "My favorite teas are sencha, mate";
  for (const said of ["one more", "more", "something green", "three teas", "another one"]) assert.deepEqual(await after(teas, `add ${said} to my favorite teas`), ["sencha", "mate"], said);
  for (const said of ["more than a feeling", "12 monkeys", "Something Corporate"]) assert.deepEqual(await after(`add ${said} to my favorite titles`), [said]);
});

test("a joke that is taken back in the next sentence is not stored", async () => {
  for (const said of ["Just kidding!", "Said no one ever.", "/s", "Not."]) assert.deepEqual(await after(`My favorite color is orange. ${said}`), [], said);
  assert.deepEqual(await after("My favorite band is Not. I love it."), ["Not"]);
});

test("lines name a list with the line below them only when that says nothing else", async () => {
  assert.deepEqual(await after("1. Hopper\n2. Klee\n\nmy favorite painters in that order"), ["Hopper", "Klee"]);
  assert.deepEqual(await after("#1 Kyoto\n#2 Ghent\n^ my favorite cities"), ["Kyoto", "Ghent"]);
  for (const below of ["my favorite cafes in town open at 8", "my favorite cafe", "my favorite cafes?", "what are my favorite cafes"]) assert.deepEqual(await after(`1. rent\n2. food\n\n${below}`), [], below);
});

test("beside an “and”, a sign joins the words of one item", async () => {
  assert.deepEqual(await after('My favorite birds are heron, "Bar, Ltd" and Smith & Sons'), ["heron", "Bar, Ltd", "Smith & Sons"]);
});

test("the number of the only item is no value; a number stated as one is", async () => {
  for (const said of ["My favorite flowers: 1. rose", "My favorite flowers are 1. rose", "My favorite flowers: 1) rose"]) assert.deepEqual(await after(said), ["rose"], said);
  assert.deepEqual(await after("My favorite number is 1. I like it"), ["1"]);
});

test("a name that is an ordinal too is lost from no list", async () => {
  assert.deepEqual(await after("My favorite bridges\n1st – Forth\n2nd – Øresund"), ["Forth", "Øresund"]);
});

test("a place in a list is no item of it", async () => {
  assert.deepEqual(await after("My favorite teas are sencha, mate, assam", "put the last of my favorite teas first"), ["assam", "sencha", "mate"]);
  assert.deepEqual(await after("My favorite songs are Hey Jude, Yesterday", "Put A Few of My Favorite Things first in my favorite songs"), ["A Few of My Favorite Things", "Hey Jude", "Yesterday"]);
});

test("what a favorite became is none, and a small word after “but” begins a remark", async () => {
  for (const said of ["a pub but a bank", "quiet but noisy", "the Crown but the beer is still good"]) assert.deepEqual(await after(`My favorite pub is no longer ${said}`), [], said);
  assert.deepEqual(await after("My favorite pub is The Crown", "My favorite pub is no longer The Crown but The Anchor"), ["The Anchor"]);
});

test("a joke is taken back in Spanish as in English", async () => {
  for (const said of ["Es broma.", "¡Era broma!", "Es coña", "Estoy bromeando."]) assert.deepEqual(await after(`Mi color favorito es el naranja. ${said}`), [], said);
  assert.deepEqual(await after("Mi color favorito es el naranja. Mi fruta favorita es el higo."), ["naranja", "higo"]);
});

test("who was asked and goes on answers for himself; who is reported does not", async () => {
  for (const said of ["My wife asked, so: my favorite tea is mate", "Reporters kept asking, and well, my favorite tea is mate"]) assert.deepEqual(await after(said), ["mate"], said);
  for (const said of ["He asked whether, so to say, my favorite tea is mate", "She asked: my favorite tea is mate", "My sister asks so many questions, my favorite tea is mate", "Tom said so, my favorite tea is mate"]) assert.deepEqual(await after(said), [], said);
});

test("an article that opens the sentence is no part of a value; that of a title is", async () => {
  assert.deepEqual(await after("The kitchen is my favorite room"), ["kitchen"]);
  assert.deepEqual(await after("The office is my favorite show", "The Wire is my favorite show"), ["The office", "The Wire"]);
});

test("what a colon gives to somebody else is his; what it only leads to is one's own", async () => {
  for (const said of ["His first words", "Tom's answer", "For their newsletter"]) assert.deepEqual(await after(`${said}: my favorite toy is the truck`), [], said);
  for (const said of ["Let's be clear", "Today's pick", "It's simple"]) assert.deepEqual(await after(`${said}: my favorite toy is the truck`), ["truck"], said);
  assert.deepEqual(await after("Sus palabras: mi color favorito es el rojo"), []);
});

test("what has been a favorite is one; until when, or since what, is no part of it", async () => {
  assert.deepEqual(await after("Purple has been my favorite color since forever"), ["Purple"]);
  for (const said of ["Soccer has been my favorite sport until now", "My favorite bar has been closed for years"]) assert.deepEqual(await after(said), [], said);
});

test("what is corrected at a place takes that place", async () => {
  const herbs = "My favorite herbs are 1) basil, 2) thyme, 3) mint";
  assert.deepEqual(await after(herbs, "My second favorite herb isn't thyme, it's dill"), ["basil", "dill", "mint"]);
  assert.deepEqual(await after(herbs, "My favorite herb is no longer basil, it's dill"), ["dill", "thyme", "mint"]);
});

test("a list that only the next command names holds for the one before; nothing that may be no item goes into it", async () => {
  const herbs = "My favorite herbs are 1) basil, 2) thyme, 3) mint";
  assert.deepEqual(await after(herbs, "Put dill first and drop thyme from my favorite herbs"), ["dill", "basil", "mint"]);
  assert.deepEqual(await after(herbs, "Swap basil and mint and add dill to my favorite herbs"), ["mint", "thyme", "basil", "dill"]);
  assert.deepEqual(await after(herbs, "Put the plates first and drop thyme from my favorite herbs"), ["basil", "mint"]);
  assert.deepEqual(await after(herbs, "The new one should be first in my favorite herbs"), ["basil", "thyme", "mint"]);
});

test("a clause is no topic: an article inside of one follows what it hangs on", async () => {
  assert.deepEqual(await after("My favorite time of the day is dawn"), ["dawn"]);
  assert.deepEqual(await after("My favorite herbs are basil, mint", "rename mint to spearmint in my favorite herbs and tell me the second one"), ["basil", "spearmint"]);
});
