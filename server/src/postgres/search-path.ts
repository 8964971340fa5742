/**
 * The search path for sessions and functions that have more rights than the owner of the database,
 * and for whatever prints or compares names: a name without a schema is one of the catalog. On any
 * other path the owner can define a better match for it. That includes the empty path, on which
 * Postgres looks for types and relations among the temporary objects of the session first, unless
 * the path names `pg_temp`.
 */
export const CATALOG_PATH = 'pg_catalog,pg_temp'
