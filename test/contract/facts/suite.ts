import assert from "node:assert/strict";
import { test } from "node:test";
import { valueKey } from "../../../src/facts/lists/apply-operation.ts";
import { LociError } from "../../../src/model/error.ts";
import {
  type FactChange,
  type FactItem,
  type FactList,
  type FactStore,
  type FactWriter,
} from "../../../src/storage/ports/fact-store.ts";

/** An engine under test. `open` may be called again to see what was kept. */
export interface FactStoreUnderTest {
  readonly open: () => Promise<FactStore>;
  readonly dispose: () => Promise<void>;
  /** Whether what was written is there after `close` and `open`. */
  readonly durable: boolean;
}

const source = (chat: string, time = 1): FactItem["source"] => ({
  messageId: `m-${chat}`,
  chat,
  sentence: "said",
  time,
});
const item = (value: string, chat = "A", time = 1): FactItem => ({
  value,
  key: valueKey(value),
  source: source(chat, time),
  placedAt: time,
});
const list = (key: string, values: readonly string[], revision = 1): FactList => ({
  scope: "kb",
  key,
  topic: key,
  items: values.map((value) => item(value)),
  revision,
});
const NONE = { added: [], removed: [], moved: [] };
const change = (key: string, group: string, chat = "A"): Omit<FactChange, "sequence" | "undoneBy"> => ({
  group,
  scope: "kb",
  key,
  topic: key,
  source: source(chat),
  recordedAt: 5,
  reason: "test",
  operations: [{ op: "append", values: ["x"] }],
  effect: { added: [{ value: "x", position: 1 }], removed: [], moved: [] },
});

const TURN = { keys: ["tea", "soup"], changed: false };

/** The contract of `FactStore`, run on every engine. */
export function factStoreContract(name: string, make: () => Promise<FactStoreUnderTest>): void {
  const on = (what: string, work: (store: FactStore, under: FactStoreUnderTest) => Promise<void>): void => {
    test(`${name}: ${what}`, async () => {
      const under = await make();
      const store = await under.open();
      try {
        await work(store, under);
      } finally {
        await store.close();
        await under.dispose();
      }
    });
  };

  on("remembers that something was erased until it is said to stand nowhere", async (store, { open, durable }) => {
    const erasing = async (): Promise<boolean> => {
      const again = durable ? await open() : store;
      const is = await again.read((reader) => reader.erasing());
      if (again !== store) await again.close();
      return is;
    };
    await store.write((writer) => writer.addChange(change("tea", "g1")));
    assert.equal(await erasing(), false);
    for (const erase of [
      (writer: FactWriter) => writer.eraseList("kb", "tea"),
      (writer: FactWriter) => void (writer.addChange(change("tea", "g2")), writer.forgetChat("A")),
    ]) {
      await store.write(erase);
      assert.equal(await erasing(), true);
      await store.write((writer) => writer.endErasing());
      assert.equal(await erasing(), false);
    }
  });
  on("a list comes back as it went in", async (store) => {
    const put = list("tea", ["Assam", "寿司", "O’Neil"]);
    await store.write((writer) => writer.putList(put));
    assert.deepEqual(await store.read((reader) => reader.list("kb", "tea")), put);
    assert.equal(await store.read((reader) => reader.list("admin", "tea")), null);
    assert.equal(await store.read((reader) => reader.list("kb", "coffee")), null);
  });

  on("putting again leaves what is new, in its order", async (store) => {
    for (const values of [["a", "b", "c"], ["c", "a", "b", "d"], ["d"], [], ["x", "d"]]) {
      await store.write((writer) => writer.putList(list("tea", values)));
      assert.deepEqual(await store.read((reader) => reader.list("kb", "tea")?.items.map((one) => one.value)), values);
    }
  });

  on("a value twice in a list is refused and changes nothing", async (store) => {
    await store.write((writer) => writer.putList(list("tea", ["a"])));
    await assert.rejects(
      store.write((writer) => writer.putList({ ...list("tea", ["b"]), items: [item("b"), item("B")] })),
      LociError,
    );
    assert.deepEqual(await store.read((reader) => reader.list("kb", "tea")?.items.map((one) => one.value)), ["a"]);
  });

  on("a write that throws changes nothing", async (store) => {
    await assert.rejects(
      store.write((writer) => {
        writer.putList(list("tea", ["a"]));
        writer.addChange(change("tea", "g"));
        writer.setTurn("kb", "A", TURN);
        throw new LociError("FACT_INVALID", "stop");
      }),
      (error) => error instanceof LociError && error.code === "FACT_INVALID",
    );
    const state = await store.read((reader) => ({
      lists: reader.lists(null),
      changes: reader.changes("kb", "tea"),
      turn: reader.turn("kb", "A").keys,
    }));
    assert.deepEqual(state, { lists: [], changes: [], turn: [] });
  });

  on("lists are sorted by scope and key", async (store) => {
    await store.write((writer) => {
      for (const [scope, key] of [
        ["user:b", "a"],
        ["kb", "z"],
        ["kb", "é"],
        ["kb", "a"],
        ["admin", "m"],
      ] as const)
        writer.putList({ ...list(key, ["v"]), scope });
    });
    assert.deepEqual(
      await store.read((reader) => reader.lists(null).map((one) => `${one.scope}/${one.key}/${one.items.length}`)),
      ["admin/m/1", "kb/a/1", "kb/z/1", "kb/é/1", "user:b/a/1"],
    );
    assert.deepEqual(await store.read((reader) => reader.lists("kb").map((one) => one.key)), ["a", "z", "é"]);
  });

  on("changes come oldest first, with rising sequences", async (store) => {
    const sequences = await store.write((writer) => [
      writer.addChange(change("tea", "g1")),
      writer.addChange(change("soup", "g1")),
      writer.addChange(change("tea", "g2")),
    ]);
    assert.deepEqual(
      [...sequences].sort((a, b) => a - b),
      sequences,
    );
    const changes = await store.read((reader) => reader.changes("kb", "tea"));
    assert.deepEqual(
      changes.map((one) => [one.group, one.undoneBy]),
      [
        ["g1", null],
        ["g2", null],
      ],
    );
    assert.deepEqual(changes[0]?.operations, [{ op: "append", values: ["x"] }]);
  });

  on("the last group is the newest of the chat that can be taken back", async (store) => {
    await store.write((writer) => {
      writer.addChange(change("tea", "g1", "A"));
      writer.addChange(change("soup", "g1", "A"));
      writer.addChange(change("tea", "g2", "B"));
      writer.addChange({ ...change("tea", "g3", "A"), effect: NONE });
      writer.addChange({ ...change("tea", "g4", "A"), operations: [{ op: "undo", group: "g0" }] });
    });
    const groups = async (chat: string | null): Promise<readonly string[]> =>
      store.read((reader) => reader.lastGroup("kb", chat).map((one) => `${one.group}/${one.key}`));
    assert.deepEqual(await groups("A"), ["g1/tea", "g1/soup"]);
    assert.deepEqual(await groups(null), ["g2/tea"]);
    await store.write((writer) =>
      writer.markUndone(
        writer.lastGroup("kb", "B").map((one) => one.sequence),
        "u",
      ),
    );
    assert.deepEqual(await groups(null), ["g1/tea", "g1/soup"]);
    assert.deepEqual(await groups("C"), []);
  });

  on("a forgotten chat leaves no change and no turn", async (store) => {
    await store.write((writer) => {
      writer.addChange(change("tea", "g1", "A"));
      writer.addChange(change("soup", "g2", "B"));
      writer.addChange(change("tea", "g3", "B"));
      writer.setTurn("kb", "B", TURN);
    });
    assert.deepEqual(await store.write((writer) => writer.forgetChat("B")), [
      { scope: "kb", key: "soup" },
      { scope: "kb", key: "tea" },
    ]);
    assert.deepEqual(
      await store.read((reader) => [
        reader.changes("kb", "soup"),
        reader.changes("kb", "tea").length,
        reader.turn("kb", "B").keys,
      ]),
      [[], 1, []],
    );
    assert.deepEqual(await store.write((writer) => writer.forgetChat("B")), []);
  });

  on("of a chat only some messages are forgotten; what it spoke of stays", async (store) => {
    await store.write((writer) => {
      for (const [key, group, message] of [["tea", "g1", "m1"], ["soup", "g2", "m2"], ["tea", "g3", "m3"]] as const) {
        const one = change(key, group, "B");
        writer.addChange({ ...one, source: { ...one.source, messageId: message } });
      }
      writer.setTurn("kb", "B", TURN);
    }); // prettier-ignore
    const forget = (scopes: readonly ("kb" | "admin")[] | undefined, ids: readonly string[]) =>
      store.write((writer) => writer.forgetChat("B", scopes, ids));
    assert.deepEqual(await forget(["admin"], ["m1"]), []);
    assert.deepEqual(await forget(undefined, []), []);
    assert.deepEqual(await forget(["kb"], ["m1", "m2", "m9"]), [
      { scope: "kb", key: "soup" },
      { scope: "kb", key: "tea" },
    ]);
    assert.deepEqual(
      await store.read((reader) => [
        reader.changes("kb", "soup").length,
        reader.changes("kb", "tea").map(({ source }) => source.messageId),
        reader.turn("kb", "B").keys,
      ]),
      [0, ["m3"], TURN.keys],
    );
  });

  on("an erased list leaves no change, and others are as they were", async (store) => {
    await store.write((writer) => {
      for (const key of ["tea", "soup"]) {
        writer.addChange(change(key, key, "A"));
        writer.putList({ scope: "kb", key, topic: key, items: [item("sencha")], revision: 1 });
      }
    });
    await store.write((writer) => writer.eraseList("kb", "tea"));
    await store.write((writer) => writer.eraseList("kb", "never"));
    const left = (key: string) =>
      store.read((reader) => [reader.list("kb", key)?.items.length ?? null, reader.changes("kb", key).length]);
    assert.deepEqual([await left("tea"), await left("soup")], [[null, 0], [1, 1]]); // prettier-ignore
  });

  on("the last turn of a chat, of each scope its own", async (store) => {
    await store.write((writer) => {
      writer.setTurn("kb", "A", { keys: ["tea"], changed: true });
      writer.setTurn("kb", "A", TURN);
    });
    const none = { keys: [], changed: false };
    assert.deepEqual(
      await store.read((reader) => [reader.turn("kb", "A"), reader.turn("kb", "B"), reader.turn("admin", "A")]),
      [TURN, none, none],
    );
  });

  on("lists that words may speak of: by a part of the key, or an item of three characters and more", async (store) => {
    await store.write((writer) => {
      for (const one of [list("staging port", ["8443"]), list("tea", ["sencha", "to"]), list("gone port", [])])
        writer.putList(one);
    });
    const mentioned = (words: readonly string[], text: string) =>
      store.read((reader) => reader.mentioned("kb", words, text).map(({ key, items }) => [key, items.length]));
    assert.deepEqual(await mentioned(["port", "%"], ""), [["staging port", 1]]);
    assert.deepEqual(await mentioned([], "gone off sencha, to be fair"), [["tea", 2]]);
    assert.deepEqual(await mentioned(["coffee"], "used to"), []);
    assert.deepEqual(await mentioned(["sench"], "no more sench"), [["tea", 2]]);
    assert.deepEqual(await store.read((reader) => reader.mentioned("admin", ["port"], "sencha")), []);
  });

  on("writes of one process take turns", async (store) => {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        store.write((writer) =>
          writer.putList(list("n", [...(writer.list("kb", "n")?.items.map((one) => one.value) ?? []), `v${i}`])),
        ),
      ),
    );
    assert.equal(await store.read((reader) => reader.list("kb", "n")?.items.length), 50);
  });

  on("after close every call is refused; what was written is kept", async (store, under) => {
    await store.write((writer) => writer.putList(list("tea", ["a"])));
    await store.close();
    await assert.rejects(
      store.read((reader) => reader.lists(null)),
      (error) => error instanceof LociError && error.code === "STORAGE_FAILED",
    );
    await assert.rejects(
      store.write(() => 1),
      (error) => error instanceof LociError && error.code === "STORAGE_FAILED",
    );
    if (!under.durable) return;
    const again = await under.open();
    assert.deepEqual(await again.read((reader) => reader.lists(null).map((one) => one.key)), ["tea"]);
    await again.close();
  });
}
