import { z } from "zod";

/** Longest name of a wing, room, hall, source or type that a filter may hold, in characters. */
const LONGEST_NAME = 200;
const MOST_NAMES = 100;

/** A name, or a list of names of which any may fit; an empty list fits nothing. */
export const oneOrMany = z.union([z.string().max(LONGEST_NAME), z.array(z.string().max(LONGEST_NAME)).max(MOST_NAMES)]);
