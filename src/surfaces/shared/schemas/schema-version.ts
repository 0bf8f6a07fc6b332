/** Version of the JSON answers, at the top of each of them. Fields may be added without a new one, never renamed. */
export const SCHEMA_VERSION = 1;
