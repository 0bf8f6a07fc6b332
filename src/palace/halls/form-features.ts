/**
 * Features of a sentence's form, with their numbers: consecutive from 0. Written out, since an object that is made from entries is searched like a dictionary
 * wherever a name is looked up, and a sentence looks up thirty.
 */
export const FORM_FEATURES = {
  "bias": 0,
  "end.question": 1, "end.exclamation": 2, "start.question-word": 3, "start.auxiliary": 4,
  "length.1-2": 5, "length.3-4": 6, "length.5-7": 7, "length.over-20": 8,
  "has.number": 9, "has.clock": 10,
  "person.i": 11, "person.we": 12, "person.you": 13,
  "start.i": 14, "start.we": 15, "start.third": 16, "start.possessive": 17, "start.determiner": 18, "start.it": 19, "start.this-that": 20, "start.there": 21,
  "start.if-to": 22, "start.after-when": 23,
  "past.active": 24, "past.passive": 25, "past.pluperfect": 26, "perfect": 27, "passive.present": 28, "progressive": 29,
  "present.verb": 30, "present.be": 31, "modal": 32,
  "imperative.object": 33, "imperative.bare": 34, "imperative.clause": 35, "imperative.negative": 36, "imperative.adverb": 37,
  "past&past-time": 38, "past&no-discovery": 39, "past&start.person": 40, "present&impersonal": 41, "present&number": 42, "present&first-person": 43,
  "opens.discovery": 44, "opens.preference": 45, "opens.advice": 46, "habit&present": 47, "appointment": 48, "possessive&be": 49, "no-verb": 50, "gerund-start": 51,
} as const;
