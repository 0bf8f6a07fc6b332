import { z } from "zod";

/** A name or an id that somebody gives: of a wing, a room, a chat, a message, a source. */
export const nameSchema = z.string().min(1).max(200);
