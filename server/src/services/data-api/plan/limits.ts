/** Limits the embeds, because Postgres has to plan a join for each. */
export const MAX_EMBEDS = 200
/** Beyond this many rows, a join is faster than a lookup for each row. */
export const MAX_LOOKUPS = 10_000
