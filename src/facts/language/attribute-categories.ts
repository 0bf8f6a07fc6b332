import { isSmall } from "./boundaries.ts";
import { type Chart, type Compiler, type Edge, fromProductions, production, type Recogniser } from "./chart.ts";
import { FINITE, PRONOUNS } from "./closed-words.ts";
import type { Categories } from "./category-types.ts";
import type { AttributeMention } from "./intent.ts";
import { topicOf, type Topic } from "./nouns.ts";

type AttributeNames = "attribute" | "person";

/** Words that name no person though they stand before "'s". */
const NOBODY = new RegExp(
  "^(?:it|that|there|here|what|who|where|when|how|let|today|tomorrow|yesterday|everyone|" +
    "everybody|someone|nobody|one|this|he|she|world|life|god|monday|tuesday|wednesday|thursday|" +
    "friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|" +
    "november|december)$",
  "u",
);

/** A person's name before "'s": one to three words with capitals. */
function personsAt(chart: Chart, at: number): readonly Edge<string>[] {
  const { tokens, text } = chart;
  for (let end = at + 1; end <= at + 3; end += 1) {
    const token = tokens[end - 1];
    if (
      token === undefined ||
      token.kind !== "word" ||
      !token.upper ||
      NOBODY.test(token.word) ||
      PRONOUNS.has(token.word) ||
      FINITE.has(token.word)
    )
      return [];
    if (/^['’]s$/u.test(tokens[end]?.word ?? ""))
      return [{ value: text.slice((tokens[at] as { start: number }).start, token.end), end: end + 1, score: 0 }];
  }
  return [];
}

const attribute = (subject: string, person: string, topic: Topic): AttributeMention => ({
  subject,
  person,
  key: topic.key,
  name: topic.name,
});

/** "Dog's name" and "dog name" are one attribute. */
function possessed(owner: Topic, topic: Topic): Topic {
  return { ...topicOf(`${owner.key} ${topic.key}`), name: `${owner.name}'s ${topic.name}` };
}

/** Makes the recognisers of attributes. */
export function attributeCategories(compiler: Compiler): { readonly [C in AttributeNames]: Recogniser<Categories[C]> } {
  const forms = fromProductions(compiler, [
    production("my (new | current)? {topic}", ({ topic }) =>
      /^(?:new|current) ./u.test(topic.key) ? null : attribute("me", "", topic),
    ),
    production("my {topic:owner} 's {topic}", ({ owner, topic }) => attribute("me", "", possessed(owner, topic)), 0.05),
    production("(our | the | the project 's | the team 's | this project 's) {topic}", ({ topic }) =>
      attribute("project", "", topic),
    ),
    production("the {topic} (of | for) my {topic:owner}", ({ owner, topic }) =>
      attribute("me", "", possessed(owner, topic)),
    ),
    production(
      "(our | the) {topic:owner} 's {topic}",
      ({ owner, topic }) => attribute("project", "", possessed(owner, topic)),
      0.05,
    ),
    production(
      "(the | our)? {topic} (of | for) (the | our)? {topic:owner}",
      ({ topic, owner }) =>
        attribute("project", "", { ...topicOf(`${owner.key} ${topic.key}`), name: `${owner.name} ${topic.name}` }),
      -0.1,
    ),
    production("{person} {topic}", ({ person, topic }) =>
      attribute(person.normalize("NFKC").toLowerCase(), person, topic),
    ),
  ]);
  return {
    attribute: (chart, at) => (isSmall(chart.tokens[at]) || chart.tokens[at]?.kind === "word" ? forms(chart, at) : []),
    person: personsAt,
  };
}
