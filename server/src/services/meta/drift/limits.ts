/** The SQL of a history that is compared with the database. */
export const MAX_HISTORY_BYTES = 8_000_000

/** The objects that all drops and renames of a history look at, which limits the time it takes. */
export const MAX_OBJECTS_READ = 20_000_000

/** The differences of each side that are listed with their SQL. */
export const MAX_LISTED = 100

/** The definition of one object of the database, as SQL. */
export const MAX_DEFINITION_BYTES = 100_000

/** All definitions of a database that are read; further ones are not compared. */
export const MAX_DEFINITIONS_BYTES = 48_000_000

/** The tables and views for which Postgres plans expressions; equal ones count once. */
export const MAX_PLANNED = 500

/** The text of a property that is shown. */
export const MAX_PROPERTY_LENGTH = 20_000
