import type { PalaceAccess } from "../served-project.ts";

/** A prompt that a person picks in a client; its text comes from the palace. */
export interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** @param given checked: known names, those that are required there. @throws LociError as the library */
  text(given: Readonly<Record<string, string>>, palace: PalaceAccess): Promise<string>;
}
