import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sandbox } from "../cli/spawn-loci.fixture.ts";

const box = sandbox({ "notes/port.md": "# Staging\n\nThe staging gateway listens on port 8443.\n" });
after(() => box.remove());

describe("loci chat", () => {
  it("talks line by line, without a language model, and keeps both sides", async () => {
    const input = [
      "/index notes kb",
      "which port does the staging gateway listen on?",
      "The demo is on 3 May in Aarhus.",
      "my favourite teas are oolong and assam",
      "/facts teas",
      "/remember call the venue on Monday",
      "/nonsense",
      "/quit",
      "never reached",
    ].join("\n");
    const { status, out, err } = await box.loci(["chat", "--project", "p"], { input });
    assert.equal(status, 0, err);
    assert.match(out, /Indexed: 1 file/u);
    assert.match(out, /8443/u);
    assert.match(out, /1\. oolong, 2\. assam/u);
    assert.match(out, /There is no \/nonsense/u);
    assert.ok(!out.includes("never reached"));
  });

  it("is continued by the next process, and found by another chat", async () => {
    const { out } = await box.loci(["chat", "--project", "p", "--chat", "other"], {
      input: "/search demo Aarhus\n/memory\nwhat are my favourite teas?\n",
    });
    assert.match(out, /3 May in Aarhus/u);
    assert.match(out, /call the venue on Monday/u);
    assert.match(out, /oolong/u);
    const shown = await box.loci(["chat", "show", "terminal", "--project", "p", "--json"]);
    assert.ok(JSON.stringify(shown.json()).includes("which port does the staging gateway listen on?"));
  });

  it("forgets a fact that was told, with its history", async () => {
    const { out } = await box.loci(["chat", "--project", "q"], {
      input: "/remember The gate code is 4711.\n/forget gate code\nyes\n/forget gate code\n",
    });
    assert.match(out, /would go: the fact 'gate code'/u);
    assert.match(
      out,
      /Forgotten: 1 fact\. Tried .*\nforgotten: the fact 'gate code', with its history\n.*Nothing holds these words\./u,
    );
  });

  it("asks who may see a folder, and indexes nothing before it is said", async () => {
    const { out } = await box.loci(["chat", "--project", "scope"], {
      input: "/index notes\nmy friends\ncancel\n/docs\n/index notes\nADMIN\n/index notes\n/index\n/docs\n",
    });
    assert.match(
      out,
      /Who may see '.*notes'\?.*\nWho may see .* is not kept\.\nNot indexed\.\n0 documents and 0 passages.*\nWho may see .*\nIndexed: 1 file.*\nIndexed: 0 files, 1 unchanged.*\n.*the path is missing.*\n1 document and 1 passage.*\nnotes: folder, admin/u,
    );
  });

  it("asks nothing of a path that isn't there, and a command is no answer to what it asks", async () => {
    const { out } = await box.loci(["chat", "--project", "traps"], {
      input: "/index nowhere\n/index notes\n/docs\nThe spare bulb is in the drawer.\n/quit\n/docs\n",
    });
    assert.match(
      out,
      /there is no '.*nowhere'.*\nWho may see .*\n0 documents and 0 passages.*\nWho may see .* is not kept\.\nBye\.\s*$/u,
    );
  });

  it("forgets a pin by its digits, which begin no id", async () => {
    const { out } = await box.loci(["chat", "--project", "digits"], {
      input: "/remember The gate code is 4711.\n/forget 4711\nyes\n/forget 4711\n",
    });
    assert.match(out, /would go: the fact 'gate code'/u);
    assert.match(out, /Forgotten: 1 fact\..*\n.*\n.*there is no passage '4711'/u);
  });

  it("remembers all of a note: facts as facts, and the rest word for word", async () => {
    const { out } = await box.loci(["chat", "--project", "r"], {
      input: "/remember The staging port is 9443. The spare tube hangs in the shed.\n/memory\n",
    });
    assert.match(out, /Noted, word for word: “The spare tube hangs in the shed\.”/u);
    assert.match(out, /- The spare tube hangs in the shed\..*\n(?:.*\n)*.*staging port: 9443/u);
  });

  it("forgets after a yes, and shows nothing of it afterwards", async () => {
    await box.loci(["chat", "--project", "p"], { input: "The spare key lies under the fern.\n" });
    const { out } = await box.loci(["chat", "--project", "p"], {
      input: "/forget\n/forget spare key lies under the fern\nyes\n/search spare key fern\n",
    });
    assert.match(out, /\/forget WORDS; \/memory clear/u);
    assert.match(out, /Forgotten: /u);
    assert.ok(!/fern/u.test(out.slice(out.indexOf("Forgotten"))));
  });

  it("forgets what is said in plain words after a yes right behind, and tells a later one what it was about", async () => {
    const { out } = await box.loci(["chat", "--project", "plain"], {
      input:
        "we change the oil of the van every spring\nforget the oil\nLotte mentors the new apprentices\nyes\n" +
        "please erase the oil!\nyes\n/search oil\n",
    });
    assert.match(out, /would go: we change the oil.*\n(?:.*\n)*Forget it\? Say yes\.\nNoted\.\n/u);
    assert.match(out, /\nNothing waits for a yes any more: "\/forget oil" offers it again\.\n/u);
    assert.match(out, /\nForgotten: .*\n(?:.*\n)*Nothing found\.\s*$/u);
  });

  it("forgets a note and a fact by what was said, whatever stands around it, and shows the order itself nowhere", async () => {
    for (const [i, [told, order, asked, gone]] of (
      [
        ["remember that Jonas owes me 40 euros", "forget that Jonas owes me 40 euros", "who owes me money?", /Jonas/u],
        [
          "the parcel shop closes at 6",
          "forget everything I said about the parcel shop",
          "when does the parcel shop close?",
          /at 6/u,
        ],
        ["the parcel shop closes at 6", "forget about the parcel shop", "when does the parcel shop close?", /at 6/u],
        [
          "remember that the boiler man is called Kevin",
          "forget that the boiler man is called Kevin",
          "who is the boiler man?",
          /Kevin/u,
        ],
        [
          "remember that the boiler man comes on Monday",
          "delete the note about the boiler man",
          "when does the boiler man come?",
          /Monday/u,
        ],
      ] as const
    ).entries()) {
      const { out } = await box.loci(["chat", "--project", `order${i}`], {
        input: `${told}\n${order}\nyes\n${asked}\n`,
      });
      const [before = "", after = ""] = out.split(/^(?=Forgotten: )/mu);
      assert.match(before, /^would go: .*\n(?:.*\n)*Forget it\? Say yes\.$/mu, order);
      assert.doesNotMatch(before, /^(?:stays|would go): (?:forget|delete|No fact) /mu, order);
      assert.doesNotMatch(after, gone, order);
      assert.doesNotMatch(after, /From what is stored/u, order);
    }
  });

  it("ends where somebody who knows no commands wants to leave", async () => {
    for (const word of ["exit", "Quit", "q", ":q!", "/exit", "/quit"]) {
      const { out } = await box.loci(["chat", "--project", "leave"], { input: `${word}\nnever reached\n` });
      assert.equal(out.trim(), "Bye.", word);
    }
  });

  it("answers one line of JSON a line where that is asked for", async () => {
    const { out } = await box.loci(["chat", "--project", "p", "--json"], {
      input: "/docs\nwhich port does the staging gateway listen on?\n",
    });
    const lines = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      lines.map(({ schema, input }) => [schema, input]),
      [
        [1, "/docs"],
        [1, "which port does the staging gateway listen on?"],
      ],
    );
    assert.notEqual(lines[1]?.["answer"], null);
  });
});
