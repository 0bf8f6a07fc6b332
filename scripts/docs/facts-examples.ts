/** A sentence that is read, and what comes of it; `facts-examples.test.ts` tries each. */
export interface FactExample {
  /** What was told before. */
  readonly given?: string;
  readonly said: string;
  /** What a list or fact then holds, in order. */
  readonly holds?: readonly string[];
  /** What is answered. */
  readonly answers?: readonly string[];
}

const CHEESES = "My favorite cheeses are 1) brie, 2) gouda, 3) feta";

/** The forms that are read, by what they are for. */
export const EXAMPLES: readonly (readonly [title: string, examples: readonly FactExample[]])[] = [
  [
    "State a list or a favourite",
    [
      { said: "My favorite fonts are 1) Garamond, 2) Futura", holds: ["Garamond", "Futura"] },
      { said: "My favorite teas are sencha, assam and oolong", holds: ["sencha", "assam", "oolong"] },
      { said: "My top three guitars: Stratocaster, Les Paul, SG", holds: ["Stratocaster", "Les Paul", "SG"] },
      { said: "Favorite planets ranked: first is Saturn, second is Neptune", holds: ["Saturn", "Neptune"] },
      { said: "In terms of favorite soups I'd go pho > ramen > borscht", holds: ["pho", "ramen", "borscht"] },
      { said: "My favorite season is autumn because of the leaves", holds: ["autumn"] },
      { said: "Teal is my favorite color", holds: ["Teal"] },
      { said: "favorite instrument = cello", holds: ["cello"] },
      { said: "My favorite color is blue, no wait, green", holds: ["green"] },
      { given: CHEESES, said: "One of my favorite cheeses is edam", holds: ["brie", "gouda", "feta", "edam"] },
      { given: CHEESES, said: "My second favorite cheese is edam", holds: ["brie", "edam", "gouda", "feta"] },
      { given: "My favorite color is red", said: "My favorite color is no longer red, it's blue", holds: ["blue"] },
      { said: "My favorite book is 800 pages long" },
    ],
  ],
  [
    "Change a list",
    [
      { given: CHEESES, said: "Add edam to my favorite cheeses", holds: ["brie", "gouda", "feta", "edam"] },
      { given: CHEESES, said: "Add edam to my favorite cheeses at #2", holds: ["brie", "edam", "gouda", "feta"] },
      { given: CHEESES, said: "Remove gouda from my favorite cheeses", holds: ["brie", "feta"] },
      { given: CHEESES, said: "Delete my third favorite cheese", holds: ["brie", "gouda"] },
      { given: CHEESES, said: "Move feta up one in my favorite cheeses", holds: ["brie", "feta", "gouda"] },
      { given: CHEESES, said: "Swap brie and feta in my favorite cheeses", holds: ["feta", "gouda", "brie"] },
      { given: CHEESES, said: "Replace gouda with edam in my favorite cheeses", holds: ["brie", "edam", "feta"] },
      { given: CHEESES, said: "Make edam my #1", holds: ["edam", "brie", "gouda", "feta"] },
      { given: CHEESES, said: "swap #1 and #3", holds: ["feta", "gouda", "brie"] },
      { given: CHEESES, said: "Clear my favorite cheeses list", holds: [] },
      { given: CHEESES, said: "undo that", holds: [] },
    ],
  ],
  [
    "Ask about lists",
    [
      { given: CHEESES, said: "What is my second favorite cheese?", answers: ["gouda"] },
      { given: CHEESES, said: "List my favorite cheeses", answers: ["brie", "gouda", "feta"] },
      { given: CHEESES, said: "my top two favorite cheeses?", answers: ["brie", "gouda"] },
      { given: CHEESES, said: "where does feta rank among my favorite cheeses?", answers: ["feta"] },
      { given: CHEESES, said: "How many favorite cheeses do I have?", answers: ["brie", "gouda", "feta"] },
      { given: CHEESES, said: "Is gouda one of my favorite cheeses?", answers: ["gouda"] },
      { given: CHEESES, said: "which cheese is #3 for me?", answers: ["feta"] },
      { given: CHEESES, said: "and the second one?", answers: ["gouda"] },
    ],
  ],
  [
    "State an exact fact",
    [
      { said: "The staging port is 8443", holds: ["8443"] },
      { said: "My gym code is 2208", holds: ["2208"] },
      { said: "Anna's birthday is 3 May", holds: ["3 May"] },
      { said: "Our standup is at 9:30", holds: ["9:30"] },
      { said: "I live in Lisbon", holds: ["Lisbon"] },
      { said: "I work at Acme Robotics", holds: ["Acme Robotics"] },
      { said: "I'm allergic to sesame and walnuts", holds: ["sesame", "walnuts"] },
      { said: "new phone number: 555-0404", holds: ["555-0404"] },
      { said: "Remember that the spare key is under the fern pot" },
      { given: "My gym code is 2208", said: "They changed the gym code to 3391", holds: ["3391"] },
      { given: "My gym code is 2208", said: "They changed the gym code, it's 3391 now", holds: ["3391"] },
      { given: "Our standup is at 9:30", said: "Our standup moved to 10:15", holds: ["10:15"] },
      { given: "My gym code is 2208", said: "Forget my gym code", holds: [] },
      { given: "Anna's birthday is 3 May", said: "Forget Anna's birthday", holds: [] },
      { said: "Tom's favorite tea is assam", holds: ["assam"] },
      { said: "My car is in the garage" },
    ],
  ],
  [
    "Ask for an exact fact",
    [
      { given: "The staging port is 8443", said: "staging port?", answers: ["8443"] },
      { given: "Our wifi password is hunter2", said: "wifi password pls", answers: ["hunter2"] },
      { given: "Anna's birthday is 3 May", said: "when's anna's bday", answers: ["3 May"] },
      { given: "Our standup is at 9:30", said: "what time is our standup?", answers: ["9:30"] },
      { given: "The gym code is 2208", said: "what's the code for the gym?", answers: ["2208"] },
      { given: "I live in Lisbon", said: "where do I live?", answers: ["Lisbon"] },
    ],
  ],
];
