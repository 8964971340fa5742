/** Tables of a picture, and of a schema's definition. */
export const MAX_TABLES = 2000
/** Columns of one table; the rest is counted. */
export const MAX_TABLE_COLUMNS = 100
export const MAX_COLUMNS = 30_000
export const MAX_RELATIONS = 10_000
