/** The SQL of a history that is compared with the database. */
export const MAX_HISTORY_BYTES = 8_000_000

/** The objects that all drops and renames of a history look at, which limits the time it takes. */
export const MAX_OBJECTS_READ = 20_000_000

/** The differences of each side that are listed with their SQL. */
export const MAX_LISTED = 100
