import type { ServedPalace } from "../serve-resources.ts";

/** A prompt that a person picks in a client; its text comes from the palace. */
export interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** @throws LociError as the library */
  text(given: Readonly<Record<string, string>>, palace: ServedPalace & { readonly signal: AbortSignal }): Promise<string>;
}
