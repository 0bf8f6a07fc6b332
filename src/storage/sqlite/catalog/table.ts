import type { Bindable, Connection, Row } from "./connection.ts";

/** A table of the catalog, and how a value stands in one of its rows. */
interface TableShape<T> {
  readonly name: string;
  /** Columns that no two rows share; without them rows are only appended, under a rising `ordinal`. */
  readonly key?: readonly string[];
  /** Column by property. */
  readonly columns: Readonly<Record<keyof T & string, string>>;
  /** The property that stands as JSON text. */
  readonly json?: keyof T & string;
}

/** Values in rows: put, find, remove. Where a condition is asked for it is SQL with its values, `WHERE …` and what follows. */
export class Table<T extends object> {
  readonly #connection: Connection;
  readonly #shape: TableShape<T>;
  readonly #put: string;
  readonly #select: string;

  constructor(connection: Connection, shape: TableShape<T>) {
    this.#connection = connection;
    this.#shape = shape;
    const names = Object.values<string>(shape.columns);
    const replaced = names.filter((name) => !shape.key?.includes(name)).map((name) => `${name} = excluded.${name}`);
    const again =
      shape.key === undefined ? "" : ` ON CONFLICT (${shape.key.join(", ")}) DO UPDATE SET ${replaced.join(", ")}`;
    this.#put = `INSERT INTO ${shape.name} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})${again}`;
    this.#select = `SELECT ${names.join(", ")} FROM ${shape.name}`;
  }

  /** Adds a row, or replaces the one with its key. Inside `write`. */
  put(value: T): void {
    const { columns, json } = this.#shape;
    const values = (Object.keys(columns) as (keyof T & string)[]).map((property) =>
      property === json ? JSON.stringify(value[property]) : (value[property] as Bindable),
    );
    this.#connection.run(this.#put, ...values);
  }

  /** What the rows say, from one committed state. */
  read(where: string, ...values: readonly Bindable[]): readonly T[] {
    return this.#connection.read(`${this.#select} ${where}`, ...values).map((row) => this.#value(row));
  }

  /** The same inside `write`. */
  rows(where: string, ...values: readonly Bindable[]): readonly T[] {
    return this.#connection.rows(`${this.#select} ${where}`, ...values).map((row) => this.#value(row));
  }

  /** How many there were. Inside `write`. */
  remove(where: string, ...values: readonly Bindable[]): number {
    return this.#connection.run(`DELETE FROM ${this.#shape.name} ${where}`, ...values);
  }

  /** Drops the oldest of those that a condition is true of, but for so many. Inside `write`, of a table with an `ordinal`. */
  keepNewest(count: number, condition = "TRUE", ...values: readonly Bindable[]): void {
    const last = `SELECT ordinal FROM ${this.#shape.name} WHERE ${condition} ORDER BY ordinal DESC LIMIT 1 OFFSET ?`;
    this.remove(`WHERE ${condition} AND ordinal <= (${last})`, ...values, ...values, count);
  }

  #value(row: Row): T {
    const { columns, json } = this.#shape;
    return Object.fromEntries(
      Object.entries<string>(columns).map(([property, column]) => [
        property,
        property === json ? (JSON.parse(row[column] as string) as unknown) : row[column],
      ]),
    ) as T;
  }
}
