/** What a wing, a room and the file of either are called where nothing names them. */
export const UNNAMED = "general";
