/**
 * What must not reach a terminal as it is: control characters, the beginnings of escape sequences among them, and those that end a line or turn
 * the direction of writing. A file may be called anything and hold anything; it must neither move the cursor nor look like another line
 * of an answer.
 */
// oxlint-disable-next-line no-control-regex
export const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
