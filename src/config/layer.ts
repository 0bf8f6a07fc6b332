import type { LayerName } from "./configuration.ts";
import type { ConfigValue } from "./key-definition.ts";

/** A value as a layer has it. */
export interface LayerValue {
  readonly value: ConfigValue;
  /** `file:line`, the variable's name, the flag; empty for a default. */
  readonly where: string;
}

/** The values of one layer, checked. */
export interface Layer {
  readonly name: LayerName;
  readonly values: ReadonlyMap<string, LayerValue>;
}
