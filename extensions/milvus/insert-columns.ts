import type { MilvusRow, Sdk, SdkClient } from "./client.ts";

/** Sparse weights: two lists side by side, indices ascending. */
export interface SparseWeights {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** What fields hold, in the order in which a collection has them. */
const KINDS = {
  place: "long",
  doc: "long",
  scope: "string",
  id: "string",
  source: "long",
  path: "long",
  type: "long",
  wing: "long",
  room: "long",
  halls: "longs",
  terms: "longs",
  date: "double",
  head: "string",
  bag: "string",
  vector: "string",
  body: "string",
  words: "sparse",
  embedding: "floats",
} as const;

/** Options that keep the client from serialising each message for a log that is off, which took a quarter of an upload's time. */
const UNLOGGED = { toJSON: () => "an upload" };

/**
 * Inserts rows as columns, which is what the protocol carries. The client's own `insert` turns rows into columns field by field, and makes four arrays
 * for each weight of a sparse vector: a quarter of all that an upload takes here.
 * @param rows of one collection of ours; all have the same fields
 */
export async function insertColumns(
  { promisify, DataType }: Sdk,
  client: SdkClient,
  { collection, rows }: { collection: string; rows: readonly MilvusRow[] },
): Promise<{ readonly succ_index?: readonly unknown[]; readonly err_index?: readonly unknown[] }> {
  const fields = Object.entries(KINDS)
    .filter(([name]) => rows[0] !== undefined && name in rows[0])
    .map(([name, kind]) => {
      const values = rows.map((row) => row[name]);
      switch (kind) {
        case "string":
          return scalars(name, DataType.VarChar, { string_data: { data: values } });
        case "long":
          return scalars(name, DataType.Int64, { long_data: { data: values } });
        case "double":
          return scalars(name, DataType.Double, { double_data: { data: values } });
        case "longs": {
          const data = values.map((list) => ({ long_data: { type: DataType.Int64, data: list } }));
          return scalars(name, DataType.Array, { array_data: { data, element_type: DataType.Int64 } });
        }
        case "floats": {
          const data = (values as readonly (readonly number[])[]).flat();
          return vectors(name, DataType.FloatVector, data.length / rows.length, { float_vector: { data } });
        }
        case "sparse": {
          const weights = values as readonly SparseWeights[];
          const dim = 1 + weights.reduce((most, { indices }) => Math.max(most, indices.at(-1) ?? 0), 0);
          const contents = weights.map(sparseBytes);
          return vectors(name, DataType.SparseFloatVector, dim, { sparse_float_vector: { dim, contents } });
        }
      }
    });
  const request = { collection_name: collection, fields_data: fields, num_rows: rows.length, ...UNLOGGED };
  return (await promisify(client.channelPool, "Insert", request, client.timeout)) as never;
}

function scalars(field_name: string, type: number, value: object): object {
  return { type, field_name, is_dynamic: false, scalars: value, valid_data: [] };
}

function vectors(field_name: string, type: number, dim: number, value: object): object {
  return { type, field_name, is_dynamic: false, vectors: { dim, ...value }, valid_data: [] };
}

/** Index (u32) and weight (f32) of each entry, little-endian, as the protocol has them. */
function sparseBytes({ indices, values }: SparseWeights): Uint8Array {
  const bytes = new Uint8Array(indices.length * 8);
  const view = new DataView(bytes.buffer);
  indices.forEach((index, i) => {
    view.setUint32(i * 8, index, true);
    view.setFloat32(i * 8 + 4, values[i] as number, true);
  });
  return bytes;
}
